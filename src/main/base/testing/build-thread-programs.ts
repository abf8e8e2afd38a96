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

/**
 * Bundles the programs of threads before the tests that start them, as the app's build does. Node could run them from
 * their sources, but it takes the types away in WebAssembly, and V8 14 now and then crashes the whole process when
 * threads that each do so come and go: in `FreeDeadCode`, below `Runtime_TierUpWasmToJSWrapper`.
 */
export default async function buildThreadPrograms(project: TestProject): Promise<() => void> {
  // Of its own for each run of the tests: one must not take the programs of another away.
  const outDir = resolve(source, `../../.vitest/threads-${process.pid}`)
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      rolldownOptions: {
        input: {
          'store-worker': resolve(source, 'composition/store-worker.ts'),
          'doing-jobs': resolve(source, 'base/testing/doing-jobs.ts'),
          'loading-slowly': resolve(source, 'base/testing/loading-slowly.ts'),
        },
      },
    },
  })
  project.provide('threadPrograms', outDir)
  return () => rmSync(outDir, { recursive: true, force: true })
}
