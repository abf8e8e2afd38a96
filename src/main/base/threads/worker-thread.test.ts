import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { temporaryFolder } from '../testing/temporary-folder'
import { createManualClock } from '../testing/manual-clock'
import { threadProgram } from '../testing/thread-program'
import { systemClock } from '../clock'
import type { testJobs } from '../testing/doing-jobs'
import { WorkerThread } from './worker-thread'

function openThread(): WorkerThread<typeof testJobs> {
  const program = threadProgram('doing-jobs')
  const thread = new WorkerThread<typeof testJobs>(program, { clock: systemClock })
  onTestFinished(() => thread.close())
  return thread
}

test('passes the input to a job, its reports in order, and its result back', async () => {
  const thread = openThread()
  const reports: number[] = []
  expect(await thread.run('double', 21)).toBe(42)
  expect(await thread.run('count', 3, { onReport: (report) => reports.push(report) })).toBe('counted')
  expect(reports).toEqual([1, 2, 3])
})

test('passes on a refusal with its code and data, and a bug with its message and the job’s stack trace', async () => {
  const thread = openThread()
  await expect(thread.run('refuse', null)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'This file was not found. Choose it again.',
    data: { reason: 'file', what: 'it' },
  })
  const bug = await thread.run('break', null).catch((error: unknown) => error as Error)
  expect([bug.message, bug.stack]).toEqual(['a bug', expect.stringContaining('doing-jobs')])
})

test('answers each question of a job, and fails the job with what the other end throws', async () => {
  const thread = openThread()
  const asked: string[] = []
  const answers = new Map([
    ['one', 1],
    ['two', 2],
  ])
  const onQuestion = async (name: string) => {
    asked.push(name)
    await Promise.resolve()
    const answer = answers.get(name)
    if (answer === undefined) throw new ParleyError('NOT_FOUND', `There is no ${name}.`)
    return answer
  }
  expect(await thread.run('add', ['one', 'two', 'two'], { onQuestion })).toBe(5)
  await expect(thread.run('add', ['one', 'six', 'two'], { onQuestion })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(asked).toEqual(['one', 'two', 'two', 'one', 'six'])
})

test('an aborted job stops waiting for its answer', async () => {
  const thread = openThread()
  const controller = new AbortController()
  const asked = Promise.withResolvers<void>()
  const waiting = thread.run('add', ['one'], {
    signal: controller.signal,
    onQuestion: () => {
      asked.resolve()
      return new Promise<number>(() => {})
    },
  })
  await asked.promise
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  expect(await thread.run('rejectedCount', null)).toBe(1)
})

test('an abort rejects at once and reaches the job; the thread keeps running', async () => {
  const thread = openThread()
  const controller = new AbortController()
  const waiting = thread.run('waitForAbort', null, { signal: controller.signal })
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  expect(await thread.run('double', 1)).toBe(2)
})

test('terminates a job that never returns, and runs the next one in a new thread', async () => {
  const thread = openThread()
  await expect(thread.run('compute', null, { timeoutMs: 300 })).rejects.toMatchObject({
    code: 'TIMEOUT',
    data: { reason: 'work', job: 'compute' },
  })
  expect(await thread.run('double', 2)).toBe(4)
})

test('fails the jobs of a thread that dies, and runs the next one in a new thread', async () => {
  const thread = openThread()
  await expect(thread.run('die', null)).rejects.toThrow('exited with code 3')
  expect(await thread.run('double', 3)).toBe(6)
})

test('refuses every job after close, and fails the current one', async () => {
  const thread = openThread()
  const waiting = thread.run('waitForAbort', null)
  await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' }), thread.close()])
  await expect(thread.run('double', 1)).rejects.toMatchObject({
    code: 'CANCELLED',
    data: { reason: 'quitting' },
  })
})

test('aborts the current job on close and lets it clean up', async () => {
  const file = join(temporaryFolder(), 'told')
  const thread = openThread()
  const reported = Promise.withResolvers<void>()
  const waiting = thread.run('recordAbort', file, { onReport: () => reported.resolve() })
  const refused = expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' })
  await reported.promise
  await thread.close()
  await refused
  expect(readFileSync(file, 'utf8')).toBe('CANCELLED')
})

test('terminates a thread that does not end in time', async () => {
  const clock = createManualClock()
  const thread = new WorkerThread<typeof testJobs>(threadProgram('doing-jobs'), { clock })
  await thread.run('double', 1)
  const refused = expect(thread.run('compute', null)).rejects.toMatchObject({ code: 'CANCELLED' })
  const closed = thread.close()
  clock.advance(3_000)
  await closed
  await refused
})

test('does not terminate a thread while it loads, which native code does not survive', async () => {
  const file = join(temporaryFolder(), 'loaded')
  vi.stubEnv('PARLEY_LOADED_FILE', file)
  onTestFinished(() => void vi.unstubAllEnvs())
  const clock = createManualClock()
  const thread = new WorkerThread<typeof testJobs>(threadProgram('loading-slowly'), { clock })
  const refused = expect(thread.run('double', 1)).rejects.toMatchObject({ code: 'CANCELLED' })
  const closed = thread.close()
  clock.advance(3_000)
  await closed
  await refused
  expect(readFileSync(file, 'utf8')).toBe('loaded')
})
