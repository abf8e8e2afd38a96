/** What a press is meant for. */
const controls = 'button, a, input, select, textarea, label, summary, [role], [tabindex]'
/** The longest time between the presses of a double click, and how far the pointer moves at most, in CSS pixels. */
const doubleClickMs = 500
const doubleClickPx = 4

interface Pressed {
  control: Element | null
  name: string
  event: Event | null
}

/**
 * Ignores the second press of a double click, and the repeats of a held Enter key, when the first one has put another
 * control in that place or moved the focus: nobody meant that one. `window` is where presses arrive first.
 */
export function ignoreStrayPresses(window: EventTarget): void {
  let entered = pressedAt(null)
  // Dialogs close when the pointer goes down outside of them.
  for (const type of ['pointerdown', 'click']) {
    let pressed: Pressed | null = null
    window.addEventListener(
      type,
      (event) => {
        // Neither the keyboard nor a script clicks twice in one place.
        if (type === 'click' && numberIn(event, 'detail') === 0) return
        const now = pressedAt(event.target, event)
        if (pressed !== null && isSecond(pressed.event, event) && !isSame(pressed, now)) drop(event)
        pressed = now
      },
      { capture: true },
    )
  }
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

/** By time and place where the browser does not count, as when the pointer goes down. */
function isSecond(before: Event | null, event: Event): boolean {
  if (numberIn(event, 'detail') > 1) return true
  if (before === null || event.timeStamp - before.timeStamp > doubleClickMs) return false
  const moved = (axis: string) => numberIn(event, axis) - numberIn(before, axis)
  return Math.hypot(moved('clientX'), moved('clientY')) <= doubleClickPx
}

function numberIn(event: Event, property: string): number {
  const value: unknown = Reflect.get(event, property)
  return typeof value === 'number' ? value : 0
}

function pressedAt(target: EventTarget | null, event: Event | null = null): Pressed {
  const pressed = isElement(target) ? target.closest(controls) : null
  // Clicking a label also clicks its control.
  const control = pressed !== null && 'control' in pressed ? (pressed as HTMLLabelElement).control : pressed
  return { control, name: control?.ariaLabel ?? control?.textContent ?? '', event }
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
