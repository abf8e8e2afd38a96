import type { SessionId, SetId } from '../../../shared/ids'
import type { RunIdentity } from '../../../shared/runs/run-identity'
import { lastRunUsage } from '../../../shared/sessions/continued-usage'
import type { Message, Usage } from '../../../shared/sessions/messages'
import type { SpendingPurpose } from '../../../shared/spending/spending'
import { randomId } from '../../base/new-id'
import type { WritableDatabase } from '../database/database'

/** A request to a model that has ended. */
export interface EndedRequest {
  /** A request with the same id is recorded once. Absent: a new id. */
  id?: string
  /** The time at which the request ended, in epoch milliseconds. */
  at: number
  /** `provider/model` */
  model: string
  purpose: SpendingPurpose
  sessionId?: SessionId
  setId?: SetId
  usage: Usage
  /** The request costs nothing, even if its provider did not report any usage. */
  isFree?: boolean | undefined
  /**
   * Part of an answer arrived or was still awaited, so the request may have a cost even if its provider did not report
   * any usage.
   */
  mayBeCharged: boolean
}

/** A run whose answer is being saved; `continues` is present if it continues another one. */
type AnsweredRun = RunIdentity & {
  startedAt: number
  continues?: object | undefined
  isFree?: boolean | undefined
  mayBeCharged?: boolean | undefined
}

/**
 * The usage and cost of every request to a model. Entries are only ever added, within the transaction that stores the
 * result of the request, and refer to nothing, so they outlive chats, prompt sets and providers.
 */
export class SpendingLedger {
  readonly #insert
  readonly #isMerge

  constructor(database: WritableDatabase) {
    this.#insert = database.command(`
      INSERT INTO spending (id, at, model, purpose, session_id, set_id, input_tokens, output_tokens, cost_usd, least_usd)
      VALUES (:id, :at, :model, :purpose, :session_id, :set_id, :input_tokens, :output_tokens, :cost_usd, :least_usd)
      ON CONFLICT (id) DO NOTHING`)
    this.#isMerge = database.query<{ id: string }>('SELECT id FROM merges WHERE session_id = ?')
  }

  /** Adds a request unless it costs nothing, such as one that was refused. */
  record(request: EndedRequest): void {
    const row = rowOf(request)
    if (row !== null) this.#insert.run(row)
  }

  /** Adds the request of a run whose answer is being saved. */
  recordAnswer(run: AnsweredRun, message: Message, savedAt: number): void {
    this.record(this.#requestOf(run, message, savedAt))
  }

  /** The row that `recordAnswer` would add; null for none. */
  rowOfAnswer(run: AnsweredRun, message: Message, savedAt: number): SpendingRow | null {
    return rowOf(this.#requestOf(run, message, savedAt))
  }

  #requestOf(run: AnsweredRun, message: Message, savedAt: number): EndedRequest {
    const { usage = {}, metrics, parts, stopReason } = message
    const isContinued = run.continues !== undefined
    const hasArrived = isContinued
      ? typeof metrics?.ttftMs === 'number'
      : parts.some(({ type }) => type === 'text' || type === 'reasoning' || type === 'tool-call')
    return {
      id: run.runId,
      // An answer that a crash interrupted may be saved days later.
      at: stopReason === 'interrupted' ? run.startedAt : savedAt,
      model: run.model,
      purpose: isContinued ? 'continuation' : this.#purposeOf(run),
      sessionId: run.sessionId,
      usage,
      isFree: run.isFree,
      mayBeCharged: hasArrived || run.mayBeCharged === true,
    }
  }

  #purposeOf({ kind, sessionId }: RunIdentity): SpendingPurpose {
    if (kind === 'detached') return 'chat'
    return this.#isMerge.get(sessionId) === undefined ? 'comparison' : 'merge'
  }
}

/** A row of the table `spending`, without its number. */
type SpendingRow = Readonly<Record<string, string | number | null>>

function rowOf(request: EndedRequest): SpendingRow | null {
  const { id, at, model, purpose, sessionId, setId, usage, mayBeCharged, isFree } = request
  const { inputTokens, outputTokens, costUsd, leastUsd } = ownUsage(usage)
  const isNothing = costUsd === null && leastUsd === null && inputTokens + outputTokens === 0
  if (!mayBeCharged && isNothing) return null
  return {
    id: id ?? randomId<string>(),
    at,
    model,
    purpose,
    session_id: sessionId ?? null,
    set_id: setId ?? null,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cost_usd: costUsd ?? (isFree === true && leastUsd === null ? 0 : null),
    least_usd: leastUsd,
  }
}

/** The use of one request. `costUsd` is null if it is unknown; `leastUsd` is what is known of it then. */
interface OwnUsage {
  inputTokens: number
  outputTokens: number
  costUsd: number | null
  leastUsd: number | null
}

/**
 * Returns the usage of the last request of an answer; in a continued answer, without the requests before. Impossible
 * numbers from a provider count as unknown.
 */
export function ownUsage(usage: Usage): OwnUsage {
  const { inputTokens, outputTokens, costUsd, leastCostUsd } = lastRunUsage(usage)
  const known = possibleCost(costUsd)
  return {
    inputTokens: countOf(inputTokens),
    outputTokens: countOf(outputTokens),
    costUsd: known,
    leastUsd: known === null ? possibleCost(leastCostUsd) : null,
  }
}

function possibleCost(costUsd: number | undefined): number | null {
  return costUsd !== undefined && Number.isFinite(costUsd) && costUsd >= 0 ? costUsd : null
}

function countOf(tokens = 0): number {
  return Number.isFinite(tokens) && tokens > 0 ? Math.min(Math.round(tokens), Number.MAX_SAFE_INTEGER) : 0
}
