import { join } from 'node:path'

import { inject } from 'vitest'

import type { WorkerProgram } from '../threads/worker-thread'

/** A thread program, as bundled before the tests. */
export function threadProgram(
  name: 'store-worker' | 'reused-store-worker' | 'tool-worker' | 'doing-jobs' | 'loading-slowly',
): WorkerProgram {
  return { file: join(inject('threadPrograms'), `${name}.js`) }
}
