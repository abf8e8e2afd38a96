// Needs processes: a folder is left behind when its owner is killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { expect, test } from 'vitest'

import { makeOwnedFolder, removeLeftoverFolders } from './owned-folder'
import { temporaryFolder } from '../testing/temporary-folder'

/** The pid of a process that has exited. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  if (child.pid === undefined) throw new Error('the process could not be started')
  return child.pid
}

/** Makes a folder as this process does, then renames it as if another process had made it. */
function leave(place: string, rename: (name: string) => string): string {
  const made = makeOwnedFolder('mcp', place)
  const folder = join(place, rename(basename(made)))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'parley.db'), 'chats')
  return folder
}

test.each(['mcp', 'agent', 'view', 'page'] as const)(
  'removes a folder for %s once its owner has exited, and not before',
  async (purpose) => {
    const place = temporaryFolder()
    const own = makeOwnedFolder(purpose, place)
    const pid = await deadPid()
    const left = leave(place, (name) => name.replace('mcp', purpose).replace(`-${process.pid}-`, `-${pid}-`))
    removeLeftoverFolders(place)
    expect([existsSync(own), existsSync(left)]).toEqual([true, false])
  },
)

test('removes a folder whose owner’s pid was reused', (context) => {
  context.skip(process.platform !== 'linux', 'only Linux reports cheaply when a process started')
  const place = temporaryFolder()
  const left = leave(place, (name) => name.replace(/\.\d+-/, '.1-'))
  removeLeftoverFolders(place)
  expect(existsSync(left)).toBe(false)
})

test('keeps folders of other containers, unknown owners and other accounts', async () => {
  const place = temporaryFolder()
  const pid = await deadPid()
  leave(place, (name) => name.replace(/-\d+-\d+\./, `-${pid}-77.`))
  for (const name of ['parley-other-1-1.1-x', 'parley-agent-old', 'others']) {
    mkdirSync(join(place, name))
  }
  symlinkSync(temporaryFolder(), join(place, `parley-mcp-${pid}-0.0-link`))
  const before = readdirSync(place)
  removeLeftoverFolders(place)
  expect(readdirSync(place)).toEqual(before)
})

test('removes nothing from a place that does not exist', () => {
  expect(() => removeLeftoverFolders(join(temporaryFolder(), 'gone'))).not.toThrow()
})
