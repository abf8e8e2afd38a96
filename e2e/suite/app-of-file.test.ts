import { expect, test } from 'vitest'

import { temporaryFolder } from '../../src/main/base/testing/temporary-folder.ts'
import type { Health } from '../../src/shared/app/health.ts'
import { assertNever } from '../../src/shared/invariant.ts'
import type { FakeProvider } from '../fake-provider/fake-provider.ts'
import type { Desk, LiveApp, LiveAppOptions, OpenWork } from '../helpers/live-app.ts'
import { AppOfFile } from './app-of-file.ts'
import { Journal, type SuiteEvent } from './records/journal.ts'
import { formatSuiteTable } from './suite-table.ts'

const shut = 'runs: Error: the runs were shut'
const trace = 'Error: the runs were shut\n    at shut (starter.ts:1:2)'

/** An app with the health that the test sets, and no other function. */
class FakeLiveApp implements LiveApp {
  readonly host = null
  readonly dialogs = null
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

  restarted(): Promise<never> {
    throw new Error('a fake app has no window')
  }

  kill(): Promise<void> {
    throw new Error('a fake app has no process')
  }

  quit(): Promise<void> {
    return this.close()
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

/** One slot of the suite; each call of `begin` gives it a new worker. */
function setUp(appOptions: { isReplaceable?: boolean; isBroken?: boolean } = {}) {
  const journal = new Journal(temporaryFolder())
  const apps: FakeLiveApp[] = []
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
        const app = new FakeLiveApp(`boot-${apps.length + 1}`, appOptions)
        apps.push(app)
        return Promise.resolve(app)
      },
    })
    return {
      appOfFile,
      /** Requests the app for one test; returns its boot id, or the text of the refusal. */
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
      /** Reports a failed test, like its watch. */
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
    attempts: () => attempts,
    begin,
    events: () => journal.read().map(inShort),
  }
}

/** One line per event, so that comparing them also finds duplicates. */
function inShort(event: SuiteEvent): string {
  switch (event.type) {
    case 'app-started':
      return `${event.app.bootId} for ${event.file} ${event.test}: ${event.why ?? 'its turn'}`
    case 'app-broke':
      return `${event.app.bootId} broke ${event.when} ${event.file} ${event.test}: ${event.breakage.summary}`
    case 'start-failed':
    case 'test-failed':
      return `${event.type} ${event.file} ${event.test}: ${event.breakage.summary}`
    case 'limit-extended':
      // Whether there is one depends on how busy this machine is.
      return ''
    default:
      return assertNever(event)
  }
}

test('gives all tests of a file the same app as long as it is healthy', async () => {
  const { apps, begin, events } = setUp()
  const { get, appOfFile } = begin()
  expect([await get('a', 'one'), await get('a', 'two'), await get('a', 'three', { buildsOn: true })]).toEqual(
    ['boot-1', 'boot-1', 'boot-1'],
  )
  await appOfFile.close()
  await appOfFile.close()
  expect(apps.map(({ timesClosed }) => timesClosed)).toEqual([1])
  expect(events()).toEqual(['boot-1 for a one: its turn'])
})

test('never gives an app to the next file, however healthy it is', async () => {
  const { apps, begin, events } = setUp()
  const { get } = begin()
  expect([await get('a', 'one'), await get('b', 'one'), await get('a', 'again')]).toEqual([
    'boot-1',
    'boot-2',
    'boot-3',
  ])
  expect(apps.map(({ timesClosed }) => timesClosed)).toEqual([1, 1, 0])
  expect(events()).toEqual([
    'boot-1 for a one: its turn',
    'boot-2 for b one: its turn',
    'boot-3 for a again: its turn',
  ])
})

test('treats an app that was restarted between two tests as another app, and does not blame the next test', async () => {
  const { apps, begin, events } = setUp()
  const { get } = begin()
  await get('a', 'one')
  for (const app of apps) app.bootId = 'boot-of-its-own'
  expect(await get('a', 'two')).toBe('boot-2')
  const restarted = 'the app was restarted: its boot changed from boot-1 to boot-of-its-own'
  expect(events()).toEqual([
    'boot-1 for a one: its turn',
    `boot-1 broke before a two: ${restarted}`,
    `boot-2 for a two: "two" of a starts in a fresh app: the one before was degraded (${restarted})`,
  ])
})

test('treats an app that does not exit normally as broken, and reports it once', async () => {
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
    'boot-1 for a one: its turn',
    'boot-1 broke after a one: it ended with SIGKILL',
    'boot-2 for b two: b starts in a fresh app: a left it degraded (it ended with SIGKILL)',
    `boot-2 broke after b two: ${shut}`,
  ])
})

test('refuses a test that builds on a failed one and names that one, but runs an independent test', async () => {
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

test('a new worker reports which test caused it, and what that left behind', async () => {
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
    'boot-1 for a one: its turn',
    'test-failed a one: expected 1 to be 2',
    'boot-2 for a two: "two" of a starts in a fresh app: Playwright started a new worker because "one" failed',
    'test-failed a two: expected 1 to be 2',
    `boot-2 broke after a two: ${shut}`,
    `boot-3 for a three: "three" of a starts in a fresh app: Playwright started a new worker because "two" failed, and the app was left degraded (${shut})`,
  ])
})

test('a group with other options gets another app, and no worker is reported as failed', async () => {
  const { apps, begin, events } = setUp()
  const { get } = begin()
  await get('a', 'one')
  const options = { provider: 'none' } as const
  expect([await get('a', 'two', { options }), await get('a', 'three', { options })]).toEqual([
    'boot-2',
    'boot-2',
  ])
  expect(apps.map(({ timesClosed }) => timesClosed)).toEqual([1, 0])
  expect(events()).toEqual([
    'boot-1 for a one: its turn',
    'boot-2 for a two: "two" of a starts in a fresh app: it needs an app with other options than the test before',
  ])
})

test('gives an app that is broken from the start to no test, and closes it', async () => {
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

test('does not replace a broken app that it is attached to, but refuses its tests', async () => {
  const { apps, attempts, begin, events } = setUp({ isReplaceable: false })
  const { get } = begin()
  await get('a', 'one')
  for (const app of apps) app.isBroken = true
  expect(await get('a', 'two')).toBe(
    `this test did not start: the app was already degraded\n${shut}\n${trace}`,
  )
  expect(attempts()).toBe(1)
  expect(apps.map(({ timesClosed }) => timesClosed)).toEqual([0])
  expect(events()).toEqual(['boot-1 for a one: its turn', `boot-1 broke before a two: ${shut}`])
})

test('lists at the end of a run how often and why the app of each file was replaced', async () => {
  const { journal, begin } = setUp()
  const { get } = begin()
  await get('a', 'one')
  await get('a', 'two', { options: {} })
  const results = { passed: 2, failed: 0, skipped: 1, durationMs: 12_340 }
  expect(formatSuiteTable([{ file: 'a', ...results }], journal.read()).split('\n')).toEqual([
    'file  passed  failed  skipped  app replaced  time',
    '----  ------  ------  -------  ------------  ------',
    'a          2       0        1             1  12.3 s',
    '',
    'apps replaced:',
    '"two" of a starts in a fresh app: it needs an app with other options than the test before',
  ])
})
