import { expect, test } from 'vitest'

import { createOwnedClock } from './owned-clock'
import { createManualClock } from './testing/manual-clock'

test('fires no timer after its owner is disposed', () => {
  const clock = createManualClock()
  const owned = createOwnedClock(clock)
  const fired: string[] = []
  owned.after(10, () => fired.push('in time'))
  const cancel = owned.after(10, () => fired.push('taken back'))
  cancel()
  clock.advance(10)
  owned.after(10, () => fired.push('left behind'))
  owned.dispose()
  owned.after(10, () => fired.push('set too late'))
  clock.advance(1_000)
  expect(fired).toEqual(['in time'])
  expect(clock.pendingTimers).toBe(0)
})
