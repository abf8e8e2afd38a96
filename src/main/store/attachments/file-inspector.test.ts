import { expect, onTestFinished, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { JobOptions, JobRunner } from '../../base/threads/job'
import { StopSignal } from '../../run-source/stop-signal'
import { createManualClock } from '../../base/testing/manual-clock'
import type { AttachmentJobs } from './attachment-jobs'
import { FileInspector } from './file-inspector'

const notAborted = new AbortController().signal

/** Threads that inspect files with `look`, one after another. */
function inspecting(look: (options: JobOptions<never>, ended: Promise<never>) => Promise<unknown>) {
  const clock = createManualClock()
  const warnings: unknown[] = []
  const memory = { bytes: 0 }
  let threadCount = 0
  const openThread = () => {
    threadCount += 1
    const ended = Promise.withResolvers<never>()
    ended.promise.catch(() => undefined)
    const runner = {
      run: (name: string, _input: unknown, options: JobOptions<never>) =>
        name === 'prepareInspection' ? Promise.resolve(null) : look(options, ended.promise),
      close: async () => ended.reject(new ParleyError('CANCELLED', 'The thread was ended.')),
    }
    return runner as JobRunner<AttachmentJobs> & { close(): Promise<void> }
  }
  const inspector = new FileInspector({
    openThread,
    clock,
    errors: { fatal: () => {}, warning: (_source, error) => void warnings.push(error) },
    memoryBytes: () => memory.bytes,
  })
  onTestFinished(() => inspector.close())
  return { inspector, clock, memory, warnings, threadCount: () => threadCount }
}

test('refuses a file that takes too long, with an explanation, and inspects the next one', async () => {
  let count = 0
  const { inspector } = inspecting(() => {
    count += 1
    return count === 1
      ? Promise.reject(new ParleyError('TIMEOUT', 'This took too long and was given up.'))
      : Promise.resolve('looked at')
  })
  const first = inspector.inspect('bomb.pdf', notAborted)
  const second = inspector.inspect('fine.pdf', notAborted)
  await expect(first).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { field: 'uploadId', reason: 'slow' },
  })
  expect(await second).toBe('looked at')
})

test('aborts the inspection and its thread when memory grows without limit', async () => {
  const begun = Promise.withResolvers<void>()
  const { inspector, clock, memory, threadCount } = inspecting((_options, ended) => {
    begun.resolve()
    return ended
  })
  const looked = inspector.inspect('bomb.pdf', notAborted)
  await begun.promise
  clock.advance(1_000)
  memory.bytes = 2 ** 31
  clock.advance(1_000)
  await expect(looked).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { field: 'uploadId', reason: 'memory' },
  })
  expect(threadCount()).toBe(1)
})

test('a thread that dies on a file costs only that file, and is reported', async () => {
  const { inspector, warnings } = inspecting(() =>
    Promise.reject(new Error('the worker thread exited with code 134')),
  )
  await expect(inspector.inspect('broken.pdf', notAborted)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(warnings).toHaveLength(1)
})

test('aborting an inspection ends its thread, so that the next file does not wait', async () => {
  const begun = Promise.withResolvers<void>()
  let count = 0
  const { inspector, warnings, threadCount } = inspecting((options, ended) => {
    count += 1
    if (count === 2) return Promise.resolve('looked at')
    begun.resolve()
    const aborted = new Promise((_resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error))
    })
    return Promise.race([aborted, ended])
  })
  const controller = new AbortController()
  const givenUp = inspector.inspect('bomb.pdf', controller.signal)
  const next = inspector.inspect('fine.pdf', notAborted)
  await begun.promise
  const reason = new StopSignal('user')
  controller.abort(reason)
  await expect(givenUp).rejects.toBe(reason)
  expect(await next).toBe('looked at')
  expect({ threads: threadCount(), warnings }).toEqual({ threads: 2, warnings: [] })
})
