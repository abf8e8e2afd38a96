import type { FoundWords } from '../../state/search/found-words'
import { isInView, showBox, unfoldReasoning } from './point-out'
import { wordRanges } from './word-ranges'

const marked = 'found-words'
/** On a message whose words are marked: they lead the eye better than a frame around all of it. */
const attribute = 'data-found'

/**
 * Marks what was found in a message, and scrolls to it: a message may be much longer than the view. The returned
 * function takes the marks away.
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
