import type { ComparisonId, MessageId, ProjectId, SessionId } from '../../../shared/ids'
import type { MessageRole } from '../../../shared/sessions/messages'
import type { ReadableDatabase } from '../database/database'
import { sessionsOfProject } from '../projects/project-members'
import { narrowsMessages, type SearchFilters } from './search-query'
import { matchExpression, type SearchTerm } from './search-terms'

/** A message that the index, or its position alone, suggests; without its text. */
export interface CandidateRow {
  number: number
  messageId: MessageId
  parentId: MessageId | null
  sessionId: SessionId
  role: MessageRole
  model: string | null
  createdAt: number
  sizeBytes: number
  /** The chat, or the comparison that it belongs to, is archived. */
  isArchived: number
}

/** A chat, or a comparison with its first pane, whose title may match. */
export interface TitleRow {
  sessionId: SessionId
  comparisonId: ComparisonId | null
  title: string
  model: string | null
  createdAt: number
  updatedAt: number
  isArchived: number
}

/** The title of a session, and the comparison whose pane it is. */
interface NameRow {
  title: string | null
  comparisonId: ComparisonId | null
  comparisonTitle: string | null
}

/** The filters as SQL parameters: null and an empty list do not restrict. */
interface CandidateFilters {
  /** The index query; null matches any message. */
  expression: string | null
  /** The expression for the titles of sessions. */
  titles: string | null
  sessionId: SessionId | null
  projectId: ProjectId | null
  models: readonly string[]
  roles: readonly MessageRole[]
  after: number | null
  before: number | null
}

/** The filters for titles. */
type TitleFilters = Pick<CandidateFilters, 'projectId' | 'models' | 'after' | 'before'>

/** Message numbers from `first` to `last`. */
interface NumberRange {
  first: number
  last: number
}

/** Excludes deleted sessions and those still being imported; a pane follows its comparison. */
const isShown = "sessions.state = 'ready' AND sessions.deleted_at IS NULL"

const isArchived = `(sessions.archived OR EXISTS (
    SELECT 1 FROM panes JOIN comparisons ON comparisons.id = panes.comparison_id
    WHERE panes.session_id = sessions.id AND comparisons.archived))`

type CountedRow = { scannedCount: number } & (CandidateRow | { number: null })

/** The candidates that pass the filters. */
const passing = `
    SELECT messages.number, messages.id AS messageId, messages.parent_id AS parentId, messages.session_id AS sessionId, role, messages.model,
      messages.created_at AS createdAt, octet_length(parts) AS sizeBytes, ${isArchived} AS isArchived
    FROM candidates
    CROSS JOIN messages ON messages.number = candidates.number
    CROSS JOIN sessions ON sessions.id = messages.session_id
    WHERE messages.hidden = 0
      AND (:sessionId IS NULL OR messages.session_id = :sessionId)
      AND (:projectId IS NULL OR messages.session_id IN (${sessionsOfProject}))
      AND (:roles = '[]' OR role IN (SELECT value FROM json_each(:roles)))
      AND (:models = '[]' OR EXISTS (
        SELECT 1 FROM json_each(:models) WHERE instr(lower(messages.model), value) > 0))
      AND (:after IS NULL OR messages.created_at >= :after)
      AND (:before IS NULL OR messages.created_at < :before)
      AND (:titles IS NULL OR sessions.number IN (
        SELECT rowid FROM title_search WHERE title_search MATCH :titles))
      AND ${isShown}`

const foundNumbers = `
    SELECT rowid AS number FROM message_search
    WHERE message_search MATCH :expression AND rowid BETWEEN :first AND :last
    ORDER BY rowid DESC LIMIT :scanned`

const newestNumbers = `
    SELECT number FROM messages WHERE number BETWEEN :first AND :last ORDER BY number DESC LIMIT :scanned`

/** The statements of a search. All of them only read. */
export class SearchRows {
  readonly #found
  readonly #newest
  readonly #foundCounted
  readonly #newestCounted
  readonly #upTo
  readonly #waiting
  readonly #spanOfSession
  readonly #spanOfTitles
  readonly #spanOfProject
  readonly #parts
  readonly #titles
  readonly #comparisons
  readonly #name
  readonly #path

  constructor(database: ReadableDatabase) {
    this.#found = candidateQuery(database, foundNumbers)
    this.#newest = candidateQuery(database, newestNumbers)
    this.#foundCounted = countedQuery(database, foundNumbers)
    this.#newestCounted = countedQuery(database, newestNumbers)
    this.#upTo = database.query<{ number: number; createdAt: number }>(`
      SELECT number, created_at AS createdAt FROM messages WHERE number <= ? ORDER BY number DESC LIMIT 1`)
    this.#waiting = database.query<{ count: number }>(
      'SELECT count(*) AS count FROM (SELECT 1 FROM search_updates LIMIT ?)',
    )
    this.#spanOfSession = database.query<NumberRange | { first: null; last: null }>(
      'SELECT min(number) AS first, max(number) AS last FROM messages WHERE session_id = ?',
    )
    this.#spanOfTitles = database.query<NumberRange | { first: null; last: null }>(`
      SELECT min(first) AS first, max(last) AS last FROM (
        SELECT
          (SELECT min(messages.number) FROM messages WHERE session_id = sessions.id) AS first,
          (SELECT max(messages.number) FROM messages WHERE session_id = sessions.id) AS last
        FROM title_search CROSS JOIN sessions ON sessions.number = title_search.rowid
        WHERE title_search MATCH ?)`)
    this.#spanOfProject = database.query<NumberRange | { first: null; last: null }>(`
      SELECT min(first) AS first, max(last) AS last FROM (
        SELECT
          (SELECT min(messages.number) FROM messages WHERE session_id = members.id) AS first,
          (SELECT max(messages.number) FROM messages WHERE session_id = members.id) AS last
        FROM (${sessionsOfProject}) AS members)`)
    this.#parts = database.query<{ parts: string }>('SELECT parts FROM messages WHERE number = ?')
    this.#titles = titleQuery(database)
    this.#comparisons = comparisonQuery(database)
    this.#name = database.query<NameRow>(`
      SELECT sessions.title, comparisons.id AS comparisonId, comparisons.title AS comparisonTitle
      FROM sessions
      LEFT JOIN panes ON panes.session_id = sessions.id
      LEFT JOIN comparisons ON comparisons.id = panes.comparison_id
      WHERE sessions.id = ?`)
    this.#path = database.query<{ number: number }>(`
      WITH RECURSIVE path (number, above) AS (
        SELECT number, parent_id FROM messages WHERE id = (SELECT leaf_id FROM sessions WHERE id = ?)
        UNION ALL
        SELECT messages.number, messages.parent_id FROM path JOIN messages ON messages.id = path.above
      )
      SELECT number FROM path`)
  }

  /** The newest `limit` matches of the index that pass the filters. */
  candidates(filters: CandidateFilters, span: NumberRange, limit: number): CandidateRow[] {
    const { expression } = filters
    const given = { ...columnsOf(filters), ...span, limit, scanned: Number.MAX_SAFE_INTEGER }
    return expression === null ? this.#newest.all(given) : this.#found.all({ ...given, expression })
  }

  /** Candidates among the newest `scanned` matches of the index, and whether there are more. */
  candidatesAmong(
    filters: CandidateFilters,
    span: NumberRange,
    bound: { limit: number; scanned: number },
  ): { rows: CandidateRow[]; isCut: boolean } {
    const { expression } = filters
    const given = { ...columnsOf(filters), ...span, ...bound }
    const counted =
      expression === null ? this.#newestCounted.all(given) : this.#foundCounted.all({ ...given, expression })
    const rows = counted.flatMap((row) => (row.number === null ? [] : [row]))
    return { rows, isCut: (counted[0]?.scannedCount ?? 0) >= bound.scanned }
  }

  /** The last message number before this moment, as far as messages are stored in chronological order. */
  lastNumberBefore(moment: number): number {
    let [low, high] = [0, this.#upTo.get(Number.MAX_SAFE_INTEGER)?.number ?? 0]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      const row = this.#upTo.get(middle)
      if (row === undefined || row.createdAt < moment) low = middle
      else high = row.number - 1
    }
    return low
  }

  /** True if at least `count` messages are not completely indexed yet. */
  areWaiting(count: number): boolean {
    return this.#waiting.get(count)?.count === count
  }

  /** Returns the numbers of the first and the last message of a session; null when it is empty. */
  spanOfSession(id: SessionId): NumberRange | null {
    return spanOf(this.#spanOfSession.get(id))
  }

  /** The span of all sessions whose title matches. */
  spanOfTitles(expression: string): NumberRange | null {
    return spanOf(this.#spanOfTitles.get(expression))
  }

  /** The span of all sessions of a project. */
  spanOfProject(projectId: ProjectId): NumberRange | null {
    return spanOf(this.#spanOfProject.get({ projectId }))
  }

  /** The content of a message; undefined when it has been erased. */
  parts(number: number): string | undefined {
    return this.#parts.get(number)?.parts
  }

  /** Up to `limit` chats whose title matches, newest first. */
  titles(expression: string, filters: TitleFilters, limit: number): TitleRow[] {
    const { models, projectId, after, before } = filters
    return this.#titles.all({ expression, models: JSON.stringify(models), projectId, after, before, limit })
  }

  /** Comparisons with a title, newest first. There are few, so they have no index. */
  comparisons(filters: Omit<TitleFilters, 'models'>, limit: number): TitleRow[] {
    const { projectId, after, before } = filters
    return this.#comparisons.all({ projectId, after, before, limit })
  }

  nameOf(id: SessionId): NameRow | undefined {
    return this.#name.get(id)
  }

  /** The numbers of the messages on the path to the leaf, from first to last. */
  path(id: SessionId): number[] {
    return this.#path
      .all(id)
      .map(({ number }) => number)
      .reverse()
  }
}

function columnsOf({ titles, sessionId, projectId, models, roles, after, before }: CandidateFilters) {
  const lists = { models: JSON.stringify(models), roles: JSON.stringify(roles) }
  return { titles, sessionId, projectId, ...lists, after, before }
}

function spanOf(row: NumberRange | { first: null; last: null } | undefined): NumberRange | null {
  return row === undefined || row.first === null ? null : row
}

/** `numbers` yields the messages, newest first; the join keeps that order and stops at the limit. */
function candidateQuery(database: ReadableDatabase, numbers: string) {
  return database.query<CandidateRow>(`WITH candidates AS (${numbers}) ${passing} LIMIT :limit`)
}

/** Like `candidateQuery`, with at least one row; each contains how many candidates were tested against the filters. */
function countedQuery(database: ReadableDatabase, numbers: string) {
  return database.query<CountedRow>(`
    WITH candidates AS MATERIALIZED (${numbers})
    SELECT counted.scannedCount, passed.*
    FROM (SELECT count(*) AS scannedCount FROM candidates) AS counted
    LEFT JOIN (${passing} LIMIT :limit) AS passed ON true`)
}

function titleQuery(database: ReadableDatabase) {
  return database.query<TitleRow>(`
    SELECT id AS sessionId, NULL AS comparisonId, sessions.title, model, created_at AS createdAt,
      updated_at AS updatedAt, archived AS isArchived
    FROM title_search
    CROSS JOIN sessions ON sessions.number = title_search.rowid
    WHERE title_search MATCH :expression AND kind = 'chat'
      AND (:projectId IS NULL OR project_id = :projectId)
      AND (:models = '[]' OR EXISTS (SELECT 1 FROM json_each(:models) WHERE instr(lower(model), value) > 0))
      AND (:after IS NULL OR created_at >= :after)
      AND (:before IS NULL OR created_at < :before)
      AND ${isShown}
    ORDER BY title_search.rowid DESC LIMIT :limit`)
}

function comparisonQuery(database: ReadableDatabase) {
  return database.query<TitleRow>(`
    SELECT panes.session_id AS sessionId, comparisons.id AS comparisonId, comparisons.title, NULL AS model,
      created_at AS createdAt, updated_at AS updatedAt, archived AS isArchived
    FROM comparisons
    JOIN panes ON panes.comparison_id = comparisons.id AND panes.removed_at IS NULL
    WHERE deleted_at IS NULL AND comparisons.title IS NOT NULL
      AND (:projectId IS NULL OR project_id = :projectId)
      AND (:after IS NULL OR created_at >= :after)
      AND (:before IS NULL OR created_at < :before)
      AND position = (
        SELECT min(position) FROM panes AS shown
        WHERE shown.comparison_id = comparisons.id AND shown.removed_at IS NULL)
    ORDER BY updated_at DESC LIMIT :limit`)
}

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
