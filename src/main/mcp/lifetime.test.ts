import { expect, it } from 'vitest'

import { createManualClock } from '../base/testing/manual-clock'
import { type InterruptMode, Lifetime } from './lifetime'
import { RunningRequests } from './calls/running-requests'

function stage(mode: InterruptMode) {
  const clock = createManualClock()
  const requests = new RunningRequests()
  let endCount = 0
  const lifetime = new Lifetime({ mode, requests, clock, end: () => (endCount += 1) })
  /** A request that runs until it is interrupted. */
  const run = (id: string) =>
    requests
      .run(id, new AbortController().signal, (signal) => {
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        })
      })
      .catch((error: unknown) => error)
  return { clock, lifetime, run, endCount: () => endCount }
}

it('a second interrupt after more than a second ends the requests again, not the server', async () => {
  const { clock, lifetime, run, endCount } = stage('cancel-then-exit')
  const first = run('1')
  lifetime.interrupt()
  expect(await first).toMatchObject({ code: 'CANCELLED' })
  clock.advance(1_001)
  const second = run('2')
  lifetime.interrupt()
  expect(await second).toMatchObject({ code: 'CANCELLED' })
  expect(endCount()).toBe(0)
  clock.advance(1_000)
  void run('3')
  lifetime.interrupt()
  expect(endCount()).toBe(1)
})

it('in the mode "cancel", any number of interrupts ends only the requests', async () => {
  const { lifetime, run, endCount } = stage('cancel')
  for (const id of ['1', '2', '3']) {
    const running = run(id)
    lifetime.interrupt()
    expect(await running).toMatchObject({ code: 'CANCELLED' })
  }
  expect(endCount()).toBe(0)
  lifetime.interrupt()
  expect(endCount()).toBe(1)
})
