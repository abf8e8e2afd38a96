/** What a press can trigger. */
const controls = 'button, a, input, label, summary, [role], [tabindex]'

interface Pressed {
  control: Element | null
  name: string
}

/**
 * Drops the rest of a double click, and the repeats of an Enter key that is held down, if the first press has put another
 * control in that place or moved the focus: nobody meant that one. `window` is where presses arrive first.
 */
export function ignoreStrayPresses(window: EventTarget): void {
  let clicked = pressedAt(null)
  let entered = pressedAt(null)
  window.addEventListener(
    'click',
    (event) => {
      const now = pressedAt(event.target)
      if ('detail' in event && Number(event.detail) > 1 && !isSame(clicked, now)) drop(event)
      else clicked = now
    },
    { capture: true },
  )
  window.addEventListener(
    'keydown',
    (event) => {
      if (!('key' in event) || event.key !== 'Enter') return
      const now = pressedAt(event.target)
      if ('repeat' in event && event.repeat === true && !isSame(entered, now)) drop(event)
      else entered = now
    },
    { capture: true },
  )
}

function pressedAt(target: EventTarget | null): Pressed {
  const pressed = isElement(target) ? target.closest(controls) : null
  // A press on a label is one on what it names, and arrives there too.
  const control = pressed !== null && 'control' in pressed ? (pressed as HTMLLabelElement).control : pressed
  return { control, name: control?.ariaLabel ?? control?.textContent ?? '' }
}

/** An arrow that steps through versions may be drawn anew at each step, and still be the same for the user. */
function isSame(first: Pressed, now: Pressed): boolean {
  if (first.control === now.control) return true
  return first.control?.isConnected === false && now.control !== null && first.name === now.name
}

function isElement(target: EventTarget | null): target is Element {
  return target !== null && 'closest' in target
}

function drop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
