import { expect, test } from 'vitest'

import { dayName, dayOf, daysBegun } from './days'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()
const now = at(21, 12)

test('a day begins where the date changes, at midnight of this place and not of Greenwich', () => {
  const times = [at(19, 23), at(19, 24), at(20, 1), at(21, 0), at(21, 9)]
  expect(daysBegun(times, { now, hasMore: true })).toEqual([null, times[1], null, times[3], null])
})

test('the first message of a chat names its day unless that is today, and never before it is known to be the first', () => {
  expect(daysBegun([at(19, 1)], { now, hasMore: false })).toEqual([at(19, 1)])
  expect(daysBegun([at(21, 1)], { now, hasMore: false })).toEqual([null])
  expect(daysBegun([at(19, 1)], { now, hasMore: true })).toEqual([null])
})

test('messages that an import has out of order never go back to an earlier day', () => {
  expect(daysBegun([at(20, 1), at(19, 1), at(20, 2)], { now, hasMore: true })).toEqual([
    null,
    null,
    at(20, 2),
  ])
})

test('a day is called by what people call it, and a day of another year has its year', () => {
  expect([at(21, 0), at(20, 23), at(16, 5)].map((time) => dayName(time, now))).toEqual([
    'Today',
    'Yesterday',
    'Monday 16 November',
  ])
  expect(dayName(new Date(2025, 0, 2).getTime(), now)).toBe('Thursday 2 January 2025')
})

test('an hour that a clock change leaves out or repeats makes no day longer than one', () => {
  expect(dayOf(new Date(2026, 2, 29, 12).getTime()) - dayOf(new Date(2026, 2, 28, 12).getTime())).toBe(1)
})
