import { assertNever } from '../../../shared/invariant'
import type { RankedPair } from '../../../shared/ranking/ranking'
import { verdictOf, winnerOf } from '../../../shared/ranking/verdict'
import { csvLine } from '../../language/csv-line'
import { formatCount } from '../../language/format'
import { t } from '../../language/t'
import type { Ranking } from './use-ranking'

/** The verdict in one sentence: who leads or is better, and how sure that is. */
export function verdict(ranking: Ranking): string {
  const found = verdictOf(ranking)
  if (found.kind === 'none') return t('ranking.noVotes')
  const { pair } = found
  const names = { name: labelOf(found.first), other: labelOf(found.second) }
  switch (found.kind) {
    case 'better':
      return t('ranking.isBetter', { ...names, evidence: formatEvidence(pair.eValue) })
    case 'leads':
      return pair.moreVotes === null
        ? t('ranking.leadsOpen', names)
        : t('ranking.leads', { ...names, count: pair.moreVotes })
    case 'uncompared':
      return t('ranking.leadsUncompared', names)
    case 'level':
      return t('ranking.level')
    case 'behind-directly':
      return t('ranking.leadsAgainst', { ...names, wins: pair.losses, losses: pair.wins })
    case 'worse-directly':
      return t('ranking.leadsAgainstSettled', { ...names, evidence: formatEvidence(pair.eValue) })
    default:
      return assertNever(found)
  }
}

/** What is known about a pair, in a few words. */
export function pairStatus(pair: RankedPair, nameOf: (key: string) => string): string {
  const { moreVotes, wins, losses, ties } = pair
  if (wins + losses + ties === 0) return t('ranking.neverCompared')
  const winner = winnerOf(pair)
  if (winner !== null) return t('ranking.settled', { name: nameOf(winner) })
  return moreVotes === null ? t('ranking.notSettled') : t('ranking.moreVotes', { count: moreVotes })
}

/** A number with at most two decimals and a true minus sign. */
export function decimal(value: number): string {
  return formatCount(Math.round(value * 100) / 100).replace('-', '−')
}

/** An e-value with as many digits as it deserves. */
function formatEvidence(eValue: number): string {
  if (eValue >= 1_000_000) return `> ${formatCount(1_000_000)}`
  return `= ${eValue >= 10 ? formatCount(Math.round(eValue)) : decimal(eValue)}`
}

export function labelOf({ key, label }: { key: string; label?: string }): string {
  return label ?? key
}

/** The contestants as CSV. */
export function rankingCsv({ contestants }: Ranking): string {
  const heads = ['contestant', 'strength', 'low', 'high', 'votes', 'wins', 'cost_per_win_usd']
  const rows = contestants.map(({ key, strength, interval: [low, high], votes, wins, costPerWinUsd }) => [
    key,
    strength,
    low,
    high,
    votes,
    wins,
    costPerWinUsd ?? '',
  ])
  return [heads, ...rows].map(csvLine).join('')
}

/** The ranking as JSON, without the system prompts of contestants, of which their keys have a hash. */
export function rankingJson({ contestants, ...ranking }: Ranking): string {
  const named = contestants.map(({ asked: _asked, ...contestant }) => contestant)
  return `${JSON.stringify({ contestants: named, ...ranking }, null, 2)}\n`
}
