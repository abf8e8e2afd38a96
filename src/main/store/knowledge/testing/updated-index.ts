import { join } from 'node:path'

import type { JobContext } from '../../../base/threads/job'
import type { KnowledgeProgress } from '../../../../shared/knowledge/knowledge'
import { type PdfAnswer, type PdfQuestion, type SourcePlace, updateIndex } from '../update-index'

/** Updates an index in this thread; `signal` stops it, `pdfText` answers for PDFs. */
export function updatedIndex(
  folder: string,
  sources: readonly SourcePlace[],
  options: {
    excluded?: readonly string[]
    signal?: AbortSignal
    pdfText?: (question: PdfQuestion) => PdfAnswer
    onReport?: (progress: KnowledgeProgress) => void
  } = {},
) {
  const { excluded = [], signal = new AbortController().signal, pdfText = () => null } = options
  const context: JobContext<KnowledgeProgress, PdfQuestion, PdfAnswer> = {
    signal,
    report: (progress) => options.onReport?.(progress),
    ask: (question) => Promise.resolve(pdfText(question)),
  }
  return updateIndex({ file: indexIn(folder), sources, excluded }, context)
}

/** The file of that index. */
export function indexIn(folder: string): string {
  return join(folder, 'index', 'project.db')
}
