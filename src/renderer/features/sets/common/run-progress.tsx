import { useState } from 'react'

import { canResume, type SetRun, type SetRunState } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { classNames } from '../../../ui/class-names'
import { Button } from '../../../ui/controls/button'
import { Row } from '../../../ui/layout/layout'
import { CostLimitField } from './amount-field'
import progressBarStyles from '../../../ui/fields/progress-bar.module.css'
import styles from './sets.module.css'

interface RunProgressProps {
  run: SetRun
  /** The name of the progress bar. */
  label: string
  onResume: (costLimitUsd: number | null) => void
}

/** How far a run is or, if it has ended early, why, with a way to resume it. Nothing once it is done. */
export function RunProgress({ run, label, onResume }: RunProgressProps) {
  if (run.state === 'done') return null
  if (run.state !== 'running') return <EarlyEnd key={run.state} run={run} onResume={onResume} />
  return (
    <progress
      className={classNames(progressBarStyles.bar, styles.progress)}
      aria-label={label}
      max={run.cells}
      value={run.done}
    />
  )
}

function EarlyEnd({ run, onResume }: Omit<RunProgressProps, 'label'>) {
  const [limit, setLimit] = useState(run.costLimitUsd)
  return (
    <Row as="form" wrap grow={false} pad={[2, 3]} className={styles.resume} onSubmit={() => onResume(limit)}>
      <span>{endText(run.state)}</span>
      {canResume(run.state) && (
        <>
          <CostLimitField value={limit} onChange={setLimit} />
          <Button type="submit" variant="primary">
            {t('sets.resume')}
          </Button>
        </>
      )}
    </Row>
  )
}

function endText(state: SetRunState): string {
  return t(`sets.ended.${state === 'done' || state === 'running' ? 'stopped' : state}`)
}
