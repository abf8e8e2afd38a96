import { expect, test } from 'vitest'

import { isSendKey } from './send-key'

const key = (modifiers: Partial<Parameters<typeof isSendKey>[0]> = {}) => ({
  key: 'Enter',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
})

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
