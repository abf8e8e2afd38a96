import type { FoundWords } from '../../state/search/found-words'
import { isInView, showBox, unfoldReasoning } from './point-out'
import { wordRanges } from './word-ranges'

const marked = 'found-words'
/** Set on a message with highlighted matches, which are easier to see than a frame around the whole message. */
const attribute = 'data-found'

/**
 * Highlights the matches in a message and scrolls to them, because a message may be much longer than the view. Returns a
 * function that removes the highlights.
 */
export function showWords(row: HTMLElement, { passage, words }: FoundWords): () => void {
  let frame: number | null = null
  const show = (mayUnfold: boolean) => {
    frame = null
    const ranges = wordRanges(row, words)
    const [place = ranges[0]] = wordRanges(row, [passage])
    if (place === undefined) {
      if (mayUnfold && unfoldReasoning(row)) frame = requestAnimationFrame(() => show(false))
      return
    }
    CSS.highlights.set(marked, new Highlight(...ranges))
    row.setAttribute(attribute, '')
    const box = place.getBoundingClientRect()
    if (!isInView(row, box)) showBox(row, box)
  }
  show(true)
  return () => {
    if (frame !== null) cancelAnimationFrame(frame)
    CSS.highlights.delete(marked)
    row.removeAttribute(attribute)
  }
}
