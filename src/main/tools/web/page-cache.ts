import type { SessionId } from '../../../shared/ids'

/** A page that was read, for paging. */
export interface ReadPage {
  /** The address after redirects. */
  url: string
  title: string | null
  text: string
}

const mostPages = 40
const mostPagesPerChat = 4
const mostChars = 12_000_000

/**
 * The pages that chats have read last, so that the rest of a long one is not fetched again. Each chat sees only its own:
 * what one was allowed to fetch says nothing about another.
 */
export class PageCache {
  /** By chat and address, in the order of their last use. */
  readonly #pages = new Map<string, { sessionId: SessionId; page: ReadPage }>()

  get(sessionId: SessionId, address: URL): ReadPage | null {
    const key = keyOf(sessionId, address)
    const found = this.#pages.get(key)
    if (found === undefined) return null
    this.#pages.delete(key)
    this.#pages.set(key, found)
    return found.page
  }

  /** Keeps the page, and drops the oldest ones beyond the limits. */
  add(sessionId: SessionId, address: URL, page: ReadPage): void {
    const key = keyOf(sessionId, address)
    this.#pages.delete(key)
    this.#pages.set(key, { sessionId, page })
    const ofChat = [...this.#pages].filter(([, entry]) => entry.sessionId === sessionId)
    for (const [old] of ofChat.slice(0, -mostPagesPerChat)) this.#pages.delete(old)
    for (const old of this.#pages.keys()) {
      if (old === key || (this.#pages.size <= mostPages && this.#charCount() <= mostChars)) break
      this.#pages.delete(old)
    }
  }

  /** The chat is gone. */
  forget(sessionId: SessionId): void {
    for (const [key, entry] of this.#pages) if (entry.sessionId === sessionId) this.#pages.delete(key)
  }

  #charCount(): number {
    let count = 0
    for (const { page } of this.#pages.values()) count += page.text.length
    return count
  }
}

function keyOf(sessionId: SessionId, { href }: URL): string {
  return `${sessionId} ${href}`
}
