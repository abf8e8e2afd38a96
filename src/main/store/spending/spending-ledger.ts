import type { SessionId, SetId } from '../../../shared/ids'
import type { RunIdentity } from '../../../shared/runs/run-identity'
import { knownCost, lastRunUsage } from '../../../shared/sessions/continued-usage'
import type { Message, Usage } from '../../../shared/sessions/messages'
import type { SpendingPurpose } from '../../../shared/spending/spending'
import { randomId } from '../../base/new-id'
import type { ReadableDatabase, WritableDatabase } from '../database/database'
import { column, columnNames, insertionInto } from '../database/table'
import { fromJson, toJson } from '../database/stored-json'

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
    this.#insert = database.command(
      `${insertionInto('spending', columnNames(spendingRow))} ON CONFLICT (id) DO NOTHING`,
    )
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

/** The columns of the table `spending`, without the number. */
const spendingRow = {
  id: column<string>(),
  at: column<number>(),
  model: column<string>(),
  purpose: column<SpendingPurpose>(),
  session_id: column<SessionId | null>(),
  set_id: column<SetId | null>(),
  input_tokens: column<number>(),
  output_tokens: column<number>(),
  cost_usd: column<number | null>(),
  least_usd: column<number | null>(),
}
type SpendingRow = typeof spendingRow

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

/** The beginning of the current day and month, in epoch milliseconds. */
interface PeriodStarts {
  day: number
  month: number
}

/** The costs of a day and a month in US dollars. */
interface PeriodSums {
  day: number
  month: number
}

/** A model with requests whose cost is unknown. */
interface UnpricedModel {
  /** `provider/model` */
  model: string
  /** The time at which its last such request ended. */
  at: number
  /** The model is a hidden contestant. */
  isHidden: boolean
}

interface AddedRow {
  number: number
  at: number
  model: string
  usd: number | null
  leastUsd: number | null
}

/** A model's unknown costs are estimated from this many of its newest known ones. */
const averagedRequests = 100

/**
 * The spending of the current day and month. Reads the month once, then only later entries: a limit is checked before
 * each request. A request of unknown cost counts with the average of its model, or with the known part of its cost,
 * whichever is more; not at all if neither is known.
 */
export class SpendingTotals {
  readonly #since
  readonly #unknown
  readonly #expected
  readonly #average
  readonly #unpriced
  readonly #sealed
  readonly #added
  #known: { starts: PeriodStarts; sums: PeriodSums; number: number } | null = null

  constructor(database: ReadableDatabase) {
    this.#since = database.query<PeriodSums & { number: number }>(`
      SELECT coalesce(sum(cost_usd) FILTER (WHERE at >= :day), 0) AS day, coalesce(sum(cost_usd), 0) AS month,
        (SELECT coalesce(max(number), 0) FROM spending) AS number
      FROM spending WHERE at >= :month`)
    this.#unknown = database.query<{ model: string }>(
      'SELECT DISTINCT model FROM spending WHERE at >= :month AND cost_usd IS NULL',
    )
    this.#expected = database.query<PeriodSums>(`
      SELECT coalesce(sum(max(coalesce(least_usd, 0), :usd)) FILTER (WHERE at >= :day), 0) AS day,
        coalesce(sum(max(coalesce(least_usd, 0), :usd)), 0) AS month
      FROM spending WHERE at >= :month AND cost_usd IS NULL AND model = :model`)
    this.#average = database.query<{ usd: number | null }>(`
      SELECT avg(usd) AS usd FROM (
        SELECT cost_usd AS usd FROM spending WHERE model = ? AND cost_usd IS NOT NULL
        ORDER BY number DESC LIMIT ${averagedRequests})`)
    this.#added = database.query<AddedRow>(`
      SELECT number, at, model, cost_usd AS usd, least_usd AS leastUsd
      FROM spending WHERE number > ? ORDER BY number`)
    this.#unpriced = database.query<{ model: string; at: number }>(`
      SELECT model, max(at) AS at FROM spending
      WHERE at >= :month AND cost_usd IS NULL AND least_usd IS NULL GROUP BY model ORDER BY max(at) DESC`)
    this.#sealed = database.query<Omit<AddedRow, 'number'>>(`
      SELECT columns ->> '$.at' AS at, columns ->> '$.model' AS model, columns ->> '$.cost_usd' AS usd,
        columns ->> '$.least_usd' AS leastUsd
      FROM sealed WHERE place = 'spending' AND columns ->> '$.at' >= :month ORDER BY columns ->> '$.at' DESC`)
  }

  /** Including what hidden contestants cost. */
  sums(starts: PeriodStarts): PeriodSums {
    const sums = { ...this.#shownSums(starts) }
    for (const row of this.#sealed.all({ month: starts.month })) {
      const costUsd = this.#costOf(row)
      if (row.at >= starts.day) sums.day += costUsd
      sums.month += costUsd
    }
    return sums
  }

  #shownSums(starts: PeriodStarts): PeriodSums {
    const known = this.#known
    if (known === null || known.starts.day !== starts.day || known.starts.month !== starts.month) {
      const { number = 0, day = 0, month = 0 } = this.#since.get({ ...starts }) ?? {}
      const sums = { day, month }
      for (const { model } of this.#unknown.all({ month: starts.month })) {
        const expected = this.#expected.get({ ...starts, model, usd: this.#averageOf(model) })
        sums.day += expected?.day ?? 0
        sums.month += expected?.month ?? 0
      }
      this.#known = { starts, sums, number }
      return sums
    }
    for (const row of this.#added.all(known.number)) {
      const costUsd = this.#costOf(row)
      if (row.at >= starts.day) known.sums.day += costUsd
      if (row.at >= starts.month) known.sums.month += costUsd
      known.number = row.number
    }
    return known.sums
  }

  /** The models whose requests are not part of the sums, because no cost of theirs is known; shown ones first. */
  unpriced({ month }: Pick<PeriodStarts, 'month'>): UnpricedModel[] {
    const shown = this.#unpriced.all({ month }).map((row) => ({ ...row, isHidden: false }))
    const hidden = this.#sealed
      .all({ month })
      .flatMap(({ model, at, usd, leastUsd }) =>
        usd === null && leastUsd === null ? [{ model, at, isHidden: true }] : [],
      )
    return [...shown, ...hidden].filter(({ model }) => (this.#average.get(model)?.usd ?? null) === null)
  }

  #costOf({ model, usd, leastUsd }: Omit<AddedRow, 'number'>): number {
    return usd ?? Math.max(leastUsd ?? 0, this.#averageOf(model))
  }

  #averageOf(model: string): number {
    return this.#average.get(model)?.usd ?? 0
  }
}

/** The usage of a session's runs without a message, after one more such run. */
export function withUsage(stored: string | null, usage: Usage): string {
  return toJson(stored === null ? usage : added(fromJson<Usage>(stored), usage))
}

/** The total tokens of a usage: the provider's sum, or else the sum of its counts. */
export function totalTokensOf(usage: Usage): number {
  return usage.totalTokens ?? (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)
}

/** The sum has a cost only when both have one; otherwise it has cost at least what is known. */
function added(left: Usage, right: Usage): Usage {
  const isPriced = left.costUsd !== undefined && right.costUsd !== undefined
  const knownUsd = (knownCost(left)?.usd ?? 0) + (knownCost(right)?.usd ?? 0)
  return {
    inputTokens: (left.inputTokens ?? 0) + (right.inputTokens ?? 0),
    outputTokens: (left.outputTokens ?? 0) + (right.outputTokens ?? 0),
    totalTokens: totalTokensOf(left) + totalTokensOf(right),
    ...(isPriced ? { costUsd: knownUsd } : knownUsd > 0 ? { leastCostUsd: knownUsd } : {}),
  }
}
