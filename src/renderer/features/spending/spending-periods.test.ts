import { expect, test } from 'vitest'

import { dayAfter, monthAfter, daysOfPeriod } from './spending-periods'

test('periods are calendar days of local time up to today', () => {
  const now = new Date(2026, 2, 5, 23, 59).getTime()
  expect(daysOfPeriod('month', now)).toEqual({ from: '2026-03-01', to: '2026-03-05' })
  expect(daysOfPeriod('lastMonth', now)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(daysOfPeriod('days', now)).toEqual({ from: '2026-02-04', to: '2026-03-05' })
  expect(daysOfPeriod('year', now)).toEqual({ from: '2026-01-01', to: '2026-03-05' })
  expect(daysOfPeriod('lastMonth', new Date(2026, 0, 1).getTime())).toEqual({
    from: '2025-12-01',
    to: '2025-12-31',
  })
})

test('the next day and month cross the ends of months and years', () => {
  expect([
    dayAfter('2028-02-28'),
    dayAfter('2026-12-31'),
    monthAfter('2026-12'),
    monthAfter('2026-01'),
  ]).toEqual(['2028-02-29', '2027-01-01', '2027-01', '2026-02'])
})
