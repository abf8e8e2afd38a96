import type { SessionId } from '../../../shared/ids'
import { narrowsMessages, type SearchFilters } from './search-query'
import type { CandidateRow, SearchRows, Span } from './search-statements'
import { matchExpression, type SearchTerm } from './search-terms'

/** Messages for which the index, or their place alone, speaks; the newest first. */
export interface Candidates {
  rows: CandidateRow[]
  /** There are others. */
  hasMore: boolean
}

/** Gives the messages in which all these terms stand; with no terms, any. */
export type CandidateSource = (terms: readonly SearchTerm[]) => Candidates

/**
 * So many matches are held against the filters. What is older is not found by a filter that hardly anything passes,
 * and the answer says that there is more.
 */
const scannedMatches = 10_000

const everything: Span = { first: 0, last: Number.MAX_SAFE_INTEGER }
const none: CandidateSource = () => ({ rows: [], hasMore: false })

/** Up to `limit` messages of any session that pass the filters. */
export function candidatesEverywhere(
  rows: SearchRows,
  filters: SearchFilters,
  limit: number,
): CandidateSource {
  const titles = filters.title.length === 0 ? null : matchExpression(filters.title, { hasNames: false })
  const span = titles === null ? everything : rows.spanOfTitles(titles)
  if (span === null) return none
  const isNarrowed = narrowsMessages(filters) || titles !== null
  return (terms) => {
    const given = { ...filters, expression: expressionOf(terms), titles, sessionId: null }
    // Without a filter hardly anything is passed over.
    if (!isNarrowed) return firstOf(rows.candidates(given, span, limit + 1), limit)
    const found: CandidateRow[] = []
    let isCut = false
    for (const part of inSearchedOrder(rows, filters, span)) {
      if (found.length > limit) break
      const bound = { limit: limit + 1 - found.length, scanned: scannedMatches }
      const ofPart = rows.candidatesAmong(given, part, bound)
      found.push(...ofPart.rows)
      isCut ||= ofPart.isCut
    }
    const { rows: first, hasMore } = firstOf(found, limit)
    return { rows: first, hasMore: hasMore || isCut }
  }
}

function firstOf(rows: CandidateRow[], limit: number): Candidates {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}

/**
 * What was said before a day mostly stands before whatever was said since: it is begun there. What was taken in from
 * elsewhere may be old and stand behind it.
 */
function inSearchedOrder(rows: SearchRows, { before }: SearchFilters, { first, last }: Span): Span[] {
  if (before === null) return [{ first, last }]
  const end = Math.min(last, rows.lastNumberBefore(before))
  const parts = [
    { first, last: end },
    { first: Math.max(first, end + 1), last },
  ]
  return parts.filter((part) => part.first <= part.last)
}

/** All messages of one session that pass the filters, in the order of its path; those off the path behind them. */
export function candidatesInSession(
  rows: SearchRows,
  filters: SearchFilters,
  sessionId: SessionId,
): CandidateSource {
  const span = rows.spanOfSession(sessionId)
  if (span === null) return none
  const places = new Map(rows.path(sessionId).map((number, place) => [number, place]))
  const placeOf = ({ number }: CandidateRow) => places.get(number) ?? places.size + number
  return (terms) => {
    const given = { ...filters, expression: expressionOf(terms), titles: null, sessionId }
    const found = rows.candidates(given, span, Number.MAX_SAFE_INTEGER)
    return { rows: found.toSorted((one, other) => placeOf(one) - placeOf(other)), hasMore: false }
  }
}

function expressionOf(terms: readonly SearchTerm[]): string | null {
  return terms.length === 0 ? null : matchExpression(terms, { hasNames: true })
}
