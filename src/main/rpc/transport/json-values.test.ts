import { expect, test } from 'vitest'

import { hasMoreValues } from './web-socket-transport'

/** The number of values. */
function count(json: string): number {
  let most = 0
  while (hasMoreValues(Buffer.from(json), most)) most += 1
  return most
}

test.each([
  ['1', 1],
  ['[]', 1],
  ['[[],[],{}]', 4],
  ['{"a":1,"b":[2,3]}', 5],
  [String.raw`["a,b,[[","\"[[",""]`, 4],
  [String.raw`["\\",1,"\\\"",2]`, 5],
  ['["é,🎉,\u2028"]', 2],
])('%s has %d', (json, values) => {
  expect(count(json)).toBe(values)
})

test('counts to the end of invalid JSON, such as an unterminated string', () => {
  for (const json of ['', '"', '["a', '[[[[', '"\\"', '\\'.repeat(1_000)]) {
    expect(count(json)).toBeLessThan(10)
  }
})
