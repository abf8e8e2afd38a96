import {
  maxReportRows,
  type SpendingGroup,
  type SpendingReport,
  type SpendingRow,
  type SpendingSum,
} from '../../shared/spending/spending'
import { type ReadableDatabase, withReadOnly } from '../store/database/database'
import { untitledSession } from '../store/messages/title'
import { dayAfter, dayOf, startOfDay } from './local-days'

/** The period and rows of a report; times are in epoch milliseconds, and `to` is not included. */
export interface ReportQuery {
  from: number
  to: number
  by: SpendingGroup
}

interface SumRow extends Omit<SpendingSum, 'costUsd'> {
  costUsd: number | null
}

const sums = `count(*) AS count, coalesce(sum(input_tokens), 0) AS inputTokens,
  coalesce(sum(output_tokens), 0) AS outputTokens, sum(coalesce(cost_usd, least_usd)) AS costUsd,
  count(*) - count(cost_usd) AS unknownCount`

/** The expression that the rows of a report are grouped by. */
const keys = {
  model: 'model',
  provider: "CASE instr(model, '/') WHEN 0 THEN model ELSE substr(model, 1, instr(model, '/') - 1) END",
  purpose: 'purpose',
} as const satisfies Partial<Record<SpendingGroup, string>>

/** The report of a period, read from a database that its writer keeps open. */
export function reportSpending({ file, ...query }: ReportQuery & { file: string }): SpendingReport {
  return withReadOnly(file, (database) => reportFrom(database, query))
}

/** The report of an open database. */
export function reportFrom(database: ReadableDatabase, { from, to, by }: ReportQuery): SpendingReport {
  const period = 'at >= :from AND at < :to'
  const total = database.query<SumRow>(`SELECT ${sums} FROM spending WHERE ${period}`).get({ from, to })
  const hidden = database
    .query<{ count: number }>(
      `SELECT count(*) AS count FROM sealed
       WHERE place = 'spending' AND columns ->> '$.at' >= :from AND columns ->> '$.at' < :to`,
    )
    .get({ from, to })
  const rows =
    by === 'day'
      ? daily(database, { from, to })
      : by === 'chat' || by === 'project'
        ? byPlace(database, by, { from, to, where: period })
        : database
            .query<SumRow & { key: string | null }>(
              `SELECT ${keys[by]} AS key, ${sums} FROM spending WHERE ${period}
               GROUP BY 1 ORDER BY costUsd DESC, count DESC, key`,
            )
            .all({ from, to })
            .map((row) => ({ ...row, label: null }))
  return {
    // A report by day leaves out the oldest days.
    rows: by === 'day' ? rows.slice(-maxReportRows) : rows.slice(0, maxReportRows),
    leftOutCount: Math.max(0, rows.length - maxReportRows),
    total: withKnownZero(total ?? { ...nothing }),
    hiddenCount: hidden?.count ?? 0,
  }
}

const nothing: SpendingSum = { count: 0, inputTokens: 0, outputTokens: 0, costUsd: null, unknownCount: 0 }

/** Without a request, nothing was spent. */
function withKnownZero(sum: SpendingSum): SpendingSum {
  return sum.count === 0 ? { ...sum, costUsd: 0 } : sum
}

/** One row for each day with requests. Only the days from the first to the last request are read. */
function daily(database: ReadableDatabase, { from, to }: { from: number; to: number }): SpendingRow[] {
  const bounds = database
    .query<{ first: number | null; last: number | null }>(
      'SELECT min(at) AS first, max(at) AS last FROM spending WHERE at >= :from AND at < :to',
    )
    .get({ from, to })
  const { first = null, last = null } = bounds ?? {}
  if (first === null || last === null) return []
  const next = database.query<{ at: number | null }>(
    'SELECT min(at) AS at FROM spending WHERE at >= :from AND at < :to',
  )
  const sum = database.query<SumRow>(`SELECT ${sums} FROM spending WHERE at >= :from AND at < :to`)
  const rows: SpendingRow[] = []
  let day = dayOf(first)
  for (;;) {
    const end = startOfDay(dayAfter(day))
    const row = sum.get({ from: Math.max(from, startOfDay(day)), to: Math.min(to, end) })
    if (row !== undefined && row.count > 0) rows.push({ ...row, key: day, label: null })
    // A clock that was once wrong may have left an entry years away.
    const following = next.get({ from: end, to })?.at ?? null
    if (following === null) return rows
    day = dayOf(following)
  }
}

/** The rows whose requests belong to a chat or a set: their keys, labels, and the tables that these need. */
const places = {
  // Comparisons with their panes and merges, and prompt sets with their runs and judges.
  chat: {
    key: 'coalesce(comparisons.id, places.session_id, places.set_id)',
    label: `CASE
        WHEN comparisons.id IS NOT NULL THEN coalesce(comparisons.title, :untitled)
        WHEN sessions.id IS NOT NULL THEN coalesce(sessions.title, :untitled)
        ELSE prompt_sets.name
      END`,
    join: 'LEFT JOIN prompt_sets ON prompt_sets.id = places.set_id',
  },
  project: {
    key: 'projects.id',
    label: 'projects.name',
    join: 'LEFT JOIN projects ON projects.id = coalesce(sessions.project_id, comparisons.project_id)',
  },
} as const

function byPlace(
  database: ReadableDatabase,
  by: keyof typeof places,
  { from, to, where }: { from: number; to: number; where: string },
): SpendingRow[] {
  const { key, label, join } = places[by]
  return database
    .query<SumRow & { key: string | null; label: string | null }>(`
      WITH places AS (
        SELECT session_id, set_id, ${sums} FROM spending WHERE ${where} GROUP BY session_id, set_id
      ), named AS (
        SELECT ${key} AS key, ${label} AS label, places.*
        FROM places
        LEFT JOIN sessions ON sessions.id = places.session_id
        LEFT JOIN panes ON panes.session_id = places.session_id
        LEFT JOIN merges ON merges.session_id = places.session_id
        LEFT JOIN comparisons ON comparisons.id = coalesce(panes.comparison_id, merges.comparison_id)
        ${join}
      )
      SELECT key, max(label) AS label, sum(count) AS count, sum(inputTokens) AS inputTokens,
        sum(outputTokens) AS outputTokens, sum(costUsd) AS costUsd, sum(unknownCount) AS unknownCount
      FROM named GROUP BY key ORDER BY costUsd DESC, count DESC, key`)
    .all({ from, to, untitled: untitledSession })
}
