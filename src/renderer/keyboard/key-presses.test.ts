import { expect, test } from 'vitest'

import { isSendKey, isSubmitKey } from './key-presses'

const key = (modifiers: Partial<Parameters<typeof isSendKey>[0]> = {}) => ({
  key: 'Enter',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
})

const submits = (fields: Partial<Parameters<typeof isSubmitKey>[0]>) =>
  isSubmitKey({ ...key({ ctrlKey: true }), isComposing: false, keyCode: 13, ...fields })

test('with Enter to send, Shift+Enter breaks the line and Ctrl+Enter sends too', () => {
  expect(isSendKey(key(), 'enter')).toBe(true)
  expect(isSendKey(key({ ctrlKey: true }), 'enter')).toBe(true)
  expect(isSendKey(key({ shiftKey: true }), 'enter')).toBe(false)
  expect(isSendKey(key({ key: 'a', ctrlKey: true }), 'enter')).toBe(false)
})

test('with Ctrl or Command to send, Enter alone never sends', () => {
  expect(isSendKey(key(), 'mod-enter')).toBe(false)
  expect(isSendKey(key({ shiftKey: true, ctrlKey: true }), 'mod-enter')).toBe(false)
  expect(isSendKey(key({ ctrlKey: true }), 'mod-enter')).toBe(true)
  expect(isSendKey(key({ metaKey: true }), 'mod-enter')).toBe(true)
})

test('Enter alone, or for an input method, does not submit a form from a text of several lines', () => {
  expect(submits({})).toBe(true)
  expect(submits({ ctrlKey: false, metaKey: true })).toBe(true)
  expect(submits({ ctrlKey: false })).toBe(false)
  expect(submits({ isComposing: true })).toBe(false)
  expect(submits({ keyCode: 229 })).toBe(false)
})
