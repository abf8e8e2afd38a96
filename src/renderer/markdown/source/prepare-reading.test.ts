import { afterEach, expect, test, vi } from 'vitest'

import { LimitedLexer } from '../../../shared/markdown/limited-lexer'
import { prepareReading } from './prepare-reading'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('reads one sample per task, each twice, and only once in a window', () => {
  vi.useFakeTimers()
  const read = vi.spyOn(LimitedLexer.prototype, 'lexLimited')
  prepareReading()
  prepareReading()
  expect(read).not.toHaveBeenCalled()
  for (let task = 1; vi.getTimerCount() > 0; task += 1) {
    vi.runOnlyPendingTimers()
    expect(read.mock.calls.length).toBeLessThanOrEqual(task)
  }
  const samples = read.mock.calls.map(([sample]) => sample)
  expect(samples).toEqual([...new Set(samples), ...new Set(samples)])
  prepareReading()
  expect(vi.getTimerCount()).toBe(0)
})
