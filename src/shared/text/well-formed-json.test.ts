import { expect, test } from 'vitest'

import { wellFormedJson } from './well-formed-json'

test('replaces halves of characters in strings and names, also at the ends of escapes', () => {
  const value = { 'a\ud83d': ['b\udc00c', 'whole 🎉', '\\\ud83d'], deep: [{ text: '\ud83d\ud83d\ude00' }] }
  expect(JSON.parse(wellFormedJson(value))).toEqual({
    'a\ufffd': ['b\ufffdc', 'whole 🎉', '\\\ufffd'],
    deep: [{ text: '\ufffd😀' }],
  })
})

test('keeps text that only looks like an escape, and separators of lines', () => {
  const value = { text: '\\ud83d \\\\udc00 \u2028 \u2029 "\n' }
  expect(wellFormedJson(value)).toBe(JSON.stringify(value))
})
