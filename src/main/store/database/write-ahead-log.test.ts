import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { inspectLog } from './write-ahead-log'
import { addChat } from '../testing/stored-chats'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { openTestStore } from '../testing/test-store'

const frameBytes = 4_096 + 24

/** The path of a log whose database is in use. */
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

test('recognises an absent, an empty and an intact log', () => {
  const folder = temporaryFolder()
  expect(inspectLog(join(folder, 'none'))).toBe('absent')
  writeFileSync(join(folder, 'empty'), '')
  expect(inspectLog(join(folder, 'empty'))).toBe('empty')
  expect(inspectLog(logOf())).toBe('whole')
})

test('treats a log without its end, as a kill leaves it, as intact', () => {
  const log = logOf()
  truncateSync(log, 32 + 20 * frameBytes + 1_000)
  expect(inspectLog(log)).toBe('whole')
  const unfinished = damaged((bytes) => {
    // A rolled-back transaction leaves frames without a commit frame.
    const last = 32 + (Math.floor((bytes.length - 32) / frameBytes) - 1) * frameBytes
    bytes.writeUInt32BE(0, last + 4)
    bytes.writeUInt32BE(7, last + 16)
  })
  expect(inspectLog(unfinished)).toBe('whole')
})

test.each([
  ['in its header', 3],
  ['in a frame in its middle', 32 + 10 * frameBytes + 500],
])('detects one changed byte %s', (_where, place) => {
  const log = damaged((bytes) => {
    bytes[place] = (bytes[place] ?? 0) ^ 1
  })
  expect(inspectLog(log)).toBe('broken')
})

test('rejects garbage', () => {
  expect(inspectLog(damaged((bytes) => bytes.fill(0xab)))).toBe('broken')
})
