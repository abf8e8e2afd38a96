import { assertNever } from '../../../shared/invariant'
import { type MessageRole, messageRoles } from '../../../shared/sessions/messages'
import { isNotable, noSymbols, type SearchTerm, termOf } from './search-terms'

const dayPattern = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/

/** The start of the day, month or year that `text` names, in local time; null when it names none. */
function startOfDay(text: string, now: number): number | null {
  const name = text.trim().toLowerCase()
  const today = new Date(now)
  if (name === 'today' || name === 'yesterday') {
    const back = name === 'today' ? 0 : 1
    return new Date(today.getFullYear(), today.getMonth(), today.getDate() - back).getTime()
  }
  const [, year, month = '1', day = '1'] = dayPattern.exec(name) ?? []
  if (year === undefined) return null
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  // `Date` turns a day that a month lacks, such as the 31st, into one of the next month.
  const isThere = date.getMonth() === Number(month) - 1 && date.getDate() === Number(day)
  return isThere && Number(year) >= 1970 ? date.getTime() : null
}

/** A parsed search. */
export interface SearchQuery {
  /** All of them must match. */
  terms: SearchTerm[]
  filters: SearchFilters
  /** Messages for the user about ignored parts of the query. */
  problems: string[]
}

/** Narrows a search; an empty list and null do not. */
export interface SearchFilters {
  /** Any of them is part of the message's model, ignoring case. */
  models: string[]
  /** The message has any of these roles. */
  roles: MessageRole[]
  /** The chat's title contains all of them. */
  title: SearchTerm[]
  /** Inclusive. */
  after: number | null
  /** Exclusive. */
  before: number | null
}

/** A query with more words is a pasted text. Each word costs an index lookup. */
const maxWords = 64

const filterNames = ['model', 'role', 'title', 'before', 'after'] as const
type FilterName = (typeof filterNames)[number]

const quote = '["“”„]'
const filterStart = new RegExp(
  `(${filterNames.join('|')}):(?:${quote}([^"“”„]*)${quote}|([^\\s"“”„]+))`,
  'iy',
)
const quoted = new RegExp(`${quote}([^"“”„]*)${quote}`, 'y')
const bare = new RegExp(`[^\\s"“”„]+`, 'y')

/**
 * Parses a typed query. Quoted texts are phrases; `model:`, `role:`, `title:`, `before:` and `after:` directly followed
 * by a value are filters; anything else is text. The last word may be unfinished.
 */
export function parseQuery(text: string, now: number): SearchQuery {
  const reader = new QueryReader(now)
  let at = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found !== null) at = pattern.lastIndex
    return found
  }
  while (at < text.length) {
    const isWordStart = at === 0 || /\s/.test(text.charAt(at - 1))
    const filter = isWordStart ? match(filterStart) : null
    if (filter !== null) {
      const [, name = '', inQuotes, plain] = filter
      reader.addFilter(name.toLowerCase() as FilterName, inQuotes ?? plain ?? '')
      continue
    }
    const phrase = match(quoted)
    if (phrase !== null) reader.addText(phrase[1] ?? '', false)
    else {
      const chunk = match(bare)
      if (chunk === null) at += 1
      else reader.addText(chunk[0], true)
    }
  }
  return reader.result(text)
}

/** True if the filters restrict messages themselves. */
export function narrowsMessages({ models, roles: ofRoles, after, before }: SearchFilters): boolean {
  return models.length > 0 || ofRoles.length > 0 || after !== null || before !== null
}

class QueryReader {
  readonly #now: number
  readonly #terms: SearchTerm[] = []
  readonly #problems: string[] = []
  readonly #filters: SearchFilters = { models: [], roles: [], title: [], after: null, before: null }
  #hasFilters = false
  #wordsLeft = maxWords
  #lastIsBare = false

  constructor(now: number) {
    this.#now = now
  }

  addText(text: string, isBare: boolean): void {
    const term = termOf(text)
    if (term === null) return
    this.#lastIsBare = isBare
    const words = term.words.slice(0, this.#wordsLeft)
    if (words.length < term.words.length) this.#say(`Only the first ${maxWords} words are used.`)
    this.#wordsLeft -= words.length
    if (words.length === term.words.length) this.#terms.push(term)
    else if (words.length > 0) this.#terms.push({ words, name: null, isPrefix: false, symbols: noSymbols })
  }

  addFilter(name: FilterName, value: string): void {
    const known = this.#readFilter(name, value)
    if (known) this.#hasFilters = true
    else if (value.trim() !== '') this.#say(problemOf(name, value))
  }

  result(text: string): SearchQuery {
    const last = this.#terms.at(-1)
    // Beside words, a dash or a slash is punctuation.
    const hasWords = this.#terms.some(({ words }) => words.length > 0)
    const sought = this.#terms.filter((term) => !hasWords || term.words.length > 0 || isNotable(term))
    const terms = sought.map((term) => ({
      ...term,
      isPrefix: term === last && this.#lastIsBare && term.isPrefix,
    }))
    const isNothing = terms.length === 0 && !this.#hasFilters && this.#problems.length === 0
    if (isNothing && text.trim() !== '') {
      this.#say('Nothing to search for. Enter at least one letter, digit or symbol.')
    }
    return { terms: withoutRepeats(terms), filters: this.#filters, problems: this.#problems }
  }

  /** Returns whether the value is valid. */
  #readFilter(name: FilterName, value: string): boolean {
    const filters = this.#filters
    switch (name) {
      case 'model': {
        const model = value.trim().toLowerCase()
        if (model !== '') filters.models.push(model)
        return model !== ''
      }
      case 'role': {
        const role = messageRoles.find((known) => known === value.toLowerCase())
        if (role !== undefined) filters.roles.push(role)
        return role !== undefined
      }
      case 'title': {
        const term = termOf(value)
        if (term !== null) filters.title.push({ ...term, words: term.words.slice(0, maxWords) })
        return term !== null
      }
      case 'before':
      case 'after': {
        const moment = startOfDay(value, this.#now)
        if (moment === null) return false
        if (name === 'before') filters.before = Math.min(filters.before ?? Infinity, moment)
        else filters.after = Math.max(filters.after ?? -Infinity, moment)
        return true
      }
      default:
        return assertNever(name)
    }
  }

  #say(problem: string): void {
    if (!this.#problems.includes(problem)) this.#problems.push(problem)
  }
}

function withoutRepeats(terms: readonly SearchTerm[]): SearchTerm[] {
  const seen = new Set<string>()
  return terms.filter((term) => {
    const key = JSON.stringify(term)
    return !seen.has(key) && seen.add(key)
  })
}

function problemOf(name: FilterName, value: string): string {
  const given = `“${name}:${value.slice(0, 60).toWellFormed()}”`
  const asText = 'To search for it as text, put it in quotes.'
  switch (name) {
    case 'before':
    case 'after':
      return `${given} was ignored. Write a date as 2026-11-20, 2026-11, 2026, today or yesterday. ${asText}`
    case 'role':
      return `${given} was ignored. Roles are ${messageRoles.join(', ')}. ${asText}`
    case 'model':
    case 'title':
      return `${given} was ignored because it has no letter or digit.`
    default:
      return assertNever(name)
  }
}
