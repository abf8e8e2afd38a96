// Needs a process: drills and benchmarks use this helper in plain Node, without Vitest’s module loader.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { freshImport } from './fresh-import.ts'

interface Counter {
  next(): number
  shared: object
}

/** Inside the project, where Vitest loads modules itself instead of leaving them to Node. */
const cacheFolder = join(import.meta.dirname, '../../.cache')
let folder: string
let counterUrl: URL

beforeEach(() => {
  mkdirSync(cacheFolder, { recursive: true })
  folder = mkdtempSync(join(cacheFolder, 'fresh-import-'))
  writeFileSync(join(folder, 'shared.mjs'), 'export const shared = {}')
  writeFileSync(
    join(folder, 'counter.mjs'),
    "export { shared } from './shared.mjs'\nlet count = 0\nexport const next = () => ++count",
  )
  counterUrl = pathToFileURL(join(folder, 'counter.mjs'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

it('returns an instance that shares no state with the cached one or an earlier fresh one', async () => {
  const cached = (await import(/* @vite-ignore */ counterUrl.href)) as Counter
  const first = await freshImport<Counter>(counterUrl)
  cached.next()
  first.next()
  first.next()
  const second = await freshImport<Counter>(counterUrl)
  expect([cached.next(), first.next(), second.next()]).toEqual([2, 3, 1])
})

it("takes the module's own imports from the cache, and keeps the cached instance", async () => {
  const cached = (await import(/* @vite-ignore */ counterUrl.href)) as Counter
  const fresh = await freshImport<Counter>(counterUrl)
  expect(fresh.shared).toBe(cached.shared)
  cached.next()
  const again = (await import(/* @vite-ignore */ counterUrl.href)) as Counter
  expect([again.next(), fresh.next()]).toEqual([2, 1])
})

it('works the same in plain Node, where drills and benchmarks run', () => {
  const helperUrl = new URL('./fresh-import.ts', import.meta.url)
  const program = `
    import { freshImport } from ${JSON.stringify(helperUrl.href)}
    const url = new URL(${JSON.stringify(counterUrl.href)})
    const [cached, first, second] = [await import(url.href), await freshImport(url), await freshImport(url)]
    cached.next()
    first.next()
    console.log(JSON.stringify([cached.next(), first.next(), second.next(), first.shared === cached.shared]))`
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(JSON.parse(said)).toEqual([2, 2, 1, true])
})
