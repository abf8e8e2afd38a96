import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { needsPosix } from '../base/testing/needs'
import { compiledCodeFolder } from './compiled-code'

let parent: string
beforeEach(() => (parent = mkdtempSync(join(tmpdir(), 'parley-compiled-'))))
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const folderOf = (userData: string) => compiledCodeFolder(['node', 'serve.js', '--user-data', userData], {})

test('the folder of compiled code is not created before the data folder, which could then have the wrong permissions', () => {
  expect(folderOf(join(parent, 'missing'))).toBeNull()
})

test('compiled code is in the data folder', () => {
  const data = join(parent, 'data')
  mkdirSync(data, { mode: 0o700 })
  expect(folderOf(data)).toBe(join(data, 'compiled-code'))
})

test('compiled code is not used where another account could place it', (ctx) => {
  needsPosix(ctx)
  const data = join(parent, 'shared')
  mkdirSync(data)
  chmodSync(data, 0o777)
  expect(folderOf(data)).toBeNull()
})

test('compiled code is not used if another account could have placed it before the data folder was restricted', (ctx) => {
  needsPosix(ctx)
  const data = join(parent, 'closed')
  const folder = join(data, 'compiled-code')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777)
  chmodSync(data, 0o700)
  expect(folderOf(data)).toBeNull()
  rmSync(folder, { recursive: true })
  expect(folderOf(data)).toBe(folder)
  symlinkSync(parent, folder)
  expect(folderOf(data)).toBeNull()
})
