/** A table whose rows have versions. */
export interface VersionedTable {
  /** The columns of a part change together: of two changes, the later one counts for all of them. */
  parts: Readonly<Record<string, readonly string[]>>
  /** The columns that identify a row everywhere; `id` unless given. */
  key?: readonly string[]
  /** Machines may insert the same row, so it gets versions then. */
  isShared?: boolean
  /** Only changes of rows that match get a version. */
  changes?: string
  /** Only erased rows that match leave a tombstone; null if none do, because they go with one that does. */
  erasures?: string | null
  /** The SQL list of ids of what goes with a row, so that another machine knows whether it has more. */
  holds?: string
  /** The SQL condition that a row is kept on this machine; its tombstone is then, too. */
  isLocal?: string
  /** The SQL id of the comparison with which such a tombstone is shared again. */
  sharedWith?: string
}

/** The part of a row that says that it was erased. */
export const erasedPart = 'erased'
/** Begins what a tombstone knows if it stays on this machine; its comparison follows, if it has one. */
const localMark = 'local'

/** The SQL condition that a tombstone stays on this machine. */
export const isLocalTombstone = `part = '${erasedPart}' AND substr(known, 1, ${localMark.length}) = '${localMark}'`

/** The SQL condition that a chat or comparison is kept on this machine, or was erased while it was. */
export function isKeptHere(table: 'sessions' | 'comparisons', id: string): string {
  return `(EXISTS (SELECT 1 FROM ${table} WHERE ${table}.id = ${id} AND ${table}.is_local)
    OR EXISTS (SELECT 1 FROM row_versions WHERE place = '${table}' AND row_versions.row_id = ${id}
      AND ${isLocalTombstone}))`
}

/** The SQL expression for what a tombstone knows that is shared again with this comparison. */
export function localKnown(comparison: string, known: string): string {
  return `'${localMark} ' || coalesce(${comparison}, '') || ' ' || ${known}`
}

/** Tables of which a person's machines have the same rows, and which of their columns change. */
export const versionedTables = {
  sessions: {
    parts: {
      title: ['title', 'title_source'],
      model: ['model'],
      instructions: ['system_prompt'],
      params: ['params'],
      pinned: ['pinned'],
      archived: ['archived'],
      seen: ['unseen'],
      leaf: ['leaf_id'],
      project: ['project_id'],
      origin: ['origin', 'origin_hash'],
      usage: ['background_usage'],
      updated: ['updated_at'],
      deleted: ['deleted_at'],
    },
    changes: "old.state = 'ready'",
    erasures: "old.state = 'ready'",
    holds: 'SELECT id FROM messages WHERE session_id = old.id',
    isLocal: 'old.is_local',
    sharedWith: `(SELECT comparison_id FROM panes WHERE session_id = old.id
      UNION ALL SELECT comparison_id FROM merges WHERE session_id = old.id)`,
  },
  messages: {
    parts: {
      content: ['status', 'stop_reason', 'model', 'usage', 'metrics', 'receipt', 'parts', 'marks'],
      summary: ['summary'],
    },
    erasures: null,
  },
  comparisons: {
    parts: {
      title: ['title', 'title_source'],
      pinned: ['pinned'],
      archived: ['archived'],
      revealed: ['revealed_at'],
      project: ['project_id'],
      updated: ['updated_at'],
      deleted: ['deleted_at'],
    },
    holds: `SELECT messages.id FROM (
      SELECT session_id AS id FROM panes WHERE comparison_id = old.id
      UNION SELECT session_id FROM merges WHERE comparison_id = old.id
    ) AS held JOIN messages ON messages.session_id = held.id
    UNION ALL SELECT session_id FROM panes WHERE comparison_id = old.id
    UNION ALL SELECT session_id FROM merges WHERE comparison_id = old.id`,
    isLocal: 'old.is_local',
  },
  panes: { parts: { place: ['position', 'letter'], removed: ['removed_at'] }, erasures: null },
  merges: { parts: { removed: ['removed_at'] }, erasures: null },
  row_verdicts: {
    parts: { verdict: ['model', 'judgement', 'judged_at'] },
    key: ['comparison_id', 'passages'],
    isShared: true,
    erasures: null,
  },
  votes: {
    parts: { vote: ['result', 'chosen', 'shown', 'why', 'tags', 'is_blind', 'how', 'source'] },
    isLocal: isKeptHere('comparisons', 'old.comparison_id'),
    sharedWith: 'old.comparison_id',
  },
  projects: {
    holds: 'SELECT id FROM knowledge_sources WHERE project_id = old.id',
    parts: {
      content: ['name', 'colour', 'instructions', 'model', 'params', 'line_up_id', 'updated_at'],
      place: ['position'],
    },
  },
  knowledge_sources: { parts: {} },
  prompts: { parts: { content: ['name', 'text', 'updated_at'], project: ['project_id'] } },
  line_ups: { parts: { content: ['name', 'panes', 'is_blind', 'updated_at'] } },
  prompt_sets: {
    parts: { name: ['name'], rubric: ['rubric'], updated: ['updated_at'], deleted: ['deleted_at'] },
    holds: 'SELECT id FROM set_runs WHERE set_id = old.id',
  },
  set_prompts: {
    parts: {
      content: ['text', 'system_prompt', 'variables', 'checks', 'past', 'expected', 'seen_by', 'answer'],
      place: ['position'],
    },
  },
  set_runs: {
    parts: {
      state: ['state', 'error', 'ended_at'],
      limits: ['at_once', 'cost_limit_usd'],
      ratings: ['ratings'],
      revealed: ['revealed_at'],
    },
  },
  set_cells: {
    parts: {
      answer: [
        'is_done',
        'attempts',
        'lost_usd',
        'text',
        'error',
        'finish',
        'usage',
        'cost_usd',
        'ttft_ms',
        'duration_ms',
        'checks',
        'passed',
        'answered_at',
        'course',
      ],
    },
    key: ['run_id', 'cell'],
    isShared: true,
    erasures: null,
  },
  set_ballots: {
    parts: { answers: ['answers'], revealed: ['revealed_at'] },
    key: ['run_id', 'prompt', 'repeat'],
    isShared: true,
    erasures: null,
  },
  drafts: { parts: { text: ['text', 'updated_at'] }, key: ['place'], isShared: true, erasures: null },
  sealed: {
    parts: { columns: ['columns'] },
    key: ['session_id', 'place', 'row_id'],
    changes: "old.place IN ('sessions', 'messages', 'spending')",
    erasures: null,
  },
} as const satisfies Record<string, VersionedTable>

const erasable = new Set(
  Object.entries<VersionedTable>(versionedTables)
    .filter(([, { erasures }]) => erasures !== null)
    .map(([table]) => table),
)

/** True if an erased row of this table leaves a tombstone. */
export function leavesTombstones(table: string): boolean {
  return erasable.has(table)
}

/** The part of a row that says that it is there again, or stays, although it was erased. */
export const revivedPart = 'revived'
/** What of an id a tombstone has. */
export const heldChars = 10
/** Changes of these parts do not keep a row that was erased elsewhere. */
const passingParts = ['seen', 'updated', 'leaf', 'usage', 'place', revivedPart, erasedPart]

/** The SQL expression for the newest change of a row that its tombstone must know. */
export function newestChange(place: string, rowId: string): string {
  const passing = passingParts.map((part) => `'${part}'`).join(', ')
  return `coalesce((SELECT max(version) FROM row_versions
    WHERE place = ${place} AND row_id = ${rowId} AND part NOT IN (${passing})), '')`
}

/** The SQL expression for the next version of this machine. */
export const nextVersion =
  'next_version((SELECT device FROM store_state), (SELECT max(version) FROM row_versions))'

/**
 * When a part of a row was last changed, and on which machine: a hybrid logical clock, as a text that sorts. A row
 * without an entry is as it was when it was inserted. Triggers maintain it, except while rows of another machine are
 * stored. An erased row leaves its last version here, so that it does not come back.
 */
export const rowVersions = `
  CREATE TABLE row_versions (
    place   TEXT NOT NULL,
    row_id  TEXT NOT NULL,
    part    TEXT NOT NULL,
    version TEXT NOT NULL,
    -- Of a tombstone: the newest change of the row that the machine knew, and the ends of the ids of what went with it;
    -- before that, a mark and its comparison if it stays on this machine.
    known   TEXT,
    PRIMARY KEY (place, row_id, part)
  ) STRICT, WITHOUT ROWID;
  -- The clock continues from the newest.
  CREATE INDEX row_versions_by_version ON row_versions (version);
  ${Object.entries<VersionedTable>(versionedTables)
    .map(([table, versioned]) => triggersOf(table, versioned))
    .join('')}`

/** The SQL expression that identifies a row within its table: its id, or a JSON list of several columns. */
export function rowIdIn(row: string, key: readonly string[] = ['id']): string {
  const columns = key.map((name) => `${row}.${name}`)
  return columns.length === 1 ? columns.join('') : `json_array(${columns.join(', ')})`
}

function triggersOf(table: string, given: VersionedTable): string {
  const { parts, key, isShared = false, changes = '1', erasures = '1', holds } = given
  const { isLocal = '0', sharedWith = 'NULL' } = given
  const put = (row: string, part: string, known = 'NULL') => `
      INSERT INTO row_versions (place, row_id, part, version, known)
      VALUES ('${table}', ${rowIdIn(row, key)}, '${part}', ${nextVersion}, ${known})
      ON CONFLICT DO UPDATE SET version = excluded.version, known = excluded.known;`
  const putAll = Object.keys(parts)
    .map((part) => put('new', part))
    .join('')
  const held = `(SELECT group_concat(substr(id, -${heldChars}), ' ') FROM (${holds ?? "SELECT ''  AS id"}))`
  const known = `${newestChange(`'${table}'`, rowIdIn('old', key))} || ' ' || coalesce(${held}, '')`
  const bury = put(
    'old',
    erasedPart,
    `CASE WHEN ${isLocal} THEN ${localKnown(sharedWith, known)} ELSE ${known} END`,
  )
  const changed = Object.entries(parts).map(([part, columns]) => {
    const differs = columns.map((name) => `new.${name} IS NOT old.${name}`).join(' OR ')
    return `
    CREATE TRIGGER ${table}_${part}_versioned AFTER UPDATE OF ${columns.join(', ')} ON ${table}
    WHEN is_versioning() AND ${changes} AND (${differs}) BEGIN ${put('new', part)}
    END;`
  })
  const inserted = isShared
    ? `
    CREATE TRIGGER ${table}_versioned AFTER INSERT ON ${table} WHEN is_versioning() BEGIN ${putAll}
    END;`
    : ''
  const forgotten = `
    CREATE TRIGGER ${table}_unversioned AFTER DELETE ON ${table} BEGIN
      DELETE FROM row_versions WHERE place = '${table}' AND row_id = ${rowIdIn('old', key)} AND part <> '${erasedPart}';
    END;`
  const erased =
    erasures === null
      ? ''
      : `
    CREATE TRIGGER ${table}_erased BEFORE DELETE ON ${table} WHEN is_versioning() AND ${erasures} BEGIN ${bury}
    END;
    CREATE TRIGGER ${table}_revived AFTER INSERT ON ${table} WHEN is_versioning() AND EXISTS (
      SELECT 1 FROM row_versions
      WHERE place = '${table}' AND row_id = ${rowIdIn('new', key)} AND part = '${erasedPart}'
    ) BEGIN ${put('new', revivedPart)} ${putAll}
      DELETE FROM row_versions
      WHERE place = '${table}' AND row_id = ${rowIdIn('new', key)} AND part = '${erasedPart}';
    END;`
  // A chat that is erased in steps is gone for its user with the first of them.
  const hidden =
    table === 'sessions'
      ? `
    CREATE TRIGGER sessions_hidden AFTER UPDATE OF state ON sessions
    WHEN is_versioning() AND old.state = 'ready' AND new.state = 'importing' BEGIN ${bury}
    END;`
      : ''
  return [...changed, inserted, forgotten, erased, hidden].join('')
}
