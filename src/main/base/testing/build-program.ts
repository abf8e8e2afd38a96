import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { build } from 'vite'

const source = resolve(import.meta.dirname, '../..')
/** Inside the project, where the built code finds its native package. */
const cacheFolder = resolve(source, '../../.cache')

/** A program that was built for a test. */
export interface BuiltProgram {
  /** The file to start. */
  program: string
  remove(): void
}

/**
 * Bundles programs of the app like its build, into a folder of their own.
 * @param inputs the sources, relative to `src/main`, by the names of their programs; the first one is to be started
 */
export async function buildProgram(inputs: Readonly<Record<string, string>>): Promise<BuiltProgram> {
  const [name = ''] = Object.keys(inputs)
  mkdirSync(cacheFolder, { recursive: true })
  const folder = mkdtempSync(join(cacheFolder, `${name}-test-`))
  const input = Object.fromEntries(Object.entries(inputs).map(([key, path]) => [key, join(source, path)]))
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: { ssr: true, outDir: join(folder, 'main'), target: 'node22', rolldownOptions: { input } },
  })
  return {
    program: join(folder, 'main', `${name}.js`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
