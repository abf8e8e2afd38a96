import { expect, test } from 'vitest'

import type { Health } from '../../src/shared/health.ts'
import { diagnose, diagnosePatiently } from './ask-health.ts'

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

/** An app that gives these answers one after another, the last one for ever. */
function answering(...answers: Health[]) {
  let asked = 0
  return {
    asked: () => asked,
    health: () => {
      const answer = answers[Math.min(asked, answers.length - 1)]
      asked += 1
      return answer === undefined ? Promise.reject(new Error('it has no answer')) : Promise.resolve(answer)
    },
  }
}

test('an app that is still starting is waited for, not called broken', async () => {
  const app = answering(starting, starting, well)
  expect(await diagnose(app)).toEqual({ kind: 'well', health: well })
  expect(app.asked()).toBe(3)
})

test('an app that breaks while it is starting is not waited for to the end', async () => {
  const app = answering(starting, failing)
  expect(await diagnose(app)).toEqual({
    kind: 'broken',
    health: failing,
    breakage: { summary: 'check store: is full', report: 'check store is failing: is full' },
  })
})

test('an app that never gets ready says what it was waiting for', async () => {
  const summary = 'the app was still starting after 0.001 s, waiting for runs (not asked yet)'
  expect(await diagnose(answering(starting), { withinMs: 1 })).toEqual({
    kind: 'broken',
    health: starting,
    breakage: { summary, report: summary },
  })
  const { checks } = well
  expect(await diagnose(answering({ ...starting, checks }), { withinMs: 0 })).toMatchObject({
    breakage: { summary: 'the app was still starting after 0 s, waiting for something that is no check' },
  })
})

test('a main that never answers does not keep anyone waiting', async () => {
  expect(await diagnose({ health: () => new Promise(() => {}) }, { answersWithinMs: 20 })).toMatchObject({
    kind: 'broken',
    health: null,
    breakage: { summary: 'main did not answer within 20 ms when asked for its health' },
  })
})

test('a main that cannot be reached is broken by why, and nothing is thrown', async () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:1')
  expect(await diagnose({ health: () => Promise.reject(refused) })).toEqual({
    kind: 'broken',
    health: null,
    breakage: { summary: refused.message, report: refused.stack },
  })
})

test('a main that is held up by a disk that stands still is asked once more', async () => {
  let asked = 0
  const app = {
    health: () => {
      asked += 1
      return asked === 1 ? new Promise<Health>(() => {}) : Promise.resolve(well)
    },
  }
  const stalled = { watchPressure: () => () => true, answersWithinMs: 20 }
  expect(await diagnosePatiently(app, stalled)).toEqual({ kind: 'well', health: well })
})

test('a main that is silent on a machine that keeps up is given no second question', async () => {
  let asked = 0
  const app = {
    health: () => {
      asked += 1
      return new Promise<Health>(() => {})
    },
  }
  const idle = { watchPressure: () => () => false, answersWithinMs: 20 }
  expect(await diagnosePatiently(app, idle)).toMatchObject({ kind: 'broken', isMainSilent: true })
  expect(asked).toBe(1)
})
