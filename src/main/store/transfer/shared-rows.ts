import type { MergedStatement, Part } from '../../../shared/sessions/messages'
import type { VotedAnswer } from '../../../shared/votes/votes'
import { sha256 } from '../../base/sha256'
import { fromJson, toJson } from '../database/stored-json'
import type { ExchangedRow } from '../exchange/exchanged-rows'
import type { SqlValue } from '../exchange/places'
import { answersKeyOf } from '../votes/vote-store'

type Row = ExchangedRow['row']

/** The tables whose rows people share, and the columns that name such rows. */
const idColumns: Partial<Record<ExchangedRow['table'], readonly string[]>> = {
  projects: ['id'],
  knowledge_sources: ['id', 'project_id'],
  prompts: ['id', 'project_id'],
  comparisons: ['id', 'project_id'],
  sessions: ['id', 'leaf_id', 'project_id'],
  messages: ['id', 'session_id', 'parent_id'],
  panes: ['id', 'comparison_id', 'session_id'],
  merges: ['id', 'comparison_id', 'session_id'],
  row_verdicts: ['comparison_id'],
  votes: ['id', 'comparison_id'],
  prompt_sets: ['id'],
  set_prompts: ['id', 'set_id'],
  set_runs: ['id', 'set_id', 'judge_of'],
  set_cells: ['run_id'],
  // Their contents identify them.
  attachments: [],
}

/** Parts that the user decides on, whatever a later file says. */
const ownParts = new Set(['archived', 'deleted', 'origin', 'pinned', 'project', 'seen', 'vote'])

/** Columns that refer to something that is not in a shared file, or that nobody decides for somebody else. */
const emptied = ['line_up_id', 'origin', 'origin_hash', 'deleted_at'] as const

/**
 * A row of a file that is shared, as it is written and as it may be stored; null if it is of a kind that nobody shares.
 * Its ids are made from those given, so a file does not tell ids of its sender's store, and can neither change nor use
 * rows of the receiver's own. Votes are those of their sender, under `name`, and a run cannot be resumed.
 */
export function asShared({ table, row, versions }: ExchangedRow, name: string): ExchangedRow | null {
  const names = idColumns[table]
  if (names === undefined) return null
  const shared: Record<string, SqlValue> = { ...row }
  for (const column of names) if (typeof row[column] === 'string') shared[column] = sharedId(row[column])
  for (const column of emptied) if (column in row) shared[column] = null
  return {
    table,
    row: { ...shared, ...changes[table]?.(row, name) },
    versions: Object.fromEntries(Object.entries(versions).filter(([part]) => !ownParts.has(part))),
  }
}

const changes: Partial<Record<ExchangedRow['table'], (row: Row, name: string) => Row>> = {
  // Only the settings of contestants that are sealed could be hidden.
  comparisons: ({ is_blind: isBlind, revealed_at: at }) => ({ is_blind: at === null ? 0 : (isBlind ?? 0) }),
  messages: ({ parts }) => ({ run_id: null, parts: withSharedSources(String(parts)) }),
  merges: ({ answers }) => ({ answers: toJson(listIn(answers).map(sharedPlace)) }),
  row_verdicts: ({ passages }) => ({ passages: toJson(listIn(passages).map(sharedPlace)) }),
  votes: (row, name) => {
    const shown = listIn<VotedAnswer>(row['shown']).map(({ original: _original, ...answer }) =>
      sharedPlace(answer),
    )
    return { shown: toJson(shown), answers_key: answersKeyOf(shown), source: name }
  },
  set_runs: ({ state }) => ({ state: state === 'done' ? state : 'imported' }),
}

function listIn<Value extends object>(json: SqlValue | undefined): Value[] {
  return fromJson<Value[]>(String(json))
}

function sharedId(id: string): string {
  return sha256(`shared ${id}`).slice(0, 32)
}

function sharedPlace<Place extends { paneId?: string | null; messageId?: string | null }>(
  place: Place,
): Place {
  const ids = Object.entries({ paneId: place.paneId, messageId: place.messageId }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return { ...place, ...Object.fromEntries(ids.map(([key, id]) => [key, sharedId(id)])) }
}

/** The parts of a message; the sources of a merge are answers of the same file. */
function withSharedSources(json: string): string {
  if (!json.includes('"statements"')) return json
  const parts = fromJson<Part[]>(json).map((part) =>
    part.type === 'text' && part.statements !== undefined
      ? { ...part, statements: part.statements.map(withSharedPlaces) }
      : part,
  )
  return toJson(parts)
}

function withSharedPlaces(statement: MergedStatement): MergedStatement {
  return { ...statement, sources: statement.sources.map(sharedPlace) }
}
