import { expect, test } from 'vitest'

import type { KeyPress } from '../../../keyboard/keys'
import { recordedKeys } from './recorded-keys'

const elsewhere = { isMac: false, isInBrowser: true }
const mac = { isMac: true, isInBrowser: false }

function press(key: string, code: string, modifiers: Partial<KeyPress> = {}): KeyPress {
  return { key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers }
}

function record(pressed: KeyPress, host = elsewhere) {
  return recordedKeys('rename', pressed, host, {})
}

function recordForPanes(pressed: KeyPress) {
  return recordedKeys('goToPane', pressed, elsewhere, {})
}

function recorded(keys: string) {
  return { kind: 'recorded', keys }
}

test('a press is recorded as the catalogue writes it, on every layout', () => {
  expect(record(press('G', 'KeyG', { ctrlKey: true, shiftKey: true }))).toEqual(recorded('Mod+Shift+G'))
  // Russian, then a Mac, where Option types another character.
  expect(record(press('п', 'KeyG', { ctrlKey: true }))).toEqual(recorded('Mod+G'))
  expect(record(press('©', 'KeyG', { metaKey: true, altKey: true }), mac)).toEqual(recorded('Mod+Alt+G'))
  // German: a letter of its own, and a slash above the 7.
  expect(record(press('ß', 'Minus', { altKey: true }))).toEqual(recorded('Alt+ß'))
  expect(record(press(';', 'Comma', { ctrlKey: true, shiftKey: true }))).toEqual(recorded('Mod+;'))
  expect(record(press(' ', 'Space', { ctrlKey: true, altKey: true }))).toEqual(recorded('Mod+Alt+Space'))
  expect(record(press('F7', 'F7'))).toEqual(recorded('F7'))
})

test('recording ends with Escape, removes keys with Backspace, and waits after a modifier', () => {
  expect(record(press('Escape', 'Escape'))).toEqual({ kind: 'cancelled' })
  expect(record(press('Backspace', 'Backspace'))).toEqual({ kind: 'recorded', keys: '' })
  expect(record(press('Control', 'ControlLeft', { ctrlKey: true }))).toEqual({ kind: 'partial' })
})

test('keys that cannot work are refused with the reason, and those of another action with its name', () => {
  expect(record(press('g', 'KeyG'))).toMatchObject({ kind: 'refused', why: 'plain' })
  expect(record(press('c', 'KeyC', { ctrlKey: true }))).toMatchObject({ kind: 'refused', why: 'text' })
  expect(record(press('F4', 'F4', { altKey: true }))).toMatchObject({ kind: 'refused', why: 'system' })
  expect(record(press('g', 'KeyG', { metaKey: true }))).toMatchObject({ kind: 'refused', why: 'unknown' })
  expect(record(press('+', 'Equal', { ctrlKey: true }))).toMatchObject({ kind: 'refused', why: 'unknown' })
  expect(record(press('Dead', 'Quote', { ctrlKey: true }))).toMatchObject({ kind: 'refused', why: 'unknown' })
  expect(record(press('k', 'KeyK', { ctrlKey: true }))).toEqual({
    kind: 'taken',
    keys: 'Mod+K',
    by: ['palette'],
  })
})

test('the keys of panes are recorded with any of their digits', () => {
  expect(recordForPanes(press('3', 'Digit3', { ctrlKey: true }))).toEqual({
    kind: 'recorded',
    keys: 'Mod+1…8',
  })
  expect(recordForPanes(press('9', 'Digit9', { ctrlKey: true }))).toMatchObject({
    kind: 'refused',
    why: 'no-digit',
  })
  expect(recordForPanes(press('k', 'KeyK', { altKey: true }))).toMatchObject({
    kind: 'refused',
    why: 'no-digit',
  })
})
