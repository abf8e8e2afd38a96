import { useLayoutEffect, useRef, type RefObject } from 'react'

/** The browser takes too long to remember changes of longer texts. */
const maxUndoableChars = 200_000

/**
 * Shows `text` in an uncontrolled field. What the app changes, such as a text that was sent, completed or recalled, can
 * be undone like typing, because assigning a value would make the browser forget all changes. Another `place` has
 * another text, which no undo brings here. Returns whether the app is changing the field right now.
 */
export function useFieldText(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  place: string,
): () => boolean {
  const isChanging = useRef(false)
  const shownPlace = useRef(place)
  useLayoutEffect(() => {
    const element = field.current
    const isSamePlace = shownPlace.current === place
    shownPlace.current = place
    if (element === null || element.value === text) return
    isChanging.current = true
    try {
      if (!isSamePlace || !changeUndoably(element, text)) element.value = text
    } finally {
      isChanging.current = false
    }
  })
  return () => isChanging.current
}

/** Replaces what differs as if it had been typed. Returns false if that is not possible here. */
function changeUndoably(element: HTMLTextAreaElement, text: string): boolean {
  const { value } = element
  if (value.length + text.length > maxUndoableChars) return false
  const focused = document.activeElement
  // A button of the composer may have been pressed, and disappeared; the focus of anything else is left alone.
  const composer = element.closest('[data-slot="composer"]')
  const isFree = focused === null || focused === document.body
  if (focused !== element && !isFree && composer?.contains(focused) !== true) return false
  const start = commonStart(value, text)
  const rest = commonStart(reversed(value.slice(start)), reversed(text.slice(start)))
  const inserted = text.slice(start, text.length - rest)
  if (focused !== element) element.focus({ preventScroll: true })
  element.setSelectionRange(start, value.length - rest)
  // Deprecated, but the only way to change a text so that the browser can undo it.
  if (inserted === '') document.execCommand('delete')
  else document.execCommand('insertText', false, inserted)
  if (isFree) element.blur()
  else if (focused !== element && focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return element.value === text
}

/** How many units two texts have in common at their beginning. */
function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length += 1
  return length
}

function reversed(text: string): string {
  return text.split('').toReversed().join('')
}
