import { csvLine } from '../../language/csv-line'
import type { Ranking } from './use-ranking'

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

/** The ranking as JSON, without the system prompts of contestants: their keys contain only a hash of them. */
export function rankingJson({ contestants, ...ranking }: Ranking): string {
  const named = contestants.map(({ asked: _asked, ...contestant }) => contestant)
  return `${JSON.stringify({ contestants: named, ...ranking }, null, 2)}\n`
}
