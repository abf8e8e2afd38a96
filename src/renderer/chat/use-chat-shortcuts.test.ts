import { expect, test } from 'vitest'

import { chatShortcutOf } from './use-chat-shortcuts'

const press = (code: string, key: string, modifiers: Partial<Parameters<typeof chatShortcutOf>[0]>) =>
  chatShortcutOf({ code, key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers })

test('the shortcuts are where their letters are, also where Alt writes something else', () => {
  expect(press('KeyF', 'f', { ctrlKey: true })).toBe('find')
  expect(press('KeyF', 'f', { metaKey: true })).toBe('find')
  expect(press('KeyR', 'r', { altKey: true })).toBe('retry')
  expect(press('KeyR', '®', { altKey: true })).toBe('retry')
  expect(press('KeyZ', 'Ω', { altKey: true })).toBe('undo')
  // A German keyboard.
  expect(press('KeyY', 'z', { altKey: true })).toBe('undo')
  expect(press('KeyZ', 'y', { altKey: true })).toBeNull()
})

test('what people type, and undo in a text field, is left alone', () => {
  expect(press('KeyR', 'r', {})).toBeNull()
  expect(press('KeyZ', 'z', { ctrlKey: true })).toBeNull()
  expect(press('KeyR', 'r', { ctrlKey: true })).toBeNull()
  expect(press('KeyR', '¶', { altKey: true, ctrlKey: true })).toBeNull()
  expect(press('KeyF', 'F', { ctrlKey: true, shiftKey: true })).toBeNull()
})

test('messages are stepped through with Alt and an arrow, and an arrow alone moves the caret', () => {
  expect(press('ArrowUp', 'ArrowUp', { altKey: true })).toBe('previous-message')
  expect(press('ArrowDown', 'ArrowDown', { altKey: true })).toBe('next-message')
  expect(press('ArrowUp', 'ArrowUp', {})).toBeNull()
  expect(press('ArrowUp', 'ArrowUp', { altKey: true, shiftKey: true })).toBeNull()
  expect(press('KeyO', 'ø', { altKey: true })).toBe('outline')
})
