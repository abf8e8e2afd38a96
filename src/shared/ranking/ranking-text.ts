import type { TFunction } from 'i18next'

import { assertNever } from '../invariant'
import type { Formats } from '../locales/formats'
import type { RankedPair, Ranking } from './ranking'
import { verdictOf, winnerOf } from './verdict'

/** The verdict in one sentence: who leads or is better, and how sure that is. */
export function verdictText(
  ranking: Pick<Ranking, 'contestants' | 'pairs'>,
  t: TFunction,
  formats: Formats,
): string {
  const found = verdictOf(ranking)
  if (found.kind === 'none') return t('ranking.noVotes')
  const { eValue, moreVotes, wins, losses } = found.pair
  const { sign, number } = evidenceOf(eValue, formats)
  const evidence = `${sign} ${number}`
  const names = { name: labelOf(found.first), other: labelOf(found.second) }
  switch (found.kind) {
    case 'better':
      return t('ranking.isBetter', { ...names, evidence })
    case 'leads':
      return moreVotes === null
        ? t('ranking.leadsOpen', names)
        : t('ranking.leads', { ...names, count: moreVotes })
    case 'uncompared':
      return t('ranking.leadsUncompared', names)
    case 'level':
      return t('ranking.level')
    case 'behind-directly':
      return t('ranking.leadsAgainst', { ...names, wins: losses, losses: wins })
    case 'worse-directly':
      return t('ranking.leadsAgainstSettled', { ...names, evidence })
    default:
      return assertNever(found)
  }
}

/** Summarises the votes on a pair in a few words. */
export function pairText(pair: RankedPair, nameOf: (key: string) => string, t: TFunction): string {
  const { moreVotes, wins, losses, ties } = pair
  if (wins + losses + ties === 0) return t('ranking.neverCompared')
  const winner = winnerOf(pair)
  if (winner !== null) return t('ranking.settled', { name: nameOf(winner) })
  return moreVotes === null ? t('ranking.notSettled') : t('ranking.moreVotes', { count: moreVotes })
}

/** The name of a contestant to display. */
export function labelOf({ key, label }: { key: string; label?: string }): string {
  return label ?? key
}

/** An e-value with as many digits as it deserves, and whether it is that or more. */
export function evidenceOf(eValue: number, { count, signed }: Formats): { sign: '=' | '>'; number: string } {
  if (eValue >= 1_000_000) return { sign: '>', number: count(1_000_000) }
  return { sign: '=', number: eValue >= 10 ? count(Math.round(eValue)) : signed(eValue) }
}
