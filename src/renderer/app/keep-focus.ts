import { focusComposer } from '../keyboard/focus-targets'
import { elementAt, type ElementPath, pathTo } from './element-path'

/** What has the focus, to be found again where all was built anew. */
export interface Place {
  path: ElementPath
  tagName: string
  /** What is marked in it, or where the caret is; null where no text is written. */
  marked: { from: number; to: number; direction: TextField['selectionDirection'] } | null
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/** The place of what has the focus; null when nothing has it. */
export function focusedPlace(): Place | null {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return null
  return { path: pathTo(focused), tagName: focused.tagName, marked: markedIn(focused) }
}

/**
 * Gives the focus to what stands there now: the same in other words, where all was built anew. Where something else
 * stands there, it is given to where a message is written, rather than to what nobody chose.
 */
export function focusPlace({ path, tagName, marked }: Place): void {
  const element = elementAt(path)
  if (element instanceof HTMLElement && element.tagName === tagName) {
    element.focus({ preventScroll: true })
    if (marked !== null && isTextField(element) && element.selectionStart !== null) {
      element.setSelectionRange(marked.from, marked.to, marked.direction ?? 'none')
    }
  }
  if (document.activeElement === document.body) focusComposer()
}

function markedIn(element: Element): Place['marked'] {
  if (!isTextField(element)) return null
  const { selectionStart: from, selectionEnd: to, selectionDirection: direction } = element
  return from === null || to === null ? null : { from, to, direction }
}

function isTextField(element: Element): element is TextField {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}
