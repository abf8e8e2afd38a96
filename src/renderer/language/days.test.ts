import { expect, test } from 'vitest'

import { dayName, dayNumber, daysBegun } from './days'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()
const now = at(21, 12)

test('a day starts at local midnight, not at midnight UTC', () => {
  const times = [at(19, 23), at(19, 24), at(20, 1), at(21, 0), at(21, 9)]
  expect(daysBegun(times, { now, hasMore: true })).toEqual([null, times[1], null, times[3], null])
})

test('the first message of a chat starts a day unless that is today or earlier messages may exist', () => {
  expect(daysBegun([at(19, 1)], { now, hasMore: false })).toEqual([at(19, 1)])
  expect(daysBegun([at(21, 1)], { now, hasMore: false })).toEqual([null])
  expect(daysBegun([at(19, 1)], { now, hasMore: true })).toEqual([null])
})

test('imported messages out of order never go back to an earlier day', () => {
  expect(daysBegun([at(20, 1), at(19, 1), at(20, 2)], { now, hasMore: true })).toEqual([
    null,
    null,
    at(20, 2),
  ])
})

test('a recent day has a common name, and a day of another year includes the year', () => {
  expect([at(21, 0), at(20, 23), at(16, 5)].map((time) => dayName(time, now))).toEqual([
    'Today',
    'Yesterday',
    'Monday 16 November',
  ])
  expect(dayName(new Date(2025, 0, 2).getTime(), now)).toBe('Thursday 2 January 2025')
})

test('a daylight saving change does not shift the days', () => {
  expect(
    dayNumber(new Date(2026, 2, 29, 12).getTime()) - dayNumber(new Date(2026, 2, 28, 12).getTime()),
  ).toBe(1)
})
