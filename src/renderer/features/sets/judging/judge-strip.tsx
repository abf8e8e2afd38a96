import { useEffect, useEffectEvent } from 'react'

import type { SetRun } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { classNames } from '../../../ui/class-names'
import { Button } from '../../../ui/controls/button'
import progressBarStyles from '../../../ui/fields/progress-bar.module.css'
import { ResumeForm } from '../common/resume-form'
import { runStateText, spentText } from '../common/set-words'
import { useModelNames } from '../common/use-model-names'
import { useRun } from '../common/use-run'
import { Hint, Row, Text } from '../../../ui/layout/layout'
import styles from '../common/sets.module.css'

interface JudgeStripProps {
  /** The judge's own run, as it was read with the result. */
  judge: SetRun
  /** Called when the judge begins or ends. */
  onChanged: () => void
}

/** How far a judge is and what it has cost, live while its requests are sent. */
export function JudgeStrip({ judge: read, onChanged }: JudgeStripProps) {
  const { run, problem, resume, stop } = useRun(read.id)
  const judge = run ?? read
  const isRunning = judge.state === 'running'
  const changed = useEffectEvent(onChanged)
  const state = run?.state
  useEffect(() => {
    if (state !== undefined && state !== read.state) changed()
  }, [state, read.state])
  const [name = ''] = useModelNames(judge.models)
  return (
    <div className={styles.judge}>
      <Row wrap grow={false} pad={[3, 5]} className={styles.head}>
        <Hint as="span" tone="soft" className={styles.facts}>
          {t('sets.judge.by', { name })} · {runStateText(judge, 'requests')} · {spentText(judge)}
        </Hint>
        {isRunning && (
          <Button variant="stop" onClick={() => void stop()}>
            {t('sets.judge.stop')}
          </Button>
        )}
      </Row>
      {isRunning && (
        <progress
          className={classNames(progressBarStyles.bar, styles.progress)}
          aria-label={t('sets.judge.progress', { name })}
          max={judge.cells}
          value={judge.done}
        />
      )}
      {!isRunning && judge.state !== 'done' && <ResumeForm key={judge.state} run={judge} onResume={resume} />}
      {problem !== null && (
        <Text as="p" tone="bad" className={styles.error} role="alert">
          {problem}
        </Text>
      )}
    </div>
  )
}
