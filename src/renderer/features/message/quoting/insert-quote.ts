import { quoted } from './passage-markdown'

/** Inserts Markdown as a quote into a composer's field, below the existing text, with the caret after it. */
export function insertQuote(field: HTMLTextAreaElement, markdown: string): void {
  const before = field.value.trimEnd()
  field.focus()
  field.setSelectionRange(before.length, field.value.length)
  // The browser's undo can revert this, as if it had been typed. It could not if the value were set.
  document.execCommand('insertText', false, `${before === '' ? '' : '\n\n'}${quoted(markdown)}\n\n`)
  field.scrollTop = field.scrollHeight
}
