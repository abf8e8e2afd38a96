import type { BlockKind } from '../../../../shared/differences/differences'
import { hideBars, showBars } from '../../../../shared/markdown/table-bars'
import { lettersOf, nearestPlace } from '../answers/show-passages'
import { plainText } from '../../../markdown/source/plain-text'

/** A statement as text, without the marks of its Markdown: a sentence, or a row of a table. */
export function statementText(block: BlockKind, markdown: string): string {
  const source = markdown.trim()
  return block === 'table' ? cellsOf(source).map(plainText).join(' · ') : plainText(source)
}

/** A bar may be escaped in a cell. */
function cellsOf(row: string): string[] {
  return hideBars(row, 0)
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) =>
      showBars(cell)
        .trim()
        .replaceAll(String.raw`\|`, '|'),
    )
    .filter((cell) => cell !== '')
}

/**
 * The words of a conflict within their sentence, as text; all of it if they are not found in it. `lead` is the part of the
 * sentence before them.
 */
export function valueInSentence(
  sentence: string,
  value: string,
  lead: string,
): { before: string; value: string; after: string } {
  const text = statementText(sentence.trimStart().startsWith('|') ? 'table' : 'paragraph', sentence)
  const words = plainText(value.trim().replaceAll(/^[*_`]+|[*_`]+$/g, ''))
  const leading = lettersOf(lead).length
  const at =
    words === ''
      ? -1
      : nearestPlace(text, words, (place) => Math.abs(lettersOf(text.slice(0, place)).length - leading))
  if (at === -1) return { before: '', value: text, after: '' }
  return { before: text.slice(0, at), value: words, after: text.slice(at + words.length) }
}
