/** The purpose of a request to a model. */
export const spendingPurposes = [
  'chat',
  'comparison',
  'continuation',
  'merge',
  'title',
  'summary',
  'set',
  'judge',
] as const
export type SpendingPurpose = (typeof spendingPurposes)[number]

/** The subject of a row of a report. Months are sums of days. */
export const spendingGroups = ['day', 'model', 'provider', 'project', 'purpose', 'chat'] as const
export type SpendingGroup = (typeof spendingGroups)[number]

/** The sum of several requests. */
export interface SpendingSum {
  /** The number of requests. */
  count: number
  inputTokens: number
  outputTokens: number
  /** The sum of the known costs in US dollars; null if none of the requests has a known cost. */
  costUsd: number | null
  /** The number of requests whose cost is unknown, and not part of `costUsd`. */
  unknownCount: number
}

/** The spending on one item of a report. */
export interface SpendingRow extends SpendingSum {
  /**
   * By the report's `by`: a day as `2026-11-24`, a `provider/model`, the id of a provider, a purpose, or the id of a chat,
   * comparison or prompt set, or the id of a project; null for what belongs to no project.
   */
  key: string | null
  /**
   * The title of a chat, comparison or prompt set, or the name of a project; null for other rows, and for what was
   * deleted for good.
   */
  label: string | null
}

/** The spending in a period. */
export interface SpendingReport {
  /** Days in their order, other rows by cost, the highest first. */
  rows: SpendingRow[]
  /** Rows beyond the `maxReportRows` with the highest costs, which are part of `total` only. */
  leftOutCount: number
  total: SpendingSum
  /** Requests to hidden contestants of blind comparisons. They are included once the contestants are revealed. */
  hiddenCount: number
}

/** The largest number of rows in a report. */
export const maxReportRows = 1_000

/** The user's limits on spending, in US dollars; null means no limit. */
export interface SpendingLimits {
  /** If more than this is spent in a day or month, Parley shows a warning. */
  dayWarningUsd: number | null
  monthWarningUsd: number | null
  /** Once this is spent, new requests are refused until the next day or month. */
  dayLimitUsd: number | null
  monthLimitUsd: number | null
}

/** The periods that have limits, in the user's local time. */
export const spendingPeriods = ['day', 'month'] as const
export type SpendingPeriod = (typeof spendingPeriods)[number]

/**
 * A warning or limit that has been reached in the current day or month. `unpriced`: requests were sent that it does not
 * cover, because no cost of their models is known.
 */
export interface SpendingMark {
  kind: 'warning' | 'limit' | 'unpriced'
  period: SpendingPeriod
  limitUsd: number
  /** The day, as `2026-11-24`, or the month, as `2026-11`. */
  when: string
  /** Only for `unpriced`: the models as `provider/model`, without hidden contestants. */
  models?: string[]
}

/** The largest limit that can be set, in US dollars. */
export const maxLimitUsd = 1_000_000
