import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { build } from 'vite'

const sources = join(import.meta.dirname, '../../..')
/** Inside the project, where the built code finds its native package. */
const cacheFolder = join(sources, '../../.cache')

/** Bundles `parley-eval` like the app's build, into a separate folder. */
export async function buildEval(): Promise<{ program: string; remove(): void }> {
  mkdirSync(cacheFolder, { recursive: true })
  const outFolder = mkdtempSync(join(cacheFolder, 'eval-test-'))
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir: join(outFolder, 'main'),
      target: 'node22',
      rolldownOptions: {
        input: {
          eval: join(sources, 'hosts/eval/eval-main.ts'),
          'store-worker': join(sources, 'composition/store-worker.ts'),
        },
      },
    },
  })
  return {
    program: join(outFolder, 'main/eval.js'),
    remove: () => rmSync(outFolder, { recursive: true, force: true }),
  }
}
