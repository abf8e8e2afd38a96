import { useEffect, useMemo, useState, useContext } from 'react'

import type { MessageId } from '../../../../shared/ids'
import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { useRequest } from '../../../state/app/use-request'
import { Dialog } from '../../../ui/overlays/dialog'
import { AnswerButton } from '../answers/answer-tag'
import type { VotableAnswer } from '../answers/use-votable-answers'
import { GridView } from './grid-view'
import {
  type RowJudge,
  RowJudgeContext,
  gridVariants,
  pairVariants,
  type RowVariant,
} from './judging/use-row-judge'
import { PairView } from './pair-view'
import { Row, Text } from '../../../ui/layout/layout'
import { knownCost } from '../../../../shared/sessions/continued-usage'
import { formatCost, formatKnownCost } from '../../../language/format'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { type AnswerDifferences, maxGridRows } from '../../../../shared/differences/differences'
import { maxJudgedChars } from '../../../../shared/differences/row-judgement'
import styles from './differences.module.css'
import judgingStyles from './judging/judging.module.css'

interface DifferencesDialogProps {
  answers: readonly VotableAnswer[]
  judge: RowJudge
  onClose: () => void
}

/** The differences between the answers, found without a model. A model can then judge a row. */
export function DifferencesDialog({ answers, judge, onClose }: DifferencesDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(answers.map(({ letter }) => letter)))
  // The same list each time, or all rows would be drawn again with each verdict.
  const compared = useMemo(() => answers.filter(({ letter }) => chosen.has(letter)), [answers, chosen])
  const { found, error } = useDifferences(compared.map(({ answerId }) => answerId))
  const { recall } = judge
  useEffect(() => {
    if (found !== null) recall(found.verdicts)
  }, [found, recall])
  const cost = useJudgeCost(judge.model, found, compared)
  const toggle = (letter: string) => {
    const next = new Set(chosen)
    if (!next.delete(letter)) next.add(letter)
    // Two at least, or there is nothing to compare.
    if (next.size >= 2) setChosen(next)
  }
  // Of a hidden contestant, the window has no model.
  const isHidden = answers.some(({ pane }) => pane.model === '')
  const close = () => {
    judge.stop()
    onClose()
  }
  return (
    <Dialog title={t('compare.differences.title')} width="large" onClose={close}>
      <RowJudgeContext value={isHidden ? null : judge}>
        {answers.length > 2 && (
          <Row
            align="stretch"
            grow={false}
            className={styles.choice}
            role="group"
            aria-label={t('compare.differences.which')}
          >
            {answers.map(({ letter, color }) => (
              <AnswerButton
                key={letter}
                letter={letter}
                color={color}
                label={t('common.answerNamed', { letter })}
                isPressed={chosen.has(letter)}
                onPress={() => toggle(letter)}
              />
            ))}
          </Row>
        )}
        <RowJudgeBar cost={cost} />
        <div
          className={styles.scroll}
          role="region"
          aria-label={t('compare.differences.result')}
          tabIndex={0}
        >
          {found === null && error === null && <p role="status">{t('compare.differences.finding')}</p>}
          {error !== null && <p role="alert">{errorLine(error)}</p>}
          {found !== null && (
            <>
              {found.differences.isCut && (
                <Text as="p" tone="soft" size="xs">
                  {t('compare.differences.isCut')}
                </Text>
              )}
              {found.differences.kind === 'pair' ? (
                <PairView differences={found.differences} texts={found.texts} answers={compared} />
              ) : (
                <GridView differences={found.differences} texts={found.texts} answers={compared} />
              )}
            </>
          )}
        </div>
      </RowJudgeContext>
    </Dialog>
  )
}

/** The differences between these answers; nothing while they are being found. */
function useDifferences(messageIds: readonly MessageId[]) {
  const { data, error, isCurrent } = useRequest('differences.get', { messageIds: [...messageIds] })
  if (!isCurrent) return { found: null, error: null }
  return error === null ? { found: data, error } : { found: null, error }
}

/** Chooses the model that judges rows, and says what its verdicts will cost and have cost. */
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
      <Text size="s">{t('compare.differences.judge.title')}</Text>
      <AppModelPicker
        value={judge.model}
        label={t('compare.differences.judge.model')}
        align="start"
        onChange={judge.choose}
      />
      <Text tone="soft" size="xs">
        {t('compare.differences.judge.hint')}
        {cost !== undefined && <b className={judgingStyles.cost}> {costText(cost)}</b>}
        {(knownCost(judge.spent)?.usd ?? 0) > 0 &&
          ` ${t('compare.differences.judge.spent', { cost: formatKnownCost(judge.spent) ?? '' })}`}
      </Text>
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

/** The expected cost of judging the shortest and the longest row, in US dollars; null if unknown. */
type JudgeCost = { lowUsd: number; highUsd: number } | null

/** Undefined until a model is chosen and its price has been looked up, and where no row can be judged. */
function useJudgeCost(
  model: string | null,
  found: { differences: AnswerDifferences; texts: readonly string[] } | null,
  answers: readonly VotableAnswer[],
): JudgeCost | undefined {
  const messageId = answers[0]?.answerId
  const asked = useMemo(() => {
    if (model === null || found === null || messageId === undefined) return null
    const chars = rowsIn(found, answers).flatMap((variants) =>
      variants.length < 2 ? [] : [charsOf(variants)],
    )
    if (chars.length === 0) return null
    // The price grows with the length.
    return { model, messageId, chars: [Math.min(...chars), Math.max(...chars)] }
  }, [model, messageId, found, answers])
  const { data, error, isCurrent } = useRequest('differences.estimateJudge', asked)
  if (asked === null || !isCurrent) return undefined
  // Judging fails with the reason.
  if (error !== null || data === null || data.costsUsd === null) return null
  const [lowUsd = 0, highUsd = 0] = data.costsUsd
  return { lowUsd, highUsd }
}

function rowsIn(
  { differences, texts }: { differences: AnswerDifferences; texts: readonly string[] },
  answers: readonly VotableAnswer[],
): RowVariant[][] {
  return differences.kind === 'pair'
    ? differences.rows.map((row) => pairVariants(row, answers))
    : differences.rows.slice(0, maxGridRows).map((row) => gridVariants(row, { answers, texts }))
}

function charsOf(variants: readonly RowVariant[]): number {
  const chars = variants.reduce((sum, { range }) => sum + (range === null ? 0 : range[1] - range[0]), 0)
  return Math.min(chars, maxJudgedChars)
}
