import { setImmediate } from 'node:timers/promises'

import { failure } from '../../../shared/failures/failure'
import { attachmentLimits } from '../../../shared/sessions/attachments'

/** The readable content of a PDF. */
export interface PdfText {
  pageCount: number
  /** Page by page; empty when there is none, as in a scanned document. */
  text: string
}

/**
 * Extracts the text of a PDF up to limits on pages and characters; if it is cut, its end says so. Runs nothing in it,
 * and reads nothing but its bytes.
 * @throws INVALID_INPUT it is encrypted, or not a readable PDF
 */
export async function readPdf(bytes: Uint8Array, signal: AbortSignal): Promise<PdfText> {
  const { getDocument } = await import('unpdf/pdfjs')
  const task = getDocument({
    data: bytes,
    verbosity: 0,
    useWasm: false,
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
  })
  try {
    const document = await task.promise
    const pageCount = document.numPages
    const pages: string[] = []
    let charCount = 0
    const lastPage = Math.min(pageCount, attachmentLimits.pdfPages)
    for (let number = 1; number <= lastPage && charCount < attachmentLimits.textChars; number += 1) {
      // Lets the thread receive a cancellation.
      await setImmediate()
      signal.throwIfAborted()
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const text = items
        .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
        .join('')
        .trim()
      page.cleanup()
      pages.push(text)
      charCount += text.length
    }
    return { pageCount, text: joined(pages, pageCount) }
  } catch (error) {
    signal.throwIfAborted()
    throw pdfFailure(error)
  } finally {
    await task.destroy()
  }
}

function joined(pages: readonly string[], pageCount: number): string {
  if (pages.every((text) => text === '')) return ''
  const whole = pages.map((text, index) => `[Page ${index + 1}]\n${text}`).join('\n\n')
  const isCut = pages.length < pageCount || whole.length > attachmentLimits.textChars
  const text = whole.slice(0, attachmentLimits.textChars).toWellFormed()
  return isCut ? `${text}\n\n[The rest of this ${pageCount}-page PDF was omitted.]` : text
}

function pdfFailure(error: unknown): Error {
  if (error instanceof Error && error.name === 'PasswordException') {
    return failure('INVALID_INPUT', 'locked-pdf', { field: 'uploadId' }, error)
  }
  return failure('INVALID_INPUT', 'damaged-pdf', { field: 'uploadId' }, error)
}
