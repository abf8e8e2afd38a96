import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { loadScript } from '../e2e/helpers/load-script.ts'
import { withState } from '../e2e/helpers/preserve-state.ts'
import type * as EnsureBrowser from './ensure-browser.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-browser-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const load = () => loadScript<typeof EnsureBrowser>('ensure-browser.mjs')

it('uses the browser that the environment names, without trying to install one', async () => {
  const path = join(folder, 'browser')
  writeFileSync(path, '', { mode: 0o755 })
  const { ensureBrowser } = await load()
  expect(withState(process.env, { PARLEY_BROWSER: path }, ensureBrowser)).toEqual({
    name: 'PARLEY_BROWSER',
    path,
  })
})

it('finds no other browser if the named one does not exist', async () => {
  const { findBrowser } = await load()
  expect(withState(process.env, { PARLEY_BROWSER: join(folder, 'missing') }, findBrowser)).toBeNull()
})
