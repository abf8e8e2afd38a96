import { rmSync } from 'node:fs'
import { resolve } from 'node:path'

import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    threadPrograms: string
  }
}

const source = resolve(import.meta.dirname, '../..')

/** The sources of the threads' programs, by their names. */
export const threadSources = {
  'store-worker': resolve(source, 'composition/threads/store-worker.ts'),
  'reused-store-worker': resolve(source, 'rpc/testing/reused-store-worker.ts'),
  'tool-worker': resolve(source, 'composition/threads/tool-worker.ts'),
  'doing-jobs': resolve(source, 'base/testing/doing-jobs.ts'),
  'loading-slowly': resolve(source, 'base/testing/loading-slowly.ts'),
}

/**
 * Bundles the thread programs before the tests that start them, as the app's build does. Node could run them from
 * source, but it strips types in WebAssembly, and V8 14 occasionally crashes the process when threads that do so start
 * and end: in `FreeDeadCode`, below `Runtime_TierUpWasmToJSWrapper`.
 */
export default async function buildThreadPrograms(project: TestProject): Promise<() => void> {
  // One folder per test run: a run must not delete the programs of another.
  const outDir = resolve(source, `../../.vitest/threads-${process.pid}`)
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      rolldownOptions: { input: threadSources },
    },
  })
  project.provide('threadPrograms', outDir)
  return () => rmSync(outDir, { recursive: true, force: true })
}
