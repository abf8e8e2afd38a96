import { expect, onTestFinished, test } from 'vitest'

import { systemClock } from '../../../base/clock'
import { threadProgram } from '../../../base/testing/thread-program'
import { LoneJobs } from '../../../base/threads/lone-jobs'
import { WorkerThread } from '../../../base/threads/worker-thread'
import { outputNote } from './output-note'
import type { ResultJobs } from './result-jobs'

/** Checks in real threads; `timeoutMs` instead of the usual time. */
function checking(timeoutMs?: number) {
  const jobs = new LoneJobs<ResultJobs>({
    open: () => new WorkerThread<ResultJobs>(threadProgram('tool-worker'), { clock: systemClock }),
    starting: 'prepareChecks',
    maxThreads: 4,
  })
  onTestFinished(() => jobs.close())
  const run: typeof jobs.run = (name, input, options) =>
    jobs.run(name, input, timeoutMs === undefined ? options : { ...options, timeoutMs })
  const stop = new AbortController()
  const check = (schema: object, structured: unknown, text = '') =>
    outputNote(
      { result: { text }, structured },
      { type: 'object', ...schema },
      { jobs: { run }, signal: stop.signal },
    )
  return { check, stop: () => stop.abort(new Error('stopped')) }
}

const property = (of: object) => ({ properties: { a: of } })
const mismatch = /^\[Note by Parley: the result of this tool does not match its output schema: .+\]$/

test('checks patterns, unique items and names of properties, and says what does not match', async () => {
  const { check } = checking()
  const cases: [schema: object, good: unknown, bad: unknown][] = [
    [property({ type: 'string', pattern: '^t' }), { a: 'tea' }, { a: 'coffee' }],
    [property({ uniqueItems: true }), { a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }, { b: 1 }] }],
    [{ patternProperties: { '^n': { type: 'number' } } }, { n1: 1 }, { n1: 'one' }],
    [{ required: ['a'] }, { a: 1 }, JSON.parse('{"__proto__":{"a":1}}')],
  ]
  await Promise.all(
    cases.map(async ([schema, good, bad]) => {
      await expect(check(schema, good)).resolves.toBeNull()
      await expect(check(schema, bad)).resolves.toMatch(mismatch)
    }),
  )
  await expect(check({}, undefined)).resolves.toMatch(mismatch)
  await expect(check({}, undefined, '{"a": 1}')).resolves.toBeNull()
})

test('a check that takes forever, is too large or is not possible does not fail the call', async () => {
  const { check } = checking(300)
  const forever = property({ type: 'string', pattern: '^(a|a)*$' })
  await expect(check(forever, { a: `${'a'.repeat(60)}!` })).resolves.toBeNull()
  await expect(check(property({ pattern: '(' }), { a: 'x' })).resolves.toBeNull()
  let deep: unknown = 1
  for (let depth = 0; depth < 1_000_000; depth += 1) deep = [deep]
  await expect(check(property({ type: 'string' }), { a: deep })).resolves.toBeNull()
  const many = Array.from({ length: 100_000 }, () => 'one')
  await expect(check(property({ type: 'string' }), { a: many })).resolves.toBeNull()
})

test('Stop does not wait for a check that takes forever, and the result is kept', async () => {
  const { check, stop } = checking()
  const stuck = check(property({ pattern: '^(a|a)*$' }), { a: `${'a'.repeat(60)}!` })
  stop()
  await expect(stuck).resolves.toBeNull()
})
