import { expect, onTestFinished, test } from 'vitest'

import type { HealthStatus } from '../../shared/app/health'
import { createManualClock } from '../base/testing/manual-clock'
import type { CheckOutcome } from './check-runner'
import { HealthMonitor } from './health-monitor'
import { createSilentLog } from './testing/silent-log'

const fine: CheckOutcome = { status: 'ok', detail: 'answers' }
const broken: CheckOutcome = { status: 'failing', detail: 'does not answer' }

function setUp() {
  const clock = createManualClock(1_000)
  const monitor = new HealthMonitor({ bootId: 'boot-1', pid: 42, clock, log: createSilentLog() })
  onTestFinished(() => monitor.dispose())
  const statuses: HealthStatus[] = []
  monitor.onChanged(({ status }) => statuses.push(status))
  /** Adds a check whose outcome the test sets and that counts its runs. It runs once at once. */
  function addCheck(id: string, outcome: CheckOutcome) {
    const part = { outcome, asked: 0 }
    monitor.addCheck({ id, run: () => ((part.asked += 1), part.outcome) })
    return part
  }
  return { clock, monitor, statuses, addCheck }
}

/** An outcome takes a few microtasks to be stored. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('clears the failure of a recovered part without anyone asking', async () => {
  const { clock, monitor, statuses, addCheck } = setUp()
  const disk = addCheck('disk', broken)
  await monitor.refresh()
  monitor.markReady()
  const askedBefore = disk.asked
  clock.advance(5_000)
  await nextTurn()
  expect(disk.asked).toBe(askedBefore + 1)
  disk.outcome = fine
  clock.advance(4_999)
  await nextTurn()
  expect(statuses).toEqual(['degraded'])
  clock.advance(1)
  await nextTurn()
  expect(statuses).toEqual(['degraded', 'ok'])
  expect(disk.asked).toBe(askedBefore + 2)
})

test('does not poll a healthy part, so that the disk can sleep', async () => {
  const { clock, monitor, addCheck } = setUp()
  const [disk, store] = [addCheck('disk', broken), addCheck('store', fine)]
  await monitor.refresh()
  const askedBefore = { disk: disk.asked, store: store.asked }
  for (let round = 1; round <= 3; round += 1) {
    clock.advance(5_000)
    await nextTurn()
  }
  expect({ disk: disk.asked, store: store.asked }).toEqual({ ...askedBefore, disk: askedBefore.disk + 3 })
})

test('a hanging check delays no other and is reported itself, each at its own deadline', async () => {
  const { clock, monitor, addCheck } = setUp()
  monitor.addCheck({ id: 'stuck', run: () => new Promise(() => {}) })
  monitor.addCheck({ id: 'slow', deadlineMs: 500, run: () => new Promise(() => {}) })
  addCheck('disk', broken)
  addCheck('store', fine)
  const outcomes = () => monitor.report().problems.map(({ error }) => error.message)
  let isAnswered = false
  const answer = monitor.refresh().finally(() => (isAnswered = true))
  await nextTurn()
  expect(outcomes()).toEqual(['does not answer'])
  clock.advance(100)
  await nextTurn()
  expect(outcomes()).toEqual(['did not answer within 100 ms', 'does not answer'])
  expect(isAnswered).toBe(false)
  clock.advance(400)
  expect((await answer).checks.map(({ id, status, detail }) => [id, status, detail])).toEqual([
    ['stuck', 'failing', 'did not answer within 100 ms'],
    ['slow', 'failing', 'did not answer within 500 ms'],
    ['disk', 'failing', 'does not answer'],
    ['store', 'ok', 'answers'],
  ])
})

test('a refresh during a check sees changes made after that check began', async () => {
  const { monitor } = setUp()
  const looks: PromiseWithResolvers<CheckOutcome>[] = []
  monitor.addCheck({
    id: 'disk',
    run: () => {
      const look = Promise.withResolvers<CheckOutcome>()
      looks.push(look)
      return look.promise
    },
  })
  let answers = 0
  const asked = [monitor.refresh(), monitor.refresh()].map((answer) => answer.finally(() => (answers += 1)))
  looks[0]?.resolve(fine)
  await nextTurn()
  expect({ answers, looks: looks.length }).toEqual({ answers: 0, looks: 2 })
  looks[1]?.resolve(broken)
  for (const health of await Promise.all(asked)) expect(health.checks).toMatchObject([broken])
})

test('keeps the stack traces of the first error after hundreds that followed', () => {
  const { monitor } = setUp()
  monitor.fatalInWindow({
    source: 'window:render',
    name: 'TypeError',
    message: 'the first one',
    stack: 'TypeError: the first one\n    at Chat (chat.tsx:1:2)',
    componentStack: '\n    at Chat\n    at App',
  })
  for (let index = 1; index <= 400; index += 1) monitor.fatal('runs', new Error(`consequence ${index}`))
  const { fatalErrorCount, fatalErrors } = monitor.health()
  expect(fatalErrorCount).toBe(401)
  expect(fatalErrors[0]).toEqual({
    source: 'window:render',
    name: 'TypeError',
    message: 'the first one',
    stack: 'TypeError: the first one\n    at Chat (chat.tsx:1:2)',
    componentStack: '\n    at Chat\n    at App',
    at: 1_000,
  })
  expect(fatalErrors.at(-1)?.message).toBe('consequence 400')
  expect(fatalErrors.length).toBeLessThan(30)
})

test('removing a failing check removes its failure', async () => {
  const { clock, monitor, statuses } = setUp()
  let asked = 0
  const remove = monitor.addCheck({ id: 'disk', run: () => ((asked += 1), broken) })
  monitor.markReady()
  await monitor.refresh()
  const askedBefore = asked
  const waiting = [monitor.refresh(), monitor.refresh()]
  remove()
  await Promise.all(waiting)
  clock.advance(5_000)
  await nextTurn()
  expect(statuses).toEqual(['ok', 'degraded', 'ok'])
  // The check in progress was the last.
  expect(asked).toBe(askedBefore + 1)
})
