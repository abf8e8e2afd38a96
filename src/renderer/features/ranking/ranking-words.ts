import type { RankedPair } from '../../../shared/ranking/ranking'
import { csvLine } from '../../language/csv-line'
import { formatCount } from '../../language/format'
import { t } from '../../language/t'
import type { Ranking } from './use-ranking'

/** The verdict in one sentence: who leads or is better, and how sure that is. */
export function verdict({ contestants, pairs }: Ranking): string {
  const [first, second] = contestants
  if (first === undefined || second === undefined) return t('ranking.noVotes')
  const pair = pairs.find(({ a, b }) => a === first.key && b === second.key)
  const names = { name: labelOf(first), other: labelOf(second) }
  if (pair === undefined || first.strength === second.strength) return t('ranking.level')
  if (pair.isSettled && pair.wins > pair.losses) {
    return t('ranking.isBetter', { ...names, evidence: formatEvidence(pair.eValue) })
  }
  if (pair.wins + pair.losses === 0) return t('ranking.leadsUncompared', names)
  if (pair.moreVotes === null) return t('ranking.leadsOpen', names)
  return t('ranking.leads', { ...names, count: pair.moreVotes })
}

/** What is known about a pair, in a few words. */
export function pairStatus({ isSettled, moreVotes, wins, losses, ties }: RankedPair): string {
  if (wins + losses + ties === 0) return t('ranking.neverCompared')
  if (isSettled) return t('ranking.settled')
  return moreVotes === null ? t('ranking.notSettled') : t('ranking.moreVotes', { count: moreVotes })
}

/** A number with two decimals at most, and a true minus sign. */
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
