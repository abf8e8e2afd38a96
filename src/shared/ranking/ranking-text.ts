import type { TFunction } from 'i18next'

import { assertNever } from '../invariant'
import type { Formats } from '../locales/formats'
import type { RankedPair, Ranking } from './ranking'
import { verdictOf, winnerOf } from './verdict'

/** With fewer decided votes, neither a share nor the number of votes that would settle the pair means anything. */
export const telling = 10

/** The verdict in words: who is better or was so far, and whether that is settled. */
export function verdictText(
  ranking: Pick<Ranking, 'contestants' | 'pairs'>,
  t: TFunction,
  formats: Formats,
): string {
  const found = verdictOf(ranking)
  if (found.kind === 'none') return t('ranking.noVotes')
  const { wins, losses } = found.pair
  const count = wins + losses
  const names = { name: labelOf(found.first), other: labelOf(found.second) }
  switch (found.kind) {
    case 'better':
      return t('ranking.isBetter', { ...names, wins, count })
    case 'leads':
      return leadText(found.pair, names, { t, formats })
    case 'uncompared':
      return t('ranking.leadsUncompared', names)
    case 'level':
      return t('ranking.level')
    case 'behind-directly':
      return t('ranking.leadsAgainst', { ...names, wins: losses, losses: wins })
    case 'worse-directly':
      return t('ranking.leadsAgainstSettled', { ...names, wins: losses, count })
    default:
      return assertNever(found)
  }
}

/** How often the first one has won directly, and how many votes would settle that if they fell like those so far. */
function leadText(
  { wins, losses, moreVotes }: RankedPair,
  names: { name: string; other: string },
  { t, formats }: { t: TFunction; formats: Formats },
): string {
  const count = wins + losses
  if (count < telling) return t('ranking.leadsEarly', { ...names, wins, count })
  const share = formats.percent(wins / count)
  if (moreVotes === null) return t('ranking.leadsUnclear', { ...names, share, count })
  return `${t('ranking.leads', { ...names, share, count })} ${t('ranking.moreVotes', { count: moreVotes })}`
}

/** Summarises the votes on a pair in a few words. */
export function pairText(pair: RankedPair, nameOf: (key: string) => string, t: TFunction): string {
  const { wins, losses, ties, moreVotes } = pair
  if (wins + losses + ties === 0) return t('ranking.neverCompared')
  const winner = winnerOf(pair)
  if (winner !== null) return t('ranking.settled', { name: nameOf(winner) })
  if (wins + losses < telling) return t('ranking.tooEarly')
  if (moreVotes === null) return t('ranking.noDifference')
  return `${t('ranking.tooEarly')}. ${t('ranking.moreVotes', { count: moreVotes })}`
}

/** The name of a contestant to display. */
export function labelOf({ key, label }: { key: string; label?: string }): string {
  return label ?? key
}

/** An e-value with as many digits as it deserves. */
export function evidenceText(eValue: number, { count, signed }: Formats): string {
  if (eValue >= 1_000_000) return `> ${count(1_000_000)}`
  return eValue >= 10 ? count(Math.round(eValue)) : signed(eValue)
}
