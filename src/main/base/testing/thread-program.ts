import { join } from 'node:path'

import { inject } from 'vitest'

import type { WorkerProgram } from '../threads/worker-thread'

/** The program of a thread, as it was bundled before the tests began. */
export function threadProgram(name: 'store-worker' | 'doing-jobs' | 'loading-slowly'): WorkerProgram {
  return { file: join(inject('threadPrograms'), `${name}.js`) }
}
