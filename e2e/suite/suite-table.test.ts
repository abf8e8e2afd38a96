import { expect, test } from 'vitest'

import type { StartReason, SuiteEvent } from './records/journal.ts'
import { announcementOf, formatSuiteTable } from './suite-table.ts'

const breakage = { summary: 'runs: Error: shut', report: 'runs: Error: shut\n    at starter.ts:1:2' }

function started(file: string, name: string, reason: StartReason) {
  return {
    type: 'app-started',
    slot: 0,
    worker: 0,
    file,
    test: name,
    app: { pid: 1, bootId: 'boot-1' },
    reason,
  } satisfies SuiteEvent
}

function result(file: string, durationMs: number, failed = 0, skipped = 0) {
  return { file, passed: 3, failed, skipped, durationMs }
}

test('counts each file’s own tests and apps, and lists below why apps were replaced', () => {
  const text = formatSuiteTable(
    [result('a.spec.ts', 12_340), result('b.spec.ts', 950, 1, 2), result('c.spec.ts', 0)],
    [
      started('a.spec.ts', 'first', { kind: 'first' }),
      started('b.spec.ts', 'one', { kind: 'next-file', fileBefore: 'a.spec.ts', breakage }),
      started('b.spec.ts', 'two', { kind: 'degraded', breakage }),
      { type: 'test-failed', slot: 0, worker: 0, file: 'b.spec.ts', test: 'two', breakage },
      started('b.spec.ts', 'three', { kind: 'new-worker', failedTest: 'two', breakage }),
      started('b.spec.ts', 'four', { kind: 'new-worker', failedTest: null, breakage: null }),
      started('b.spec.ts', 'five', { kind: 'other-options' }),
      started('c.spec.ts', 'first', { kind: 'next-file', fileBefore: 'b.spec.ts', breakage: null }),
    ],
  )
  expect(text).toBe(
    [
      'file       passed  failed  skipped  app replaced  time',
      '---------  ------  ------  -------  ------------  ------',
      'a.spec.ts       3       0        0             0  12.3 s',
      'b.spec.ts       3       1        2             5   0.9 s',
      'c.spec.ts       3       0        0             0   0.0 s',
      '',
      'apps replaced:',
      'b.spec.ts: a.spec.ts left the app degraded: runs: Error: shut',
      'b.spec.ts: degraded before "two": runs: Error: shut',
      'b.spec.ts: before "three": Playwright started a new worker because "two" failed, and the app was left degraded (runs: Error: shut)',
      'b.spec.ts: before "four": Playwright started a new worker',
      'b.spec.ts: before "five": it needs an app with other options',
    ].join('\n'),
  )
})

test('ends with the table if no app was replaced', () => {
  expect(formatSuiteTable([result('a.spec.ts', 1_000)], [])).not.toContain('replaced:')
})

const announced = (reason: StartReason) => announcementOf(started('b.spec.ts', 'two', reason))

test('announces why an app was started, except at the beginning of a file', () => {
  expect([
    announced({ kind: 'first' }),
    announced({ kind: 'next-file', fileBefore: 'a.spec.ts', breakage: null }),
    announced({ kind: 'next-file', fileBefore: 'a.spec.ts', breakage }),
    announced({ kind: 'degraded', breakage }),
    announced({ kind: 'other-options' }),
    announced({ kind: 'new-worker', failedTest: 'one', breakage: null }),
  ]).toEqual([
    null,
    null,
    'b.spec.ts starts in a fresh app: a.spec.ts left it degraded (runs: Error: shut)',
    '"two" of b.spec.ts starts in a fresh app: the one before was degraded (runs: Error: shut)',
    '"two" of b.spec.ts starts in a fresh app: it needs an app with other options than the test before',
    '"two" of b.spec.ts starts in a fresh app: Playwright started a new worker because "one" failed',
  ])
})
