import { expect, it } from 'vitest'

import { createManualClock } from './manual-clock'

it('fires due timers by time and then by order of creation, including timers set by a callback', () => {
  const clock = createManualClock(1_000)
  const fired: string[] = []
  const note = (name: string) => () => fired.push(`${name} at ${clock.monotonic()}`)
  clock.after(20, note('late'))
  clock.after(10, () => {
    note('early')()
    clock.after(5, note('nested'))
  })
  clock.after(10, note('second'))
  const takeBack = clock.after(15, note('taken back'))
  clock.after(31, note('not yet'))
  takeBack()
  clock.advance(30)
  expect(fired).toEqual(['early at 10', 'second at 10', 'nested at 15', 'late at 20'])
  expect([clock.now(), clock.monotonic(), clock.pendingTimers]).toEqual([1_030, 30, 1])
})
