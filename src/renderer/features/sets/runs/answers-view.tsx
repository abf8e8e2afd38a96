import { useEffect, useState } from 'react'

import type { SetAnswer, SetResultDetail, SetRun } from '../../../../shared/sets/sets'
import type { Check } from '../../../../shared/sets/checks'
import { errorLine } from '../../../errors/error-text'
import { formatCost, formatSeconds } from '../../../language/format'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { JudgementList } from '../judging/judgement-list'
import { checkName, checkProblem } from '../set-words'
import { useCall } from '../use-call'
import { focusNow } from '../focus-now'
import styles from '../sets.module.css'

interface AnswersViewProps {
  run: SetRun
  /** Index in the run. */
  prompt: number
  baseline: SetRun | null
  onBack: () => void
}

/** All answers to one prompt side by side, with their checks, and those of the earlier run below. */
export function AnswersView({ run, prompt, baseline, onBack }: AnswersViewProps) {
  const { api } = useApp().environment
  const { problem, call } = useCall()
  const [detail, setDetail] = useState<SetResultDetail | null>(null)
  const baselineRunId = baseline?.id
  useEffect(() => {
    void call(async () => {
      const asked = { runId: run.id, prompt, ...(baselineRunId === undefined ? {} : { baselineRunId }) }
      setDetail(await api.invoke('sets.answers', asked))
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `call` only keeps what went wrong
  }, [api, run.id, prompt, baselineRunId, run.done])
  return (
    <>
      <div className={styles.head}>
        <Button variant="quiet" ref={focusNow} onClick={onBack}>
          ‹ {t('sets.result')}
        </Button>
      </div>
      <div className={styles.scroll} role="region" aria-label={t('sets.answers')} tabIndex={0}>
        {problem !== null && <p role="alert">{problem}</p>}
        {detail !== null && (
          <>
            <p className={styles.asked}>{detail.text}</p>
            <Columns run={run} answers={detail.answers} checks={detail.checks} />
            <JudgementList judgements={detail.judgements} run={run} />
            {baseline !== null && detail.baseline.length > 0 && (
              <>
                <h3 className={styles.label}>{t('sets.earlierRun')}</h3>
                <Columns run={baseline} answers={detail.baseline} checks={[]} />
              </>
            )}
          </>
        )}
      </div>
    </>
  )
}

function Columns({
  run,
  answers,
  checks,
}: {
  run: SetRun
  answers: readonly SetAnswer[]
  checks: readonly Check[]
}) {
  return (
    <div className={styles.columns}>
      {run.models.map(({ key }, model) => (
        // oxlint-disable-next-line react/no-array-index-key -- a model may be in the line-up twice
        <section key={model} className={styles.column} aria-label={key}>
          <h3 className={styles.columnName}>{key}</h3>
          {answers
            .filter((answer) => answer.model === model)
            .map((answer) => (
              <Answer key={answer.repeat} answer={answer} checks={checks} />
            ))}
        </section>
      ))}
    </div>
  )
}

function Answer({ answer, checks }: { answer: SetAnswer; checks: readonly Check[] }) {
  const { text, error, costUsd, durationMs, finish, repeat } = answer
  return (
    <article className={styles.answer} aria-label={t('sets.repeat', { number: repeat + 1 })}>
      {error === null ? (
        <p className={styles.answerText}>{text}</p>
      ) : (
        <p className={styles.bad}>{errorLine(error)}</p>
      )}
      {finish !== null && <p className={styles.facts}>{t(`sets.finishes.${finish}`)}</p>}
      {checks.length > 0 && error === null && (
        <ul className={styles.results}>
          {checks.map((check, index) => {
            const result = answer.checks?.[index]
            return (
              // oxlint-disable-next-line react/no-array-index-key -- checks are in the order of the prompt
              <li key={index} className={result?.passed === true ? styles.good : styles.bad}>
                {result === undefined ? '…' : t(result.passed ? 'sets.passedCheck' : 'sets.failedCheck')}{' '}
                {checkName(check)} {result === undefined ? '' : checkProblem(result)}
              </li>
            )
          })}
        </ul>
      )}
      <p className={styles.facts}>
        {[
          costUsd === null ? null : formatCost(costUsd),
          durationMs === null ? null : formatSeconds(durationMs),
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
    </article>
  )
}
