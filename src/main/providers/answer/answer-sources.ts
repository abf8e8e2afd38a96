import type { AnswerSource } from '../../../shared/sessions/messages'
import { textIn } from './foreign'

/** The most sources that an answer may name; more are a server bug. */
const mostSources = 500
/** A longer address is data, not a URL. */
const longestAddressChars = 8_192
/** Reserves the number of a source without a web address; the host name is reserved and never resolves. */
const noAddress = 'https://unknown.invalid/'

/** A source as the stream names it. */
export interface NamedSource {
  url: unknown
  title?: unknown
}

/**
 * The sources of an answer. Numbers in the text are positions in the server's numbered list, so that list keeps its
 * order and its duplicates. All other sources follow, without duplicates.
 */
export class AnswerSources {
  #numbered: string[] = []
  readonly #others = new Set<string>()
  readonly #titles = new Map<string, string>()
  #hasNew = false

  /** Adds a source that the text does not number. False when it has no web address. */
  add(source: NamedSource): boolean {
    const address = addressIn(source)
    if (address === null) return false
    if (!this.#others.has(address) && !this.#numbered.includes(address)) {
      if (this.#others.size + this.#numbered.length >= mostSources) return true
      this.#others.add(address)
      this.#hasNew = true
    }
    this.#entitle(address, source.title)
    return true
  }

  /** Takes the numbered list as received so far; a server may repeat it with every event. */
  number(list: readonly NamedSource[]): boolean {
    const addresses = list.slice(0, mostSources).map(addressIn)
    // At the end of the list, such a source shifts no number.
    while (addresses.length > 0 && addresses.at(-1) === null) addresses.pop()
    if (addresses.length > this.#numbered.length) {
      this.#numbered = addresses.map((address) => address ?? noAddress)
      this.#hasNew = true
    }
    list.slice(0, addresses.length).forEach((source, at) => {
      const address = addresses[at] ?? null
      if (address !== null) this.#entitle(address, source.title)
    })
    return addresses.length === list.length && !addresses.includes(null)
  }

  /** The whole list; null when nothing was added since the last call. */
  take(): AnswerSource[] | null {
    if (!this.#hasNew) return null
    this.#hasNew = false
    const others = [...this.#others].filter((address) => !this.#numbered.includes(address))
    return [...this.#numbered, ...others].slice(0, mostSources).map((url) => {
      const title = this.#titles.get(url)
      return title === undefined ? { url } : { url, title }
    })
  }

  #entitle(address: string, title: unknown): void {
    const name = textIn(title).replaceAll(/\s+/g, ' ').trim().slice(0, 300).toWellFormed()
    if (name === '' || this.#titles.has(address)) return
    this.#titles.set(address, name)
    this.#hasNew = true
  }
}

function addressIn({ url }: NamedSource): string | null {
  const text = textIn(url)
  const address = text.length > longestAddressChars ? null : URL.parse(text)
  return address !== null && /^https?:$/.test(address.protocol) ? address.href : null
}
