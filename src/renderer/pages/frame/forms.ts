// Forms of a page are never sent: the page only gets their events.
import { attribute, closest, dispatch, keyOf, lower, prevent, startOf, typeOf, uncurried } from './natives'

const canSubmit = uncurried(HTMLFormElement.prototype.reportValidity)
const find = uncurried(Element.prototype.querySelector)

/** A form that is about to be sent. */
interface Sent {
  form: HTMLFormElement
  button: Element | null
}

/** What would send a form, by the event that would. */
const sending = new WeakMap<Event, Sent>()
/** Events that the page has cancelled. */
const cancelled = new WeakSet<Event>()
const submitters = 'button:not([type=button],[type=reset]),input[type=submit],input[type=image]'

/**
 * A sandboxed form cannot be submitted: the browser would not even tell the page, and would keep its process alive. So
 * every event that would submit one is cancelled before the page can stop it, and the page gets a submit event instead.
 */
export function onSending(event: Event): void {
  const target = startOf(event)
  if (!(target instanceof Element)) return
  const sent = typeOf(event) === 'click' ? sentByClick(target) : sentByKey(event, target)
  if (sent === null) return
  prevent(event)
  sending.set(event, sent)
}

function sentByClick(target: Element): Sent | null {
  const button = closest(target, submitters)
  const form = button === null ? null : formOf(button)
  return form === null ? null : { form, button }
}

function sentByKey(event: Event, target: Element): Sent | null {
  if (!(target instanceof HTMLInputElement) || keyOf(event) !== 'Enter') return null
  const form = formOf(target)
  // With a button, the browser clicks it.
  return form === null || find(form, submitters) !== null ? null : { form, button: null }
}

/** Tells the page, unless it has cancelled the event. */
export function onSent(event: Event): void {
  const sent = sending.get(event)
  if (sent !== undefined && !cancelled.has(event)) submit(sent)
}

/** Checks the fields, unless the form or its button says otherwise, and tells the page. */
function submit({ form, button }: Sent): void {
  const isUnchecked =
    attribute(form, 'novalidate') !== null ||
    (button !== null && attribute(button, 'formnovalidate') !== null)
  if (!isUnchecked && !canSubmit(form)) return
  const options = { bubbles: true, cancelable: true, submitter: button as HTMLElement }
  const isSent = dispatch(form, new SubmitEvent('submit', options))
  // What closes a dialog leads nowhere.
  if (isSent && lower(attribute(form, 'method') ?? '') === 'dialog')
    (closest(form, 'dialog') as HTMLDialogElement | null)?.close((button as HTMLButtonElement | null)?.value)
}

/** The page has cancelled the event. */
export function isCancelled(event: Event): boolean {
  return cancelled.has(event)
}

/** Has what a page calls to send a form only tell the page. */
export function guardForms(): void {
  Event.prototype.preventDefault = function () {
    cancelled.add(this)
    prevent(this)
  }
  HTMLFormElement.prototype.submit = () => {}
  HTMLFormElement.prototype.requestSubmit = function (button = null) {
    submit({ form: this, button })
  }
}

function formOf(element: Element): HTMLFormElement | null {
  return (element as HTMLButtonElement).form
}
