import { afterEach, describe, expect, test } from 'vitest'

import { setLanguage } from '../language/t'
import { ariaKeys, isShortcut, keyCaps, shownKeys, typesCharacter, writtenKeys, type KeyPress } from './keys'

const elsewhere = { isMac: false, isInBrowser: false }
const mac = { isMac: true, isInBrowser: false }
const browser = { isMac: false, isInBrowser: true }

afterEach(() => setLanguage('en'))

function press(key: string, code: string, modifiers: Partial<KeyPress> = {}): KeyPress {
  return { key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers }
}

describe('a shortcut', () => {
  test('matches its letter even where Alt types another character', () => {
    const retry = { keys: 'Alt+R' }
    expect(isShortcut(press('r', 'KeyR', { altKey: true }), retry, elsewhere)).toBe(true)
    expect(isShortcut(press('®', 'KeyR', { altKey: true }), retry, mac)).toBe(true)
    const undo = { keys: 'Alt+Z' }
    // German layout.
    expect(isShortcut(press('z', 'KeyY', { altKey: true }), undo, elsewhere)).toBe(true)
    expect(isShortcut(press('y', 'KeyZ', { altKey: true }), undo, elsewhere)).toBe(false)
    // Russian layout.
    expect(isShortcut(press('т', 'KeyN', { ctrlKey: true }), { keys: 'Mod+N' }, elsewhere)).toBe(true)
  })

  test('uses Command on a Mac, where Ctrl and a letter move the caret, and Ctrl elsewhere', () => {
    const search = { keys: 'Mod+K' }
    expect(isShortcut(press('k', 'KeyK', { metaKey: true }), search, mac)).toBe(true)
    expect(isShortcut(press('k', 'KeyK', { ctrlKey: true }), search, mac)).toBe(false)
    expect(isShortcut(press('k', 'KeyK', { ctrlKey: true }), search, elsewhere)).toBe(true)
    expect(isShortcut(press('k', 'KeyK', { metaKey: true }), search, elsewhere)).toBe(false)
  })

  test('does not match plain typing or the same keys with another modifier', () => {
    const find = { keys: 'Mod+F' }
    expect(isShortcut(press('f', 'KeyF'), find, elsewhere)).toBe(false)
    expect(isShortcut(press('F', 'KeyF', { ctrlKey: true, shiftKey: true }), find, elsewhere)).toBe(false)
    // AltGr.
    expect(
      isShortcut(press('n', 'KeyN', { ctrlKey: true, altKey: true }), { keys: 'Alt+N' }, elsewhere),
    ).toBe(false)
    expect(isShortcut(press('ArrowUp', 'ArrowUp'), { keys: 'Alt+ArrowUp' }, elsewhere)).toBe(false)
  })

  test('on a punctuation mark matches wherever the layout has it', () => {
    const sheet = { keys: 'Mod+/', also: ['?'] }
    expect(isShortcut(press('/', 'Slash', { ctrlKey: true }), sheet, elsewhere)).toBe(true)
    expect(isShortcut(press('/', 'Digit7', { ctrlKey: true, shiftKey: true }), sheet, elsewhere)).toBe(true)
    expect(isShortcut(press('?', 'Minus', { shiftKey: true }), sheet, elsewhere)).toBe(true)
    expect(isShortcut(press('?', 'Minus', { shiftKey: true, altKey: true }), sheet, elsewhere)).toBe(false)
  })

  test('on a digit matches the number row and the keypad', () => {
    expect(isShortcut(press('¡', 'Digit1', { altKey: true }), { keys: 'Alt+1' }, mac)).toBe(true)
    expect(isShortcut(press('1', 'Numpad1', { altKey: true }), { keys: 'Alt+1' }, elsewhere)).toBe(true)
  })

  test('accepts the keys of the app in a browser and those of the browser in the app', () => {
    const newChat = { keys: 'Mod+N', inBrowser: 'Alt+N' }
    for (const host of [elsewhere, browser]) {
      expect(isShortcut(press('n', 'KeyN', { ctrlKey: true }), newChat, host)).toBe(true)
      expect(isShortcut(press('n', 'KeyN', { altKey: true }), newChat, host)).toBe(true)
    }
    expect(shownKeys(newChat, elsewhere)).toBe('Mod+N')
    expect(shownKeys(newChat, browser)).toBe('Alt+N')
  })
})

test('punctuation can be typed in a field, even where the layout has it under Alt', () => {
  expect(typesCharacter(press('?', 'Minus', { shiftKey: true }))).toBe(true)
  expect(typesCharacter(press('@', 'KeyL', { altKey: true }))).toBe(true)
  expect(typesCharacter(press('[', 'Digit5', { altKey: true }))).toBe(true)
  expect(typesCharacter(press('®', 'KeyR', { altKey: true }))).toBe(false)
  expect(typesCharacter(press('/', 'Slash', { ctrlKey: true }))).toBe(false)
})

test('key names match the printed keys, in the order of the system', () => {
  expect(keyCaps('Mod+Shift+P', elsewhere)).toEqual(['Ctrl', 'Shift', 'P'])
  expect(writtenKeys('Mod+Shift+P', mac)).toBe('⇧⌘P')
  expect(writtenKeys('Alt+Shift+ArrowLeft', elsewhere)).toBe('Alt+Shift+←')
  expect(writtenKeys('Alt+Shift+ArrowLeft', mac)).toBe('⌥⇧←')
  expect(writtenKeys('Shift+Enter', mac)).toBe('⇧↩')
  expect(writtenKeys('Mod+,', elsewhere)).toBe('Ctrl+,')
})

test('keys have localized names, symbols on a Mac, and fixed names for assistive technology', async () => {
  await setLanguage('de')
  expect(keyCaps('Mod+Shift+Delete', elsewhere)).toEqual(['Strg', 'Umschalt', 'Entf'])
  expect(writtenKeys('Mod+Shift+Delete', mac)).toBe('⇧⌘⌦')
  expect(ariaKeys('Mod+Shift+Delete', elsewhere)).toBe('Control+Shift+Delete')
})
