import { expect, test } from 'vitest'

import { Emitter } from '../../base/emitter'
import { createManualClock } from '../../base/testing/manual-clock'
import type { Activity } from '../../composition/create-app'
import { endWhenIdle } from '../end-when-idle'
import { RestartableApp } from './restartable-app'

/** An app that ends when the test says so. */
class FakeApp {
  readonly fatals: string[] = []
  readonly closed = Promise.withResolvers<void>()
  readonly #changed = new Emitter<void>()
  closes = 0
  now: Activity = { windows: 0, runs: 0, hadWindow: false }

  setActivity(activity: Activity): void {
    this.now = activity
    this.#changed.fire()
  }

  activity(): Activity {
    return this.now
  }

  onActivity(listener: () => void) {
    return this.#changed.on(listener)
  }

  reportFatal(source: string, error: unknown): void {
    this.fatals.push(`${source}: ${String(error)}`)
  }

  close(): Promise<void> {
    this.closes += 1
    return this.closed.promise
  }
}

async function setUp() {
  const built: FakeApp[] = []
  const failures: unknown[] = []
  const next: { error: Error | null } = { error: null }
  const holder = new RestartableApp(
    () => {
      if (next.error !== null) return Promise.reject(next.error)
      const app = new FakeApp()
      built.push(app)
      return Promise.resolve(app)
    },
    (error) => failures.push(error),
  )
  const first = await holder.start()
  return { holder, first, built, failures, next }
}

/** Enough turns for everything that needs no timer. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('two restarts at the same time are one, and a later one is separate', async () => {
  const { holder, first, built } = await setUp()
  expect([holder.restart(), holder.restart()]).toEqual([true, true])
  // The current app still answers the request.
  expect(holder.current).toBe(first)
  await turns()
  expect(holder.restart()).toBe(true)
  first.closed.resolve()
  await turns()
  expect(built).toHaveLength(2)
  expect(holder.current).toBe(built[1])
  expect(first.closes).toBe(1)

  holder.restart()
  built[1]?.closed.resolve()
  await turns()
  expect(built).toHaveLength(3)
})

test('the new app is built only after the old one has released everything', async () => {
  const { holder, built } = await setUp()
  holder.restart()
  await turns()
  expect(holder.current).toBeNull()
  expect(built).toHaveLength(1)
})

test('an error between two apps is recorded by the next one, once', async () => {
  const { holder, first, built } = await setUp()
  holder.reportFatal('uncaughtException', 'before')
  holder.restart()
  await turns()
  holder.reportFatal('uncaughtException', 'between')
  first.closed.reject(new Error('could not be saved'))
  await turns()
  holder.reportFatal('uncaughtException', 'after')
  expect(first.fatals).toEqual(['uncaughtException: before'])
  expect(built[1]?.fatals).toEqual([
    'uncaughtException: between',
    'restart: Error: could not be saved',
    'uncaughtException: after',
  ])
})

test('a window whose connection was lost does not count as closed', async () => {
  const { holder, first } = await setUp()
  const clock = createManualClock()
  let ends = 0
  const stop = endWhenIdle(holder, { graceMs: 30_000, clock, idle: () => (ends += 1) })
  first.setActivity({ windows: 1, runs: 0, hadWindow: true })
  holder.windowLost()
  first.setActivity({ windows: 0, runs: 0, hadWindow: true })
  clock.advance(3_600_000)
  expect(ends).toBe(0)
  // The window returns, and is closed.
  holder.windowConnected()
  first.setActivity({ windows: 1, runs: 0, hadWindow: true })
  first.setActivity({ windows: 0, runs: 0, hadWindow: true })
  clock.advance(29_999)
  expect(ends).toBe(0)
  clock.advance(1)
  expect(ends).toBe(1)
  stop()
})

test('closing during a restart works, and no app is built afterwards', async () => {
  const { holder, first, built } = await setUp()
  holder.restart()
  await turns()
  const closing = holder.close()
  expect(holder.restart()).toBe(false)
  first.closed.resolve()
  await closing
  expect(built).toHaveLength(1)
  expect(holder.current).toBeNull()
})

test('an app that is being built during closing is closed too', async () => {
  const closed: string[] = []
  const secondIsBuilt = Promise.withResolvers<void>()
  let count = 0
  const holder = new RestartableApp(
    async () => {
      count += 1
      if (count === 2) await secondIsBuilt.promise
      const app = new FakeApp()
      const name = `app ${count}`
      void app.closed.promise.then(() => closed.push(name))
      app.closed.resolve()
      return app
    },
    () => {},
  )
  await holder.start()
  holder.restart()
  await turns()
  const closing = holder.close()
  secondIsBuilt.resolve()
  await closing
  expect(closed).toEqual(['app 1', 'app 2'])
})

test('a failed second start is reported, and leaves nothing to close', async () => {
  const { holder, first, failures, next } = await setUp()
  next.error = new Error('the folder is gone')
  holder.restart()
  first.closed.resolve()
  await turns()
  expect(failures).toEqual([next.error])
  await holder.close()
  expect(first.closes).toBe(1)
})

test('idleness follows the new app: it waits for windows during a restart, but not forever', async () => {
  const { holder, first, built } = await setUp()
  let told = 0
  holder.onActivity(() => (told += 1))
  first.setActivity({ windows: 1, runs: 0, hadWindow: true })
  holder.restart()
  await turns()
  expect(holder.activity()).toEqual({ windows: 0, runs: 0, hadWindow: false })
  first.closed.resolve()
  await turns()
  expect(holder.activity()).toEqual({ windows: 0, runs: 0, hadWindow: true })
  told = 0
  built[1]?.setActivity({ windows: 1, runs: 0, hadWindow: true })
  first.setActivity({ windows: 0, runs: 0, hadWindow: true })
  expect(told).toBe(1)
  expect(holder.activity().windows).toBe(1)
})
