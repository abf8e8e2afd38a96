import type { MessageId } from '../../../../shared/ids'
import { drawWholeNow } from '../../../ui/viewport/measuring'
import { messageElement, revealBox } from '../../message-navigation/message-elements'

/** Words of an answer, in its Markdown. */
export interface Passage {
  messageId: MessageId
  words: string
  /** The sentence around the words and its part before them, where the words may also be elsewhere in the answer. */
  within?: { sentence: string; lead: string }
}

const highlight = 'passage'

/**
 * Highlights passages where the panes show them, instead of earlier ones, and scrolls each pane to its own. If the words
 * cannot be found, the start of the answer is shown. Returns whether the layout shows any of the answers.
 */
export function showPassages(passages: readonly Passage[]): boolean {
  clearPassages()
  const ranges: Range[] = []
  let isAnyShown = false
  for (const passage of passages) {
    const { messageId } = passage
    const row = messageElement(document.body, messageId)
    if (row === null) continue
    isAnyShown ||= row.closest('[data-thumb]') === null
    // The words may be in a part of a long answer that is not drawn yet.
    drawWholeNow(row)
    const range = passageRange(row, passage)
    if (range !== null) ranges.push(range)
    revealBox(row, (range ?? row).getBoundingClientRect())
  }
  if (ranges.length > 0) CSS.highlights.set(highlight, new Highlight(...ranges))
  return isAnyShown
}

/** Removes the highlights. */
export function clearPassages(): void {
  CSS.highlights.delete(highlight)
}

/** Maps the letters and digits of the words to the drawn answer; invisible characters differ between the two. */
function passageRange(row: HTMLElement, { words: markdown, within }: Passage): Range | null {
  const wanted = lettersOf(markdown)
  if (wanted === '') return null
  const places: { node: Text; offset: number }[] = []
  let letters = ''
  for (const words of row.querySelectorAll('[data-slot="markdown"]')) {
    const walker = document.createTreeWalker(words, NodeFilter.SHOW_TEXT)
    while (walker.nextNode() !== null) {
      const node = walker.currentNode as Text
      if (node.parentElement?.closest('[data-slot="markdown-code-head"]') != null) continue
      for (let offset = 0; offset < node.data.length; offset += 1) {
        const letter = withoutMarks(node.data[offset] ?? '')
        letters += letter
        for (let count = 0; count < letter.length; count += 1) places.push({ node, offset })
      }
    }
  }
  const sentenceAt = within === undefined ? -1 : letters.indexOf(lettersOf(within.sentence))
  const at =
    within === undefined || sentenceAt === -1
      ? letters.indexOf(wanted)
      : nearestPlace(letters, wanted, (place) => Math.abs(place - sentenceAt - lettersOf(within.lead).length))
  const [first, last] = [places[at], places[at + wanted.length - 1]]
  if (at === -1 || first === undefined || last === undefined) return null
  const range = document.createRange()
  range.setStart(first.node, first.offset)
  range.setEnd(last.node, last.offset + 1)
  return range
}

/** The occurrence of `words` in `text` with the least distance; -1 if there is none. */
export function nearestPlace(text: string, words: string, distanceOf: (place: number) => number): number {
  let nearest = -1
  let least = Infinity
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const distance = distanceOf(at)
    // They only become more distant from here.
    if (distance > least) break
    nearest = at
    least = distance
  }
  return nearest
}

/** The letters and digits of words in Markdown, without the addresses of its links. */
export function lettersOf(markdown: string): string {
  return withoutMarks(markdown.replaceAll(/\]\([^)\s]*\)/g, ''))
}

/** Without white space, punctuation and symbols; half a surrogate pair counts as a letter. */
function withoutMarks(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\uD800-\uDFFF]/gu, '').toLowerCase()
}
