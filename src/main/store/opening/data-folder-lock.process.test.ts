// Needs processes: the operating system releases the lock when its holder is killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { expect, onTestFinished, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { lockDataFolder } from './data-folder-lock'
import { builtProgram } from '../../base/testing/built-program'
import { needsFileModes } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'

/** Starts another process that locks `folder`, and waits for its result. */
async function startHolder(
  folder: string,
  nodeOptions: string[] = [],
): Promise<{ holder: ChildProcess; said: string }> {
  const holder = spawn(process.execPath, [...nodeOptions, builtProgram('hold-data-folder'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    holder.kill('SIGKILL')
  })
  const lines = createInterface(holder.stdout)
  const said = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    once(lines, 'close').then(() => 'nothing'),
  ])
  return { holder, said }
}

function refusal(folder: string): ParleyError {
  try {
    lockDataFolder(folder).release()
  } catch (error) {
    if (error instanceof ParleyError) return error
    throw error
  }
  throw new Error('the lock was not refused')
}

test('refuses a second process, naming the folder and the holder', async () => {
  const folder = join(temporaryFolder(), 'data')
  const lock = lockDataFolder(folder)
  expect((await startHolder(folder)).said).toBe(`DATA_FOLDER_IN_USE ${process.pid}`)
  lock.release()
  expect((await startHolder(folder)).said).toBe('held')
})

test('a killed holder releases the folder, although its files remain', async () => {
  const folder = temporaryFolder()
  const { holder } = await startHolder(folder)
  const error = refusal(folder)
  expect(error.code).toBe('DATA_FOLDER_IN_USE')
  expect(error.data).toEqual({ reason: 'in-use-by', folder, pid: holder.pid })
  expect(error.message).toContain(folder)
  expect(error.message).toContain(String(holder.pid))

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  lockDataFolder(folder).release()
})

test('does not take a native module that cannot be loaded for a missing permission', async () => {
  const breaking = `process.dlopen = () => {
    throw Object.assign(new Error('wrong ELF class'), { code: 'ERR_DLOPEN_FAILED' })
  }`
  const options = ['--import', `data:text/javascript,${encodeURIComponent(breaking)}`]
  expect((await startHolder(temporaryFolder(), options)).said).toBe('INTERNAL native-module')
})

test('a holder that exits on request releases the folder', async () => {
  const folder = temporaryFolder()
  const { holder } = await startHolder(folder)
  holder.stdin?.end()
  await once(holder, 'exit')
  lockDataFolder(folder).release()
})

test('refuses the same process too, even through another name of the folder', () => {
  const folder = temporaryFolder()
  const lock = lockDataFolder(folder)
  expect(refusal(join(folder, '.')).data).toEqual({ reason: 'in-use-by', folder, pid: process.pid })
  lock.release()
  lock.release()
  lockDataFolder(folder).release()
})

test('does not report the pid of a dead holder', () => {
  const folder = temporaryFolder()
  const lock = lockDataFolder(folder)
  onTestFinished(() => lock.release())
  writeFileSync(join(folder, 'lock.pid'), '999999999\n')
  expect(refusal(folder).data).toEqual({ reason: 'in-use', folder, pid: null })
  writeFileSync(join(folder, 'lock.pid'), 'no number')
  expect(refusal(folder).data).toEqual({ reason: 'in-use', folder, pid: null })
})

test('creates a folder for its owner only, and keeps the mode of an existing one', (context) => {
  const parent = temporaryFolder()
  const made = join(parent, 'a', 'b')
  lockDataFolder(made).release()
  needsFileModes(context)
  expect(statSync(made).mode & 0o777).toBe(0o700)

  const present = join(parent, 'present')
  mkdirSync(present, { mode: 0o750 })
  lockDataFolder(present).release()
  expect(statSync(present).mode & 0o777).toBe(0o750)
})
