import { expect, test } from 'vitest'

import { listTarget, type ListKeys } from './list-keys'

const noModifiers = {
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 0,
}
const listKeys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']

function move(key: string, at: number, atEnds: ListKeys['atEnds']) {
  return listTarget({ key, ...noModifiers }, at, 3, { atEnds })
}

function targets(at: number, keys: ListKeys, modifiers: Partial<typeof noModifiers> = {}) {
  return listKeys.map((key) => listTarget({ key, ...noModifiers, ...modifiers }, at, 20, keys))
}

test('arrows go round or stay at the ends, or leave the list upwards', () => {
  expect([move('ArrowDown', 2, 'go-round'), move('ArrowUp', 0, 'go-round')]).toEqual([0, 2])
  expect([move('ArrowDown', 2, 'stay'), move('ArrowUp', 0, 'stay')]).toEqual([2, 0])
  expect([move('ArrowDown', 2, 'leave-above'), move('ArrowUp', 0, 'leave-above')]).toEqual([2, -1])
})

test('where no entry is active yet, the first step leads to an end of the list', () => {
  expect(targets(-1, { atEnds: 'go-round', pageLength: 8 })).toEqual([0, 19, 7, 0, null, null])
})

test('pages stay within the list, and are left to others where it has none, as Home and End are', () => {
  expect(targets(15, { atEnds: 'go-round', pageLength: 8, hasHomeAndEnd: true })).toEqual([
    16, 14, 19, 7, 0, 19,
  ])
  expect(targets(15, { atEnds: 'stay' })).toEqual([16, 14, null, null, null, null])
})

test('no key that belongs to an input method leads anywhere, by either sign of it', () => {
  const keys: ListKeys = { atEnds: 'go-round', pageLength: 8, hasHomeAndEnd: true }
  const nowhere = listKeys.map(() => null)
  expect(targets(3, keys, { isComposing: true })).toEqual(nowhere)
  expect(targets(3, keys, { keyCode: 229 })).toEqual(nowhere)
})

test('keys with a modifier are for others, except Shift where it extends a selection', () => {
  const nowhere = listKeys.map(() => null)
  const keys: ListKeys = { atEnds: 'stay', pageLength: 8, hasHomeAndEnd: true }
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'] as const) {
    expect(targets(3, keys, { [modifier]: true }), modifier).toEqual(nowhere)
  }
  expect(targets(3, { ...keys, allowsShift: true }, { shiftKey: true })).toEqual([4, 2, 11, 0, 0, 19])
})

test('an empty list takes no key', () => {
  expect(listTarget({ key: 'ArrowDown', ...noModifiers }, -1, 0, { atEnds: 'go-round' })).toBeNull()
})
