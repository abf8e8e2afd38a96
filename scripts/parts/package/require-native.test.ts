import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '../../../src/main/base/testing/temporary-folder'
import requireNative from './require-native.mjs'

/** Checks a package for Windows with these native modules. */
function check(names: string[]): void {
  const appOutDir = temporaryFolder()
  const folder = join(appOutDir, 'resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds')
  if (names.length > 0) mkdirSync(folder, { recursive: true })
  for (const name of names) writeFileSync(join(folder, name), '')
  const packager = { getResourcesDir: (path: string) => join(path, 'resources') }
  requireNative({ appOutDir, electronPlatformName: 'win32', packager })
}

test.each([
  { names: [], found: 'none' },
  { names: ['linux-x64.node'], found: 'linux-x64.node' },
  { names: ['win32-arm64.node', 'win32-x64.node'], found: 'win32-arm64.node, win32-x64.node' },
])('refuses to build a package with the native modules $names', ({ names, found }) => {
  expect(() => check(names)).toThrow(`it has ${found}.`)
})

test('builds a package with the native module of its system', () => {
  expect(() => check(['win32-x64.node'])).not.toThrow()
})
