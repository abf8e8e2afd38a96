import { expect, test } from 'vitest'

import { ignoreStrayPresses } from './stray-presses'

/** The used part of an element. */
function element(ariaLabel: string, more: { isConnected?: boolean; control?: object } = {}): object {
  const made: object = { ariaLabel, isConnected: true, closest: () => made, ...more }
  return made
}

/** A window; `press` returns whether the press reached what is in it. */
function openWindow() {
  const window = new EventTarget()
  ignoreStrayPresses(window)
  let reached = 0
  const count = () => (reached += 1)
  window.addEventListener('click', count)
  window.addEventListener('keydown', count)
  const press = (type: string, target: object, properties: object): boolean => {
    const before = reached
    const event = Object.assign(new Event(type, { cancelable: true }), properties)
    Object.defineProperty(event, 'target', { value: target })
    window.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(reached === before)
    return reached > before
  }
  return {
    click: (target: object, detail: number) => press('click', target, { detail }),
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

test('clicks by the keyboard or a script are neither ignored nor remembered', () => {
  const { click } = openWindow()
  const next = element('Next match')
  expect([click(next, 1), click(element('Reasoning'), 0), click(next, 2)]).toEqual([true, true, true])
})

test('the second half reaches the same control, even if it was re-created or is pressed through its label', () => {
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
