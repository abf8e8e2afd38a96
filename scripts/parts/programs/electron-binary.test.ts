import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { withState } from '../../../e2e/helpers/preserve-state.ts'
import { findElectron } from './electron-binary.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-electron-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

it('finds no binary in an empty folder named by the environment, and does not look elsewhere', () => {
  expect(withState(process.env, { ELECTRON_OVERRIDE_DIST_PATH: folder }, findElectron)).toBeNull()
})
