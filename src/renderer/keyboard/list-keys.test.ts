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

test('arrows wrap around, stop at the ends, or leave the list at the top', () => {
  expect([move('ArrowDown', 2, 'go-round'), move('ArrowUp', 0, 'go-round')]).toEqual([0, 2])
  expect([move('ArrowDown', 2, 'stay'), move('ArrowUp', 0, 'stay')]).toEqual([2, 0])
  expect([move('ArrowDown', 2, 'leave-above'), move('ArrowUp', 0, 'leave-above')]).toEqual([2, -1])
})

test('the first step goes to an end of the list when no entry is active', () => {
  expect(targets(-1, { atEnds: 'go-round', pageLength: 8 })).toEqual([0, 19, 7, 0, null, null])
})

test('Page keys stay within the list; they, Home and End are ignored unless the list uses them', () => {
  expect(targets(15, { atEnds: 'go-round', pageLength: 8, hasHomeAndEnd: true })).toEqual([
    16, 14, 19, 7, 0, 19,
  ])
  expect(targets(15, { atEnds: 'stay' })).toEqual([16, 14, null, null, null, null])
})

test('ignores keys of an input method, however the browser marks them', () => {
  const keys: ListKeys = { atEnds: 'go-round', pageLength: 8, hasHomeAndEnd: true }
  const nowhere = listKeys.map(() => null)
  expect(targets(3, keys, { isComposing: true })).toEqual(nowhere)
  expect(targets(3, keys, { keyCode: 229 })).toEqual(nowhere)
})

test('ignores keys with a modifier, except Shift where it extends a selection', () => {
  const nowhere = listKeys.map(() => null)
  const keys: ListKeys = { atEnds: 'stay', pageLength: 8, hasHomeAndEnd: true }
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'] as const) {
    expect(targets(3, keys, { [modifier]: true }), modifier).toEqual(nowhere)
  }
  expect(targets(3, { ...keys, allowsShift: true }, { shiftKey: true })).toEqual([4, 2, 11, 0, 0, 19])
})

test('an empty list handles no keys', () => {
  expect(listTarget({ key: 'ArrowDown', ...noModifiers }, -1, 0, { atEnds: 'go-round' })).toBeNull()
})
