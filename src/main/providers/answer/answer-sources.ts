import type { AnswerSource } from '../../../shared/sessions/messages'
import { textIn } from './foreign'

/** An answer may name so many sources; more are a fault of the server. */
const mostSources = 500
/** A longer address is data. */
const longestAddressChars = 8_192
/** Keeps the number of a source that has no address on the web; the name is reserved, and leads nowhere. */
const noAddress = 'https://unknown.invalid/'

/** A source as a stream names it. */
export interface NamedSource {
  url: unknown
  title?: unknown
}

/**
 * What an answer is based on. The numbers in its text are places in the list that its server numbers, if it has one:
 * that list keeps its order, and an address that stands in it twice. All others follow, each once.
 */
export class AnswerSources {
  #numbered: string[] = []
  readonly #others = new Set<string>()
  readonly #titles = new Map<string, string>()
  #hasNew = false

  /** One that the text does not number. False when it has no address on the web. */
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

  /** The list that the text numbers, as far as it goes by now: a server may repeat it with every event. */
  number(list: readonly NamedSource[]): boolean {
    const addresses = list.slice(0, mostSources).map(addressIn)
    // One that comes last moves no number.
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

  /** The whole list; null when nothing is new in it since the last time. */
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
