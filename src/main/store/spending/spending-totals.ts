import type { ReadableDatabase } from '../database/database'

/** When the current day and month began, in epoch milliseconds. */
export interface PeriodStarts {
  day: number
  month: number
}

/** The costs of a day and a month in US dollars. */
export interface PeriodSums {
  day: number
  month: number
}

/** A model's unknown costs are estimated from this many of its newest known ones. */
const averagedRequests = 100

/**
 * What was spent in the current day and month. It reads the month once, then only what was added since: a limit is checked
 * before each request. A request of unknown cost counts with the average of its model, or not at all if no cost of the
 * model is known.
 */
export class SpendingTotals {
  readonly #since
  readonly #unknown
  readonly #average
  readonly #added
  #known: { starts: PeriodStarts; sums: PeriodSums; number: number } | null = null

  constructor(database: ReadableDatabase) {
    this.#since = database.query<PeriodSums & { number: number }>(`
      SELECT coalesce(sum(cost_usd) FILTER (WHERE at >= :day), 0) AS day, coalesce(sum(cost_usd), 0) AS month,
        (SELECT coalesce(max(number), 0) FROM spending) AS number
      FROM spending WHERE at >= :month`)
    this.#unknown = database.query<PeriodSums & { model: string }>(`
      SELECT model, count(*) FILTER (WHERE at >= :day) AS day, count(*) AS month
      FROM spending WHERE at >= :month AND cost_usd IS NULL GROUP BY model`)
    this.#average = database.query<{ usd: number | null }>(`
      SELECT avg(usd) AS usd FROM (
        SELECT cost_usd AS usd FROM spending WHERE model = ? AND cost_usd IS NOT NULL
        ORDER BY number DESC LIMIT ${averagedRequests})`)
    this.#added = database.query<{ number: number; at: number; model: string; usd: number | null }>(
      'SELECT number, at, model, cost_usd AS usd FROM spending WHERE number > ? ORDER BY number',
    )
  }

  sums(starts: PeriodStarts): PeriodSums {
    const known = this.#known
    if (known === null || known.starts.day !== starts.day || known.starts.month !== starts.month) {
      const { number = 0, day = 0, month = 0 } = this.#since.get({ ...starts }) ?? {}
      const sums = { day, month }
      for (const { model, ...counts } of this.#unknown.all({ ...starts })) {
        const usd = this.#averageOf(model)
        sums.day += counts.day * usd
        sums.month += counts.month * usd
      }
      this.#known = { starts, sums, number }
      return { ...sums }
    }
    for (const { number, at, model, usd } of this.#added.all(known.number)) {
      const costUsd = usd ?? this.#averageOf(model)
      if (at >= starts.day) known.sums.day += costUsd
      if (at >= starts.month) known.sums.month += costUsd
      known.number = number
    }
    return { ...known.sums }
  }

  #averageOf(model: string): number {
    return this.#average.get(model)?.usd ?? 0
  }
}
