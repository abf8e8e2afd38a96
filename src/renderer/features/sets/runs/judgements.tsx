import { useStore } from 'zustand'

import { assertNever } from '../../../../shared/invariant'
import type { JudgeCount, Judgement } from '../../../../shared/sets/judging'
import type { SetResultDetail, SetRun, SetRowVerdict } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { modelName } from '../../../state/models/models'
import { useModelNames } from '../common/set-words'
import { UnreadReplies } from '../../../ui/text/unread-replies'
import { Hint, PlainList, Stack } from '../../../ui/layout/layout'
import { formatCost } from '../../../language/format'
import styles from '../common/sets.module.css'

/** The verdicts of judges on the answers to a prompt, with their reasons. */
export function JudgementList({
  judgements,
  run: { models: lineUp, repeats },
}: {
  judgements: SetResultDetail['judgements']
  run: SetRun
}) {
  const models = useStore(useApp().models.store, (state) => state.models)
  const names = useModelNames(lineUp)
  if (judgements.length === 0) return null
  return (
    <>
      <h2 className={styles.label}>{t('sets.judge.verdictsTitle')}</h2>
      <PlainList size="s" className={styles.results}>
        {judgements.map((judgement) => (
          <li key={`${judgement.judge} ${judgement.repeat} ${judgement.models.join(' ')}`}>
            {t('sets.judge.by', { name: modelName(models, judgement.judge) })}
            {repeats > 1 && `, ${t('sets.repeat', { number: judgement.repeat + 1 })}`}:{' '}
            {verdictText(judgement, names)}
            <UnreadReplies replies={judgement.unread} />
            {judgement.whys.map((why, order) => (
              // oxlint-disable-next-line react/no-array-index-key -- one reason for each order
              <Hint tone="soft" key={order}>
                {why}
              </Hint>
            ))}
          </li>
        ))}
      </PlainList>
    </>
  )
}

/** The verdicts of a judge on the answers to one prompt, or to all. */
export function JudgeCell({ count, names }: { count: JudgeCount | undefined; names: readonly string[] }) {
  if (count === undefined || (count.pairs === 0 && count.unreadable === 0)) {
    return (
      <Hint as="span" tone="soft">
        –
      </Hint>
    )
  }
  const [leader, undecided] = [leaderText(count, names), undecidedText(count)]
  return (
    <Stack as="span" gap={0} size="s" tabular className={styles.figures}>
      <span className={styles.line} title={leader}>
        {leader}
      </span>
      <Hint as="span" tone="soft" title={undecided}>
        {undecided}
      </Hint>
    </Stack>
  )
}

/** The model that wins most of a judge's pairs; empty before the first verdict. */
function leaderText({ wins, pairs }: JudgeCount, names: readonly string[]): string {
  if (pairs === 0) return ''
  const most = Math.max(...wins)
  const leaders = names.filter((_, model) => wins[model] === most)
  const [leader] = leaders
  return leaders.length === 1 && leader !== undefined
    ? t('sets.judge.wins', { name: leader, wins: most, count: pairs })
    : t('sets.judge.even')
}

/** The pairs that nobody wins, and why. */
function undecidedText({ ties, contradictions, unreadable }: JudgeCount): string {
  return [
    ties === 0 ? '' : t('sets.judge.ties', { count: ties }),
    contradictions === 0 ? '' : t('sets.judge.contradictions', { count: contradictions }),
    unreadable === 0 ? '' : t('sets.judge.unreadable', { count: unreadable }),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** The verdict of a judge on two answers. */
function verdictText({ verdict, models: [first, second] }: Judgement, names: readonly string[]): string {
  const [one, other] = [names[first] ?? '', names[second] ?? '']
  switch (verdict) {
    case 'first':
      return t('sets.judge.better', { better: one, worse: other })
    case 'second':
      return t('sets.judge.better', { better: other, worse: one })
    case 'tie':
    case 'contradiction':
    case 'unreadable':
      return t(`sets.judge.verdicts.${verdict}`, { one, other })
    default:
      return assertNever(verdict)
  }
}

/** Verdicts on conflicts between the answers to a prompt, from comparisons of these answers. */
export function RowVerdictList({ verdicts, run }: { verdicts: readonly SetRowVerdict[]; run: SetRun }) {
  const models = useStore(useApp().models.store, (state) => state.models)
  const runNames = useModelNames(run.models)
  if (verdicts.length === 0) return null
  return (
    <>
      <h2 className={styles.label}>{t('exports.rowVerdicts')}</h2>
      <PlainList size="s" className={styles.results}>
        {verdicts.map(({ passages, model, judgement, judgedAt }, index) => {
          const { verdict, best, whys, costUsd } = judgement
          const names = passages.map((passage) => nameOf(passage, runNames, run.repeats))
          const said =
            verdict === 'best'
              ? t('compare.differences.judge.best', { letters: names[best ?? 0] ?? '' })
              : t(`compare.differences.judge.verdicts.${verdict}`)
          const price = costUsd === null || costUsd === 0 ? [] : [formatCost(costUsd)]
          return (
            // oxlint-disable-next-line react/no-array-index-key -- two verdicts may have the same time
            <li key={`${judgedAt} ${index}`}>
              {said}{' '}
              <Hint as="span" tone="soft">
                {[modelName(models, model), ...price].join(' · ')}
              </Hint>
              <UnreadReplies replies={judgement.unread} />
              {[...new Set(whys)].map((why) => (
                <Hint tone="soft" key={why}>
                  {why}
                </Hint>
              ))}
              <ul className={styles.passages}>
                {passages.map(({ text }, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- passages never move
                  <li key={place}>
                    {names[place]}:{' '}
                    {text === null || text.trim() === '' ? t('compare.differences.notSaid') : text}
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </PlainList>
    </>
  )
}

function nameOf(
  { model, repeat }: SetRowVerdict['passages'][number],
  names: readonly string[],
  repeats: number,
): string {
  const name = names[model] ?? ''
  return repeats > 1 ? `${name}, ${t('sets.repeat', { number: repeat + 1 })}` : name
}
