import { expect, onTestFinished, test, vi } from 'vitest'

import { dayAfter, dayOf, firstOfMonth, monthOf, startOfDay } from './local-days'

function inZone(zone: string): void {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
}

const hours = (from: string, to: string) => (startOfDay(to) - startOfDay(from)) / 3_600_000

test('a day is a day of local time', () => {
  const at = Date.parse('2026-11-24T23:30:00Z')
  inZone('UTC')
  expect(dayOf(at)).toBe('2026-11-24')
  inZone('Asia/Tokyo')
  expect(dayOf(at)).toBe('2026-11-25')
  inZone('America/Los_Angeles')
  expect(dayOf(at)).toBe('2026-11-24')
  expect(new Date(startOfDay('2026-11-24')).toISOString()).toBe('2026-11-24T08:00:00.000Z')
})

test.each([
  ['Europe/Berlin', '2026-03-29', '2026-03-30', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-26', 25],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-06', 24.5],
  // Midnight did not exist on this day.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-05', 23],
  ['UTC', '2026-12-31', '2027-01-01', 24],
])('in %s, %s is followed by %s after %d hours', (zone, day, next, length) => {
  inZone(zone)
  expect(dayAfter(day)).toBe(next)
  expect(hours(day, next)).toBe(length)
  expect(dayOf(startOfDay(day))).toBe(day)
  expect(dayOf(startOfDay(next) - 1)).toBe(day)
})

test('a day that a place skipped is followed by the next one', () => {
  inZone('Pacific/Apia')
  expect(dayAfter('2011-12-29')).toBe('2011-12-31')
})

test('knows the month of a day, also in the first centuries', () => {
  expect([monthOf('2026-11-24'), firstOfMonth('2026-11-24')]).toEqual(['2026-11', '2026-11-01'])
  inZone('UTC')
  expect(startOfDay('0050-01-01')).toBe(Date.parse('0050-01-01T00:00:00Z'))
})
