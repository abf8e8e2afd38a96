import type { JobContext, Jobs } from '../../base/threads/job'
import type { InspectedFile } from './inspect-file'
import type { PdfText } from './pdf-text'

const looking = () => import('./inspect-file')

/** Work on attached files outside the main thread. The libraries are loaded by the thread that needs them. */
export const attachmentJobs = {
  /** Loads everything, so that the next inspection starts at once. */
  async prepareInspection(_input: null): Promise<null> {
    await looking()
    return null
  },
  /** @throws INVALID_INPUT, STORE_FULL */
  async inspectFile(input: { path: string }, { signal }: JobContext<never>): Promise<InspectedFile> {
    const { inspectFile } = await looking()
    return inspectFile(input.path, signal)
  },
} satisfies Jobs

export type AttachmentJobs = typeof attachmentJobs

/** Reading of PDFs that are not attached, such as those that a tool downloads. */
export const pdfJobs = {
  /** @throws INVALID_INPUT it is encrypted, or not a readable PDF */
  async readPdfText({ bytes }: { bytes: Uint8Array }, { signal }: JobContext<never>): Promise<PdfText> {
    const { readPdf } = await import('./pdf-text')
    return readPdf(bytes, signal)
  },
} satisfies Jobs
