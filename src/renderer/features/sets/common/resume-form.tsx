import { useState } from 'react'

import { canResume, type SetRun, type SetRunState } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { classNames } from '../../../ui/class-names'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { CostLimitField } from './cost-limit-field'
import { Row } from '../../../ui/layout/layout'
import styles from './sets.module.css'

interface ResumeFormProps {
  run: SetRun
  onResume: (costLimitUsd: number | null) => void
}

/** Shows why a run has ended early, and resumes it, possibly with another cost limit. */
export function ResumeForm({ run, onResume }: ResumeFormProps) {
  if (!canResume(run.state))
    return (
      <Row as="p" wrap grow={false} pad={[2, 3]} className={styles.resume}>
        {endText(run.state)}
      </Row>
    )
  return <LimitForm run={run} onResume={onResume} />
}

function LimitForm({ run, onResume }: ResumeFormProps) {
  const [limit, setLimit] = useState(run.costLimitUsd?.toString() ?? '')
  return (
    <Row
      as="form"
      wrap
      grow={false}
      pad={[2, 3]}
      className={styles.resume}
      onSubmit={(event) => {
        event.preventDefault()
        onResume(limit === '' ? null : Number(limit))
      }}
    >
      <span>{endText(run.state)}</span>
      <Row as="label" gap={1.5} className={styles.toggle}>
        {t('sets.costLimit')}
        <CostLimitField
          className={classNames(textFieldStyles.textField, styles.amount)}
          value={limit}
          onChange={setLimit}
        />
      </Row>
      <Button type="submit" variant="primary">
        {t('sets.resume')}
      </Button>
    </Row>
  )
}

function endText(state: SetRunState): string {
  return t(`sets.ended.${state === 'done' || state === 'running' ? 'stopped' : state}`)
}
