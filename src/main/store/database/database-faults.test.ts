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

/** The code of what `work` throws, as callers branch on it. */
function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof ParleyError) return error.code
    throw error
  }
  return 'done'
}

test('a full disk refuses every kind of write, and what is there can still be read', () => {
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

test('a damaged file refuses reads as well', () => {
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

test('what was refused is not there when the store is well again, and the next write is', () => {
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

test('a disk that fills up half-way through a transaction leaves nothing half-written', () => {
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

test('one failure is told once, not again by each transaction that it leaves, and success never', () => {
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

test('an error that is the caller’s own is no failure of the store', () => {
  const { database, insert, failures } = setUp()
  expect(() => database.transaction(() => insert.run(null))).toThrow('NOT NULL')
  expect(() =>
    database.transaction(() => {
      throw new ParleyError('NOT_FOUND', 'no such note')
    }),
  ).toThrow('no such note')
  expect(failures).toEqual([])
})

test('the question whether it can be written changes nothing that is there', () => {
  const { database, texts, file } = setUp()
  database.assertWritable()
  expect(database.query('PRAGMA user_version').get()).toEqual({ user_version: 7 })
  expect(texts()).toEqual(['before'])
  expect(existsSync(`${file}-journal`)).toBe(false)
})

test('the question is answered by a file that may really not be written, not only by one that is told so', () => {
  const { database, failures } = setUp()
  database.script('PRAGMA query_only = ON')
  expect(() => database.assertWritable()).toThrow(expect.objectContaining({ code: 'INTERNAL' }))
  expect(failures).toEqual([])
})

test('damage that is real refuses every write from then on, and is told once; reading goes on', () => {
  const { database, insert, texts, failures } = setUp()
  database.condemn(new ParleyError('STORE_DAMAGED', 'page 7'))
  database.condemn(new ParleyError('STORE_DAMAGED', 'page 8'))
  expect([codeOf(() => insert.run('lost')), codeOf(() => database.assertWritable())]).toEqual([
    'STORE_DAMAGED',
    'STORE_DAMAGED',
  ])
  expect(() => insert.run('lost')).toThrow('page 7')
  expect(texts()).toEqual(['before'])
  expect(failures).toEqual(['STORE_DAMAGED', 'STORE_DAMAGED'])
})

test('another program that holds the file is a failure of the store that passes, and no bug', () => {
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

test('what does not wait for the disk is the exception: everything else does, also after an error', () => {
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
