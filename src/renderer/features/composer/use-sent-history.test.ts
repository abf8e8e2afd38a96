import { expect, test } from 'vitest'

import { leavesText, newestPlace, stepped, sentText, type HistoryPlace } from './use-composer'

function walk(texts: readonly string[], ...steps: (1 | -1)[]): string | null {
  let place: HistoryPlace | null = newestPlace(texts)
  for (const by of steps) place = place === null ? null : stepped(place, by)
  return place === null ? null : sentText(place)
}

const at = (start: number, end = start) => ({ start, end })

test('going back stops at the oldest text, and going forward ends with an empty field', () => {
  const texts = ['newest', 'older', 'oldest']
  expect(walk(texts)).toBe('newest')
  expect(walk(texts, 1, 1)).toBe('oldest')
  expect(walk(texts, 1, 1, 1, 1)).toBe('oldest')
  expect(walk(texts, 1, -1)).toBe('newest')
  expect(walk(texts, 1, -1, -1)).toBeNull()
  expect(walk([])).toBeNull()
})

test('arrows move the caret within a text of several lines and never replace a selection', () => {
  const text = 'one\ntwo'
  expect(leavesText(text, at(7), 1)).toBe(false)
  expect(leavesText(text, at(2), 1)).toBe(true)
  expect(leavesText(text, at(2), -1)).toBe(false)
  expect(leavesText(text, at(7), -1)).toBe(true)
  expect(leavesText(text, at(0, 3), 1)).toBe(false)
})
