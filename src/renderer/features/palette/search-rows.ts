import type { SearchHit } from '../../../shared/sessions/sessions'
import { formatLocale } from '../../language/t'
import type { View } from '../../state/navigation/navigation'
import { foundAt } from '../../state/search/found-words'

/** One search result: where it leads, and why. */
export interface SearchRow {
  id: string
  view: View
  hit: SearchHit
  /** The exact time if other rows look the same, with a number if that is equal too. */
  distinction: string | null
}

/** A row for each hit, in main's order. A question that several panes were asked is one row. */
export function searchRows(hits: readonly SearchHit[]): SearchRow[] {
  const shown = withoutRepeats(hits)
  const lookAlikes = countBy(shown, lookOf)
  const sameTimes = new Map<string, number>()
  return shown.map((hit) => {
    const look = lookOf(hit)
    if (lookAlikes.get(look) === 1) return rowOf(hit, null)
    const time = exactTime(hit.createdAt)
    const number = countIn(sameTimes, look + time)
    return rowOf(hit, number === 1 ? time : `${time} (${number})`)
  })
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
