import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { withState } from '../../../../e2e/helpers/preserve-state'
import { needsLinks } from '../testing/needs'
import { temporaryFolder } from '../testing/temporary-folder'
import { findProgram, isExecutableFile } from './executable-file'

/** A folder with what npm installs on Windows for `claude`, and more. */
function windowsFolder(): string {
  const folder = temporaryFolder()
  for (const name of ['claude', 'claude.ps1', 'claude.cmd', 'npx.ps1', 'uv.cmd', 'uv.exe'])
    writeFileSync(join(folder, name), '')
  mkdirSync(join(folder, 'npx.exe'))
  return folder
}

test.each([
  ['claude', 'claude.cmd'],
  ['claude.cmd', 'claude.cmd'],
  ['claude.ps1', null],
  ['npx', null],
  ['uv', 'uv.exe'],
])('on Windows, %s is the file %s', async (name, file) => {
  const folder = windowsFolder()
  const path = await findProgram([name], ['/nowhere', folder], 'win32')
  expect(path).toBe(file === null ? null : join(folder, file))
})

test('on Windows, the user’s PATHEXT decides which extension is tried first', async () => {
  const folder = windowsFolder()
  await withState(process.env, { PATHEXT: '.PY;.CMD;.EXE' }, async () => {
    expect(await findProgram(['uv'], [folder], 'win32')).toBe(join(folder, 'uv.cmd'))
  })
})

test('on Windows, a program that the user names must be one that Windows can start', async () => {
  const folder = windowsFolder()
  const names = ['claude', 'claude.ps1', 'claude.cmd', 'npx.exe', 'gone.exe']
  const answers = await Promise.all(names.map((name) => isExecutableFile(join(folder, name), 'win32')))
  expect(answers).toEqual([false, false, true, false, false])
})

test('on Windows, an app of the Microsoft Store is found, although its link cannot be followed', async (context) => {
  needsLinks(context)
  const path = join(temporaryFolder(), 'store.exe')
  symlinkSync('/nowhere', path)
  expect(await isExecutableFile(path, 'win32')).toBe(true)
})
