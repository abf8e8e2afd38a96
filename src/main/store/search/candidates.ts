import type { ProjectId, SessionId } from '../../../shared/ids'
import { narrowsMessages, type SearchFilters } from './search-query'
import type { CandidateRow, SearchRows, NumberRange } from './search-statements'
import { matchExpression, type SearchTerm } from './search-terms'

/** Messages that the index, or their position alone, suggests; newest first. */
export interface Candidates {
  rows: CandidateRow[]
  /** There are more. */
  hasMore: boolean
}

/** Finds the messages that contain all these terms; without terms, all messages. */
export type CandidateSource = (terms: readonly SearchTerm[]) => Candidates

/**
 * The number of matches that are tested against the filters. Older ones are not found if hardly anything passes, and
 * the result says that there are more.
 */
const scannedMatches = 10_000

const everything: NumberRange = { first: 0, last: Number.MAX_SAFE_INTEGER }
const none: CandidateSource = () => ({ rows: [], hasMore: false })

/** Up to `limit` messages of any session, or any of a project, that pass the filters. */
export function candidatesEverywhere(
  rows: SearchRows,
  filters: SearchFilters,
  { projectId, limit }: { projectId: ProjectId | null; limit: number },
): CandidateSource {
  const titles = filters.title.length === 0 ? null : matchExpression(filters.title, { hasNames: false })
  const span =
    projectId !== null
      ? rows.spanOfProject(projectId)
      : titles === null
        ? everything
        : rows.spanOfTitles(titles)
  if (span === null) return none
  const isNarrowed = narrowsMessages(filters) || titles !== null || projectId !== null
  return (terms) => {
    const given = { ...filters, expression: expressionOf(terms), titles, sessionId: null, projectId }
    // Without a filter, hardly any row is skipped.
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
 * Messages from before a day mostly precede later ones, so the search starts there. Imported messages may be old but
 * come after them.
 */
function inSearchedOrder(
  rows: SearchRows,
  { before }: SearchFilters,
  { first, last }: NumberRange,
): NumberRange[] {
  if (before === null) return [{ first, last }]
  const end = Math.min(last, rows.lastNumberBefore(before))
  const parts = [
    { first, last: end },
    { first: Math.max(first, end + 1), last },
  ]
  return parts.filter((part) => part.first <= part.last)
}

/** All messages of one session that pass the filters, in path order, followed by those off the path. */
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
    const given = { ...filters, expression: expressionOf(terms), titles: null, sessionId, projectId: null }
    const found = rows.candidates(given, span, Number.MAX_SAFE_INTEGER)
    return { rows: found.toSorted((one, other) => placeOf(one) - placeOf(other)), hasMore: false }
  }
}

function expressionOf(terms: readonly SearchTerm[]): string | null {
  return terms.length === 0 ? null : matchExpression(terms, { hasNames: true })
}
