import type { ExportFormat } from '../state/exports'

/** The forms in which chats can be had, as people choose among them. */
export const exportFormats: readonly (readonly [value: ExportFormat, name: string])[] = [
  ['json', 'JSON'],
  ['markdown', 'Markdown'],
  ['html', 'Web page'],
]

export const formatHints: Readonly<Record<ExportFormat, string>> = {
  json: 'Everything, with every branch. Parley can take it in again.',
  markdown: 'The branch that is shown, as text.',
  html: 'The branch that is shown, as a page that opens anywhere, also offline.',
}
