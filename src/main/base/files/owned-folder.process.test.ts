// Needs processes: a folder is left when its owner is killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { expect, test } from 'vitest'

import { makeOwnedFolder, removeLeftFolders } from './owned-folder'
import { temporaryFolder } from '../testing/temporary-folder'

/** The number of a process that was there and is gone. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  if (child.pid === undefined) throw new Error('it was never started')
  return child.pid
}

/** A folder as this process makes it, named as if another one had. */
function leave(place: string, rename: (name: string) => string): string {
  const made = makeOwnedFolder('mcp', place)
  const folder = join(place, rename(basename(made)))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'parley.db'), 'chats')
  return folder
}

test.each(['mcp', 'agent', 'view'] as const)(
  'a folder for %s is removed as soon as its owner is gone, and not before',
  async (purpose) => {
    const place = temporaryFolder()
    const own = makeOwnedFolder(purpose, place)
    const pid = await deadPid()
    const left = leave(place, (name) => name.replace('mcp', purpose).replace(`-${process.pid}-`, `-${pid}-`))
    removeLeftFolders(place)
    expect([existsSync(own), existsSync(left)]).toEqual([true, false])
  },
)

test('a folder whose owner’s number is used again is removed', (context) => {
  context.skip(process.platform !== 'linux', 'only Linux says cheaply when a process was started')
  const place = temporaryFolder()
  const left = leave(place, (name) => name.replace(/\.\d+-/, '.1-'))
  removeLeftFolders(place)
  expect(existsSync(left)).toBe(false)
})

test('what belongs to another container, to nobody known or to somebody else stays', async () => {
  const place = temporaryFolder()
  const pid = await deadPid()
  leave(place, (name) => name.replace(/-\d+-\d+\./, `-${pid}-77.`))
  for (const name of ['parley-other-1-1.1-x', 'parley-mcp-young', 'parley-agent-old', 'others']) {
    mkdirSync(join(place, name))
  }
  symlinkSync(temporaryFolder(), join(place, `parley-mcp-${pid}-0.0-link`))
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1_000)
  utimesSync(join(place, 'parley-agent-old'), longAgo, longAgo)
  const before = readdirSync(place)
  removeLeftFolders(place)
  expect(readdirSync(place)).toEqual(before)
})

test('a place that is not there has nothing to be removed', () => {
  expect(() => removeLeftFolders(join(temporaryFolder(), 'gone'))).not.toThrow()
})
