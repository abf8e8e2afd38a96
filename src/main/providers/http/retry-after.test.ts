import { expect, it } from 'vitest'

import { retryAfterMs, waitIn } from './asked-wait'

it('reads seconds and dates, and nothing else', () => {
  const date = 'Wed, 01 Jul 2026 10:00:00 GMT'
  const now = Date.parse(date) + 1_000
  const read = (value: string) => retryAfterMs(new Headers({ 'retry-after': value, date }), now)
  expect({
    seconds: read('7'),
    fraction: read('0.5'),
    date: read('Wed, 01 Jul 2026 10:01:00 GMT'),
    span: read('1m30s'),
    words: read('3 days'),
    twice: read('90, 90'),
    time: read(String(Date.parse(date) / 1_000 + 60)),
    timeInMs: read(String(Date.parse(date) + 60_000)),
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
    span: 90_000,
    words: 259_200_000,
    twice: 90_000,
    time: 60_000,
    timeInMs: 60_000,
    past: 0,
    negative: null,
    nonsense: null,
    absent: null,
    withoutDate: 59_000,
    endless: 366 * 86_400_000,
  })
})

it.each([
  ['Please try again in 1 minute and 30 seconds.', 90],
  ['Please wait 90 seconds before your next request.', 90],
  ['Please retry your request after 5 minutes.', 300],
  ['Rate limit reached. It resets in 1h2m3s.', 3_723],
  ['The model is available again in 2 hours.', 7_200],
  ['请求过于频繁，请在 30 秒后重试', 30],
  ['Try again in a few minutes.', null],
  ['Try again. Limit: 5 requests per 60 seconds.', null],
  ['You waited 3 m away.', null],
])('reads the wait in words: %s', (words, seconds) => {
  expect(waitIn(words)).toBe(seconds === null ? null : seconds * 1_000)
})
