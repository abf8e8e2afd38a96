import { expect, it } from 'vitest'

import { exceedsFrameLimit } from './frame-size'
import { wireLimits } from './definitions/limits'

it('accepts values whose JSON fits', () => {
  const text = 'a'.repeat(wireLimits.frameBytes - '{"type":"call","input":""}'.length)
  expect(exceedsFrameLimit({ type: 'call', input: text })).toBe(false)
  const values = {
    numbers: Array.from({ length: 100_000 }, (_, index) => index),
    none: undefined,
    nothing: null,
  }
  expect(exceedsFrameLimit(values)).toBe(false)
})

it('rejects values that are too large, in one piece or many, or cyclic', () => {
  const half = 'a'.repeat(wireLimits.frameBytes / 2)
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  const tooLarge = [
    'a'.repeat(wireLimits.frameBytes),
    { input: { one: half, two: half } },
    { [`${half}${half}`]: 1 },
    new Uint8Array(wireLimits.frameBytes + 1),
    cycle,
    Array.from({ length: wireLimits.frameValues }, () => []),
  ]
  expect(tooLarge.map((value) => exceedsFrameLimit(value))).toEqual(tooLarge.map(() => true))
})

it('rejects huge sparse arrays without iterating over them', () => {
  const holes: unknown[] = []
  holes.length = 2 ** 32 - 1
  const half = Array.from({ length: wireLimits.frameValues / 2 }, () => null)
  const lists = [holes, { input: [holes] }, Array.from({ length: 100_000 }, () => half)]
  expect(lists.map((value) => exceedsFrameLimit(value))).toEqual([true, true, true])
})

it('counts the values of nested arrays only once', () => {
  const list = Array.from({ length: 1_000 }, () => Array.from({ length: 1_000 }, () => 0))
  expect(exceedsFrameLimit(list)).toBe(false)
})
