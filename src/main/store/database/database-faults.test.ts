import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { createManualClock } from '../../base/testing/manual-clock'
import { openDatabase } from './database'
import { temporaryFolder } from '../../base/testing/temporary-folder'

function setUp() {
  const failures: string[] = []
  const file = join(temporaryFolder(), 'test.db')
  const database = openDatabase(file, {
    newestVersion: 7,
    clock: createManualClock(),
    onSlowStatement: () => {},
    onFailure: (error) => failures.push(error.code),
  })
  onTestFinished(() => database.close())
  database.script('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT')
  database.script('PRAGMA user_version = 7')
  const insert = database.command('INSERT INTO notes (text) VALUES (?)')
  const all = database.query<{ text: string }>('SELECT text FROM notes ORDER BY id')
  const texts = () => all.all().map(({ text }) => text)
  insert.run('before')
  return { file, database, insert, all, texts, failures }
}

/** The code of the error that `work` throws. */
function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof ParleyError) return error.code
    throw error
  }
  return 'done'
}

test('a full disk refuses every kind of write and still allows reading', () => {
  const { database, insert, all, texts } = setUp()
  database.setFault('full')
  expect([
    codeOf(() => insert.run('lost')),
    codeOf(() => database.script('DELETE FROM notes')),
    codeOf(() => database.assertWritable()),
    codeOf(() => database.transaction(() => insert.run('lost'))),
    codeOf(() => all.get()),
  ]).toEqual(['STORE_FULL', 'STORE_FULL', 'STORE_FULL', 'STORE_FULL', 'done'])
  expect(texts()).toEqual(['before'])
})

test('a damaged file refuses reads too', () => {
  const { database, insert, all } = setUp()
  database.setFault('damaged')
  expect([
    codeOf(() => all.get()),
    codeOf(() => all.all()),
    codeOf(() => insert.run('lost')),
    codeOf(() => database.script('DELETE FROM notes')),
    codeOf(() => database.assertWritable()),
  ]).toEqual(Array.from({ length: 5 }, () => 'STORE_DAMAGED'))
})

test('a refused write leaves nothing once the store recovers, and the next write succeeds', () => {
  const { database, insert, texts } = setUp()
  for (const fault of ['full', 'damaged'] as const) {
    database.setFault(fault)
    codeOf(() => insert.run(`lost, ${fault}`))
  }
  database.setFault(null)
  expect(codeOf(() => database.assertWritable())).toBe('done')
  insert.run('after')
  expect(texts()).toEqual(['before', 'after'])
})

test('a disk that fills up during a transaction leaves nothing half-written', () => {
  const { database, insert, texts } = setUp()
  const half = codeOf(() =>
    database.transaction(() => {
      insert.run('first half')
      database.transaction(() => insert.run('inner'))
      database.setFault('full')
      insert.run('second half')
    }),
  )
  database.setFault(null)
  expect(half).toBe('STORE_FULL')
  expect(texts()).toEqual(['before'])
})

test('reports a failure once, not again for each nested transaction, and never a success', () => {
  const { database, insert, failures } = setUp()
  database.setFault('full')
  codeOf(() => database.transaction(() => database.transaction(() => insert.run('lost'))))
  expect(failures).toEqual(['STORE_FULL'])
  codeOf(() => insert.run('lost'))
  database.setFault('damaged')
  codeOf(() => database.transaction(() => insert.run('lost')))
  expect(failures).toEqual(['STORE_FULL', 'STORE_FULL', 'STORE_DAMAGED'])
  database.setFault(null)
  insert.run('kept')
  expect(failures).toHaveLength(3)
})

test('does not treat the caller’s own error as a failure of the store', () => {
  const { database, insert, failures } = setUp()
  expect(() => database.transaction(() => insert.run(null))).toThrow('NOT NULL')
  expect(() =>
    database.transaction(() => {
      throw new ParleyError('NOT_FOUND', 'no such note')
    }),
  ).toThrow('no such note')
  expect(failures).toEqual([])
})

test('checking that the store is writable changes nothing', () => {
  const { database, texts, file } = setUp()
  database.assertWritable()
  expect(database.query('PRAGMA user_version').get()).toEqual({ user_version: 7 })
  expect(texts()).toEqual(['before'])
  expect(existsSync(`${file}-journal`)).toBe(false)
})

test('checking that the store is writable detects a file that really is not', () => {
  const { database, failures } = setUp()
  database.script('PRAGMA query_only = ON')
  expect(() => database.assertWritable()).toThrow(expect.objectContaining({ code: 'INTERNAL' }))
  expect(failures).toEqual([])
})

test('real damage refuses every later write and is reported once; reading still works', () => {
  const { database, insert, texts, failures } = setUp()
  database.markDamaged(new ParleyError('STORE_DAMAGED', 'page 7'))
  database.markDamaged(new ParleyError('STORE_DAMAGED', 'page 8'))
  expect([codeOf(() => insert.run('lost')), codeOf(() => database.assertWritable())]).toEqual([
    'STORE_DAMAGED',
    'STORE_DAMAGED',
  ])
  expect(() => insert.run('lost')).toThrow('page 7')
  expect(texts()).toEqual(['before'])
  expect(failures).toEqual(['STORE_DAMAGED', 'STORE_DAMAGED'])
})

test('a lock held by another program is a temporary store failure, not a bug', () => {
  const { file, insert, texts } = setUp()
  const other = openDatabase(file, {
    newestVersion: 7,
    clock: createManualClock(),
    onSlowStatement: () => {},
  })
  onTestFinished(() => other.close())
  other.script('BEGIN IMMEDIATE')
  expect(() => insert.run('kept out')).toThrow(
    expect.objectContaining({ code: 'STORE_FULL', data: { reason: 'busy', detail: 'SQLITE_BUSY' } }),
  )
  other.script('COMMIT')
  insert.run('after')
  expect(texts()).toEqual(['before', 'after'])
})

test('relaxes durability only for the given work, even after an error', () => {
  const { database } = setUp()
  const synchronous = () => database.query<{ synchronous: number }>('PRAGMA synchronous').get()?.synchronous
  expect(synchronous()).toBe(2)
  expect(database.relaxed(synchronous)).toBe(1)
  expect(() =>
    database.relaxed(() => {
      throw new Error('changed its mind')
    }),
  ).toThrow('changed its mind')
  expect(synchronous()).toBe(2)
  expect(database.transaction(() => database.relaxed(synchronous))).toBe(2)
})
