import { useEffect, useEffectEvent, useRef } from 'react'

import type { MessageId } from '../../../shared/ids'
import { measureNow } from '../../ui/viewport/measuring'
import type { ReadingStart } from '../../state/conversations/conversation'
import type { ErrorData } from '../../../shared/errors'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import type { FoundWords } from '../../state/search/found-words'
import { useConversation } from '../../state/app/use-app'

const attribute = 'data-pointed-out'
/** Minimum distance of the target from the edge of the view. */
const marginPx = 16

/** The element of a message in `column`; null when it is not rendered. */
export function messageElement(column: Element, messageId: MessageId): HTMLElement | null {
  return column.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(messageId)}"]`)
}

/** Focuses the message and flashes it once. */
export function highlightMessage(row: HTMLElement): void {
  focusRow(row)
  flashMessage(row)
}

/** Focuses the message without scrolling. */
export function focusRow(row: HTMLElement): void {
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.addEventListener('blur', () => row.removeAttribute('tabindex'), { once: true })
}

/** Expands the message's reasoning if it is collapsed. Returns whether it was; it renders a moment later. */
export function expandReasoning(row: HTMLElement): boolean {
  const folds = row.querySelectorAll<HTMLElement>(
    '[data-slot="reasoning"] > [data-slot="fold"][aria-expanded="false"]',
  )
  for (const fold of folds) fold.click()
  return folds.length > 0
}

/** Scrolls to the last of these calls that is drawn, if it is out of view. */
export function showCall(row: HTMLElement, toolCallIds: readonly string[]): void {
  const calls = toolCallIds.map((id) => row.querySelector(`[data-calls~="${CSS.escape(id)}"]`))
  const call = calls.findLast((drawn) => drawn !== null)
  if (call != null) revealBox(row, call.getBoundingClientRect())
}

/** Expands these calls, as far as they are drawn. Returns whether one was collapsed; it renders a moment later. */
export function expandCalls(row: HTMLElement, toolCallIds: readonly string[]): boolean {
  const collapsed = toolCallIds.flatMap((id) => {
    const call = `[data-calls~="${CSS.escape(id)}"]`
    const heads = [`${call} > * > [data-slot="tool-head"]`, `${call} > [data-slot="fold"]`]
    return [...row.querySelectorAll<HTMLElement>(`:is(${heads.join()})[aria-expanded="false"]`)]
  })
  for (const head of collapsed) head.click()
  return collapsed.length > 0
}

/** Flashes the message once. */
export function flashMessage(row: HTMLElement): void {
  row.setAttribute(attribute, '')
  row.addEventListener('animationend', () => row.removeAttribute(attribute), { once: true })
}

/** Dispatched on messages that have been scrolled to a place on request: they must stay there. */
export const placeShownEvent = 'parley:place-shown'

/** Marks messages that are kept at the start of the latest answer: the user has not chosen a place in them. */
export const restsAttribute = 'data-rests'

function scrollMessages(scroller: Element, byPx: number): void {
  scroller.scrollTop += byPx
  scroller.dispatchEvent(new Event(placeShownEvent))
}

/** Shows the box like `showBox`, but scrolls only if it is out of view. */
export function revealBox(element: Element, box: DOMRect): void {
  const scroller = element.closest('[data-slot="follow-scroll"]')
  if (scroller === null) return
  if (isInView(element, box)) scrollMessages(scroller, 0)
  else showBox(element, box)
}

/**
 * Scrolls the messages around `element` so that the box, at its current position, is in the middle of the view, or
 * starts in its upper part if it is larger than the view.
 */
export function showBox(element: Element, box: DOMRect): void {
  const scroller = element.closest('[data-slot="follow-scroll"]')
  if (scroller === null) return
  const view = scroller.getBoundingClientRect()
  const wishedTop =
    box.height < view.height ? view.top + (view.height - box.height) / 2 : view.top + view.height / 8
  scrollMessages(scroller, box.top - wishedTop)
}

/** Scrolls just far enough to show the whole message, or its start if it is larger than the view. */
export function revealRow(row: HTMLElement): void {
  const scroller = row.closest('[data-slot="follow-scroll"]')
  if (scroller === null) return
  measureNow()
  const view = scroller.getBoundingClientRect()
  const box = row.getBoundingClientRect()
  const [top, bottom] = [view.top + marginPx, view.bottom - marginPx]
  if (box.top < top || box.height > bottom - top) scrollMessages(scroller, box.top - top)
  else scrollMessages(scroller, Math.max(0, box.bottom - bottom))
}

/** Scrolls this element to the upper part of the view, so that what follows can be read. */
export function showTop(element: Element): void {
  const scroller = element.closest('[data-slot="follow-scroll"]')
  if (scroller === null) return
  measureNow()
  const view = scroller.getBoundingClientRect()
  scrollMessages(scroller, element.getBoundingClientRect().top - (view.top + view.height / 8))
}

/** Scrolls so that this element starts `topPx` below the top of the view. */
export function putTopAt(element: Element, topPx: number): void {
  const scroller = element.closest('[data-slot="follow-scroll"]')
  if (scroller === null) return
  measureNow()
  const { top } = scroller.getBoundingClientRect()
  scrollMessages(scroller, element.getBoundingClientRect().top - top - topPx)
}

/** True if the whole box is visible among the messages around `element`. */
function isInView(element: Element, box: DOMRect): boolean {
  const view = element.closest('[data-slot="follow-scroll"]')?.getBoundingClientRect()
  return view !== undefined && box.top >= view.top && box.bottom <= view.bottom
}

const selector = '[data-slot="markdown"] :is(h1, h2, h3, h4, h5, h6)'

/** The rendered headings of an answer, from the top, without those in reasoning. */
export function headingsIn(row: Element): Element[] {
  return [...row.querySelectorAll(selector)].filter(
    (heading) => heading.closest('[data-slot="reasoning"]') === null,
  )
}

/** The heading for an outline entry; null when the answer no longer has it. */
export function headingOf(
  row: Element,
  { heading: text, repetition }: Extract<ReadingStart, { heading: string }>,
): Element | null {
  const wanted = text.replace(/…$/, '')
  const found = headingsIn(row).filter((heading) => {
    const own = (heading.textContent ?? '').replace(/\s+/g, ' ').trim()
    return own === text || (wanted !== text && own.startsWith(wanted))
  })
  return found[repetition] ?? found.at(-1) ?? null
}

/** A message named by the address; a new object for each navigation. */
export interface NamedMessage {
  messageId?: MessageId | undefined
  found?: FoundWords | undefined
}

interface NamedMessageOptions {
  /** Receives the error when it cannot be shown. */
  onRefused: (error: ErrorData) => void
  /** The user went to the end of the chat, so the message is no longer shown. */
  onLeft: () => void
}

/** Scrolls to the message in the address on each navigation, until the user goes to the end. */
export function useNamedMessage(
  conversation: ConversationStore,
  named: NamedMessage,
  options: NamedMessageOptions,
): void {
  const newestCalls = useConversation(conversation, (state) => state.newestCalls)
  const known = useRef(newestCalls)
  const refused = useEffectEvent(options.onRefused)
  const left = useEffectEvent(() => {
    if (named.messageId !== undefined) options.onLeft()
  })
  useEffect(() => {
    const { messageId, found } = named
    if (messageId === undefined) return
    const show = async () => {
      const error = await conversation.pages.show(messageId, {
        isHighlighted: true,
        mayLeavePath: true,
        found,
      })
      if (error !== null) refused(error)
    }
    void show()
  }, [conversation, named])
  useEffect(() => {
    if (known.current === newestCalls) return
    known.current = newestCalls
    left()
  }, [newestCalls])
}
