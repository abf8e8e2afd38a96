import type { Jobs } from '../../base/threads/job'
import type { PageContent } from './html/main-content'

/** A downloaded page as the thread gets it. */
export interface PageBytes {
  bytes: Uint8Array
  isHtml: boolean
  /** The encoding according to its header. */
  charset: string | null
  /** The base of its relative links. */
  url: string
}

/** Reading of pages outside the main thread: a page may be made to take long. The libraries are loaded on first use. */
export const webJobs = {
  /** Loads everything, so that the next page is read at once. */
  async prepareReading(_input: null): Promise<null> {
    await import('./html/main-content')
    return null
  },
  async readPage({ bytes, isHtml, charset, url }: PageBytes): Promise<PageContent> {
    const { decodePage } = await import('./html/decode-page')
    const text = decodePage(bytes, charset)
    if (!isHtml) return { title: null, text }
    const { mainContent } = await import('./html/main-content')
    return mainContent(text, new URL(url))
  },
} satisfies Jobs

export type WebJobs = typeof webJobs
