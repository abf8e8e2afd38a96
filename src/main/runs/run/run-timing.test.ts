import { expect, test } from 'vitest'

import { maxGrowthPoints } from '../../../shared/sessions/growth'
import { RunTiming } from './run-timing'

const startedAt = 1_000

test('measures the first thought and the first word separately, and only where reasoning came first', () => {
  const thinking = new RunTiming(startedAt, { keepsGrowth: false })
  expect(thinking.timed({ type: 'reasoning-delta', text: 'Hm' }, 1_200)).toMatchObject({ ttftMs: 200 })
  expect(thinking.timed({ type: 'text-delta', text: '' }, 1_500)).toEqual({ type: 'text-delta', text: '' })
  expect(thinking.timed({ type: 'text-delta', text: 'So' }, 1_900)).toEqual({
    type: 'text-delta',
    text: 'So',
    firstTextMs: 900,
  })
  expect(thinking.timed({ type: 'text-delta', text: '.' }, 2_000)).toEqual({ type: 'text-delta', text: '.' })
  expect(thinking.metrics(2_000, undefined)).toEqual({
    ttftMs: 200,
    firstTextMs: 900,
    tokensPerSecond: 2.5,
    durationMs: 1_000,
  })

  const writing = new RunTiming(startedAt, { keepsGrowth: false })
  expect(writing.timed({ type: 'text-delta', text: 'So' }, 1_300)).toEqual({
    type: 'text-delta',
    text: 'So',
    ttftMs: 300,
  })
  expect(writing.metrics(1_500, 1)).toEqual({ ttftMs: 300, tokensPerSecond: null, durationMs: 500 })
})

test('counts the pieces that a source has joined, and does not pass their number on', () => {
  const timing = new RunTiming(startedAt, { keepsGrowth: false })
  timing.timed({ type: 'text-delta', text: 'a' }, 1_100)
  expect(timing.timed({ type: 'text-delta', text: 'bcd', joined: 3 }, 1_200)).toEqual({
    type: 'text-delta',
    text: 'bcd',
  })
  expect(timing.metrics(1_400, undefined).tokensPerSecond).toBe(10)
})

test('text that turns out to be reasoning was not the first word', () => {
  const timing = new RunTiming(startedAt, { keepsGrowth: false })
  timing.timed({ type: 'text-delta', text: 'Hm' }, 1_100)
  timing.timed({ type: 'text-was-reasoning' }, 1_200)
  expect(timing.timed({ type: 'text-delta', text: 'So' }, 1_400)).toMatchObject({ firstTextMs: 400 })
  expect(timing.metrics(1_500, 2)).toMatchObject({ ttftMs: 100, firstTextMs: 400 })
})

test('keeps how an answer grew, from its first character to its end, in a bounded number of points', () => {
  const timing = new RunTiming(startedAt, { keepsGrowth: true })
  expect(timing.metrics(1_100, undefined)).not.toHaveProperty('growth')
  for (let step = 1; step <= 1_000; step += 1) {
    timing.timed({ type: 'text-delta', text: 'abcd' }, startedAt + 100 + step * 10)
  }
  const { growth = [] } = timing.metrics(startedAt + 10_200, undefined)
  expect(growth.length).toBeLessThanOrEqual(maxGrowthPoints + 1)
  expect(growth.length).toBeGreaterThan(maxGrowthPoints / 2 - 1)
  expect(growth[0]).toEqual([110, 0])
  expect(growth.at(-1)).toEqual([10_200, 4_000])
  const chars = growth.map(([, count]) => count)
  expect(chars).toEqual(chars.toSorted((one, other) => one - other))
})
