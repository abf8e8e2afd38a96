import { readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import type { Clock } from '../../base/clock'
import { createManualClock } from '../../base/testing/manual-clock'
import { openDatabase, openReadOnly, type WritableDatabase } from './database'
import { needsLinks, needsProc } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'

interface Slow {
  sql: string
  durationMs: number
}

function open(file: string, options: { clock?: Clock; slow?: Slow[] } = {}): WritableDatabase {
  const database = openDatabase(file, {
    newestVersion: 1,
    clock: options.clock ?? createManualClock(),
    onSlowStatement: (sql, durationMs) => options.slow?.push({ sql, durationMs }),
  })
  onTestFinished(() => database.close())
  return database
}

function openWithTable(file = join(temporaryFolder(), 'test.db')): WritableDatabase {
  const database = open(file)
  database.script('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT')
  return database
}

test('a transaction that throws keeps nothing, and a nested one undoes only its own changes', () => {
  const database = openWithTable()
  const insert = database.command('INSERT INTO notes (text) VALUES (?)')
  const texts = database.query<{ text: string }>('SELECT text FROM notes ORDER BY id')

  expect(() =>
    database.transaction(() => {
      insert.run('gone')
      throw new Error('changed its mind')
    }),
  ).toThrow('changed its mind')
  database.transaction(() => {
    insert.run('outer')
    expect(() =>
      database.transaction(() => {
        insert.run('inner')
        throw new Error('inner only')
      }),
    ).toThrow('inner only')
  })
  expect(texts.all()).toEqual([{ text: 'outer' }])
})

test('configures a write-ahead log and foreign keys', () => {
  const database = openWithTable()
  expect(database.query('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  expect(database.query('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 })
  expect(database.query('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
})

test('a full disk is STORE_FULL until there is space again', () => {
  const database = openWithTable()
  const insert = database.command('INSERT INTO notes (text) VALUES (?)')
  const { page_count: pages = 0 } = database.query<{ page_count: number }>('PRAGMA page_count').get() ?? {}
  database.script(`PRAGMA max_page_count = ${pages}`)
  expect(() => database.transaction(() => insert.run('x'.repeat(100_000)))).toThrow(
    expect.objectContaining({ code: 'STORE_FULL', data: { reason: 'full' } }),
  )
  database.script('PRAGMA max_page_count = 1000000')
  expect(database.transaction(() => insert.run('x'.repeat(100_000)))).toBe(1)
})

test('a file that is not a database is STORE_DAMAGED and stays unchanged', () => {
  const file = join(temporaryFolder(), 'test.db')
  const content = 'not a database, but long enough to be taken for the first page of one. '.repeat(100)
  writeFileSync(file, content)
  expect(() => open(file)).toThrow(
    expect.objectContaining({ code: 'STORE_DAMAGED', data: { reason: 'damaged' } }),
  )
  expect(readFileSync(file, 'utf8')).toBe(content)
})

test('reading an overwritten page is STORE_DAMAGED', () => {
  const file = join(temporaryFolder(), 'test.db')
  const database = openDatabase(file, {
    newestVersion: 1,
    clock: createManualClock(),
    onSlowStatement: () => {},
  })
  database.script('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT')
  const insert = database.command('INSERT INTO notes (text) VALUES (?)')
  database.transaction(() => {
    for (let count = 0; count < 2_000; count += 1) insert.run('some text that fills a page or two')
  })
  database.close()
  const bytes = readFileSync(file)
  bytes.fill(0xff, 4096)
  writeFileSync(file, bytes)

  expect(() => open(file).query('SELECT count(text) FROM notes').get()).toThrow(
    expect.objectContaining({ code: 'STORE_DAMAGED' }),
  )
})

test('names what to check when a file cannot be opened', (context) => {
  needsLinks(context)
  const folder = temporaryFolder()
  symlinkSync(join(folder, 'nowhere', 'test.db'), join(folder, 'test.db'))
  expect(() => open(join(folder, 'test.db'))).toThrow(
    expect.objectContaining({ code: 'INTERNAL', data: { reason: 'permission', detail: 'SQLITE_CANTOPEN' } }),
  )
})

test('a damaged file is not kept open, which on Windows would keep it from being replaced', (context) => {
  const file = join(temporaryFolder(), 'test.db')
  writeFileSync(file, 'not a database, but long enough to be taken for one. '.repeat(100))
  const options = { clock: createManualClock(), onSlowStatement: () => {} }
  expect(() => openReadOnly(file, options)).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
  needsProc(context)
  const opened = readdirSync('/proc/self/fd').map((handle) => {
    try {
      return readlinkSync(`/proc/self/fd/${handle}`)
    } catch {
      // It was the handle of the list itself.
      return ''
    }
  })
  expect(opened).not.toContain(file)
})

test('reports statements and commits over 40 ms, without values, and no faster ones', () => {
  const slow: Slow[] = []
  let elapsedMs = 0
  let stepMs = 40
  const clock: Clock = { ...createManualClock(), monotonic: () => (elapsedMs += stepMs) }
  const database = open(join(temporaryFolder(), 'test.db'), { clock, slow })
  database.script('CREATE TABLE notes (text TEXT)')
  expect(slow).toEqual([])

  stepMs = 41
  const insert = database.command('INSERT INTO notes (text) VALUES (?)')
  insert.run('secret')
  database.transaction(() => {})
  expect(slow).toEqual([
    { sql: 'INSERT INTO notes (text) VALUES (?)', durationMs: 41 },
    { sql: 'COMMIT', durationMs: 41 },
  ])
})

test('folds case beyond ASCII', () => {
  const database = openWithTable()
  const fold = database.query<{ folded: string }>('SELECT fold_case(?) AS folded')
  expect(fold.get('ÄÖÜ ΑΒΓ Привет')).toEqual({ folded: 'äöü αβγ привет' })
  expect(fold.get('A\u0308')).toEqual({ folded: '\u00e4' })
})
