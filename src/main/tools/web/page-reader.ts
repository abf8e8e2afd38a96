import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { plainWords } from '../../../shared/text/visible-text'
import type { JobContext, JobRunner } from '../../base/threads/job'
import { toolRefusal } from '../tool-refusal'
import type { FetchedPage } from './fetch-page'
import type { ReadPage } from './page-cache'
import { longestPageChars } from './html/decode-page'
import type { WebJobs } from './web-jobs'

/** The jobs that read pages. PDFs are read as attachments are. */
export type PageJobs = WebJobs & {
  readPdfText(input: { bytes: Uint8Array }, context: JobContext<never>): Promise<{ text: string }>
}

/** Longer than any page needs that was written for readers. */
const readTimeoutMs = 15_000
const longestTitleChars = 300

/**
 * Turns a downloaded page into text, in a thread that ends when `signal` aborts.
 * @throws ParleyError PROVIDER_PROTOCOL it cannot be read; TIMEOUT
 */
export async function readPage(
  { url, mediaType, charset, bytes }: Extract<FetchedPage, { type: 'page' }>,
  { jobs, signal }: { jobs: JobRunner<PageJobs>; signal: AbortSignal },
): Promise<ReadPage> {
  const options = { signal, timeoutMs: readTimeoutMs }
  const { host } = url
  try {
    const isPdf = mediaType === 'application/pdf'
    const { title, text } = isPdf
      ? { title: null, ...(await jobs.run('readPdfText', { bytes }, options)) }
      : await jobs.run(
          'readPage',
          { bytes, isHtml: isHtml(mediaType, bytes), charset, url: url.href },
          options,
        )
    // Bytes that are no text, whatever their sender calls them.
    if (text.includes('\0')) throw toolRefusal(`${host} sent a file that is not text.`)
    const name = plainWords(title ?? '')
      .slice(0, longestTitleChars)
      .toWellFormed()
    return {
      url: url.href,
      title: name === '' ? null : name,
      text: text.slice(0, longestPageChars).toWellFormed(),
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ParleyError) {
      if (error.code === 'CANCELLED' || error.data?.['reason'] === 'tool-input') throw error
      if (error.code === 'TIMEOUT') throw failure('TIMEOUT', 'web', { host, timeoutMs: readTimeoutMs }, error)
    }
    throw failure('PROVIDER_PROTOCOL', 'web', { host }, error)
  }
}

function isHtml(mediaType: string, bytes: Uint8Array): boolean {
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return true
  const beginning = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return mediaType === '' && /^\s*<(?:!doctype html|html)/i.test(beginning)
}
