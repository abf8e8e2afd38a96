import { lookupTable } from '../../../../../shared/lookup-table'

const escapes = lookupTable({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
})

/** `text` as HTML that shows it literally, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (character) => escapes.get(character) ?? '')
}

/** The same for Markdown text, in which references such as `&copy;` denote characters. */
export function escapeMarkdownText(text: string): string {
  return withoutControls(text).replace(
    /[<>"']|&(?!#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]{1,31};)/g,
    (character) => escapes.get(character) ?? '',
  )
}

/** HTML cannot represent these, nor can UTF-8 represent a lone surrogate. */
function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- it removes control characters
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd')
}
