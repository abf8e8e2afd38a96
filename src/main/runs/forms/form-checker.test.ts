import { expect, onTestFinished, test } from 'vitest'

import { type Clock, systemClock } from '../../base/clock'
import { createManualClock } from '../../base/testing/manual-clock'
import { threadProgram } from '../../base/testing/thread-program'
import { WorkerThread } from '../../base/threads/worker-thread'
import { FormChecker } from './form-checker'
import type { FormJobs } from './form-jobs'
import { scaledTimeout } from '../../../../e2e/suite/limits/slowness.ts'

const program = threadProgram('store-worker')

function openChecker(options: { checkMs?: number; clock?: Clock } = {}) {
  const warnings: unknown[] = []
  let threadCount = 0
  const checker = new FormChecker({
    openThread: () => {
      threadCount += 1
      return new WorkerThread<FormJobs>(program, { clock: systemClock })
    },
    clock: systemClock,
    errors: {
      fatal: (_source, error) => warnings.push(error),
      warning: (_source, error) => warnings.push(error),
    },
    ...options,
  })
  onTestFinished(() => checker.close())
  return { checker, warnings, threadCount: () => threadCount }
}

const withPattern = (pattern: string) => ({ type: 'object', properties: { a: { type: 'string', pattern } } })

test('rejects invalid values with every error and its field, and accepts valid values', async () => {
  const { checker } = openChecker()
  const schema = { type: 'object', required: ['a', 'b'] }
  await expect(checker.check(schema, {})).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'Some values are not valid. a is required (and 1 more)',
    data: {
      field: 'values',
      reason: 'values-invalid',
      errors: [
        { field: 'a', message: 'is required' },
        { field: 'b', message: 'is required' },
      ],
    },
  })
  await expect(checker.check(schema, { a: 1, b: 2 })).resolves.toBeUndefined()
})

test(
  'rejects a pattern that takes forever after the time limit, and checks the next form',
  async () => {
    const { checker, warnings } = openChecker({ checkMs: 1_000 })
    const endless = checker.check(withPattern('^(a+)+$'), { a: `${'a'.repeat(40)}!` })
    const next = checker.check(withPattern('^b$'), { a: 'b' })
    await expect(endless).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { field: 'values', reason: 'form-slow' },
    })
    await expect(next).resolves.toBeUndefined()
    expect(warnings).toEqual([])
  },
  scaledTimeout(20_000),
)

test('ends an idle thread, and starts another for the next form', async () => {
  const clock = createManualClock()
  const { checker, threadCount } = openChecker({ clock })
  await checker.check({}, {})
  clock.advance(59_999)
  await checker.check({}, {})
  expect(threadCount()).toBe(1)
  clock.advance(60_000)
  await checker.check({}, {})
  expect(threadCount()).toBe(2)
})

test('cancels the current check and the waiting ones when the app closes', async () => {
  const { checker, threadCount } = openChecker()
  const checks = ['(a+)+$', 'b'].map((pattern) => checker.check(withPattern(pattern), { a: 'a'.repeat(40) }))
  const given = Promise.allSettled(checks)
  await Promise.resolve()
  await checker.close()
  expect(await given).toMatchObject(checks.map(() => ({ status: 'rejected', reason: { code: 'CANCELLED' } })))
  expect(threadCount()).toBe(1)
})

test('rejects a schema that is too large or too deep before checking it', async () => {
  const { checker } = openChecker()
  const large = { enum: Array.from({ length: 100_000 }, (_, index) => `choice ${index}`) }
  let deep: Record<string, unknown> = {}
  for (let depth = 0; depth < 50_000; depth += 1) deep = { not: deep }
  for (const schema of [large, deep]) {
    await expect(checker.check(schema, {})).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { field: 'values', reason: 'form-too-large' },
    })
  }
})

test('rejects values that make their schema recurse forever', async () => {
  const { checker } = openChecker()
  const list = { type: 'object', properties: { next: { $ref: '#' }, name: { type: 'string' } } }
  let values: Record<string, unknown> = {}
  for (let depth = 0; depth < 90; depth += 1) values = { next: values }
  await expect(checker.check(list, values)).resolves.toBeUndefined()
  await expect(checker.check({ allOf: [{ $ref: '#' }] }, {})).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { field: 'values', reason: 'form-faulty' },
  })
})
