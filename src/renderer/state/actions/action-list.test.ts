import { expect, test } from 'vitest'

import { FakeEnvironment } from '../../testing/fake-parley'
import { ActionList, action, type Action, type FocusedField } from './action-list'
import { actionIds, catalogue } from './action-catalogue'
import type { BoundKeys } from './bound-keys'
import { isShortcut, type KeyPress } from '../../keyboard/keys'

const host = { isMac: false, isInBrowser: true }

function setUp(bound: BoundKeys = {}) {
  const environment = new FakeEnvironment()
  const actions = new ActionList(environment, () => bound)
  const done: string[] = []
  const does = (id: Parameters<typeof action>[0], why: string | null = null): Action =>
    action(id, { disabledReason: () => why, run: () => done.push(id) })
  const press = (
    key: string,
    modifiers: Partial<KeyPress & { repeat: boolean }> = {},
    field: FocusedField = 'none',
  ) => {
    const code = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : key
    const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false }
    return actions.press({ ...none, key, code, ...modifiers }, field, host)
  }
  return { environment, actions, done, does, press }
}

test("a view's actions are listed in catalogue order and removed with the view", () => {
  const { actions, does } = setUp()
  actions.add(() => [does('settings'), does('newChat')])
  const usage: Action = { id: '/usage', title: 'Usage', group: 'chat', run: () => {} }
  const remove = actions.add(() => [usage, does('undo'), does('find')])
  expect(actions.all().map(({ id }) => id)).toEqual(['newChat', 'find', 'undo', '/usage', 'settings'])
  remove()
  expect(actions.all().map(({ id }) => id)).toEqual(['newChat', 'settings'])
})

test('the last of two providers of the same action wins', () => {
  const { actions, done, does, press } = setUp()
  actions.add(() => [action('stop', { run: () => done.push('the window') })])
  actions.add(() => [does('stop')])
  expect(press('x', { altKey: true })).toBe(true)
  expect(done).toEqual(['stop'])
})

test('an unavailable action does not run and shows the reason until another one runs', () => {
  const { environment, actions, done, does, press } = setUp()
  actions.add(() => [does('undo', 'Nothing to take back.'), does('retry')])
  expect(press('z', { altKey: true })).toBe(true)
  expect(actions.store.getState().announcement).toEqual({ kind: 'refused', text: 'Nothing to take back.' })
  press('r', { altKey: true })
  expect([done, actions.store.getState().announcement]).toEqual([['retry'], null])
  press('z', { altKey: true })
  environment.runTimers()
  expect(actions.store.getState().announcement).toBeNull()
})

test('a held key runs an action once, except to move between messages', () => {
  const { actions, done, does, press } = setUp()
  actions.add(() => [does('undo'), does('nextMessage')])
  expect(press('z', { altKey: true, repeat: true })).toBe(true)
  expect(press('ArrowDown', { altKey: true, repeat: true })).toBe(true)
  expect(done).toEqual(['nextMessage'])
})

test('a text field keeps the keys it needs', () => {
  const { actions, done, does, press } = setUp()
  actions.add(() => [does('shortcuts'), does('movePaneLeft'), does('palette')])
  const move = { altKey: true, shiftKey: true }
  expect(press('?', { shiftKey: true }, 'empty')).toBe(false)
  expect(press('ArrowLeft', move, 'with-text')).toBe(false)
  expect(done).toEqual([])
  press('?', { shiftKey: true })
  press('ArrowLeft', move, 'empty')
  press('k', { ctrlKey: true }, 'with-text')
  expect(done).toEqual(['shortcuts', 'movePaneLeft', 'palette'])
})

test('an action runs on the keys that the user chose, and on none of its former ones', () => {
  const { actions, done, does, press } = setUp({ newChat: 'Alt+G', undo: '', find: 'nonsense' })
  actions.add(() => [does('newChat'), does('undo'), does('find')])
  expect(press('n', { ctrlKey: true })).toBe(false)
  expect(press('o', { ctrlKey: true, shiftKey: true })).toBe(false)
  expect(press('z', { altKey: true })).toBe(false)
  expect(press('g', { altKey: true })).toBe(true)
  // Keys that no Parley would write do not take away the default.
  expect(press('f', { ctrlKey: true })).toBe(true)
  expect(done).toEqual(['newChat', 'find'])
})

test('keys that the user gave to an action do not run another one that has them by default', () => {
  const { actions, done, does, press } = setUp({ find: 'Mod+K' })
  actions.add(() => [does('palette'), does('find')])
  press('k', { ctrlKey: true })
  press('p', { ctrlKey: true })
  expect(done).toEqual(['find', 'palette'])
})

test('no two actions share a shortcut', () => {
  const shortcuts = actionIds.flatMap((id) => {
    const { shortcut } = catalogue[id]
    return shortcut === undefined ? [] : [{ id, shortcut }]
  })
  const texts = shortcuts.flatMap(({ shortcut: { keys, inBrowser = keys, also = [] } }) => [
    ...new Set([keys, inBrowser, ...also]),
  ])
  expect(texts).toEqual([...new Set(texts)])
  const undoOfText = { key: 'z', code: 'KeyZ', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false }
  expect(shortcuts.filter(({ shortcut }) => isShortcut(undoOfText, shortcut, host))).toEqual([])
})
