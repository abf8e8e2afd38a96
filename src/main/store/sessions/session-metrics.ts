import type { SessionId } from '../../../shared/ids'
import { knownCost } from '../../../shared/sessions/continued-usage'
import type { Usage } from '../../../shared/sessions/messages'
import type { SessionUsage } from '../../../shared/sessions/sessions'
import type { ReadableDatabase } from '../database/database'
import { fromJson } from '../database/stored-json'
import { totalTokensOf } from '../spending/spending-ledger'

interface UsageRow {
  inputTokens: number
  outputTokens: number
  totalTokens: number
  costUsd: number
  /** The known part of costs that are only partly known. */
  leastUsd: number
  /** The number of messages with unknown cost. */
  unpriced: number
}

/** The metrics of a session. The caller has checked that it exists. */
export class SessionMetrics {
  readonly #messageCount
  readonly #usage
  readonly #backgroundUsage

  constructor(database: ReadableDatabase) {
    this.#messageCount = database.query<{ count: number }>(`
      SELECT depth + 1 AS count FROM messages WHERE id = (SELECT leaf_id FROM sessions WHERE id = ?)`)
    this.#usage = usageQuery(database)
    this.#backgroundUsage = database.query<{ usage: string | null }>(
      'SELECT background_usage AS usage FROM sessions WHERE id = ?',
    )
  }

  /** Messages on the path, hidden ones included. */
  messageCount(id: SessionId): number {
    return this.#messageCount.get(id)?.count ?? 0
  }

  /** The total usage, on and off the path, including runs without a message. */
  usage(id: SessionId): SessionUsage {
    const messages = this.#usage.get(id)
    const background = fromJson<Usage>(this.#backgroundUsage.get(id)?.usage ?? '{}')
    const inputTokens = (messages?.inputTokens ?? 0) + (background.inputTokens ?? 0)
    const outputTokens = (messages?.outputTokens ?? 0) + (background.outputTokens ?? 0)
    const isPriced = (messages?.unpriced ?? 0) === 0 && hasPrice(background)
    const leastUsd = (messages?.costUsd ?? 0) + (messages?.leastUsd ?? 0) + (knownCost(background)?.usd ?? 0)
    return {
      inputTokens,
      outputTokens,
      totalTokens: (messages?.totalTokens ?? 0) + totalTokensOf(background),
      costUsd: isPriced ? (messages?.costUsd ?? 0) + (background.costUsd ?? 0) : null,
      ...(isPriced || leastUsd === 0 ? {} : { leastCostUsd: leastUsd }),
    }
  }
}

function hasPrice(usage: Usage): boolean {
  return usage.costUsd !== undefined || totalTokensOf(usage) === 0
}

/**
 * An answer without counts has an unknown cost, not a cost of zero. What a continued answer used before is counted in
 * the answers that it continues, if they are in the session.
 */
function usageQuery(database: ReadableDatabase) {
  return database.query<UsageRow>(`
    WITH answers AS (
      SELECT usage, iif(usage ->> '$.earlier.isElsewhere', NULL, usage -> '$.earlier') AS earlier,
        instr(parts, '"type":"text"') + instr(parts, '"type":"reasoning"') > 0 OR EXISTS (
          SELECT 1 FROM spending WHERE id = run_id AND cost_usd IS NULL) AS mayBeCharged
      FROM messages
      WHERE session_id = ? AND (usage IS NOT NULL OR (role = 'assistant' AND run_id IS NOT NULL))
    ), used AS (
      SELECT usage ->> 'inputTokens' - coalesce(earlier ->> 'inputTokens', 0) AS input,
        usage ->> 'outputTokens' - coalesce(earlier ->> 'outputTokens', 0) AS output,
        usage ->> 'totalTokens' - coalesce(earlier ->> 'totalTokens', 0) AS total,
        usage ->> 'costUsd' - coalesce(earlier ->> 'costUsd', 0) AS cost,
        coalesce(usage ->> 'ownCostUsd', max(0, usage ->> 'leastCostUsd'
          - coalesce(earlier ->> 'costUsd', earlier ->> 'leastCostUsd', 0))) AS least,
        mayBeCharged
      FROM answers
    ), counted AS (
      SELECT coalesce(input, 0) AS input, coalesce(output, 0) AS output,
        coalesce(total, coalesce(input, 0) + coalesce(output, 0)) AS total, cost, least, mayBeCharged
      FROM used
    )
    SELECT coalesce(sum(input), 0) AS inputTokens, coalesce(sum(output), 0) AS outputTokens,
      coalesce(sum(total), 0) AS totalTokens, coalesce(sum(cost), 0) AS costUsd,
      coalesce(sum(least) FILTER (WHERE cost IS NULL), 0) AS leastUsd,
      count(*) FILTER (WHERE cost IS NULL AND (total > 0 OR mayBeCharged)) AS unpriced
    FROM counted`)
}
