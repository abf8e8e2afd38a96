import { expect, test } from 'vitest'

import type { Health } from '../../src/shared/app/health.ts'
import { breakageFrom, breakageOf } from './breakage.ts'

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

test('does not report a healthy or starting app as broken', () => {
  expect(breakageOf(well)).toBeNull()
  expect(breakageOf({ ...well, status: 'starting' })).toBeNull()
})

test('reports the first error with both traces, then the number of later ones, then the failing checks', () => {
  const breakage = breakageOf({
    ...well,
    status: 'degraded',
    fatalErrorCount: 42,
    fatalErrors: [
      {
        source: 'window:render',
        name: 'TypeError',
        message: 'x is undefined\nand more of it',
        stack: 'TypeError: x is undefined\n    at Chat (chat.tsx:1:2)',
        componentStack: '\n    at Chat\n    at App',
        at: 1,
      },
      { source: 'rpc', name: 'Error', message: 'one of many', stack: 'Error: one of many', at: 2 },
      { source: 'runs', name: 'Error', message: 'the newest', stack: 'Error: the newest', at: 3 },
    ],
    checks: [
      ...well.checks,
      {
        id: 'runs',
        status: 'failing',
        detail: 'is shut',
        stack: 'Error: shut\n    at starter.ts:3:4',
        sinceMs: 1,
      },
      { id: 'window', status: 'failing', detail: 'does not answer', sinceMs: 1 },
    ],
  })
  expect(breakage).toEqual({
    summary: 'window:render: TypeError: x is undefined',
    report: [
      'window:render: TypeError: x is undefined',
      'and more of it',
      'TypeError: x is undefined',
      '    at Chat (chat.tsx:1:2)',
      'in',
      '    at Chat',
      '    at App',
      '41 more followed, the newest of them: runs: Error: the newest',
      'check runs is failing: is shut',
      'Error: shut',
      '    at starter.ts:3:4',
      'check window is failing: does not answer',
    ].join('\n'),
  })
})

test('reports the failing check if there is no error', () => {
  expect(
    breakageOf({
      ...well,
      status: 'degraded',
      checks: [...well.checks, { id: 'disk', status: 'failing', detail: '3 MiB free', sinceMs: 1 }],
    }),
  ).toEqual({ summary: 'check disk: 3 MiB free', report: 'check disk is failing: 3 MiB free' })
})

test('reports a degraded app that gives no reason', () => {
  const text = 'check ?: no failing check was reported'
  expect(breakageOf({ ...well, status: 'degraded' })).toEqual({ summary: text, report: text })
})

test('reports the cause of an error that only says that something failed', () => {
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:1')
  const error = new TypeError('fetch failed', { cause })
  expect(breakageFrom(error).report).toBe(`${error.stack}\ncaused by: ${cause.stack}`)
})

test('summarises an error of the suite in one line, with its trace in the report', () => {
  const error = new Error('\nwhat a start said\nin many lines')
  expect(breakageFrom(error)).toEqual({ summary: 'what a start said', report: error.stack })
  expect(breakageFrom('only a text').summary).toBe('only a text')
  expect(breakageFrom(new Error('x'.repeat(5_000))).summary).toHaveLength(300)
})
