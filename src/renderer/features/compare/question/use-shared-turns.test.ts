import { expect, test } from 'vitest'

import { turnInView } from './use-shared-turns'

const marks = [
  { key: 'one', topPx: -500 },
  { key: 'two', topPx: 90 },
  { key: 'three', topPx: 400 },
]

test('the current turn is the last one above the line, or the newest one at the end', () => {
  expect(turnInView(marks, 50, false)).toBe('one')
  expect(turnInView(marks, 100, false)).toBe('two')
  expect(turnInView(marks, 100, true)).toBe('three')
  expect(turnInView(marks, -900, false)).toBe('one')
  expect(turnInView([], 0, true)).toBeNull()
})
