import type { ReadableDatabase } from '../database/database'

type Row = Record<string, unknown>

/** Columns that differ after an import into another store: see docs/decisions/2026-11-23-export-of-everything.md */
const otherwise: Readonly<Record<string, readonly string[]>> = {
  attachments: ['number', 'created_at', 'used_at'],
  comparisons: [],
  drafts: [],
  knowledge_sources: ['is_allowed'],
  line_ups: [],
  messages: ['number', 'origin'],
  merges: [],
  panes: [],
  projects: ['tools'],
  prompt_sets: [],
  prompts: [],
  row_verdicts: [],
  queued_messages: ['number', 'run_id', 'message_id'],
  set_ballots: [],
  set_cells: [],
  set_prompts: [],
  set_runs: [],
  sessions: ['number', 'folder_imported', 'permission', 'isolation', 'tools', 'origin', 'origin_hash'],
  votes: [],
}
/** Tables that belong to one machine or one process, or are derived from others. */
const ofThisStore =
  /^(agent_turns|(tool_)?consents|file_edits|reading_places|run_journal|runs|sealed|set_batches|set_looks|set_watches|spending|store_state|(message|title)_search.*|search_updates|sqlite_.*)$/
/** Columns whose JSON contains ids. */
const withIds = new Set(['answers', 'judge_of', 'passages', 'shown'])

/**
 * The rows of every table that is exported, with names in place of ids: for chats and comparisons, their titles, which
 * must be unique.
 */
export function storedRows(database: ReadableDatabase): Record<string, Row[]> {
  const names = namesOf(database)
  const tables = database
    .query<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .filter(({ name }) => !ofThisStore.test(name))
  return Object.fromEntries(
    tables.map(({ name }) => {
      const left = otherwise[name]
      if (left === undefined) throw new Error(`decide what an export includes from the table ${name}`)
      const rows = database.query<Row>(`SELECT * FROM ${name}`).all()
      return [name, rows.map((row) => named(row, left, names)).toSorted(byText)]
    }),
  )
}

function namesOf(database: ReadableDatabase): Map<string, string> {
  const names = new Map<string, string>()
  const note = (sql: string) => {
    for (const { id, name } of database.query<{ id: string; name: string }>(sql).all()) {
      names.set(
        id,
        name.replaceAll(/[\w-]{8,}/g, (known) => names.get(known) ?? known),
      )
    }
  }
  note("SELECT id, 'project ' || name AS name FROM projects")
  note("SELECT id, 'source ' || coalesce(name, path) AS name FROM knowledge_sources")
  note("SELECT id, coalesce(title, '') || created_at AS name FROM sessions")
  note("SELECT id, coalesce(title, '') || created_at AS name FROM comparisons")
  note(`SELECT id, session_id || ' message ' ||
    (SELECT count(*) FROM messages AS others WHERE others.session_id = messages.session_id AND others.number <= messages.number)
    AS name FROM messages`)
  note("SELECT id, session_id || ' pane' AS name FROM panes")
  note("SELECT id, session_id || ' queued ' || text AS name FROM queued_messages")
  note("SELECT id, 'line-up ' || name AS name FROM line_ups")
  note("SELECT id, session_id || ' merge' AS name FROM merges")
  note("SELECT id, 'set ' || name AS name FROM prompt_sets")
  note("SELECT id, set_id || ' prompt ' || position AS name FROM set_prompts")
  note("SELECT id, set_id || ' run ' || (judge_of IS NULL) AS name FROM set_runs")
  note(`SELECT json_extract(value, '$.id') AS id, run_id || ' ballot ' || key AS name
    FROM set_ballots, json_each(answers)`)
  note("SELECT id, 'vote ' || coalesce(comparison_id, '') || ' ' || coalesce(source, '') AS name FROM votes")
  note("SELECT id, 'prompt ' || name AS name FROM prompts")
  return names
}

function named(row: Row, left: readonly string[], names: ReadonlyMap<string, string>): Row {
  const nameOf = (id: string) => names.get(id) ?? id
  const withNames = (value: string) => value.replaceAll(/[\w-]{8,}/g, nameOf)
  const shown = (column: string, value: unknown): unknown => {
    if (column === 'run_id' && 'session_id' in row) return value !== null
    if (typeof value !== 'string') return value
    // Texts may contain something that looks like an id.
    if (column === 'parts') return value.replaceAll(/(?<="messageId":")[\w-]{8,}/g, nameOf)
    // Ids are in creation order, but names are not.
    if (column === 'answers_key') return withNames(value).split(' ').toSorted().join(' ')
    const hasIds = column.endsWith('id') || column === 'place' || withIds.has(column)
    return hasIds ? withNames(value) : value
  }
  const kept = Object.entries(row).filter(([column]) => !left.includes(column))
  return Object.fromEntries(kept.map(([column, value]) => [column, shown(column, value)]))
}

function byText(left: Row, right: Row): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1
}
