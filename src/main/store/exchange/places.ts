import { isKeptHere, type VersionedTable, versionedTables } from '../database/migrations/row-version-tables'

/** A value of a column. */
export type SqlValue = string | number | null

type VersionedName = keyof typeof versionedTables
type PlaceName = VersionedName | 'attachments' | 'spending' | 'set_looks'

/** A table whose rows travel between the machines of a person, and which of its columns do. */
export interface Place {
  table: PlaceName
  /** The columns that identify a row everywhere. */
  key: readonly string[]
  /** The columns that never change, without those of the key. */
  fixed: readonly string[]
  /** The columns that change, by the part that they change with. */
  parts: Readonly<Record<string, readonly string[]>>
  /** The columns that each machine has its own values of, with that of a new row; undefined if it is worked out. */
  local: Readonly<Record<string, SqlValue | undefined>>
  /** The columns with JSON. */
  json: readonly string[]
  /** The tables that columns refer to. A row waits for those. */
  references: Readonly<Record<string, PlaceName>>
  /** The column that says to which chat, comparison or other row it belongs, for an exchange of only some of them. */
  owner?: { column: string; of: PlaceName }
  /** The rows that travel, as an SQL condition; all unless given. */
  travels?: string
  /** The rows that are sent when they change, if not only those. */
  sent?: string
  /** The rows that are kept on this machine, with their chat or comparison: they are in archives, but not sent. */
  kept?: string
}

/** The sealed columns of these tables travel: the others are about runs on one machine. */
export const travellingSeals = ['sessions', 'messages', 'spending'] as const

const isReady = `EXISTS (SELECT 1 FROM sessions WHERE sessions.id = session_id AND sessions.state = 'ready')`
const hasEnded = (column: string) =>
  `EXISTS (SELECT 1 FROM set_runs WHERE set_runs.id = ${column} AND set_runs.state <> 'running')`
const keptWithSession = isKeptHere('sessions', 'session_id')
const keptWithComparison = isKeptHere('comparisons', 'comparison_id')
/** The draft of a chat or comparison, or of a message or pane of one. */
const isKeptDraft = `EXISTS (
  SELECT 1 FROM (SELECT substr(drafts.place, instr(drafts.place, ':') + 1) AS id) AS named
  WHERE EXISTS (SELECT 1 FROM comparisons WHERE comparisons.id = named.id AND is_local)
    OR EXISTS (SELECT 1 FROM sessions WHERE is_local AND sessions.id IN (
      named.id,
      (SELECT session_id FROM messages WHERE messages.id = named.id),
      (SELECT session_id FROM panes WHERE panes.id = named.id))))`
const isNoRun = "place NOT LIKE 'form:%' AND place NOT LIKE 'queued:%'"
const ofComparison = { column: 'comparison_id', of: 'comparisons' } as const
const itself = (of: PlaceName) => ({ column: 'id', of })

/**
 * Every table whose rows travel, in the order of their references. What is missing here stays on its machine: runs and
 * their journals, queues, watches and batches, which would be done twice; permissions, consents, agents' sessions, edited
 * files, places of reading; and the search index, which each machine makes.
 */
export const places: readonly Place[] = [
  place('line_ups', { local: { folded_name: undefined }, json: ['panes'] }),
  place('projects', {
    fixed: ['created_at'],
    local: { folded_name: undefined, tools: null },
    json: ['params'],
    owner: itself('projects'),
  }),
  place('knowledge_sources', {
    fixed: ['project_id', 'kind', 'name', 'attachment_id', 'added_at'],
    local: { path: null, is_allowed: 0 },
    references: { project_id: 'projects' },
    owner: { column: 'project_id', of: 'projects' },
    travels: "kind = 'file'",
  }),
  place('prompts', {
    local: { folded_name: undefined },
    owner: { column: 'project_id', of: 'projects' },
  }),
  place('prompt_sets', { fixed: ['created_at'], json: ['rubric'] }),
  place('set_prompts', {
    fixed: ['set_id'],
    json: ['variables', 'checks', 'past', 'seen_by', 'answer'],
    references: { set_id: 'prompt_sets' },
  }),
  place('set_runs', {
    fixed: words('set_id name models prompt_count repeats judge_of rubric started_at prompts'),
    json: ['models', 'rubric', 'ratings', 'error', 'prompts'],
    references: { set_id: 'prompt_sets', judge_of: 'set_runs' },
    travels: "state <> 'running'",
  }),
  place('set_cells', {
    local: { batch: null },
    json: ['error', 'usage', 'checks', 'course'],
    references: { run_id: 'set_runs' },
    travels: hasEnded('run_id'),
  }),
  place('set_ballots', {
    json: ['answers'],
    references: { run_id: 'set_runs' },
    travels: hasEnded('run_id'),
  }),
  place('set_looks', {
    key: ['run_id'],
    fixed: ['baseline_id', 'due_at'],
    references: { run_id: 'set_runs', baseline_id: 'set_runs' },
    travels: `${hasEnded('run_id')} AND ${hasEnded('baseline_id')}`,
  }),
  place('comparisons', {
    fixed: ['is_blind', 'created_at'],
    local: { is_local: 0 },
    owner: itself('comparisons'),
    kept: 'is_local',
  }),
  // The shown branch may arrive later than its chat, so it is no reference: see `RowApplier`.
  place('sessions', {
    fixed: ['kind', 'created_at'],
    local: {
      number: undefined,
      state: 'ready',
      workspace: null,
      folder_imported: 0,
      permission: null,
      isolation: null,
      tools: null,
      is_local: 0,
      fork: null,
    },
    json: ['params', 'background_usage'],
    owner: itself('sessions'),
    travels: "state = 'ready'",
    kept: 'is_local',
  }),
  place('messages', {
    fixed: words('session_id parent_id role run_id hidden origin created_at siblings'),
    local: { number: undefined, depth: undefined, is_received: undefined },
    json: ['usage', 'metrics', 'receipt', 'parts', 'summary', 'marks'],
    references: { session_id: 'sessions', parent_id: 'messages' },
    owner: { column: 'session_id', of: 'sessions' },
    travels: isReady,
    kept: keptWithSession,
  }),
  place('sealed', {
    key: ['session_id', 'place', 'row_id'],
    local: { number: undefined },
    references: { session_id: 'sessions' },
    owner: { column: 'session_id', of: 'sessions' },
    travels: `place IN ('${travellingSeals.join("', '")}')`,
    kept: keptWithSession,
  }),
  place('panes', {
    fixed: ['comparison_id', 'session_id'],
    references: { comparison_id: 'comparisons', session_id: 'sessions' },
    owner: ofComparison,
    travels: isReady,
    kept: keptWithSession,
  }),
  place('merges', {
    fixed: words('comparison_id session_id kind instructions answers created_at'),
    json: ['answers'],
    references: { comparison_id: 'comparisons', session_id: 'sessions' },
    owner: ofComparison,
    travels: isReady,
    kept: keptWithSession,
  }),
  place('row_verdicts', {
    json: ['passages', 'judgement'],
    references: { comparison_id: 'comparisons' },
    owner: ofComparison,
    kept: keptWithComparison,
  }),
  place('votes', {
    fixed: ['comparison_id', 'answers_key', 'voted_at'],
    json: ['chosen', 'shown', 'tags'],
    owner: ofComparison,
    kept: keptWithComparison,
  }),
  place('spending', {
    fixed: words('at model purpose session_id set_id input_tokens output_tokens cost_usd least_usd'),
    local: { number: undefined },
    kept: keptWithSession,
  }),
  // Drafts of forms and of messages that wait belong to runs here.
  place('drafts', { travels: `text <> '' AND ${isNoRun}`, sent: isNoRun, kept: isKeptDraft }),
  // They are sent with the rows that refer to them.
  place('attachments', {
    fixed: words('hash name media_type size_bytes width height page_count'),
    local: { number: undefined, used_at: undefined, is_shared: undefined },
    kept: 'true',
  }),
]

function place(table: PlaceName, given: Partial<Omit<Place, 'table' | 'parts'>>): Place {
  const versioned: VersionedTable | null =
    table in versionedTables ? versionedTables[table as VersionedName] : null
  return {
    table,
    key: versioned?.key ?? ['id'],
    fixed: [],
    parts: versioned?.parts ?? {},
    local: {},
    json: [],
    references: {},
    ...given,
  }
}

function words(names: string): string[] {
  return names.split(' ')
}

/** The place of this table; null if its rows do not travel. */
export function placeOf(table: string): Place | null {
  return places.find((each) => each.table === table) ?? null
}

/** The columns of a place that travel: the key, the fixed ones, then those of each part. */
export function travellingColumns({ key, fixed, parts }: Place): string[] {
  return [...key, ...fixed, ...Object.values(parts).flat()]
}
