import type { KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import type { SearchHit } from '../../../shared/sessions/sessions'
import { formatLocale, t } from '../../language/t'
import { foundAt } from '../../state/search/found-words'
import type { View } from '../../state/navigation/navigation'
import type { ListKeys } from '../../keyboard/list-keys'
import { useMemoInLanguage } from '../../language/memo'
import { useApp } from '../../state/app/use-app'
import { useCombobox } from '../../ui/lists/use-combobox'

/** One search result: where it leads, and why. */
export interface SearchRow {
  id: string
  view: View
  hit: SearchHit
  /** The exact time if other rows look the same, with a number if that is equal too. */
  distinction: string | null
}

/** Hits under a common heading. */
export interface HitSection {
  name: string
  rows: SearchRow[]
}

/** The hits in sections, titles first, each in main's order. A question that several panes were asked is one row. */
export function searchSections(hits: readonly SearchHit[]): HitSection[] {
  const shown = withoutRepeats(hits)
  const lookAlikes = countBy(shown, lookOf)
  const sameTimes = new Map<string, number>()
  const rows = shown.map((hit): SearchRow => {
    const look = lookOf(hit)
    if (lookAlikes.get(look) === 1) return rowOf(hit, null)
    const time = exactTime(hit.createdAt)
    const number = countIn(sameTimes, look + time)
    return rowOf(hit, number === 1 ? time : `${time} (${number})`)
  })
  const sections: HitSection[] = [
    { name: t('sessions.search.titles'), rows: rows.filter(({ hit }) => hit.field === 'title') },
    { name: t('common.messagesTitle'), rows: rows.filter(({ hit }) => hit.field !== 'title') },
  ]
  return sections.filter((section) => section.rows.length > 0)
}

/** Maximum text before a match: in a narrow column, more would push it out of view. */
const leadUnits = 28

/** The text of a hit for two short lines: it starts closer to the match, at a word. */
export function shortSnippet({ snippet, highlights }: SearchHit): Pick<SearchHit, 'snippet' | 'highlights'> {
  const first = Math.min(...highlights.map(([from]) => from))
  if (!Number.isFinite(first) || first <= leadUnits) return { snippet, highlights }
  const earliest = first - leadUnits
  const space = snippet.indexOf(' ', earliest)
  const from = space === -1 || space >= first ? first : space + 1
  const shift = (at: number) => at - from + 1
  return {
    snippet: `…${snippet.slice(from)}`,
    highlights: highlights.map(([start, end]) => [shift(start), shift(end)]),
  }
}

/** The panes of a comparison have the same questions. Of one that was asked twice, both are kept. */
function withoutRepeats(hits: readonly SearchHit[]): SearchHit[] {
  const timesInPane = new Map<string, number>()
  const known = new Set<string>()
  return hits.filter(({ comparisonId, sessionId, role, field, snippet }) => {
    if (comparisonId === undefined || role !== 'user') return true
    const question = JSON.stringify([comparisonId, field, snippet])
    const inAnyPane = `${question} ${countIn(timesInPane, `${question} ${sessionId}`)}`
    if (known.has(inAnyPane)) return false
    known.add(inAnyPane)
    return true
  })
}

/** The content of a row except its time. */
function lookOf({ field, comparisonId, sessionTitle, role, model, snippet }: SearchHit): string {
  return JSON.stringify([field, comparisonId !== undefined, sessionTitle, role, model, snippet])
}

function exactTime(at: number): string {
  return new Date(at).toLocaleString(formatLocale(), { dateStyle: 'medium', timeStyle: 'medium' })
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) countIn(counts, keyOf(item))
  return counts
}

/** Counts `key` and returns how often it has been counted. */
function countIn(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

function rowOf(hit: SearchHit, distinction: string | null): SearchRow {
  const { sessionId, messageId, field } = hit
  return { id: `${sessionId}-${messageId ?? 'title'}-${field}`, view: viewOf(hit), hit, distinction }
}

function viewOf({ sessionId, comparisonId, messageId, ...place }: SearchHit): View {
  const view: View =
    comparisonId === undefined ? { kind: 'chat', sessionId } : { kind: 'compare', comparisonId }
  if (messageId === null) return view
  return {
    ...view,
    ...(view.kind === 'chat' ? { messageId } : { pane: { sessionId, messageId } }),
    found: foundAt(place),
  }
}

/** The line below the hits that loads more of them. */
export const moreRowId = 'more'

const listKeys: ListKeys = { atEnds: 'stay', pageLength: 8 }

/** The query, its hits, and the active line. */
export function useSearch() {
  const app = useApp()
  const { search } = app
  const state = useStore(search.store)
  const { hits, query, phase } = state
  const isSearching = query.trim() !== ''
  const sections = useMemoInLanguage(() => searchSections(hits), [hits])
  const rows = sections.flatMap((section) => section.rows)
  const ids = [...rows.map(({ id }) => id), ...(search.canShowMore ? [moreRowId] : [])]
  const list = useCombobox({
    ids: phase === 'failed' ? [] : ids,
    query,
    keys: listKeys,
    onKey(event, activeId) {
      const row = rows.find(({ id }) => id === activeId)
      if (event.key === 'Escape') search.clear()
      else if (event.key !== 'Enter') return false
      else if (activeId === moreRowId) void search.loadMore()
      else if (row !== undefined) open(row)
      return true
    },
  })
  const open = (row: SearchRow) => {
    list.select(row.id)
    app.go(row.view)
  }
  /** Handles keys for the list of hits. Returns whether it did. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isSearching || !list.onKeyDown(event)) return false
    event.stopPropagation()
    return true
  }
  return { state, isSearching, sections, list, open, onKey }
}
