import { mergeKinds } from '../../../../shared/merges/merges'
import { messageRoles } from '../../../../shared/sessions/messages'
import { projectColours } from '../../../../shared/projects/projects'
import { setRunStates } from '../../../../shared/sets/sets'
import { spendingPurposes } from '../../../../shared/spending/spending'
import { sealedPlaces } from '../../sealed/sealed-rows'
import type { RawRow } from './walk-rows'

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
    isRow: ({ title_source: source }) => isOneOf(source, ['none', 'auto', 'named', 'user']),
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
