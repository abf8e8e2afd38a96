import { expect, test } from 'vitest'

import { temporaryFolder } from '../../src/main/base/testing/temporary-folder.ts'
import type { Health } from '../../src/shared/app/health.ts'
import { assertNever } from '../../src/shared/invariant.ts'
import type { FakeProvider } from '../fake-provider/fake-provider.ts'
import type { Desk, LiveApp, LiveAppOptions, OpenWork } from '../helpers/live-app.ts'
import { AppOfFile } from './app-of-file.ts'
import { Journal, type SuiteEvent } from './journal.ts'

const shut = 'runs: Error: the runs were shut'
const trace = 'Error: the runs were shut\n    at shut (starter.ts:1:2)'

/** An app that is as well as the test says, and can do nothing else. */
class FakeLiveApp implements LiveApp {
  readonly host = null
  readonly pid = 1
  readonly dataFolder = null
  readonly logPath = null
  readonly isReplaceable: boolean
  bootId: string
  isBroken: boolean
  timesClosed = 0
  closeFailure: Error | null = null

  constructor(bootId: string, { isReplaceable = true, isBroken = false } = {}) {
    this.bootId = bootId
    this.isReplaceable = isReplaceable
    this.isBroken = isBroken
  }

  health(): Promise<Health> {
    const error = { source: 'runs', name: 'Error', message: 'the runs were shut', stack: trace, at: 1 }
    return Promise.resolve({
      status: this.isBroken ? 'degraded' : 'ok',
      bootId: this.bootId,
      pid: this.pid,
      uptimeMs: 1,
      lateMs: 0,
      fatalErrorCount: this.isBroken ? 1 : 0,
      fatalErrors: this.isBroken ? [error] : [],
      checks: [],
    })
  }

  signOfLife(): Promise<void> {
    return Promise.resolve()
  }

  close(): Promise<void> {
    this.timesClosed += 1
    return this.closeFailure === null ? Promise.resolve() : Promise.reject(this.closeFailure)
  }

  get fake(): FakeProvider {
    throw new Error('a fake app has no fake provider')
  }

  inspect(): Promise<OpenWork> {
    return Promise.reject(new Error('a fake app has nothing open'))
  }

  isMadeByTests(): boolean {
    return true
  }

  openDesk(): Promise<Desk> {
    return Promise.reject(new Error('a fake app has no windows'))
  }
}

const noOptions: LiveAppOptions = {}

/** One slot of the suite; `begin` gives it a worker, the next one each time. */
function setUp(appOptions: { isReplaceable?: boolean; isBroken?: boolean } = {}) {
  const journal = new Journal(temporaryFolder())
  const apps: FakeLiveApp[] = []
  const failures: Error[] = []
  let attempts = 0
  let workers = 0
  function begin() {
    const worker = (workers += 1)
    const appOfFile = new AppOfFile({
      journal,
      slot: 0,
      worker,
      start: () => {
        attempts += 1
        const failure = failures.shift()
        if (failure !== undefined) return Promise.reject(failure)
        const app = new FakeLiveApp(`boot-${apps.length + 1}`, appOptions)
        apps.push(app)
        return Promise.resolve(app)
      },
    })
    return {
      appOfFile,
      /** Gets the app for one test, and its boot; or the refusal's text. */
      get: async (
        file: string,
        name: string,
        request: { buildsOn?: boolean; options?: LiveAppOptions } = {},
      ) => {
        try {
          const given = await appOfFile.get({
            file,
            test: name,
            options: request.options ?? noOptions,
            buildsOnTestsBefore: request.buildsOn ?? false,
          })
          return given.name.bootId
        } catch (error) {
          return error instanceof Error ? error.message : String(error)
        }
      },
      /** As the watch of a test does when it fails. */
      testFailed: (file: string, name: string) =>
        journal.add({
          type: 'test-failed',
          slot: 0,
          worker,
          file,
          test: name,
          breakage: { summary: 'expected 1 to be 2', report: 'expected 1 to be 2\n    at a.spec.ts:3:4' },
        }),
    }
  }
  return {
    journal,
    apps,
    failures,
    attempts: () => attempts,
    begin,
    events: () => journal.read().map(inShort),
  }
}

/** One line for each event: deep-equals of these also catch what came too often. */
function inShort(event: SuiteEvent): string {
  switch (event.type) {
    case 'app-started': {
      const { reason } = event
      const of = reason.kind === 'next-file' ? ` after ${reason.fileBefore}` : ''
      const failed = reason.kind === 'new-worker' ? ` after ${reason.failedTest}` : ''
      const broken =
        'breakage' in reason && reason.breakage !== null ? `, broken by ${reason.breakage.summary}` : ''
      return `${event.app.bootId} for ${event.file} ${event.test}: ${reason.kind}${of}${failed}${broken}`
    }
    case 'app-broke':
      return `${event.app.bootId} broke ${event.when} ${event.file} ${event.test}: ${event.breakage.summary}`
    case 'start-failed':
    case 'test-failed':
      return `${event.type} ${event.file} ${event.test}: ${event.breakage.summary}`
    case 'limit-extended':
      // How busy this machine is decides whether one comes.
      return ''
    default:
      return assertNever(event)
  }
}

test('the tests of a file share one app as long as it is well', async () => {
  const { apps, begin, events } = setUp()
  const { get, appOfFile } = begin()
  expect([await get('a', 'one'), await get('a', 'two'), await get('a', 'three', { buildsOn: true })]).toEqual(
    ['boot-1', 'boot-1', 'boot-1'],
  )
  await appOfFile.close()
  await appOfFile.close()
  expect(apps.map(({ timesClosed }) => timesClosed)).toEqual([1])
  expect(events()).toEqual(['boot-1 for a one: first'])
})

test('the next file never gets the app of the one before, however well it is', async () => {
  const { apps, begin, events } = setUp()
  const { get } = begin()
  expect([await get('a', 'one'), await get('b', 'one'), await get('a', 'again')]).toEqual([
    'boot-1',
    'boot-2',
    'boot-3',
  ])
  expect(apps.map(({ timesClosed }) => timesClosed)).toEqual([1, 1, 0])
  expect(events()).toEqual([
    'boot-1 for a one: first',
    'boot-2 for b one: next-file after a',
    'boot-3 for a again: next-file after b',
  ])
})

test('an app that breaks after the last test of a file is found before it goes, and the next file is told', async () => {
  const { apps, begin, events } = setUp()
  const { get } = begin()
  await get('a', 'one')
  await get('a', 'last')
  for (const app of apps) app.isBroken = true
  expect(await get('b', 'one')).toBe('boot-2')
  expect(events()).toEqual([
    'boot-1 for a one: first',
    `boot-1 broke after a last: ${shut}`,
    `boot-2 for b one: next-file after a, broken by ${shut}`,
  ])
})

test('what strikes a moment after the last test has passed is still waited for', async () => {
  const { apps, begin, events } = setUp()
  const { get, appOfFile } = begin()
  await get('a', 'last')
  appOfFile.testEnded()
  setTimeout(() => {
    for (const app of apps) app.isBroken = true
  }, 1)
  await appOfFile.close()
  expect(events()).toEqual(['boot-1 for a last: first', `boot-1 broke after a last: ${shut}`])
})

test('a test that needs nothing of those before it gets another app when this one is broken', async () => {
  const { apps, begin, events } = setUp()
  const { get } = begin()
  await get('a', 'one')
  for (const app of apps) app.isBroken = true
  expect([await get('a', 'two'), await get('a', 'three')]).toEqual(['boot-2', 'boot-2'])
  expect(apps.map(({ timesClosed }) => timesClosed)).toEqual([1, 0])
  expect(events()).toEqual([
    'boot-1 for a one: first',
    `boot-1 broke before a two: ${shut}`,
    `boot-2 for a two: degraded, broken by ${shut}`,
  ])
})

test('an app that was started anew between two tests is another one, and is not laid at the door of the next test', async () => {
  const { apps, begin, events } = setUp()
  const { get } = begin()
  await get('a', 'one')
  for (const app of apps) app.bootId = 'boot-of-its-own'
  expect(await get('a', 'two')).toBe('boot-2')
  const restarted = 'the app was started anew: it was boot boot-1, and now is boot-of-its-own'
  expect(events()).toEqual([
    'boot-1 for a one: first',
    `boot-1 broke before a two: ${restarted}`,
    `boot-2 for a two: degraded, broken by ${restarted}`,
  ])
})

test('an app that does not end in order has broken too, and is named once', async () => {
  const { apps, begin, events } = setUp()
  const { get, appOfFile } = begin()
  await get('a', 'one')
  for (const app of apps) app.closeFailure = new Error('it ended with SIGKILL')
  await get('b', 'two')
  for (const app of apps.slice(1)) {
    app.isBroken = true
    app.closeFailure = new Error('it ended with SIGKILL')
  }
  await appOfFile.close()
  expect(events()).toEqual([
    'boot-1 for a one: first',
    'boot-1 broke after a one: it ended with SIGKILL',
    'boot-2 for b two: next-file after a, broken by it ended with SIGKILL',
    `boot-2 broke after b two: ${shut}`,
  ])
})

test('a test that builds on those before it is refused on a broken app, with the first error and its trace', async () => {
  const { apps, attempts, begin, events } = setUp()
  const { get, appOfFile } = begin()
  await get('a', 'one')
  for (const app of apps) app.isBroken = true
  const refusal = `this test did not start: the app was already degraded\n${shut}\n${trace}`
  expect(await get('a', 'two', { buildsOn: true })).toBe(refusal)
  await appOfFile.close()
  // Playwright gives the test after a failed one a new worker: that does not mend what the test builds on.
  expect(await begin().get('a', 'three', { buildsOn: true })).toBe(refusal)
  expect(attempts()).toBe(1)
  expect(events()).toEqual(['boot-1 for a one: first', `boot-1 broke before a two: ${shut}`])
})

test('a test that builds on one that failed is refused by the name of that one, another one is not', async () => {
  const { begin } = setUp()
  const first = begin()
  await first.get('a', 'one')
  first.testFailed('a', 'one')
  await first.appOfFile.close()
  const second = begin()
  expect(await second.get('a', 'two', { buildsOn: true })).toBe(
    'this test did not start: it builds on "one", which failed\nexpected 1 to be 2\n    at a.spec.ts:3:4',
  )
  expect(await second.get('a', 'three')).toBe('boot-2')
  expect(await second.get('b', 'one', { buildsOn: true })).toBe('boot-3')
})

test('a new worker says which test was the reason, and what it left', async () => {
  const { apps, begin, events } = setUp()
  const first = begin()
  await first.get('a', 'one')
  first.testFailed('a', 'one')
  await first.appOfFile.close()
  const second = begin()
  await second.get('a', 'two')
  for (const app of apps.slice(1)) app.isBroken = true
  second.testFailed('a', 'two')
  await second.appOfFile.close()
  await begin().get('a', 'three')
  expect(events()).toEqual([
    'boot-1 for a one: first',
    'test-failed a one: expected 1 to be 2',
    'boot-2 for a two: new-worker after one',
    'test-failed a two: expected 1 to be 2',
    `boot-2 broke after a two: ${shut}`,
    `boot-3 for a three: new-worker after two, broken by ${shut}`,
  ])
})

test('a new worker that goes on with another file says what the one before left there', async () => {
  const { apps, begin, events } = setUp()
  const first = begin()
  await first.get('a', 'last')
  for (const app of apps) app.isBroken = true
  await first.appOfFile.close()
  await begin().get('b', 'one')
  expect(events().at(-1)).toBe(`boot-2 for b one: next-file after a, broken by ${shut}`)
})

test('a group that asks for another app gets one, and no worker is said to have failed', async () => {
  const { apps, begin, events } = setUp()
  const { get } = begin()
  await get('a', 'one')
  const options = { provider: 'none' } as const
  expect([await get('a', 'two', { options }), await get('a', 'three', { options })]).toEqual([
    'boot-2',
    'boot-2',
  ])
  expect(apps.map(({ timesClosed }) => timesClosed)).toEqual([1, 0])
  expect(events()).toEqual(['boot-1 for a one: first', 'boot-2 for a two: other-options'])
})

test('a start that failed is not attempted again for each test of its file; the next file has its own attempt', async () => {
  const { attempts, begin, events, failures } = setUp()
  failures.push(new Error('the port is held'))
  const { get } = begin()
  expect(await get('a', 'one')).toMatch(
    /^this test did not start: its app could not be started\nError: the port is held\n\s+at /,
  )
  for (const request of [{}, { buildsOn: true }]) {
    expect(await begin().get('a', 'two', request)).toMatch(
      /^this test did not start: there is no app for this file, since one could not be started for "one"\nError: the port is held\n\s+at /,
    )
  }
  expect(attempts()).toBe(1)
  expect(await begin().get('b', 'one')).toBe('boot-1')
  expect(events()).toEqual(['start-failed a one: the port is held', 'boot-1 for b one: first'])
})

test('an app that is broken from its beginning is given to nobody, and does not live on', async () => {
  const { apps, attempts, begin, events } = setUp({ isBroken: true })
  const { get } = begin()
  expect(await get('a', 'one')).toBe(
    `this test did not start: the app was already degraded\n${shut}\n${trace}`,
  )
  expect(await get('a', 'two')).toContain('there is no app for this file')
  expect(attempts()).toBe(1)
  expect(apps.map(({ timesClosed }) => timesClosed)).toEqual([1])
  expect(events()).toEqual([`start-failed a one: ${shut}`])
})

test('somebody’s own app is not replaced when it breaks: its tests are refused', async () => {
  const { apps, attempts, begin, events } = setUp({ isReplaceable: false })
  const { get } = begin()
  await get('a', 'one')
  for (const app of apps) app.isBroken = true
  expect(await get('a', 'two')).toBe(
    `this test did not start: the app was already degraded\n${shut}\n${trace}`,
  )
  expect(attempts()).toBe(1)
  expect(apps.map(({ timesClosed }) => timesClosed)).toEqual([0])
  expect(events()).toEqual(['boot-1 for a one: first', `boot-1 broke before a two: ${shut}`])
})
