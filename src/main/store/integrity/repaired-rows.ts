import { watchPeriods } from '../../../shared/sets/drift'
import { failureData } from '../../../shared/failures/failure'
import { messageRoles, type Part } from '../../../shared/sessions/messages'
import { toolChoice } from '../../../shared/tools/schema'
import { toJson } from '../database/stored-json'
import { insertionInto } from '../database/table'
import { messageRow, type MessageRow } from '../messages/message-rows'
import { sessionRow, type SessionRow } from '../sessions/session-rows'
import type { RawRow } from './walk-rows'
import { mergeKinds } from '../../../shared/merges/merges'
import { projectColours } from '../../../shared/projects/projects'
import { setRunStates } from '../../../shared/sets/sets'
import { spendingPurposes } from '../../../shared/spending/spending'
import { batchStates } from '../sets/set-batches'
import { sealedPlaces } from '../sealed/sealed-rows'

/** A message that can be stored again, with its row number. */
export interface RepairedMessage extends MessageRow {
  number: number
  origin: string | null
}

/** A usable session, with its row number in the damaged file. */
interface RepairedSession extends SessionRow {
  number: number
}

/** The usable parts of a row of `messages`; null when it is not one. Its content is kept, as text if necessary. */
export function repairedMessage(raw: RawRow): RepairedMessage | null {
  const row = messageRow.safeParse(raw).data
  if (row === undefined) return null
  const { origin } = raw
  return {
    ...row,
    number: Number(raw['walked']),
    origin: typeof origin === 'string' ? origin : null,
    parts: isArrayJson(row.parts) ? row.parts : toJson(asText(row.parts)),
  }
}

/** The usable parts of a row of `sessions`; null when it is not one. Its leaf is unchecked. */
export function repairedSession(raw: RawRow): RepairedSession | null {
  const { created_at: createdAt, updated_at: updatedAt = createdAt } = raw
  const row = sessionRow.safeParse({
    ...raw,
    updated_at: typeof updatedAt === 'number' ? updatedAt : createdAt,
  }).data
  if (row === undefined) return null
  const source = row.title_source === 'none' ? 'auto' : row.title_source
  return {
    ...row,
    number: Number(raw['walked']),
    title_source: row.title === null ? 'none' : source,
    // If that is not known, the user is asked again.
    folder_imported: raw['folder_imported'] === 0 ? 0 : 1,
    // Permissions are not taken from a damaged file.
    permission: null,
    isolation: null,
    tools: row.tools === null ? null : choiceOrNull(row.tools),
  }
}

/** The statement that inserts a row of all these columns; it keeps its number unless another row has it. */
export function insertionOf(table: 'messages' | 'sessions', row: { number: number }): string {
  const freeNumber = `(SELECT :number WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE number = :number))`
  return insertionInto(table, Object.keys(row)).replace(':number', freeNumber)
}

/** Stored content that is no longer JSON, in a form that people can read. */
function asText(text: string): Part[] {
  return [
    { type: 'error', ...failureData('STORE_DAMAGED', 'message') },
    { type: 'text', text },
  ]
}

function choiceOrNull(tools: string): string | null {
  const choice = toolChoice.safeParse(JSON.parse(tools)).data
  return choice === undefined ? null : toJson(choice)
}

function isArrayJson(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text))
  } catch {
    // Then it is kept as text.
    return false
  }
}

/** A table of which a repair saves the rows. */
export interface RepairedTable {
  name: string
  /** The primary key of a table without row numbers, whose rows are on index pages. */
  key?: readonly string[]
  /** True if a row found on a page is of this table, and not of another one with as many columns. */
  isRow: (row: RawRow) => boolean
}

/** Every table that a repair saves, in the order of their references; any other is lost or made again. */
export const repairedTables: readonly RepairedTable[] = [
  {
    name: 'sessions',
    isRow: ({ kind, params }) => isOneOf(kind, ['chat', 'pane']) && typeof params === 'string',
  },
  { name: 'messages', isRow: ({ role, parts }) => isOneOf(role, messageRoles) && typeof parts === 'string' },
  {
    name: 'comparisons',
    isRow: ({ title_source: source }) => isOneOf(source, ['none', 'auto', 'user']),
  },
  {
    name: 'panes',
    isRow: ({ session_id: session, position }) => typeof session === 'string' && typeof position === 'number',
  },
  {
    name: 'runs',
    isRow: ({ kind, state }) => isOneOf(kind, ['detached', 'direct']) && isOneOf(state, ['open', 'closed']),
  },
  {
    name: 'queued_messages',
    isRow: ({ mode, text }) => isOneOf(mode, ['chat', 'agent']) && typeof text === 'string',
  },
  {
    name: 'run_journal',
    key: ['run_id', 'chunk'],
    isRow: ({ chunk, events }) => typeof chunk === 'number' && typeof events === 'string',
  },
  {
    name: 'attachments',
    isRow: ({ hash, size_bytes: size }) =>
      typeof hash === 'string' && hash.length === 64 && typeof size === 'number',
  },
  {
    name: 'prompts',
    isRow: ({ folded_name: name, text }) => typeof name === 'string' && typeof text === 'string',
  },
  { name: 'line_ups', isRow: ({ folded_name: name, panes }) => typeof name === 'string' && isList(panes) },
  {
    name: 'projects',
    isRow: ({ folded_name: name, colour }) => typeof name === 'string' && isOneOf(colour, projectColours),
  },
  {
    name: 'knowledge_sources',
    isRow: ({ kind, is_allowed: isAllowed, attachment_id: attachment, path }) =>
      isOneOf(kind, ['file', 'folder']) &&
      (isAllowed === 0 || isAllowed === 1) &&
      typeof (kind === 'file' ? attachment : path) === 'string',
  },
  {
    name: 'votes',
    isRow: ({ result, shown }) =>
      isOneOf(result, ['best', 'order', 'tie', 'all-bad']) && typeof shown === 'string',
  },
  { name: 'merges', isRow: ({ kind, answers }) => isOneOf(kind, mergeKinds) && typeof answers === 'string' },
  {
    name: 'row_verdicts',
    isRow: ({ comparison_id: comparison, passages, judgement }) =>
      typeof comparison === 'string' && isList(passages) && typeof judgement === 'string',
  },
  {
    name: 'prompt_sets',
    isRow: ({ name, created_at: at, id }) =>
      typeof id === 'string' && typeof name === 'string' && typeof at === 'number' && at > 1e12,
  },
  {
    name: 'set_prompts',
    isRow: ({ set_id: set, position, checks }) =>
      typeof set === 'string' && typeof position === 'number' && isList(checks),
  },
  {
    name: 'set_runs',
    isRow: ({ state, models, prompts }) => isOneOf(state, setRunStates) && isList(models) && isList(prompts),
  },
  {
    name: 'set_ballots',
    isRow: ({ run_id: run, prompt, answers }) =>
      typeof run === 'string' && typeof prompt === 'number' && isList(answers),
  },
  {
    name: 'set_cells',
    isRow: ({ run_id: run, cell, attempts }) =>
      typeof run === 'string' && typeof cell === 'number' && typeof attempts === 'number',
  },
  {
    name: 'set_batches',
    isRow: ({ id, run_id: run, state }) =>
      typeof id === 'string' && typeof run === 'string' && isOneOf(state, batchStates),
  },
  {
    name: 'set_watches',
    isRow: ({ set_id: set, every, told }) =>
      typeof set === 'string' && isOneOf(every, watchPeriods) && isList(told),
  },
  {
    name: 'set_looks',
    isRow: ({ run_id: run, baseline_id: baseline, due_at: due }) =>
      typeof run === 'string' && typeof baseline === 'string' && typeof due === 'number' && due > 1e12,
  },
  {
    name: 'spending',
    isRow: ({ purpose, model }) => isOneOf(purpose, spendingPurposes) && typeof model === 'string',
  },
  {
    name: 'file_edits',
    isRow: ({ tool_call_id: call, names, after_hash: hash }) =>
      typeof call === 'string' && isList(names) && typeof hash === 'string' && hash.length === 64,
  },
  {
    name: 'sealed',
    isRow: ({ place, columns }) => isOneOf(place, sealedPlaces) && typeof columns === 'string',
  },
  // An index of messages has the same columns, with a row number in place of a time.
  {
    name: 'drafts',
    key: ['place'],
    isRow: ({ place, updated_at: at }) => typeof place === 'string' && typeof at === 'number' && at > 1e12,
  },
]

function isList(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('[')
}

function isOneOf(value: unknown, allowed: readonly string[]): boolean {
  return typeof value === 'string' && allowed.includes(value)
}
