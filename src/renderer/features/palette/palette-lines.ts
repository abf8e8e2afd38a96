import type { ModelInfo } from '../../../shared/models/models'
import { t } from '../../language/t'
import { actionGroups } from '../../state/actions/action-catalogue'
import type { Action } from '../../state/actions/action-list'
import { isOffered } from '../../../shared/models/model-choice'
import type { PromptSetSummary } from '../../../shared/sets/sets'
import type { SessionEntry } from '../../state/session-list/session-entry'
import { plainScore, wordScore, queryWords, type QueryWord } from '../../state/search/word-match'
import { modelWords, scoreOf } from '../model-picker/model-options'
import { filtersOf } from './search-filters'
import type { SearchRow } from './search-rows'

/** One entry of the palette. */
export type PaletteLine =
  | { kind: 'action'; id: string; action: Action; disabledReason: string | null }
  | { kind: 'entry'; id: string; entry: SessionEntry }
  | { kind: 'set'; id: string; set: PromptSetSummary }
  | { kind: 'model'; id: string; model: ModelInfo; how: 'new' | 'here' }
  | { kind: 'hit'; id: string; row: SearchRow }
  | { kind: 'more'; id: 'more' }

/** Lines under a common heading. */
export interface PaletteGroup {
  name: string
  lines: PaletteLine[]
}

/** Everything that the palette lists. */
export interface PaletteSources {
  actions: readonly OfferedAction[]
  /** Ids of the actions chosen last, newest first. */
  recent: readonly string[]
  /** Newest first. */
  entries: readonly SessionEntry[]
  sets: readonly PromptSetSummary[]
  models: readonly ModelInfo[]
  /** A chat is open in which a model can be mentioned. */
  isInChat: boolean
  /** What the search found, titles and messages. */
  hits: readonly SearchRow[]
  hasMoreHits: boolean
  isSearching: boolean
  /** The name of the project to which the search is limited. */
  searched: string | null
}

/** An action, and why it was unavailable when the palette opened. */
export interface OfferedAction {
  action: Action
  disabledReason: string | null
}

const maxNewest = 5
const maxPrompts = 5
const maxActions = 12
const maxEntries = 8
const maxModels = 4

/**
 * The groups of lines that match `query`, or only what the search found if it has filters; for a blank one, all actions
 * and the newest chats.
 */
export function paletteGroups(query: string, sources: PaletteSources): PaletteGroup[] {
  const words = queryWords(query)
  if (words.length === 0) return allGroups(sources)
  const named =
    filtersOf(query).length === 0 ? sources : { ...sources, actions: [], entries: [], sets: [], models: [] }
  const found: FoundGroup[] = [
    foundActions(words, named),
    foundEntries(words, named),
    foundByTitle(t('actions.titles.promptSets'), words, named.sets.map(setLine)),
    foundModels(words, named),
  ]
  // Scattered characters come after exact words, so they wait for the search.
  const loose = sources.isSearching ? [] : found.filter(({ isLoose }) => isLoose)
  return [...found.filter(({ isLoose }) => !isLoose), foundMessages(sources), ...loose]
    .filter(({ lines }) => lines.length > 0)
    .map(({ name, lines }) => ({ name, lines }))
}

function allGroups({ actions, recent, entries }: PaletteSources): PaletteGroup[] {
  const used = recent.flatMap((id) =>
    actions.filter(({ action, disabledReason }) => action.id === id && disabledReason === null),
  )
  const others = actions.filter(({ action }) => !used.some((some) => some.action.id === action.id))
  const groups = actionGroups.map((group) => ({
    name: t(`actions.groups.${group}`),
    lines: doableFirst(others.filter(({ action }) => action.group === group))
      .slice(0, group === 'prompts' ? maxPrompts : undefined)
      .map(actionLine),
  }))
  return [
    { name: t('common.recent'), lines: used.map(actionLine) },
    { name: t('actions.palette.entries'), lines: entries.slice(0, maxNewest).map(entryLine) },
    ...groups,
  ].filter(({ lines }) => lines.length > 0)
}

interface FoundGroup extends PaletteGroup {
  isLoose: boolean
}

function foundActions(words: readonly QueryWord[], { actions, recent }: PaletteSources): FoundGroup {
  const readable = actions.map((offered) => ({ ...offered, ...textsOf(offered.action) }))
  const found = best(readable, words, {
    textOf: ({ title, around }) => `${title} ${around}`,
    scoreOf: ({ action, disabledReason, ...texts }) => {
      const score = actionScore(texts, words)
      if (score === null) return null
      const at = recent.indexOf(action.id)
      return score + (at === -1 ? 0 : (recent.length - at) * 0.05) - (disabledReason === null ? 0 : 0.5)
    },
  })
  const lines = found.items.slice(0, maxActions).map(actionLine)
  return { name: t('actions.palette.actions'), lines, isLoose: found.isLoose }
}

/** Chats and comparisons whose titles match: those of the sidebar, then others that the search found. */
function foundEntries(words: readonly QueryWord[], { entries, hits }: PaletteSources): FoundGroup {
  const name = t('actions.palette.entries')
  const known = foundByTitle(name, words, entries.map(entryLine))
  const keys = new Set(known.lines.map(({ id }) => id))
  const others = hits.filter(
    ({ hit: { field, comparisonId, sessionId } }) =>
      field === 'title' &&
      !keys.has(comparisonId === undefined ? `chat-${sessionId}` : `compare-${comparisonId}`),
  )
  if (others.length === 0) return known
  return { name, lines: [...(known.isLoose ? [] : known.lines), ...others.map(hitLine)], isLoose: false }
}

function foundMessages({ hits, hasMoreHits, searched }: PaletteSources): PaletteGroup {
  const name = searched === null ? t('common.messagesTitle') : t('projects.messages', { name: searched })
  const lines = hits.filter(({ hit }) => hit.field !== 'title').map(hitLine)
  return { name, lines: hasMoreHits ? [...lines, { kind: 'more', id: 'more' }] : lines }
}

function foundByTitle(
  name: string,
  words: readonly QueryWord[],
  lines: readonly Extract<PaletteLine, { kind: 'entry' | 'set' }>[],
): FoundGroup {
  const textOf = (line: (typeof lines)[number]) => (line.kind === 'set' ? line.set.name : line.entry.title)
  const found = best(lines, words, {
    textOf,
    scoreOf: (line) => sumOf(words, (word) => wordScore(textOf(line).toLowerCase(), word)),
  })
  return { name, lines: found.items.slice(0, maxEntries), isLoose: found.isLoose }
}

function foundModels(words: readonly QueryWord[], { models, isInChat }: PaletteSources): FoundGroup {
  const lineWords = t('actions.palette.modelLineWords').split(' ')
  const telling = words.filter(({ text }) => !lineWords.includes(text))
  const named = modelWords(telling)
  const usable = models.filter(isOffered)
  const found = best(telling.length === 0 ? [] : usable, telling, {
    textOf: ({ id, name, providerName }) => `${id} ${name} ${providerName}`,
    scoreOf: (model) => scoreOf(model, named),
  })
  const lines = found.items
    .slice(0, maxModels)
    .flatMap((model): PaletteLine[] => [
      ...(isInChat ? [{ kind: 'model', id: `here:${model.id}`, model, how: 'here' } as const] : []),
      { kind: 'model', id: `new:${model.id}`, model, how: 'new' },
    ])
  return { name: t('common.settingsSections.models'), lines, isLoose: found.isLoose }
}

/** The matching items, best first. If some contain the exact words, only those. */
function best<Item>(
  items: readonly Item[],
  words: readonly QueryWord[],
  how: { textOf: (item: Item) => string; scoreOf: (item: Item) => number | null },
): { items: Item[]; isLoose: boolean } {
  const fitting = items.flatMap((item) => {
    const score = how.scoreOf(item)
    return score === null ? [] : [{ item, score }]
  })
  const plain = fitting.filter(({ item }) => {
    const text = how.textOf(item).toLowerCase()
    return words.every((word) => text.includes(word.text))
  })
  const chosen = plain.length > 0 ? plain : fitting
  return {
    items: chosen.toSorted((left, right) => right.score - left.score).map(({ item }) => item),
    isLoose: plain.length === 0,
  }
}

function actionScore({ title, around }: ActionTexts, words: readonly QueryWord[]): number | null {
  const score = sumOf(words, (word) => Math.max(wordScore(title, word), plainScore(around, word) * 0.8))
  // Of two equal matches, prefer the shorter title.
  return score === null ? null : score - title.length / 10_000
}

/** The searchable texts of an action, in lower case: its title, and the rest. */
interface ActionTexts {
  title: string
  around: string
}

function textsOf({ id, title, keywords = '', group }: Action): ActionTexts {
  const around = `${keywords} ${t(`actions.groups.${group}`)} ${id.startsWith('/') ? id : ''}`
  return { title: title.toLowerCase(), around: around.toLowerCase() }
}

/** The sum of the scores; null if one of the words does not match. */
function sumOf(words: readonly QueryWord[], scoreOfWord: (word: QueryWord) => number): number | null {
  let sum = 0
  for (const word of words) {
    const score = scoreOfWord(word)
    if (score === 0) return null
    sum += score
  }
  return sum
}

function doableFirst(actions: readonly OfferedAction[]): OfferedAction[] {
  return [
    ...actions.filter(({ disabledReason }) => disabledReason === null),
    ...actions.filter(({ disabledReason }) => disabledReason !== null),
  ]
}

function actionLine({ action, disabledReason }: OfferedAction): PaletteLine {
  return { kind: 'action', id: action.id, action, disabledReason }
}

function entryLine(entry: SessionEntry) {
  return { kind: 'entry', id: entry.key, entry } as const
}

function setLine(set: PromptSetSummary) {
  return { kind: 'set', id: `set:${set.id}`, set } as const
}

function hitLine(row: SearchRow) {
  return { kind: 'hit', id: row.id, row } as const
}
