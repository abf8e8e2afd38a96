import type { ReadableDatabase } from '../database/database'

/** When the current day and month began, in epoch milliseconds. */
export interface PeriodStarts {
  day: number
  month: number
}

/** The known costs of a day and a month in US dollars. */
export interface PeriodSums {
  day: number
  month: number
}

/**
 * What was spent in the current day and month. It reads the month once, then only what was added since: a limit is checked
 * before each request.
 */
export class SpendingTotals {
  readonly #since
  readonly #added
  #known: { starts: PeriodStarts; sums: PeriodSums; number: number } | null = null

  constructor(database: ReadableDatabase) {
    this.#since = database.query<PeriodSums & { number: number }>(`
      SELECT coalesce(sum(cost_usd) FILTER (WHERE at >= :day), 0) AS day, coalesce(sum(cost_usd), 0) AS month,
        (SELECT coalesce(max(number), 0) FROM spending) AS number
      FROM spending WHERE at >= :month`)
    this.#added = database.query<{ number: number; at: number; usd: number | null }>(
      'SELECT number, at, cost_usd AS usd FROM spending WHERE number > ? ORDER BY number',
    )
  }

  sums(starts: PeriodStarts): PeriodSums {
    const known = this.#known
    if (known === null || known.starts.day !== starts.day || known.starts.month !== starts.month) {
      const { number = 0, day = 0, month = 0 } = this.#since.get({ ...starts }) ?? {}
      this.#known = { starts, sums: { day, month }, number }
      return { day, month }
    }
    for (const { number, at, usd } of this.#added.all(known.number)) {
      if (at >= starts.day) known.sums.day += usd ?? 0
      if (at >= starts.month) known.sums.month += usd ?? 0
      known.number = number
    }
    return { ...known.sums }
  }
}
