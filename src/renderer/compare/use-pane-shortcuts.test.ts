import { expect, test } from 'vitest'

import { paneActionOf } from './use-pane-shortcuts'

const press = (code: string, held: ('alt' | 'shift' | 'ctrl' | 'meta')[]) =>
  paneActionOf({
    code,
    altKey: held.includes('alt'),
    shiftKey: held.includes('shift'),
    ctrlKey: held.includes('ctrl'),
    metaKey: held.includes('meta'),
  })

test('Alt and a digit go to a pane, with Shift the arrows move one, and M makes one large', () => {
  expect(press('Digit1', ['alt'])).toEqual({ kind: 'go-to', position: 0 })
  expect(press('Numpad8', ['alt'])).toEqual({ kind: 'go-to', position: 7 })
  expect(press('ArrowLeft', ['alt', 'shift'])).toEqual({ kind: 'move', by: -1 })
  expect(press('ArrowRight', ['alt', 'shift'])).toEqual({ kind: 'move', by: 1 })
  expect(press('KeyM', ['alt'])).toEqual({ kind: 'maximise' })
})

test('what is typed, and what belongs to the browser, is left alone', () => {
  const presses = [
    press('Digit1', []),
    press('Digit9', ['alt']),
    press('Digit1', ['alt', 'ctrl']),
    press('Digit1', ['alt', 'shift']),
    press('ArrowLeft', ['alt']),
    press('ArrowLeft', ['shift']),
    press('KeyM', ['meta']),
  ]
  expect(presses).toEqual(presses.map(() => null))
})
