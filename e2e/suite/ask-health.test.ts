import { expect, test } from 'vitest'

import { createManualClock } from '../../src/main/base/testing/manual-clock.ts'
import { WindowMonitor } from '../../src/main/health/window-monitor.ts'
import type { Health } from '../../src/shared/app/health.ts'
import type { WindowId } from '../../src/shared/ids.ts'
import { type AskableApp, diagnose, diagnosePatiently, isLostWindow } from './ask-health.ts'
import type { Extension } from './limits/answer-within.ts'

const well: Health = {
  status: 'ok',
  bootId: 'boot-1',
  pid: 1,
  uptimeMs: 2,
  lateMs: 0,
  fatalErrorCount: 0,
  fatalErrors: [],
  checks: [{ id: 'store', status: 'ok', detail: 'answers', sinceMs: 1 }],
}
const starting: Health = {
  ...well,
  status: 'starting',
  checks: [...well.checks, { id: 'runs', status: 'n/a', detail: 'not asked yet', sinceMs: 1 }],
}
const failing: Health = {
  ...well,
  status: 'degraded',
  checks: [{ id: 'store', status: 'failing', detail: 'is full', sinceMs: 1 }],
}

const silentWindow: Health = {
  ...well,
  status: 'degraded',
  checks: [
    {
      id: 'window',
      status: 'failing',
      detail: '1 of 1 attached windows did not answer within 500 ms: w',
      sinceMs: 1,
    },
  ],
}
const lostDetail = 'the last window disconnected unexpectedly and did not reconnect: w'
const lostWindow: Health = {
  ...well,
  status: 'degraded',
  checks: [{ id: 'window', status: 'failing', detail: lostDetail, sinceMs: 1 }],
}
const never = () => new Promise<never>(() => {})

/** An app that gives these answers in order and repeats the last one. */
function answering(...answers: Health[]) {
  let asked = 0
  return {
    pid: null,
    signOfLife: () => Promise.resolve(),
    asked: () => asked,
    health: () => {
      const answer = answers[Math.min(asked, answers.length - 1)]
      asked += 1
      return answer === undefined ? Promise.reject(new Error('it has no answer')) : Promise.resolve(answer)
    },
  }
}

test('waits for an app that is still starting, instead of reporting it as broken', async () => {
  const app = answering(starting, starting, well)
  expect(await diagnose(app)).toEqual({ kind: 'well', health: well })
  expect(app.asked()).toBe(3)
})

test('stops waiting when an app breaks during its start', async () => {
  const app = answering(starting, failing)
  expect(await diagnose(app)).toEqual({
    kind: 'broken',
    health: failing,
    breakage: { summary: 'check store: is full', report: 'check store is failing: is full' },
  })
})

test('reports what an app that never becomes ready is waiting for', async () => {
  const summary = 'the app was still starting after 0.001 s, waiting for runs (not asked yet)'
  expect(await diagnose(answering(starting), { withinMs: 1 })).toEqual({
    kind: 'broken',
    health: starting,
    breakage: { summary, report: summary },
  })
  const { checks } = well
  expect(await diagnose(answering({ ...starting, checks }), { withinMs: 0 })).toMatchObject({
    breakage: { summary: 'the app was still starting after 0 s, waiting for something other than a check' },
  })
})

test('detects a main that hangs during its checks as soon as one that hung before', async () => {
  let signs = 0
  const app: AskableApp = {
    pid: null,
    health: never,
    signOfLife() {
      signs += 1
      return signs === 1 ? Promise.resolve() : never()
    },
  }
  expect(await diagnose(app, { answersWithinMs: 20 })).toMatchObject({
    breakage: { summary: expect.stringMatching(/^main did not answer within 20 ms/) as string },
  })
})

test('gives a responsive main the time that its checks need', async () => {
  let asked = 0
  const app: AskableApp = {
    pid: null,
    async health() {
      asked += 1
      await new Promise((resolve) => setTimeout(resolve, 60))
      return well
    },
    signOfLife: () => Promise.resolve(),
  }
  expect(await diagnose(app, { answersWithinMs: 20 })).toEqual({ kind: 'well', health: well })
  expect(asked).toBe(1)
})

test('sends a main that reports its health at once no second request', async () => {
  let signs = 0
  const app: AskableApp = {
    ...answering(well),
    signOfLife() {
      signs += 1
      return Promise.resolve()
    },
  }
  expect(await diagnose(app, { answersWithinMs: 30 })).toEqual({ kind: 'well', health: well })
  // The timer of a second request would fire before this one.
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(signs).toBe(0)
})

test('reports why main cannot be reached, without throwing', async () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:1')
  const app: AskableApp = {
    pid: null,
    health: () => Promise.reject(refused),
    signOfLife: () => Promise.reject(new Error('fetch failed')),
  }
  expect(await diagnose(app)).toEqual({
    kind: 'broken',
    health: null,
    breakage: { summary: refused.message, report: refused.stack },
  })
})

test('waits for a main that waits for a CPU or the disk, and reports the extension', async () => {
  const extensions: Extension[] = []
  const answer = Promise.withResolvers<Health>()
  const app: AskableApp = { pid: 1, health: () => answer.promise, signOfLife: never }
  let observed = 0
  const diagnosis = diagnose(app, {
    answersWithinMs: 150,
    observeMain() {
      observed += 1
      // By now the limit has long passed in wall-clock time.
      if (observed === 10) answer.resolve(well)
      return [{ pid: 1, ranMs: 0, waitedMs: 0, isHeldUp: true }]
    },
    onExtended: (extension) => extensions.push(extension),
  })
  expect(await diagnosis).toEqual({ kind: 'well', health: well })
  expect(extensions).toMatchObject([{ limit: 'main', limitMs: 150 }])
})

const heldUp = () => [{ pid: 2, ranMs: 0, waitedMs: 0, isHeldUp: true }]

test('waits for a window that waits for a CPU until it answers', async () => {
  const app = answering(silentWindow, silentWindow, well)
  expect(await diagnosePatiently(app, { observeWindows: heldUp })).toEqual({ kind: 'well', health: well })
})

test('waits for a window whose connection was cut and that waits for a CPU until it has reconnected', async () => {
  const app = answering(lostWindow, lostWindow, well)
  expect(await diagnosePatiently(app, { observeWindows: heldUp })).toEqual({ kind: 'well', health: well })
})

test('detects a window that does not reconnect on an idle machine, and waits for none that crashed', async () => {
  const lost = { kind: 'broken', breakage: { summary: `check window: ${lostDetail}` } }
  const idle = { observeWindows: () => [] }
  const app = answering(lostWindow)
  expect(await diagnosePatiently(app, idle)).toMatchObject(lost)
  expect(app.asked()).toBeGreaterThan(1)
  const crashed = answering(lostWindow)
  expect(await diagnosePatiently(crashed, { ...idle, hasNoWindow: () => true })).toMatchObject(lost)
  expect(crashed.asked()).toBe(1)
})

test('distinguishes a lost window from a silent one by the text of main’s own check', async () => {
  const clock = createManualClock()
  const monitor = new WindowMonitor(clock)
  const attach = () => monitor.attach('window-1' as WindowId, () => {})
  const diagnoseNow = async () => {
    const outcome = monitor.check().run()
    clock.advance(1_000)
    const check = { id: 'window', sinceMs: 1, ...(await outcome) }
    return diagnose(answering({ ...well, status: 'degraded', checks: [check] }))
  }
  const detach = attach()
  const hanging = await diagnoseNow()
  detach('lost')
  clock.advance(1_000)
  const lost = await diagnoseNow()
  expect([hanging.kind, isLostWindow(hanging)]).toEqual(['broken', false])
  expect([lost.kind, isLostWindow(lost)]).toEqual(['broken', true])
})
