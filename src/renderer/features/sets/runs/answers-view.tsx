import { useState } from 'react'

import type { SetAnswer, SetRun } from '../../../../shared/sets/sets'
import type { Check } from '../../../../shared/sets/checks'
import { errorLine } from '../../../errors/error-text'
import { formatKnownCost, formatSeconds } from '../../../language/format'
import { t } from '../../../language/t'
import { BoundMarkdown } from '../../../markdown/markdown'
import { useRequest } from '../../../state/app/use-request'
import { Button } from '../../../ui/controls/button'
import { LazyPageGrid, PagesToggle } from '../pages/lazy-pages'
import { JudgementList, RowVerdictList } from './judgements'
import { MarkList } from './rubric-scores'
import { sentTurns } from '../../../../shared/sets/past'
import { CheckResults } from '../common/check-results'
import { EarlierAnswers, PastTurns } from '../common/past-turns'
import { useModelNames } from '../common/set-words'
import { focusNow } from '../../../keyboard/focus-targets'
import { RepeatSelect } from '../common/repeat-select'
import { canCompare, useOpenRow } from '../common/use-open-row'
import { Card, DialogBar, DialogBody, Hint, Row, Text } from '../../../ui/layout/layout'
import { Problem } from '../../../ui/text/problem'
import styles from '../common/sets.module.css'

interface AnswersViewProps {
  run: SetRun
  /** Index in the run. */
  prompt: number
  baseline: SetRun | null
  repeat: number
  onRepeat: (repeat: number) => void
  onBack: () => void
  /** Goes to the next prompt; null at the last one. */
  onNext: (() => void) | null
}

/** All answers to one prompt side by side, with their checks, and those of the earlier run below. */
export function AnswersView({ run, prompt, baseline, repeat, onRepeat, onBack, onNext }: AnswersViewProps) {
  const row = useOpenRow(run)
  const [hasPages, setHasPages] = useState(false)
  const names = useModelNames(run.models)
  const asked = { runId: run.id, prompt, ...(baseline === null ? {} : { baselineRunId: baseline.id }) }
  const { data: detail, error } = useRequest('sets.answers', asked, { reloadOn: run.done })
  return (
    <>
      <DialogBar className={styles.head}>
        <Button variant="quiet" className={styles.back} ref={focusNow} onClick={onBack}>
          ‹ {t('common.result')}
        </Button>
        <RepeatSelect count={run.repeats} repeat={repeat} onRepeat={onRepeat} />
        {detail !== null && canCompare(run) && (
          <Button variant="quiet" onClick={() => row.open({ runId: run.id, prompt, repeat })}>
            {t('sets.openRow')}
          </Button>
        )}
        <PagesToggle answers={detail?.answers} isOn={hasPages} onChange={setHasPages} />
        {onNext !== null && (
          <Button variant="quiet" className={styles.tools} onClick={onNext}>
            {t('sets.ballot.next')} ›
          </Button>
        )}
      </DialogBar>
      {row.choice}
      <Problem pad={[0, 5]} error={row.problem} />
      <DialogBody isBelowBar role="region" aria-label={t('common.answers')} tabIndex={0}>
        <Problem error={error} />
        {detail !== null && (
          <>
            <PastTurns turns={detail.past === undefined ? [] : sentTurns(detail.past)} />
            <p className={styles.asked}>{detail.text}</p>
            {detail.expected !== undefined && (
              <Card as="section" pad={[2, 3]} className={styles.answer} aria-label={t('sets.expected')}>
                <Hint tone="soft">{t('sets.expected')}</Hint>
                <p className={styles.marked}>{detail.expected}</p>
              </Card>
            )}
            {hasPages ? (
              <LazyPageGrid
                key={repeat}
                answers={detail.answers
                  .filter((answer) => answer.repeat === repeat && answer.error === null)
                  .map(({ model, text }) => ({ key: String(model), name: names[model] ?? '', text }))}
              />
            ) : (
              <Columns run={run} answers={detail.answers} checks={detail.checks} />
            )}
            <JudgementList judgements={detail.judgements} run={run} />
            <MarkList marks={detail.marks} run={run} />
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
      <EarlierAnswers texts={answer.course?.earlier} />
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
      {answer.course?.replayed !== undefined && (
        <Hint tone="soft">{t('sets.past.replayed', { count: answer.course.replayed })}</Hint>
      )}
      {answer.course?.unrecorded !== undefined && (
        <Text as="p" tone="warn" title={t('sets.past.unrecordedHint')}>
          {t('sets.past.unrecordedCalls', { calls: answer.course.unrecorded.join(', ') })}
        </Text>
      )}
      {finish !== null && <Hint tone="soft">{t(`sets.finishes.${finish}`)}</Hint>}
      {checks.length > 0 && error === null && <CheckResults checks={checks} results={answer.checks} />}
      <Hint tone="soft">
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
