import type { SearchHit } from '../../../shared/sessions/sessions'
import { t } from '../../language/t'
import { foundAt } from '../../state/search/found-words'
import type { View } from '../../state/navigation/navigation'

/** One search result: where it leads, and why. */
export interface SearchRow {
  id: string
  view: View
  hit: SearchHit
}

export interface SearchSection {
  name: string
  rows: SearchRow[]
}

/** The hits in sections, titles first, each in main's order. */
export function searchSections(hits: readonly SearchHit[]): SearchSection[] {
  const rows = hits.map(rowOf)
  const sections: SearchSection[] = [
    { name: t('sessions.search.titles'), rows: rows.filter(({ hit }) => hit.field === 'title') },
    { name: t('sessions.search.messages'), rows: rows.filter(({ hit }) => hit.field !== 'title') },
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

function rowOf(hit: SearchHit): SearchRow {
  const { sessionId, messageId, field } = hit
  return { id: `${sessionId}-${messageId ?? 'title'}-${field}`, view: viewOf(hit), hit }
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
