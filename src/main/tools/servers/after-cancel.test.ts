import { expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { isBusyAfterCancel } from './active-calls'

/** Measures a server that uses this share of a processor, with other work from a moment on. */
async function measure({
  share,
  otherWorkAtMs = Infinity,
}: {
  share: number | null
  otherWorkAtMs?: number
}) {
  const clock = createManualClock()
  const processorMs = () => (share === null ? null : clock.monotonic() * share)
  const busy = isBusyAfterCancel({ processorMs }, { clock, isAlone: () => clock.monotonic() < otherWorkAtMs })
  for (let step = 0; step < 100; step += 1) {
    clock.advance(100)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return busy
}

test('a server that keeps a processor busy after a cancelled call is noticed', async () => {
  expect(await measure({ share: 0.9 })).toBe(true)
})

test.each([
  ['is idle', { share: 0.05 }],
  ['has other work at the same time', { share: 0.9, otherWorkAtMs: 5_000 }],
  ['has no processes here', { share: null }],
])('a server that %s is left alone', async (_what, given) => {
  expect(await measure(given)).toBe(false)
})
