import { useContext, useEffect, useMemo, useRef, useState } from 'react'

import type { AnswerDifferences } from '../../../../shared/differences/differences'
import { maxJudgedChars } from '../../../../shared/differences/row-judgement'
import type { MessageId, PaneId } from '../../../../shared/ids'
import { knownCost } from '../../../../shared/sessions/continued-usage'
import type { Pane } from '../../../../shared/sessions/sessions'
import { Problem } from '../../../ui/text/problem'
import { isUnhandledEscape } from '../../../keyboard/key-presses'
import { formatCost, formatKnownCost } from '../../../language/format'
import { t } from '../../../language/t'
import { useRequest } from '../../../state/app/use-request'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { Button, CloseButton } from '../../../ui/controls/button'
import { HiddenText, Row, Stack, Text } from '../../../ui/layout/layout'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { AnswerButton } from '../answers/answer-tag'
import { useLeftOutText, useVotableAnswers, type VotableAnswer } from '../answers/use-votable-answers'
import { ConflictList } from './conflict-list'
import { conflictVariants, RowJudgeContext, useRowJudge } from './judging/use-row-judge'
import { UnsharedList } from './unshared-list'
import { ValueList } from './value-list'
import { useShownPassages } from './use-shown-passages'
import judgingStyles from './judging/judging.module.css'
import styles from './differences.module.css'

interface DifferencesDrawerProps {
  store: ComparisonStore
  panes: readonly Pane[]
  /** Shows this pane if the layout hides it. */
  onShowPane: (paneId: PaneId) => void
  /** Has a model list the conflicts; null while the contestants are hidden. */
  onExplain: (() => void) | null
  onClose: () => void
}

/** Beside the panes: where the latest answers disagree, then what is found only in one of them. */
export function DifferencesDrawer(props: DifferencesDrawerProps) {
  const { store, panes, onShowPane, onExplain, onClose } = props
  const answers = useVotableAnswers(store, panes)
  const leftOut = useLeftOutText(store, panes)
  const judge = useRowJudge()
  const drawer = useRef<HTMLElement>(null)
  useEffect(() => drawer.current?.focus(), [])
  // Of a hidden contestant, the window has no model.
  const isHidden = answers.some(({ pane }) => pane.model === '')
  return (
    <Stack
      as="aside"
      gap={0}
      ref={drawer}
      className={styles.drawer}
      aria-label={t('compare.differences.title')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (!isUnhandledEscape(event)) return
        event.preventDefault()
        onClose()
      }}
    >
      <Row as="header" gap={0} justify="between" grow={false} className={styles.head}>
        <h2>{t('compare.differences.title')}</h2>
        <CloseButton
          label={t('compare.differences.close')}
          title={t('common.closeByEscape')}
          onClick={onClose}
        />
      </Row>
      {leftOut !== null && answers.length > 0 && (
        <Text as="p" tone="soft" size="xs" className={styles.choice}>
          {leftOut}
        </Text>
      )}
      <RowJudgeContext value={isHidden ? null : judge}>
        {answers.length === 0 ? (
          <Text as="p" tone="soft" size="s" className={styles.choice} role="status">
            {leftOut ?? t('compare.differences.notYet')}
          </Text>
        ) : (
          <Differences
            key={answers.map(({ answerId }) => answerId).join(' ')}
            answers={answers}
            onShowPane={onShowPane}
            onExplain={onExplain}
          />
        )}
      </RowJudgeContext>
    </Stack>
  )
}

interface DifferencesProps extends Pick<DifferencesDrawerProps, 'onShowPane' | 'onExplain'> {
  answers: readonly VotableAnswer[]
}

function Differences({ answers, onShowPane, onExplain }: DifferencesProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(answers.map(({ letter }) => letter)))
  const compared = useMemo(() => answers.filter(({ letter }) => chosen.has(letter)), [answers, chosen])
  const { found, error } = useDifferences(compared.map(({ answerId }) => answerId))
  const judge = useContext(RowJudgeContext)
  const recall = judge?.recall
  useEffect(() => {
    if (found !== null) recall?.(found.verdicts)
  }, [found, recall])
  const cost = useJudgeCost(judge?.model ?? null, found?.differences ?? null, compared)
  const shown = useShownPassages(answers, onShowPane)
  const toggle = (letter: string) => {
    const next = new Set(chosen)
    if (!next.delete(letter)) next.add(letter)
    // Two at least, or there is nothing to compare.
    if (next.size < 2) return
    setChosen(next)
    shown.clear()
  }
  return (
    <>
      {answers.length > 2 && (
        <Row
          wrap
          grow={false}
          className={styles.choice}
          role="group"
          aria-label={t('compare.differences.which')}
        >
          {answers.map((answer) => (
            <AnswerButton
              key={answer.letter}
              answer={answer}
              label={t('common.answerNamed', { letter: answer.letter })}
              isPressed={chosen.has(answer.letter)}
              onPress={() => toggle(answer.letter)}
            />
          ))}
        </Row>
      )}
      <HiddenText role="status">{shown.said}</HiddenText>
      <div
        className={styles.scroll}
        role="region"
        aria-label={t('compare.differences.result')}
        aria-busy={found === null && error === null}
        tabIndex={0}
      >
        {found === null && error === null && <p role="status">{t('compare.differences.finding')}</p>}
        <Problem error={error} />
        {found !== null && (
          <>
            {found.differences.isCut && (
              <Text as="p" tone="soft" size="xs">
                {t('compare.differences.isCut')}
              </Text>
            )}
            {found.differences.conflicts.length === 0 ? (
              <Text as="p" tone="soft" size="s">
                {t('compare.differences.none')}
              </Text>
            ) : (
              <>
                <ConflictList
                  conflicts={found.differences.conflicts}
                  texts={found.texts}
                  answers={compared}
                  shown={shown}
                />
                <RowJudgeBar cost={cost} />
              </>
            )}
            <ValueList
              groups={found.differences.values}
              texts={found.texts}
              answers={compared}
              shown={shown}
            />
            {onExplain !== null && (
              <Button
                variant="link"
                className={styles.explain}
                title={t('compare.differences.explainHint')}
                onFirstClick={onExplain}
              >
                {t('compare.differences.explain')}
              </Button>
            )}
            {compared.map((answer, position) => (
              <UnsharedList
                key={answer.letter}
                topics={found.differences.unshared[position] ?? []}
                text={found.texts[position] ?? ''}
                answer={answer}
                shown={shown}
              />
            ))}
          </>
        )}
      </div>
    </>
  )
}

/** The differences between these answers; nothing while they are being found. */
function useDifferences(messageIds: readonly MessageId[]) {
  const { data, error, isCurrent } = useRequest('differences.get', { messageIds: [...messageIds] })
  if (!isCurrent) return { found: null, error: null }
  return error === null ? { found: data, error } : { found: null, error }
}

/** Chooses the model that judges conflicts, and says what its verdicts will cost and have cost. */
function RowJudgeBar({ cost }: { cost: JudgeCost | undefined }) {
  const judge = useContext(RowJudgeContext)
  if (judge === null) return null
  return (
    <Row
      wrap
      grow={false}
      className={judgingStyles.bar}
      role="group"
      aria-label={t('compare.differences.judge.title')}
    >
      <Text size="xs" tone="soft">
        {t('compare.differences.judge.title')}
      </Text>
      <AppModelPicker
        value={judge.model}
        label={t('compare.differences.judge.model')}
        align="start"
        onChange={judge.choose}
      />
      {judge.model !== null && (
        <Text tone="soft" size="xs">
          {t('compare.differences.judge.hint')}
          {cost !== undefined && <b className={judgingStyles.cost}> {costText(cost)}</b>}
          {(knownCost(judge.spent)?.usd ?? 0) > 0 &&
            ` ${t('compare.differences.judge.spent', { cost: formatKnownCost(judge.spent) ?? '' })}`}
        </Text>
      )}
    </Row>
  )
}

function costText(cost: JudgeCost): string {
  if (cost === null) return t('compare.differences.judge.costUnknown')
  const low = formatCost(cost.lowUsd)
  const high = formatCost(cost.highUsd)
  if (cost.highUsd === 0) return t('compare.differences.judge.free')
  return low === high
    ? t('compare.differences.judge.costPerRow', { cost: high })
    : t('compare.differences.judge.costFromTo', { low, high })
}

/** The expected cost of judging the shortest and the longest conflict, in US dollars; null if unknown. */
type JudgeCost = { lowUsd: number; highUsd: number } | null

/** Undefined until a model is chosen and its price has been looked up, and where there is nothing to judge. */
function useJudgeCost(
  model: string | null,
  differences: AnswerDifferences | null,
  answers: readonly VotableAnswer[],
): JudgeCost | undefined {
  const messageId = answers[0]?.answerId
  const asked = useMemo(() => {
    if (model === null || differences === null || messageId === undefined) return null
    const chars = differences.conflicts.map((conflict) =>
      Math.min(
        maxJudgedChars,
        conflictVariants(conflict, answers).reduce((sum, { range: [from, to] }) => sum + to - from, 0),
      ),
    )
    if (chars.length === 0) return null
    // The price grows with the length.
    return { model, messageId, chars: [Math.min(...chars), Math.max(...chars)] }
  }, [model, messageId, differences, answers])
  const { data, error, isCurrent } = useRequest('differences.estimateJudge', asked)
  if (asked === null || !isCurrent) return undefined
  // Judging fails with the reason.
  if (error !== null || data === null || data.costsUsd === null) return null
  const [lowUsd = 0, highUsd = 0] = data.costsUsd
  return { lowUsd, highUsd }
}
