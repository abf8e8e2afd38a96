/** The target of a press. */
const controls = 'button, a, input, select, textarea, label, summary, [role], [tabindex]'

interface Pressed {
  control: Element | null
  name: string
}

/**
 * Ignores the second click of a double click, and the repeats of a held Enter key, when the first press has put another
 * control in that place or moved the focus: nobody meant that one. `window` is where presses arrive first.
 */
export function ignoreStrayPresses(window: EventTarget): void {
  let clicked = pressedAt(null)
  let entered = pressedAt(null)
  window.addEventListener(
    'click',
    (event) => {
      // Neither the keyboard nor a script clicks twice in one place.
      if (!('detail' in event) || event.detail === 0) return
      const now = pressedAt(event.target)
      if (Number(event.detail) > 1 && !isSame(clicked, now)) drop(event)
      clicked = now
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
  // Clicking a label also clicks its control.
  const control = pressed !== null && 'control' in pressed ? (pressed as HTMLLabelElement).control : pressed
  return { control, name: control?.ariaLabel ?? control?.textContent ?? '' }
}

/** Stepping through versions may re-create the arrow; to the user it is the same control. */
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
