import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { openDatabase, openReadOnly } from '../database/database'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { walkByKey, walkByNumber } from './walk-rows'

const quiet = { clock: createManualClock(), onSlowStatement: () => {} }

/** A database made by `script`, in which the bytes of `text` are then replaced by `other`. */
function damaged(script: string, text: Buffer, other: Buffer) {
  const file = join(temporaryFolder(), 'x.db')
  const made = openDatabase(file, { ...quiet, newestVersion: 0 })
  made.script(script)
  made.close()
  const bytes = readFileSync(file)
  const at = bytes.indexOf(text)
  expect(at).toBeGreaterThan(0)
  other.copy(bytes, at)
  writeFileSync(file, bytes)
  const database = openReadOnly(file, quiet)
  onTestFinished(() => database.close())
  return database
}

/** At most `count` rows: a walk in a cycle never ends. */
function take<Row>(rows: Iterator<Row, unknown>, count: number): Row[] {
  const taken: Row[] = []
  for (let step = rows.next(); step.done !== true && taken.length < count; step = rows.next()) {
    taken.push(step.value)
  }
  return taken
}

test('a key that damage moved to the front at the end of a page does not make the walk loop', () => {
  const database = damaged(
    `CREATE TABLE t (k TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
     WITH RECURSIVE n (i) AS (SELECT 101 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
       INSERT INTO t SELECT 'key-' || i FROM n`,
    Buffer.from('key-300'),
    Buffer.from('key-000'),
  )
  const keys = take(walkByKey(database, 't', { columns: 'k', key: ['k'] }), 2_000).map(({ k }) => k)
  expect(keys.length).toBeLessThan(2_000)
  expect(new Set(keys).size).toBe(300)
})

test('a row number that damage reduced at the end of a page does not make the walk loop', () => {
  const database = damaged(
    `CREATE TABLE t (n INTEGER PRIMARY KEY, v TEXT NOT NULL);
     WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 330)
       INSERT INTO t SELECT i, 'v' || i FROM n`,
    // The length of the row, its number as SQLite writes it, and its header.
    Buffer.from([0x07, 0x81, 0x51, 0x03, 0x00]),
    Buffer.from([0x07, 0x80, 0x09, 0x03, 0x00]),
  )
  const values = take(walkByNumber(database, 't', { columns: 'v', lastNumber: 330 }), 2_000).map(({ v }) => v)
  expect(values.length).toBeLessThan(2_000)
  expect(new Set(values).size).toBe(321)
})
