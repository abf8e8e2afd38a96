import type { AnswerSource } from '../../../../../shared/sessions/messages'
import { type Fields, textOf } from './foreign-fields'
import { linkText } from './markdown-text'

/** The source of a statement: a page, or a file without an address. */
export interface Source {
  title: string
  url: string | null
}

/** More sources of one message are not listed. */
const maxSources = 200
const maxTitleChars = 200
const maxUrlChars = 4_000

/** The sources of one message, each once, numbered from 1 in the order in which they are cited or added. */
export class NumberedSources {
  readonly #numbers = new Map<string, { number: number; source: Source }>()
  #isFull = false

  /** Some sources were too many. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Adds a source; null is ignored. */
  add(source: Source | null): void {
    if (source !== null) this.#entry(source)
  }

  /** The number of a source as Markdown, with a link to its page. */
  cite(source: Source): string {
    const entry = this.#entry(source)
    if (entry === null) return ''
    return source.url === null ? `\\[${entry.number}\\]` : `[[${entry.number}]](<${source.url}>)`
  }

  /** All of them as web sources; null if one has no address, and empty without any. */
  pages(): AnswerSource[] | null {
    const pages: AnswerSource[] = []
    for (const { source } of this.#numbers.values()) {
      const { title, url } = source
      if (url === null) return null
      pages.push(title === url ? { url } : { url, title })
    }
    return pages
  }

  /** All of them as Markdown; empty without any. */
  list(): string {
    const lines = [...this.#numbers.values()].map(({ number, source: { title, url } }) =>
      url === null ? `${number}. ${linkText(title)}` : `${number}. [${linkText(title)}](<${url}>)`,
    )
    return lines.length === 0 ? '' : `Sources:\n\n${lines.join('\n')}`
  }

  #entry(source: Source): { number: number; source: Source } | null {
    const key = source.url ?? `file ${source.title}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    if (this.#numbers.size === maxSources) {
      this.#isFull = true
      return null
    }
    const entry = { number: this.#numbers.size + 1, source }
    this.#numbers.set(key, entry)
    return entry
  }
}

/** A source from fields with the usual names; null when it has neither an address nor a title. */
export function sourceIn(given: Fields): Source | null {
  const title = textOf(given['title']) || textOf(given['name'])
  return sourceOf(title, given['url'] ?? given['link'] ?? given['uri'])
}

/** A source with this title and address; null when it has neither. */
export function sourceOf(title: string, url: unknown): Source | null {
  const address = webAddress(textOf(url))
  const name = title.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() || (address ?? '')
  return name === '' ? null : { title: name.slice(0, maxTitleChars).toWellFormed(), url: address }
}

/** A web address that is valid between `<` and `>`; null for any other. */
export function webAddress(given: string): string | null {
  if (given.length > maxUrlChars || !URL.canParse(given)) return null
  const { protocol, href } = new URL(given)
  return protocol === 'https:' || protocol === 'http:'
    ? href.replaceAll('<', '%3C').replaceAll('>', '%3E')
    : null
}
