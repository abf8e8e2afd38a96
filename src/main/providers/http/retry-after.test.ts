import { expect, it } from 'vitest'

import { retryAfterMs } from './asked-wait'

it('reads seconds and dates, and nothing else', () => {
  const date = 'Wed, 01 Jul 2026 10:00:00 GMT'
  const now = Date.parse(date) + 1_000
  const read = (value: string) => retryAfterMs(new Headers({ 'retry-after': value, date }), now)
  expect({
    seconds: read('7'),
    fraction: read('0.5'),
    date: read('Wed, 01 Jul 2026 10:01:00 GMT'),
    past: read('Wed, 01 Jul 2026 09:00:00 GMT'),
    negative: read('-1'),
    nonsense: read('soon'),
    absent: retryAfterMs(new Headers(), now),
    withoutDate: retryAfterMs(new Headers({ 'retry-after': 'Wed, 01 Jul 2026 10:01:00 GMT' }), now),
    endless: read('9e300'),
  }).toEqual({
    seconds: 7_000,
    fraction: 500,
    date: 60_000,
    past: 0,
    negative: null,
    nonsense: null,
    absent: null,
    withoutDate: 59_000,
    endless: 366 * 86_400_000,
  })
})
