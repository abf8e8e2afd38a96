import type { ProjectId, SessionId } from '../../../shared/ids'
import type { SearchHit } from '../../../shared/sessions/sessions'
import type { ReadableDatabase } from '../database/database'
import {
  type CandidateRow,
  type Candidates,
  candidatesEverywhere,
  candidatesInSession,
  type CandidateSource,
  SearchRows,
  type TitleRow,
} from './candidates'
import { narrowsMessages, parseQuery, type SearchQuery } from './search-query'
import { findIn, type ReadMessage, readMessage, weightOf } from './message-matches'
import { snippetOf, type FoundText } from './snippet'
import { endsInShortPrefix, hasSymbols, matchExpression, noSymbols, type SearchTerm } from './search-terms'
import type { AttachedTexts } from '../attachments/attachment-files'
import { normalised } from '../tokenizer/index-text'
import { untitledSession } from '../messages/title'

/** A hit to rank. */
interface Ranked {
  score: number
  /** Ranked after everything that is not. */
  isArchived: boolean
}

/** The age at which recency counts half as much. */
const recencyHalfLifeMs = 120 * 86_400_000
const recencyWeight = 0.35

/** Compares hits, the best first. */
function byRank(one: Ranked, other: Ranked): number {
  return Number(one.isArchived) - Number(other.isArchived) || other.score - one.score
}

/** The score for recency, in addition to that for content. */
function recencyScore(at: number, now: number): number {
  return recencyWeight * 2 ** (-Math.max(0, now - at) / recencyHalfLifeMs)
}

/** Scores the relevance of a title: exact words count more than longer ones, and a short title more than a long one. */
function titleScore({ places, cut }: FoundText, updatedAt: number, now: number): number {
  const weight = places.reduce((sum, ofTerm) => sum + Math.min(1, weightOf(ofTerm)), 0)
  return (
    (weight / Math.max(1, places.length)) * (1 + 1 / Math.max(1, cut.count)) + recencyScore(updatedAt, now)
  )
}

/** The input of a search. `undefined` counts as absent, as in checked inputs. */
export interface SearchInput {
  query: string
  limit?: number | undefined
  /** Only messages of this session, in path order. */
  sessionId?: SessionId | undefined
  /** Only chats and comparisons of this project. */
  projectId?: ProjectId | undefined
  /** The reference for days such as yesterday, and for recency. */
  now: number
}

/** The hits, and notes for the user: what was ignored in the query, and that the index is incomplete. */
export interface SearchResult extends Found {
  problems: string[]
}

interface Found {
  hits: SearchHit[]
  hasMore: boolean
}

/** A matching message with its content. */
interface Match {
  row: CandidateRow
  read: ReadMessage
  /** How many versions of the answer match; absent for one. */
  versionCount?: number
}

interface Matches {
  matches: Match[]
  /** There are more, which were not read. */
  hasMore: boolean
}

type SessionName = Pick<SearchHit, 'sessionTitle' | 'comparisonId'>

/** The sessions to search, and the number of hits wanted. */
interface ListBound {
  projectId: ProjectId | null
  limit: number
  now: number
}

/** Limits on how much is read. */
interface Bound {
  /** Stops at this many matches. */
  enough: number
  /** After this many bytes, `fewest` matches suffice. */
  bytes: number
  fewest: number
  /** The number of messages that are probed for enough matches. */
  probed: number
}

const defaultLimit = 50
/** The number of newest matches that are read and ranked; fewer when they are long. */
const rankedMessages = 150
const rankedBytes = 2_000_000
const rankedTitles = 200
const readComparisons = 2_000
/** After an update, all messages wait; long ones are soon done. */
const manyWaiting = 100
const incompleteIndex =
  'Search is still being updated in the background. Until that is done, symbols, tool results and attached text in older messages may not be found.'
/** The number of messages of one session that are read before the index is queried for a prefix. */
const probedInSession = 1_000

/**
 * Searches titles and messages. The work is bounded however much is stored: of many matches, the newest are ranked.
 * Synchronous, so it belongs outside the thread that serves windows.
 */
export class SessionSearch {
  readonly #rows: SearchRows
  readonly #attached: Pick<AttachedTexts, 'of'>

  /** Without `attached`, hits in attached files have no snippet. */
  constructor(database: ReadableDatabase, attached: Pick<AttachedTexts, 'of'> = { of: () => '' }) {
    this.#rows = new SearchRows(database)
    this.#attached = attached
  }

  /** @throws STORE_FULL, STORE_DAMAGED */
  search({ query: text, limit = defaultLimit, sessionId, projectId, now }: SearchInput): SearchResult {
    const query = parseQuery(text, now)
    const found =
      sessionId === undefined
        ? this.#everywhere(query, { projectId: projectId ?? null, limit, now })
        : this.#inSession(query, limit, sessionId)
    const isIncomplete = query.terms.length > 0 && this.#rows.areWaiting(manyWaiting)
    return { ...found, problems: isIncomplete ? [...query.problems, incompleteIndex] : query.problems }
  }

  #everywhere(query: SearchQuery, bound: ListBound): Found {
    const { limit } = bound
    const titles = this.#titles(query, bound)
    const messages = this.#messages(query, bound)
    // Many titles must not crowd out all messages.
    const room = Math.max(Math.ceil(limit / 2), limit - messages.hits.length)
    const hits = [...titles.slice(0, room), ...messages.hits]
    return {
      hits: hits.slice(0, limit),
      hasMore: messages.hasMore || titles.length > room || hits.length > limit,
    }
  }

  #inSession({ terms, filters }: SearchQuery, limit: number, sessionId: SessionId): Found {
    if (terms.length === 0 && !narrowsMessages(filters)) return { hits: [], hasMore: false }
    const { matches, hasMore } = this.#match(terms, candidatesInSession(this.#rows, filters, sessionId), {
      enough: limit + 1,
      bytes: Infinity,
      fewest: limit + 1,
      probed: probedInSession,
    })
    return { hits: this.#toHits(matches.slice(0, limit)), hasMore: hasMore || matches.length > limit }
  }

  #messages({ terms, filters }: SearchQuery, { projectId, limit, now }: ListBound): Found {
    if (terms.length === 0 && !narrowsMessages(filters)) return { hits: [], hasMore: false }
    const count = Math.max(rankedMessages, limit)
    const { matches, hasMore } = this.#match(
      terms,
      candidatesEverywhere(this.#rows, filters, { projectId, limit: count }),
      {
        enough: count,
        bytes: rankedBytes,
        fewest: limit,
        probed: count,
      },
    )
    const ranked = matches
      .map((match) => ({
        match,
        score: match.read.score + recencyScore(match.row.createdAt, now),
        isArchived: match.row.isArchived === 1,
      }))
      .toSorted(byRank)
    const answers = this.#byAnswer(ranked.map(({ match }) => match))
    return {
      hits: this.#toHits(answers.slice(0, limit)),
      hasMore: hasMore || answers.length > limit,
    }
  }

  /** In the same order, with one match for all versions of an answer: the one that its chat shows, or else the best. */
  #byAnswer(matches: readonly Match[]): Match[] {
    const paths = new Map<SessionId, ReadonlySet<number>>()
    const isShown = ({ row: { sessionId, number } }: Match) => {
      const path = paths.get(sessionId) ?? new Set(this.#rows.path(sessionId))
      paths.set(sessionId, path)
      return path.has(number)
    }
    return [...Map.groupBy(matches, ({ row }) => answerKey(row)).values()].flatMap((versions) => {
      const [best] = versions
      if (best === undefined || versions.length === 1) return best ?? []
      return { ...(versions.find(isShown) ?? best), versionCount: versions.length }
    })
  }

  /**
   * Reads what the index finds. The last word may be unfinished, and then matches many words, so it is first taken as a
   * whole word. A short prefix matches most messages, so those with the other words are read next. Usually one of these
   * is enough.
   */
  #match(terms: readonly SearchTerm[], source: CandidateSource, bound: Bound): Matches {
    const last = terms.at(-1)
    if (last?.isPrefix === true && last.name === null) {
      const whole = source([...terms.slice(0, -1), { ...last, isPrefix: false }])
      if (whole.rows.length >= bound.enough) return this.#read({ ...whole, hasMore: true }, terms, bound)
      const probed = endsInShortPrefix(last) ? this.#probe(terms, source, bound) : null
      if (probed !== null) return probed
    }
    return this.#read(source(terms), terms, bound)
  }

  /** Null when too few of the messages with the other words contain the last one too. */
  #probe(terms: readonly SearchTerm[], source: CandidateSource, bound: Bound): Matches | null {
    const { rows, hasMore } = source(withoutLastWord(terms))
    const probed = rows.slice(0, bound.probed)
    const others = { rows: probed, hasMore: hasMore || rows.length > probed.length }
    const read = this.#read(others, terms, bound, (message) => message.termCount === terms.length)
    return !read.hasMore || read.matches.length >= bound.fewest ? read : null
  }

  /** Reads the candidates and keeps those that match. */
  #read(
    candidates: Candidates,
    terms: readonly SearchTerm[],
    bound: Bound,
    isMatch: (message: ReadMessage) => boolean = (message) => hasAll(message, terms),
  ): Matches {
    const matches: Match[] = []
    let bytes = 0
    for (const [index, row] of candidates.rows.entries()) {
      const isContent = matches.length >= (bytes > bound.bytes ? bound.fewest : bound.enough)
      if (isContent) return { matches, hasMore: candidates.hasMore || index < candidates.rows.length }
      bytes += row.sizeBytes
      const parts = this.#rows.parts(row.number)
      if (parts === undefined) continue
      const read = readMessage({ parts, role: row.role }, terms, (given) => this.#attached.of(given))
      if (isMatch(read)) matches.push({ row, read })
    }
    return { matches, hasMore: candidates.hasMore }
  }

  #toHits(matches: readonly Match[]): SearchHit[] {
    const names = new Map<SessionId, SessionName>()
    return matches.map(({ row, read, versionCount }) => {
      const name = names.get(row.sessionId) ?? this.#nameOf(row.sessionId)
      names.set(row.sessionId, name)
      return {
        sessionId: row.sessionId,
        ...name,
        messageId: row.messageId,
        field: read.field,
        role: row.role,
        model: row.model,
        createdAt: row.createdAt,
        ...snippetOf(read.found),
        ...(versionCount === undefined ? {} : { versionCount }),
      }
    })
  }

  /** A pane is named after its comparison. */
  #nameOf(id: SessionId): SessionName {
    const { title = null, comparisonId = null, comparisonTitle = null } = this.#rows.nameOf(id) ?? {}
    return {
      sessionTitle: comparisonTitle ?? title ?? untitledSession,
      ...(comparisonId === null ? {} : { comparisonId }),
    }
  }

  #titles({ terms, filters: given }: SearchQuery, { projectId, now }: ListBound): SearchHit[] {
    const filters = { ...given, projectId }
    const sought = [...filters.title, ...terms]
    if (sought.length === 0 || filters.roles.length > 0) return []
    const expression = matchExpression(sought, { hasNames: false })
    const comparisons = filters.models.length > 0 ? [] : this.#rows.comparisons(filters, readComparisons)
    return [...this.#rows.titles(expression, filters, rankedTitles), ...comparisons]
      .flatMap((row) => {
        const found = findIn(normalised(row.title), sought)
        const isSuggested = row.comparisonId !== null || sought.some(hasSymbols)
        if (isSuggested && found.places.some((places) => places.length === 0)) return []
        return [
          { row, found, score: titleScore(found, row.updatedAt, now), isArchived: row.isArchived === 1 },
        ]
      })
      .toSorted(byRank)
      .map(({ row, found }) => ({ ...titleHit(row), ...snippetOf(found) }))
  }
}

/** Equal for the versions of an answer. */
function answerKey({ sessionId, messageId, parentId, role }: CandidateRow): string {
  return role === 'assistant' && parentId !== null ? `${sessionId} ${parentId}` : messageId
}

/** The index has symbols without their places, so that it only suggests where such a term is. */
function hasAll({ termCount }: ReadMessage, terms: readonly SearchTerm[]): boolean {
  return termCount === terms.length || !terms.some(hasSymbols)
}

function withoutLastWord(terms: readonly SearchTerm[]): SearchTerm[] {
  return terms.flatMap((term, index) => {
    if (index < terms.length - 1) return [term]
    const words = term.words.slice(0, -1)
    return words.length === 0 ? [] : [{ words, name: null, isPrefix: false, symbols: noSymbols }]
  })
}

function titleHit(row: TitleRow): Omit<SearchHit, 'snippet' | 'highlights'> {
  return {
    sessionId: row.sessionId,
    sessionTitle: row.title,
    ...(row.comparisonId === null ? {} : { comparisonId: row.comparisonId }),
    messageId: null,
    field: 'title',
    role: null,
    model: row.model,
    createdAt: row.createdAt,
  }
}
