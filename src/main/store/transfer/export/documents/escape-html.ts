import { lookupTable } from '../../../../../shared/lookup-table'

const escapes = lookupTable({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
})

/** `text` as HTML that shows exactly it, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (character) => escapes.get(character) ?? '')
}

/** The same for text of Markdown, in which references such as `&copy;` stand for characters. */
export function escapeMarkdownText(text: string): string {
  return withoutControls(text).replace(
    /[<>"']|&(?!#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]{1,31};)/g,
    (character) => escapes.get(character) ?? '',
  )
}

/** HTML has no way to write these; a lone surrogate has none in UTF-8 either. */
function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd')
}
