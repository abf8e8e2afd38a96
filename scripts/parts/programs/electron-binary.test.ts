import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, it } from 'vitest'

import { withState } from '../../../e2e/helpers/preserve-state.ts'
import { temporaryFolder } from '../../../src/main/base/testing/temporary-folder.ts'
import { electronPath, findElectron } from './electron-binary.mjs'

const find = (given: string | undefined, packageFolder: string) =>
  withState(process.env, { ELECTRON_OVERRIDE_DIST_PATH: given }, () => findElectron(packageFolder))

it('finds no binary in an empty folder named by the environment, and does not look elsewhere', () => {
  expect(find(temporaryFolder(), installedPackage().folder)).toBeNull()
})

it.each([undefined, ''])('finds an installed binary if the environment names no folder (%j)', (given) => {
  const { folder, binary } = installedPackage()
  expect(find(given, folder)).toBe(binary)
})

it('does not count a binary as installed before the installer has written `path.txt`', () => {
  const { folder, binary } = installedPackage({ pathText: '' })
  expect(find(undefined, folder)).toBeNull()
  expect(find(join(folder, 'dist'), folder)).toBe(binary)
})

/** A package with an installed binary; `pathText` is the content of its `path.txt`, by default the right one. */
function installedPackage({ pathText }: { pathText?: string } = {}) {
  const folder = temporaryFolder()
  const binary = withState(process.env, { ELECTRON_OVERRIDE_DIST_PATH: undefined }, () =>
    electronPath(folder),
  )
  mkdirSync(dirname(binary), { recursive: true })
  writeFileSync(binary, '', { mode: 0o755 })
  const inDist = binary.slice(join(folder, 'dist').length + 1).replaceAll('\\', '/')
  writeFileSync(join(folder, 'path.txt'), pathText ?? inDist)
  return { folder, binary }
}
