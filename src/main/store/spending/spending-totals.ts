import type { ReadableDatabase } from '../database/database'

/** The beginning of the current day and month, in epoch milliseconds. */
export interface PeriodStarts {
  day: number
  month: number
}

/** The costs of a day and a month in US dollars. */
export interface PeriodSums {
  day: number
  month: number
}

/** A model with requests whose cost is unknown. */
export interface UnpricedModel {
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
