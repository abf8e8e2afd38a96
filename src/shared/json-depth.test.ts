import { expect, test } from 'vitest'

import { boundDepth, isNestedDeeperThan, parseForeignJson, tooDeepMark } from './json-depth'

const nested = (levels: number, [open, close] = ['[', ']']) => open.repeat(levels) + close.repeat(levels)

test('cuts and marks values nested too deeply, and keeps their siblings', () => {
  const value = { before: 'a', list: [1, [2, [3, [4]]]], after: { b: { c: { d: 5 } } } }
  expect(boundDepth(value, 2)).toEqual({
    before: 'a',
    list: [1, [2, tooDeepMark]],
    after: { b: { c: tooDeepMark } },
  })
})

test('returns a value within the limit unchanged', () => {
  const value = { a: [[]] }
  expect(boundDepth(value, 2)).toBe(value)
  expect(boundDepth(value, 1)).toEqual({ a: [tooDeepMark] })
})

test.each([
  ['lists', nested(100_000)],
  ['objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ['alternating lists and objects', `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`],
  [
    'objects with keys that JavaScript treats specially',
    `${'{"__proto__":'.repeat(9_000)}1${'}'.repeat(9_000)}`,
  ],
])('bounds %s nested thousands of levels deep, so that they can be serialized', (_what, text) => {
  const value = parseForeignJson(`{"text":"kept","deep":${text}}`)
  const written = JSON.stringify(value)
  expect(written).toMatch(/^\{"text":"kept","deep":/)
  expect(written).toContain(tooDeepMark)
  expect(isNestedDeeperThan(value, 240)).toBe(false)
})

test('keeps fields named like members of Object.prototype', () => {
  const text = '{"__proto__":{"a":[[[]]]},"constructor":1}'
  expect(JSON.stringify(parseForeignJson(text, 2))).toBe(
    `{"__proto__":{"a":["${tooDeepMark}"]},"constructor":1}`,
  )
})
