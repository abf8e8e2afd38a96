import { useState } from 'react'

import { canResume, type SetRun } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { classNames } from '../../../ui/class-names'
import { Button } from '../../../ui/controls/button'
import { Checkbox } from '../../../ui/fields/checkbox'
import { Hint, Row } from '../../../ui/layout/layout'
import { CostLimitField } from './amount-field'
import progressBarStyles from '../../../ui/fields/progress-bar.module.css'
import { useBatchText } from './set-words'
import type { ResumeLimits } from './use-run'
import styles from './sets.module.css'

interface RunProgressProps {
  run: SetRun
  /** The name of the progress bar. */
  label: string
  onResume: (limits: ResumeLimits) => void
}

/** How far a run is or, if it has ended early, why, with a way to resume it. Nothing once it is done. */
export function RunProgress({ run, label, onResume }: RunProgressProps) {
  if (run.state === 'done') return null
  if (run.state !== 'running') return <EarlyEnd key={run.state} run={run} onResume={onResume} />
  return (
    <>
      <progress
        className={classNames(progressBarStyles.bar, styles.progress)}
        aria-label={label}
        max={run.cells}
        value={run.done}
      />
      <BatchWait run={run} />
    </>
  )
}

function BatchWait({ run }: Pick<RunProgressProps, 'run'>) {
  const text = useBatchText(run)
  if (text === null) return null
  return (
    <Row pad={[2, 5]}>
      <Hint tone="soft" role="status">
        {text}
      </Hint>
    </Row>
  )
}

function EarlyEnd({ run, onResume }: Omit<RunProgressProps, 'label'>) {
  const [costLimitUsd, setLimit] = useState(run.costLimitUsd)
  const [isBatch, setBatch] = useState(run.isBatch === true)
  const resume = () => onResume(run.isBatch === true ? { costLimitUsd, isBatch } : { costLimitUsd })
  return (
    <Row as="form" wrap grow={false} pad={[2, 3]} className={styles.resume} onSubmit={resume}>
      <span>{endText(run)}</span>
      {canResume(run.state) && (
        <>
          <CostLimitField value={costLimitUsd} onChange={setLimit} />
          {run.isBatch === true && (
            <Checkbox isChecked={isBatch} onChange={setBatch}>
              {t('sets.batch.resume')}
            </Checkbox>
          )}
          <Button type="submit" variant="primary">
            {t('sets.resume')}
          </Button>
        </>
      )}
    </Row>
  )
}

function endText({ state, isBatch }: SetRun): string {
  if (state === 'provider-limit' && isBatch === true) return t('sets.batch.incomplete')
  return t(`sets.ended.${state === 'done' || state === 'running' ? 'stopped' : state}`)
}
