import { readFileSync, writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { JobContext } from '../threads/job'
import { serveJobs } from '../threads/job-server'

/** The number of questions that were rejected. */
let rejectedCount = 0

/** Jobs for the tests of worker threads. */
export const testJobs = {
  double: (input: number) => input * 2,
  count: (input: number, context: JobContext<number>) => {
    for (let count = 1; count <= input; count += 1) context.report(count)
    return 'counted'
  },
  refuse: (_input: null) => {
    throw failure('NOT_FOUND', 'file', { what: 'it' })
  },
  break: (_input: null) => {
    throw new TypeError('a bug')
  },
  waitForAbort: (_input: null, { signal }: JobContext<never>) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    }),
  recordAbort: (file: string, context: JobContext<string>) => {
    const { signal } = context
    context.report('begun')
    return new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        writeFileSync(file, signal.reason instanceof ParleyError ? signal.reason.code : 'unknown')
        resolve()
      })
    })
  },
  /** Reads a file, which for a pipe waits for its writer and cannot be ended. */
  read: (file: string, context: JobContext<string>) => {
    context.report('begun')
    return readFileSync(file, 'utf8')
  },
  add: async (input: string[], context: JobContext<never, string, number>) => {
    let sum = 0
    try {
      for (const name of input) sum += await context.ask(name)
    } catch (error) {
      rejectedCount += 1
      throw error
    }
    return sum
  },
  rejectedCount: (_input: null) => rejectedCount,
  compute: (_input: null): never => {
    for (;;);
  },
  die: (_input: null) => process.exit(3),
}

if (parentPort !== null) serveJobs(parentPort, testJobs)
