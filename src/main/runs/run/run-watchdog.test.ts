import { expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { RunWatchdog } from './run-watchdog'

test('measures both limits from a restart on, whatever was going on before', () => {
  const clock = createManualClock()
  const expired: string[] = []
  const watchdog = new RunWatchdog(clock, { idleMs: 1_000, wallMs: 1_500 }, (reason) => expired.push(reason))
  watchdog.saw({ type: 'notice', retryAt: clock.now() + 60_000 })
  clock.advance(900)
  watchdog.start()
  clock.advance(999)
  expect(expired).toEqual([])
  clock.advance(1)
  expect(expired).toEqual(['idle-timeout'])
  watchdog.dispose()
  clock.advance(60_000)
  expect(expired).toEqual(['idle-timeout'])
})

test('measures silence from the end of a pause, not from the last event before it', () => {
  const clock = createManualClock()
  const expired: string[] = []
  const watchdog = new RunWatchdog(clock, { idleMs: 1_000, wallMs: 0 }, (reason) => expired.push(reason))
  watchdog.setPaused(true)
  clock.advance(900)
  watchdog.setPaused(false)
  clock.advance(999)
  expect(expired).toEqual([])
  clock.advance(1)
  expect(expired).toEqual(['idle-timeout'])
})
