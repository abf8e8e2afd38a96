import { type CSSProperties, useEffect, useRef, useState } from 'react'

import { t } from '../../../language/t'
import { action } from '../../../state/actions/action-list'
import { useShortcutKeys, useTitleWithKeys, useViewActions } from '../../../state/app/use-app'
import { keyHost } from '../../../keyboard/key-host'
import { ariaKeys } from '../../../keyboard/keys'
import { Button } from '../../../ui/controls/button'
import { drawWholeNow } from '../../../ui/viewport/measuring'
import { insertQuote, passageMarkdown } from './passage-markdown'
import styles from './selection-quote.module.css'

/** Between the selection and the button. */
const gapPx = 6
/** Between the button and the edge of the window; also roughly the size of the button. */
const roomPx = 48

const quotableTexts = '[data-slot="markdown"], [data-slot="user-words"]'

/**
 * Offers to quote the selected text of a message in the composer of its chat or pane. The key also quotes a focused
 * message.
 */
export function SelectionQuote() {
  const shortcutKeys = useShortcutKeys()
  const titleWithKeys = useTitleWithKeys()
  const { passage, place } = useSelectedPassage()
  const wanted = () => passage.current ?? selectedPassage() ?? focusedPassage()
  useViewActions(() => [
    action('quote', {
      disabledReason: () => (wanted() === null ? t('chat.quote.nothingSelected') : null),
      run: () => quote(wanted()),
    }),
  ])
  if (place === null) return null
  return (
    <div className={styles.place} style={place} data-slot="quote-selection">
      <Button
        className={styles.button}
        title={titleWithKeys(t('chat.quote.title'), 'quote')}
        aria-keyshortcuts={ariaKeys(shortcutKeys('quote'), keyHost)}
        // Pressing the button must not clear the selection.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => quote(passage.current)}
      >
        {t('chat.quote.quote')}
      </Button>
    </div>
  )
}

/** The selected passage, and where its button goes; the place is null while the user is still selecting. */
function useSelectedPassage() {
  const passage = useRef<SelectedPassage | null>(null)
  const [place, setPlace] = useState<CSSProperties | null>(null)
  useEffect(() => {
    let isPressed = false
    let frame: number | null = null
    const update = () => {
      frame = null
      // A dialog, such as the palette, removes the selection only while it is open.
      if (document.activeElement?.closest('dialog') != null) return
      passage.current = selectedPassage()
      setPlace(isPressed || passage.current === null ? null : placeAt(passage.current.range))
    }
    const updateSoon = () => {
      frame ??= requestAnimationFrame(update)
    }
    const onMove = () => {
      if (passage.current !== null) updateSoon()
    }
    const onPress = ({ target }: PointerEvent) => {
      isPressed = !(target instanceof Element && target.closest('[data-slot="quote-selection"]') !== null)
      updateSoon()
    }
    const onRelease = () => {
      isPressed = false
      updateSoon()
    }
    const listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener('selectionchange', updateSoon, { signal })
    document.addEventListener('pointerdown', onPress, { signal, capture: true })
    for (const end of ['pointerup', 'pointercancel'] as const) {
      document.addEventListener(end, onRelease, { signal, capture: true })
    }
    document.addEventListener('scroll', onMove, { signal, capture: true, passive: true })
    window.addEventListener('resize', onMove, { signal })
    return () => {
      listeners.abort()
      if (frame !== null) cancelAnimationFrame(frame)
    }
  }, [])
  return { passage, place }
}

/** Below the end of the selection, or above it at the bottom of the window; null if the end is out of view. */
function placeAt(range: Range): CSSProperties | null {
  const end = [...range.getClientRects()].findLast(({ width }) => width > 0)
  if (end === undefined || !isInView(end, range)) return null
  const left = Math.min(Math.max(end.right, roomPx), innerWidth - roomPx)
  return end.bottom + roomPx < innerHeight
    ? { left, top: end.bottom + gapPx }
    : { left, bottom: innerHeight - end.top + gapPx }
}

/** True if the passage is visible in the window and in everything that scrolls around it. */
function isInView(end: DOMRect, range: Range): boolean {
  let [top, bottom] = [0, innerHeight]
  for (let around = elementOf(range.commonAncestorContainer); around; around = around.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(around).overflowY)) continue
    const box = around.getBoundingClientRect()
    top = Math.max(top, box.top)
    bottom = Math.min(bottom, box.bottom)
  }
  return end.bottom >= top && end.top <= bottom
}

/** Inserts the passage into the composer. */
function quote(passage: SelectedPassage | null): void {
  const markdown = passage?.markdown() ?? ''
  if (passage !== null && markdown !== '') insertQuote(passage.field, markdown)
}

/** Text of one message that is selected, and the composer that a quote of it belongs in. */
interface SelectedPassage {
  range: Range
  markdown: () => string
  field: HTMLTextAreaElement
}

/**
 * The selected text of a message; null if there is none, or of several messages. A selection that was dragged beyond the
 * message also contains what is around it, such as the names of buttons.
 */
function selectedPassage(): SelectedPassage | null {
  const selection = document.getSelection()
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return null
  const range = selection.getRangeAt(0)
  const within = elementOf(range.commonAncestorContainer)
  const inside = within?.closest('[data-message-id]')
  let found: SelectedPassage | null = null
  for (const message of inside == null ? (within?.querySelectorAll('[data-message-id]') ?? []) : [inside]) {
    const passage = range.intersectsNode(message) ? passageOf(message, range, () => true) : null
    if (passage !== null && found !== null) return null
    found ??= passage
  }
  return found
}

/** The focused message without its reasoning; null if none is focused. */
function focusedPassage(): SelectedPassage | null {
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
  const roots = [...message.querySelectorAll(quotableTexts)].filter(
    (root) => isMeant(root) && range.intersectsNode(root) && hasText(range, root),
  )
  const [first] = roots
  const last = roots.at(-1)
  if (field === null || first === undefined || last === undefined) return null
  const part = range.cloneRange()
  if (!message.contains(range.startContainer)) part.setStartBefore(first)
  if (!message.contains(range.endContainer)) part.setEndAfter(last)
  const markdown = () => {
    drawWholeNow(message)
    return roots
      .map((root) => passageMarkdown(part, root))
      .filter((text) => text !== '')
      .join('\n\n')
  }
  return { range: part, markdown, field }
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement
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
