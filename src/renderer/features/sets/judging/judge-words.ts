import { assertNever } from '../../../../shared/invariant'
import type { JudgeCount, Judgement } from '../../../../shared/sets/judging'
import type { LineUpModel } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'

/** The model that wins most of a judge's pairs; empty before the first verdict. */
export function leaderText({ wins, pairs }: JudgeCount, models: readonly LineUpModel[]): string {
  if (pairs === 0) return ''
  const most = Math.max(...wins)
  const leaders = models.filter((_, model) => wins[model] === most)
  const [leader] = leaders
  return leaders.length === 1 && leader !== undefined
    ? t('sets.judge.wins', { name: leader.key, wins: most, count: pairs })
    : t('sets.judge.even')
}

/** The pairs that nobody wins, and why. */
export function undecidedText({ ties, contradictions, unreadable }: JudgeCount): string {
  return [
    ties === 0 ? '' : t('sets.judge.ties', { count: ties }),
    contradictions === 0 ? '' : t('sets.judge.contradictions', { count: contradictions }),
    unreadable === 0 ? '' : t('sets.judge.unreadable', { count: unreadable }),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** What a judge says about two answers. */
export function verdictText(
  { verdict, models: [first, second] }: Judgement,
  models: readonly LineUpModel[],
): string {
  const [one, other] = [models[first]?.key ?? '', models[second]?.key ?? '']
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
