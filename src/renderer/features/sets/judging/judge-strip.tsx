import type { SetRun } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { ResumeForm } from '../common/resume-form'
import { runStateText, spentText } from '../common/set-words'
import { useCall } from '../common/use-call'
import { openUntilStarted } from './open-until-started'
import styles from '../common/sets.module.css'

interface JudgeStripProps {
  /** The judge's own run. */
  judge: SetRun
  onChanged: () => void
}

/** How far a judge is, and what it has cost. */
export function JudgeStrip({ judge, onChanged }: JudgeStripProps) {
  const { api } = useApp().environment
  const { problem, call } = useCall()
  const isRunning = judge.state === 'running'
  return (
    <div className={styles.judge}>
      <div className={styles.head}>
        <span className={styles.facts}>
          {t('sets.judge.by', { name: judge.models[0]?.key ?? '' })} · {runStateText(judge)} ·{' '}
          {spentText(judge)}
        </span>
        {isRunning && (
          <Button
            variant="stop"
            onClick={() =>
              void call(async () => {
                await api.invoke('sets.stop', { runId: judge.id })
                onChanged()
              })
            }
          >
            {t('sets.judge.stop')}
          </Button>
        )}
      </div>
      {!isRunning && judge.state !== 'done' && (
        <ResumeForm
          key={judge.state}
          run={judge}
          onResume={(costLimitUsd) =>
            void call(async () => {
              await openUntilStarted(api, 'sets.run', { runId: judge.id, costLimitUsd })
              onChanged()
            })
          }
        />
      )}
      {problem !== null && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
