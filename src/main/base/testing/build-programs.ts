import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { build } from 'vite'
import type { TestProject } from 'vitest/node'

import { threadSources } from './build-thread-programs'

declare module 'vitest' {
  interface ProvidedContext {
    programs: string
  }
}

const source = resolve(import.meta.dirname, '../..')

/**
 * Bundles the app's programs and those of its threads, as the app's build does, before the tests that start them: once
 * for all files, because they share most of their modules. The tests' own programs are bundled with them: from its
 * source, Node starts one in three times the CPU time.
 */
export default async function buildPrograms(project: TestProject): Promise<() => void> {
  // Inside the project, where they find the native package; one folder per test run, as for threads.
  const folder = resolve(source, `../../.vitest/programs-${process.pid}`)
  const outDir = join(folder, 'main')
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir,
      target: 'node22',
      rolldownOptions: {
        input: {
          serve: resolve(source, 'hosts/web/web-main.ts'),
          'mcp-server': resolve(source, 'hosts/mcp/mcp-main.ts'),
          eval: resolve(source, 'hosts/eval/eval-main.ts'),
          'fake-mcp': resolve(source, '../../e2e/fake-mcp/fake-mcp.ts'),
          'hold-data-folder': resolve(source, 'store/testing/hold-data-folder.ts'),
          ...threadSources,
        },
      },
    },
  })
  project.provide('programs', outDir)
  project.provide('threadPrograms', outDir)
  return () => rmSync(folder, { recursive: true, force: true })
}
