import { afterEach, expect, test, vi } from 'vitest'

import { LimitedLexer } from '../../../shared/markdown/limited-lexer'
import { prepareReading } from './prepare-reading'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('reads one sample per task', () => {
  vi.useFakeTimers()
  const read = vi.spyOn(LimitedLexer.prototype, 'lexLimited')
  prepareReading()
  expect(read).not.toHaveBeenCalled()
  const count = vi.getTimerCount()
  expect(count).toBeGreaterThan(1)
  vi.runAllTimers()
  expect(read).toHaveBeenCalledTimes(count)
})
