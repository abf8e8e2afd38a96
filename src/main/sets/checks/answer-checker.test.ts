import { expect, onTestFinished, test } from 'vitest'

import type { Check } from '../../../shared/sets/checks'
import { systemClock } from '../../base/clock'
import { threadProgram } from '../../base/testing/thread-program'
import { WorkerThread } from '../../base/threads/worker-thread'
import { AnswerChecker } from './answer-checker'
import type { CheckJobs } from './check-jobs'

const answer = { durationMs: 1, costUsd: 0 }

test('a pattern that would never end is stopped, and the checks after it still run', async () => {
  const checker = new AnswerChecker({
    openThread: () => new WorkerThread<CheckJobs>(threadProgram('store-worker'), { clock: systemClock }),
    clock: systemClock,
    checkMs: 200,
  })
  onTestFinished(() => checker.close())
  const checks: Check[] = [
    { kind: 'contains', value: 'aaa' },
    { kind: 'matches', pattern: '^(a+)+$' },
    { kind: 'json' },
    { kind: 'length', max: 3 },
  ]
  expect(await checker.run(checks, { ...answer, text: `${'a'.repeat(60)}!` })).toEqual([
    { passed: true },
    { passed: false, problem: 'too-slow' },
    { passed: false, problem: 'not-json' },
    { passed: false, problem: 'too-long' },
  ])
})
