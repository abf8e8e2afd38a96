import { passageMarkdown } from './passage-markdown'

/** Text of one message that is selected, and the composer that a quote of it belongs in. */
export interface SelectedPassage {
  range: Range
  markdown: () => string
  field: HTMLTextAreaElement
}

const texts = '[data-slot="markdown"], [data-slot="user-words"]'

/** The selected text of a message; null if the selection is empty, or is not within one message. */
export function selectedPassage(): SelectedPassage | null {
  const selection = document.getSelection()
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return null
  const range = selection.getRangeAt(0)
  const message = elementOf(range.startContainer)?.closest('[data-message-id]')
  if (message == null || !isWithin(range, message)) return null
  return passageOf(message, range, () => true)
}

/** The focused message without its reasoning; null if none is focused. */
export function focusedPassage(): SelectedPassage | null {
  const message = document.activeElement?.closest('[data-message-id]')
  if (message == null) return null
  const range = document.createRange()
  range.selectNodeContents(message)
  return passageOf(message, range, (text) => text.closest('[data-slot="reasoning"]') === null)
}

function passageOf(
  message: Element,
  range: Range,
  isMeant: (text: Element) => boolean,
): SelectedPassage | null {
  const field = composerFor(message)
  const roots = [...message.querySelectorAll(texts)].filter(
    (root) => isMeant(root) && range.intersectsNode(root) && hasText(range, root),
  )
  if (field === null || roots.length === 0) return null
  const markdown = () =>
    roots
      .map((root) => passageMarkdown(range, root))
      .filter((text) => text !== '')
      .join('\n\n')
  return { range, markdown, field }
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement
}

/** A selected paragraph often ends at the start of what follows it, which adds no text. */
function isWithin(range: Range, message: Element): boolean {
  if (message.contains(range.endContainer)) return true
  const inside = range.cloneRange()
  inside.setEnd(message, message.childNodes.length)
  return range.toString().trim() === inside.toString().trim()
}

function hasText(range: Range, root: Element): boolean {
  const part = range.cloneRange()
  if (!root.contains(part.startContainer)) part.setStart(root, 0)
  if (!root.contains(part.endContainer)) part.setEnd(root, root.childNodes.length)
  return part.toString().trim() !== ''
}

/** The composer of the pane, otherwise that of the view; null behind a dialog. */
function composerFor(message: Element): HTMLTextAreaElement | null {
  if (message.closest('dialog') !== null) return null
  const pane = message.closest('[data-thumb]') === null ? message.closest('[data-slot="pane"]') : null
  return (
    pane?.querySelector<HTMLTextAreaElement>('[data-slot="composer-text"]') ??
    document.querySelector<HTMLTextAreaElement>('[data-look="column"] textarea, [data-look="wide"] textarea')
  )
}
