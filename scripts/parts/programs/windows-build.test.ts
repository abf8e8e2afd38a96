import type fs from 'node:fs'
import type path from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test, vi } from 'vitest'

// Windows names files with backslashes, but the bundler names modules with slashes.
vi.mock('node:path', async (original) => (await original<typeof path>()).win32)
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>()
  const globSync = (pattern: string, options: object) =>
    real.globSync(pattern, options).map((name) => name.replaceAll('/', '\\'))
  return { ...real, globSync }
})
vi.mock('vite', async (original) => ({
  ...(await original<object>()),
  normalizePath: (name: string) => name.replaceAll('\\', '/'),
}))

const { default: config } = (await import('../../../electron.vite.config.ts')) as {
  default: {
    main: {
      plugins: { name: string; buildEnd?: (this: object) => void }[]
      build: {
        rollupOptions: {
          output: { codeSplitting: { groups: { name: string; test: (id: string) => boolean }[] } }
        }
      }
    }
    renderer: {
      css: { modules: { generateScopedName: (name: string, path: string, css: string) => string } }
    }
  }
}
const root = fileURLToPath(new URL('../../../', import.meta.url)).replaceAll('\\', '/')

test('a build on Windows gives classes their short names', () => {
  const file = `${root}src/renderer/app/app.module.css`
  const { generateScopedName } = config.renderer.css.modules
  expect(generateScopedName('main', file, '.window {} .main {}')).toMatch(/^[a-z]{1,2}1$/)
})

test('a build on Windows puts what programs load when they start into chunks by program', () => {
  const { plugins, build } = config.main
  const programs = ['hosts/web/web-host', 'hosts/mcp/mcp-host'].map((name) => `${root}src/main/${name}.ts`)
  const shared = `${root}src/main/base/clock.ts`
  const getModuleInfo = (id: string) => ({ importedIds: programs.includes(id) ? [shared] : [] })
  plugins.find(({ name }) => name === 'chunks-of-starts')?.buildEnd?.call({ getModuleInfo })
  const { groups } = build.rollupOptions.output.codeSplitting
  const chunksOf = (id: string) => groups.filter(({ test: isIn }) => isIn(id)).map(({ name }) => name)
  expect(chunksOf(shared)).toEqual([expect.stringMatching(/^start-\d+$/)])
  // Whatever else needed a module in the file of a program would run that program.
  expect(programs.flatMap((id) => chunksOf(id))).toEqual([])
})
