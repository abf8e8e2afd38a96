import { expect, test } from 'vitest'

import type { KeyPress } from '../../keyboard/keys'
import {
  bind,
  conflictsOf,
  isBound,
  isCommandKey,
  keysOf,
  keysOfPane,
  shortcutOf,
  unbind,
} from './bound-keys'
import { catalogue } from './action-catalogue'

// Unit tests run as a browser does.
test('custom keys replace all keys of an action, and resetting restores the defaults', () => {
  const bound = bind('newChat', 'Alt+Y', {})
  expect(bound).toEqual({ newChat: 'Alt+Y' })
  expect(shortcutOf({ id: 'newChat', ...catalogue.newChat }, bound)).toEqual({ keys: 'Alt+Y' })
  expect(keysOf('newChat', unbind('newChat', bound))).toBe('Alt+N')
  expect(bind('newChat', 'Alt+N', bound)).toEqual({})
})

test('keys that another action has are taken from it, and from no others', () => {
  expect(conflictsOf('find', {}, 'Mod+K')).toEqual(['palette'])
  expect(bind('find', 'Mod+K', {})).toEqual({ palette: '', find: 'Mod+K' })
  // Its shown keys stay.
  expect(conflictsOf('find', {}, 'Mod+Shift+O')).toEqual(['newChat'])
  expect(bind('find', 'Mod+Shift+O', {})).toEqual({ newChat: 'Alt+N', find: 'Mod+Shift+O' })
})

test('the eight keys of panes are one shortcut, and conflict one by one', () => {
  const bound = bind('goToPane', 'Mod+1…8', {})
  expect([keysOfPane(3, bound), keysOfPane(3, {})]).toEqual(['Mod+3', 'Alt+3'])
  expect(conflictsOf('find', bound, 'Mod+8')).toEqual(['goToPane'])
  expect(conflictsOf('find', bound, 'Mod+9')).toEqual([])
  expect(bind('find', 'Mod+8', bound)).toEqual({ goToPane: '', find: 'Mod+8' })
})

test('two actions with the same keys, as in a file edited by hand, are both shown as conflicting', () => {
  const bound = { undo: 'Alt+Y', retry: 'Alt+Y' }
  expect([conflictsOf('undo', bound), conflictsOf('retry', bound)]).toEqual([['retry'], ['undo']])
})

test('keys that would type, copy or mean nothing are ignored, whatever the settings say', () => {
  for (const keys of [
    'G',
    'Shift+G',
    'Mod+C',
    'Mod+c',
    'Mod+Enter',
    'Ctrl+G',
    'Mod+',
    '__proto__',
    'Alt+1…8',
  ]) {
    expect([keys, keysOf('find', { find: keys }), isBound('find', { find: keys })]).toEqual([
      keys,
      'Mod+F',
      false,
    ])
  }
  expect(keysOfPane(2, { goToPane: 'Alt+K' })).toBe('Alt+2')
})

function yields(keys: string): boolean {
  return shortcutOf({ id: 'find', ...catalogue.find }, { find: keys })?.yieldsToTextFields ?? false
}

test('a text field keeps the keys that move its caret', () => {
  expect(['Alt+ArrowLeft', 'Mod+Shift+End', 'Mod+ArrowUp'].map(yields)).toEqual([true, true, true])
  expect(['Alt+ArrowUp', 'Alt+Y', 'F6'].map(yields)).toEqual([false, false, false])
})

function pressed(key: string, more: Partial<KeyPress & { repeat: boolean }> = {}) {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false }
  return { key, code: `Key${key.toUpperCase()}`, ...none, ...more }
}

test('a message command can be moved to another letter, and then no longer has the former one', () => {
  const bound = bind('messageFork', 'X', {})
  expect(bound).toEqual({ messageFork: 'X' })
  expect(isCommandKey('messageFork', pressed('x'), bound)).toBe(true)
  expect(isCommandKey('messageFork', pressed('f'), bound)).toBe(false)
  expect(isCommandKey('messageFork', pressed('x', { repeat: true }), bound)).toBe(false)
})

test('keys conflict within an element and with those of the window, but not with another element', () => {
  expect(conflictsOf('messageFork', {}, 'R')).toEqual(['messageRegenerate'])
  expect(conflictsOf('voteTie', {}, 'R')).toEqual([])
  expect(conflictsOf('messageFork', {}, 'Alt+O')).toEqual(['outline'])
  expect(conflictsOf('outline', { messageFork: 'Alt+Y' }, 'Alt+Y')).toEqual(['messageFork'])
  // The keys of the window do not work in a dialog.
  expect([conflictsOf('modelUp', {}), conflictsOf('previousMessage', {})]).toEqual([[], []])
})

test('keys that move through an element or open it cannot run its commands', () => {
  for (const keys of ['Enter', 'ArrowDown', 'Shift+ArrowDown', 'Escape', 'Space']) {
    expect([keys, keysOf('messageFork', { messageFork: keys })]).toEqual([keys, 'F'])
  }
  // There, a letter would be typed.
  expect(keysOf('modelEdit', { modelEdit: 'X' })).toBe('Alt+Enter')
})
