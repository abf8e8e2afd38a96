// Runs a TypeScript program of this project that imports from src/: bundles it like the build, then runs it.
// usage: node scripts/run-typescript.mjs bench/main.ts [argument…]
import { rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { build } from 'vite'

import { inProject } from './parts/project.mjs'

const [entry = '', ...args] = process.argv.slice(2)
const program = await bundle(resolve(entry))
process.argv = [process.argv[0] ?? '', resolve(entry), ...args]
process.setSourceMapsEnabled(true)
await import(pathToFileURL(program).href)

/**
 * @param {string} path
 * @returns {Promise<string>} the bundle, which is deleted when this process exits; packages are not bundled
 */
async function bundle(path) {
  const name = basename(path, '.ts')
  const folder = inProject('node_modules/.cache/parley', `${name}-${process.pid}`)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  await build({
    configFile: false,
    root: inProject(),
    logLevel: 'warn',
    plugins: [keepOwnFolders()],
    build: {
      ssr: path,
      outDir: folder,
      target: 'node22',
      minify: false,
      sourcemap: 'inline',
      rollupOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  })
  return join(folder, 'program.mjs')
}

/**
 * Without this, `import.meta.dirname` would be the bundle's folder in every file.
 * @returns {import('vite').Plugin}
 */
function keepOwnFolders() {
  return {
    name: 'keep-own-folders',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import.meta.dirname')) return null
      return { code: code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))), map: null }
    },
  }
}
