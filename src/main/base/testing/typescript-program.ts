import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { WorkerProgram } from '../worker-thread'

/** A worker's program that runs straight from its source. */
export function typescriptProgram(file: string): WorkerProgram {
  const hooks = pathToFileURL(join(import.meta.dirname, 'resolve-typescript.ts')).href
  return { file, execArgv: ['--import', hooks] }
}
