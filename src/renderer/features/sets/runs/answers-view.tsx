import type { SetAnswer, SetRun } from '../../../../shared/sets/sets'
import type { Check } from '../../../../shared/sets/checks'
import { errorLine } from '../../../errors/error-text'
import { formatKnownCost, formatSeconds } from '../../../language/format'
import { t } from '../../../language/t'
import { BoundMarkdown } from '../../../markdown/markdown'
import { useRequest } from '../../../state/app/use-request'
import { Button } from '../../../ui/controls/button'
import { JudgementList, RowVerdictList } from './judgements'
import { CheckResults } from '../common/check-results'
import { useModelNames } from '../common/set-words'
import { focusNow } from '../../../keyboard/focus-targets'
import { RepeatSelect } from '../common/resume-form'
import { canCompare, useOpenRow } from '../common/use-open-row'
import { Card, DialogBar, DialogBody, Hint, Row, Text } from '../../../ui/layout/layout'
import { Problem } from '../common/problem'
import styles from '../common/sets.module.css'

interface AnswersViewProps {
  run: SetRun
  /** Index in the run. */
  prompt: number
  baseline: SetRun | null
  repeat: number
  onRepeat: (repeat: number) => void
  onBack: () => void
}

/** All answers to one prompt side by side, with their checks, and those of the earlier run below. */
export function AnswersView({ run, prompt, baseline, repeat, onRepeat, onBack }: AnswersViewProps) {
  const row = useOpenRow(run)
  const asked = { runId: run.id, prompt, ...(baseline === null ? {} : { baselineRunId: baseline.id }) }
  const { data: detail, error } = useRequest('sets.answers', asked, { reloadOn: run.done })
  return (
    <>
      <DialogBar className={styles.head}>
        <Button variant="quiet" ref={focusNow} onClick={onBack}>
          ‹ {t('common.result')}
        </Button>
        {run.repeats > 1 && <RepeatSelect count={run.repeats} repeat={repeat} onRepeat={onRepeat} />}
        {detail !== null && canCompare(run) && (
          <Button variant="quiet" onClick={() => row.open({ runId: run.id, prompt, repeat })}>
            {t('sets.openRow')}
          </Button>
        )}
      </DialogBar>
      {row.choice}
      <Problem text={row.problem} />
      <DialogBody
        isBelowBar
        className={styles.scroll}
        role="region"
        aria-label={t('common.answers')}
        tabIndex={0}
      >
        {error !== null && <p role="alert">{errorLine(error)}</p>}
        {detail !== null && (
          <>
            <p className={styles.asked}>{detail.text}</p>
            <Columns run={run} answers={detail.answers} checks={detail.checks} />
            <JudgementList judgements={detail.judgements} run={run} />
            <RowVerdictList verdicts={detail.rowVerdicts} run={run} />
            {baseline !== null && detail.baseline.length > 0 && (
              <>
                <h2 className={styles.label}>{t('sets.earlierRun')}</h2>
                <Columns run={baseline} answers={detail.baseline} checks={[]} />
              </>
            )}
          </>
        )}
      </DialogBody>
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
  const names = useModelNames(run.models)
  return (
    <Row align="stretch" gap={4} className={styles.columns}>
      {names.map((name, model) => (
        // oxlint-disable-next-line react/no-array-index-key -- a model may be in the line-up twice
        <section key={model} className={styles.column} aria-label={name}>
          <Row as="h2" size="s" className={styles.columnName} title={run.models[model]?.key}>
            {name}
          </Row>
          {answers
            .filter((answer) => answer.model === model)
            .map((answer) => (
              <Answer key={answer.repeat} answer={answer} checks={checks} isRepeated={run.repeats > 1} />
            ))}
        </section>
      ))}
    </Row>
  )
}

function Answer({
  answer,
  checks,
  isRepeated,
}: {
  answer: SetAnswer
  checks: readonly Check[]
  isRepeated: boolean
}) {
  const { text, error, costUsd, usage, durationMs, finish, repeat } = answer
  return (
    <Card
      as="article"
      pad={[2, 3]}
      className={styles.answer}
      aria-label={t('sets.repeat', { number: repeat + 1 })}
    >
      {error === null ? (
        <div
          className={styles.answerText}
          role="group"
          aria-label={t('sets.repeat', { number: repeat + 1 })}
          tabIndex={0}
        >
          <BoundMarkdown text={text} isStreaming={false} />
        </div>
      ) : (
        <Text as="p" tone="bad">
          {errorLine(error)}
        </Text>
      )}
      {finish !== null && (
        <Hint tone="soft" className={styles.facts}>
          {t(`sets.finishes.${finish}`)}
        </Hint>
      )}
      {checks.length > 0 && error === null && <CheckResults checks={checks} results={answer.checks} />}
      <Hint tone="soft" className={styles.facts}>
        {[
          isRepeated ? t('sets.repeat', { number: repeat + 1 }) : null,
          formatKnownCost({ costUsd, leastCostUsd: usage.leastCostUsd }),
          durationMs === null ? null : formatSeconds(durationMs),
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </Hint>
    </Card>
  )
}
