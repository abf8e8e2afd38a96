import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { inspectLog } from './write-ahead-log'
import { addChat } from '../testing/stored-chats'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { openTestStore } from '../testing/test-store'

const frameBytes = 4_096 + 24

/** A log as it stands while the database is in use. */
function logOf(): string {
  const store = openTestStore()
  addChat(store, 'chat', 10)
  const target = join(temporaryFolder(), 'copy-wal')
  copyFileSync(join(store.folder, 'parley.db-wal'), target)
  return target
}

function damaged(damage: (log: Buffer) => void): string {
  const log = logOf()
  const bytes = readFileSync(log)
  damage(bytes)
  writeFileSync(log, bytes)
  return log
}

test('a log is absent, empty or whole', () => {
  const folder = temporaryFolder()
  expect(inspectLog(join(folder, 'none'))).toBe('absent')
  writeFileSync(join(folder, 'empty'), '')
  expect(inspectLog(join(folder, 'empty'))).toBe('empty')
  expect(inspectLog(logOf())).toBe('whole')
})

test('a log whose end is missing is what a kill leaves, and whole', () => {
  const log = logOf()
  truncateSync(log, 32 + 20 * frameBytes + 1_000)
  expect(inspectLog(log)).toBe('whole')
  const unfinished = damaged((bytes) => {
    // What a transaction that was taken back leaves: frames that no frame ends.
    const last = 32 + (Math.floor((bytes.length - 32) / frameBytes) - 1) * frameBytes
    bytes.writeUInt32BE(0, last + 4)
    bytes.writeUInt32BE(7, last + 16)
  })
  expect(inspectLog(unfinished)).toBe('whole')
})

test.each([
  ['in its header', 3],
  ['in a frame in its middle', 32 + 10 * frameBytes + 500],
])('one byte that is another %s is found', (_where, place) => {
  const log = damaged((bytes) => {
    bytes[place] = (bytes[place] ?? 0) ^ 1
  })
  expect(inspectLog(log)).toBe('broken')
})

test('garbage is no log', () => {
  expect(inspectLog(damaged((bytes) => bytes.fill(0xab)))).toBe('broken')
})
