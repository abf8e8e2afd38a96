import { expect, test } from 'vitest'

import { actionOf } from './use-shortcuts'

const press = (code: string, modifiers: Partial<Parameters<typeof actionOf>[0]> = {}) =>
  actionOf({
    code,
    key: code.replace('Key', '').toLowerCase(),
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...modifiers,
  })

test('a browser keeps Ctrl+N, so that Alt+N and Alt+C must do the same', () => {
  expect(press('KeyN', { ctrlKey: true })).toBe('new-chat')
  expect(press('KeyN', { ctrlKey: true, shiftKey: true })).toBe('new-compare')
  expect(press('KeyN', { altKey: true, key: '˜' })).toBe('new-chat')
  expect(press('KeyC', { altKey: true })).toBe('new-compare')
  expect(press('KeyK', { metaKey: true })).toBe('search')
  expect(press('Comma', { ctrlKey: true, key: ',' })).toBe('settings')
})

test('what people type is left alone, also with AltGr', () => {
  expect(press('KeyN')).toBeNull()
  expect(press('KeyC', { ctrlKey: true })).toBeNull()
  expect(press('KeyN', { altKey: true, ctrlKey: true })).toBeNull()
})
