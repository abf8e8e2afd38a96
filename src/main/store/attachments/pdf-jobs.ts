import type { JobContext, Jobs } from '../../base/threads/job'
import type { PdfText } from './pdf-text'

/** Reading of PDFs that are not attached, such as those that a tool downloads. */
export const pdfJobs = {
  /** @throws INVALID_INPUT it is encrypted, or not a readable PDF */
  async readPdfText({ bytes }: { bytes: Uint8Array }, { signal }: JobContext<never>): Promise<PdfText> {
    const { readPdf } = await import('./pdf-text')
    return readPdf(bytes, signal)
  },
} satisfies Jobs
