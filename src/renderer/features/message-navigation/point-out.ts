import type { MessageId } from '../../../shared/ids'

const attribute = 'data-pointed-out'
/** What is revealed keeps this far from the edge of the view. */
const marginPx = 16

/** The message as it stands in `column`; null when it is not there. */
export function rowOf(column: Element, messageId: MessageId): HTMLElement | null {
  return column.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(messageId)}"]`)
}

/** Leads the keyboard to the message, and the eye: it lights up once. */
export function pointOut(row: HTMLElement): void {
  focusRow(row)
  lightUp(row)
}

/** Leads the keyboard to the message, wherever it stands. */
export function focusRow(row: HTMLElement): void {
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.addEventListener('blur', () => row.removeAttribute('tabindex'), { once: true })
}

/** Opens the thinking in the message, where it is folded away. Answers whether it was; it is drawn a moment later. */
export function unfoldReasoning(row: HTMLElement): boolean {
  const folds = row.querySelectorAll<HTMLElement>(
    '[data-slot="reasoning"] > [data-slot="fold"][aria-expanded="false"]',
  )
  for (const fold of folds) fold.click()
  return folds.length > 0
}

/** Lights the message up once. */
export function lightUp(row: HTMLElement): void {
  row.setAttribute(attribute, '')
  row.addEventListener('animationend', () => row.removeAttribute(attribute), { once: true })
}

/**
 * Scrolls the messages around `element` so that the box, as it stands now, is in the middle of the view, or begins in
 * its upper part when it is larger than that.
 */
export function showBox(element: Element, box: DOMRect): void {
  const scroller = element.closest('[data-slot="follow-scroll"]')
  if (scroller === null) return
  const view = scroller.getBoundingClientRect()
  const wishedTop =
    box.height < view.height ? view.top + (view.height - box.height) / 2 : view.top + view.height / 8
  scroller.scrollTop += box.top - wishedTop
}

/** Scrolls no farther than it takes to see the message: all of it, or its beginning where it is too large for that. */
export function revealRow(row: HTMLElement): void {
  const scroller = row.closest('[data-slot="follow-scroll"]')
  if (scroller === null) return
  const view = scroller.getBoundingClientRect()
  const box = row.getBoundingClientRect()
  const [top, bottom] = [view.top + marginPx, view.bottom - marginPx]
  if (box.top < top || box.height > bottom - top) scroller.scrollTop += box.top - top
  else if (box.bottom > bottom) scroller.scrollTop += box.bottom - bottom
}

/** Scrolls so that what follows this element can be read: it stands in the upper part of the view. */
export function showTop(element: Element): void {
  const scroller = element.closest('[data-slot="follow-scroll"]')
  if (scroller === null) return
  const view = scroller.getBoundingClientRect()
  scroller.scrollTop += element.getBoundingClientRect().top - (view.top + view.height / 8)
}

/** Scrolls so that this element begins `topPx` below the top of the view. */
export function putTopAt(element: Element, topPx: number): void {
  const scroller = element.closest('[data-slot="follow-scroll"]')
  if (scroller === null) return
  scroller.scrollTop += element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - topPx
}

/** Whether the whole box can be seen among the messages around `element`. */
export function isInView(element: Element, box: DOMRect): boolean {
  const view = element.closest('[data-slot="follow-scroll"]')?.getBoundingClientRect()
  return view !== undefined && box.top >= view.top && box.bottom <= view.bottom
}
