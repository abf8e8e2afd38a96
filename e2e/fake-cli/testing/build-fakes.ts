import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { build } from 'vite'

import { bundleVariable, fakePrograms, sourceOf } from '../install-fakes.ts'

/**
 * Bundles the fakes before the tests that start them. Otherwise a fake spends most of its CPU time on
 * stripping types and loading forty modules.
 */
export default async function buildFakes(): Promise<() => void> {
  // One folder per test run, so that a run does not remove the programs of another.
  const outDir = resolve(import.meta.dirname, `../../../.vitest/fakes-${process.pid}`)
  await build({
    configFile: false,
    logLevel: 'warn',
    // The recordings are not bundled.
    define: { 'import.meta.dirname': JSON.stringify(join(import.meta.dirname, '../parts')) },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(fakePrograms.map((program) => [program, sourceOf(program)])),
      },
    },
  })
  process.env[bundleVariable] = outDir
  return () => rmSync(outDir, { recursive: true, force: true })
}
