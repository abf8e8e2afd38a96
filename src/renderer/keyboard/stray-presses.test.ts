import { expect, test } from 'vitest'

import { ignoreStrayPresses } from './stray-presses'

/** What is used of an element. */
function element(ariaLabel: string, more: { isConnected?: boolean; control?: object } = {}): object {
  const made: object = { ariaLabel, isConnected: true, closest: () => made, ...more }
  return made
}

function at(timeStamp: number, clientX = 5) {
  return { clientX, timeStamp }
}

/** A window; `press` returns whether the press reached what is in it. */
function openWindow() {
  const window = new EventTarget()
  ignoreStrayPresses(window)
  let reached = 0
  let x = 0
  const count = () => (reached += 1)
  window.addEventListener('click', count)
  window.addEventListener('pointerdown', count)
  window.addEventListener('keydown', count)
  const press = (type: string, target: object, properties: object): boolean => {
    const before = reached
    const event = new Event(type, { cancelable: true })
    for (const [name, value] of Object.entries({ ...properties, target }))
      Object.defineProperty(event, name, { value })
    window.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(reached === before)
    return reached > before
  }
  return {
    /** Without `place`, each click is in another place. */
    click: (target: object, detail: number, place?: ReturnType<typeof at>) =>
      press('click', target, { clientX: (x += 100), detail, ...place }),
    down: (target: object, place: ReturnType<typeof at>) => press('pointerdown', target, place),
    enter: (target: object, repeat: boolean, key = 'Enter') => press('keydown', target, { key, repeat }),
  }
}

test('the second half of a double click does not reach a control that has replaced the first; a third click does', () => {
  const { click } = openWindow()
  expect(click(element('Add', { isConnected: false }), 1)).toBe(true)
  const other = element('Delete')
  expect([click(other, 2), click(other, 3), click(other, 1), click(other, 2)]).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('a press soon after another in the same place is its second half, if the browser counts or not', () => {
  const { click, down } = openWindow()
  expect(click(element('Add', { isConnected: false }), 1, at(0))).toBe(true)
  expect(click(element('Open'), 1, at(120, 6))).toBe(false)
  expect(click(element('Delete'), 1, at(240, 60))).toBe(true)
  expect(click(element('Undo'), 1, at(800, 60))).toBe(true)
  // Beside a dialog that the first press has made smaller.
  expect([
    down(element('Add'), at(0)),
    down(element('Dialog'), at(120)),
    down(element('Dialog'), at(700)),
  ]).toEqual([true, false, true])
})

test('clicks by the keyboard or a script are neither ignored nor remembered', () => {
  const { click } = openWindow()
  const next = element('Next match')
  expect([click(next, 1), click(element('Reasoning'), 0), click(next, 2)]).toEqual([true, true, true])
})

test('it reaches the same control, also if that was re-created or is pressed through its label', () => {
  const { click } = openWindow()
  expect([click(element('Next', { isConnected: false }), 1), click(element('Next'), 2)]).toEqual([true, true])
  const box = element('Off')
  const label = element('', { control: box })
  expect([click(label, 1), click(box, 1), click(label, 2), click(box, 2)]).toEqual([true, true, true, true])
})

test('two controls of one name are not the same while both are there', () => {
  const { click } = openWindow()
  expect([click(element('Remove'), 1), click(element('Remove'), 2)]).toEqual([true, false])
})

test('an Enter key that is held down presses nothing else, and no other key is affected', () => {
  const { enter } = openWindow()
  const send = element('Send')
  const stop = element('Stop')
  expect([enter(send, false), enter(send, true), enter(stop, true), enter(stop, true, 'ArrowDown')]).toEqual([
    true,
    true,
    false,
    true,
  ])
})
