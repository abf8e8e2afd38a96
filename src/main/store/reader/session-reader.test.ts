import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { makeOwnedFolder } from '../../base/files/owned-folder'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { DatabaseCopy, SessionReader, StoreReader } from './store-reader'
import { newestVersion } from '../database/migrations/migrations'
import { openSearchedStore } from '../testing/searched-store'
import { asMessage, asSession } from '../testing/test-store'

function readerOf(folder: string, copies?: string): SessionReader {
  const clock = createManualClock()
  const store = new StoreReader(folder, clock, copies)
  onTestFinished(() => store.close())
  return new SessionReader(store, clock)
}

function texts({ messages }: ReturnType<SessionReader['page']>): string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
}

/** Each file of the folder with its content. */
function contents(folder: string): [string, string][] {
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')])
}

/** A folder whose store was closed cleanly, so it has no log. */
function closedStore(say = 'roses') {
  const app = openSearchedStore()
  const chat = app.store.createSession({ title: 'Gardens' }).id
  app.say(chat, say)
  app.database.script('PRAGMA wal_checkpoint(TRUNCATE)')
  const folder = temporaryFolder()
  copyFileSync(join(app.folder, 'parley.db'), join(folder, 'parley.db'))
  return { folder, say, chat }
}

describe('while the app has the file open', () => {
  test('finds and reads a message that was just stored', () => {
    const app = openSearchedStore()
    const reader = readerOf(app.folder)
    const chat = app.store.createSession({ title: 'Gardens', model: 'demo/writer' })
    app.say(chat.id, 'roses')
    expect(reader.search({ query: 'roses' }).hits).toMatchObject([
      { sessionTitle: 'Gardens', snippet: 'roses' },
    ])
    app.say(chat.id, 'more roses')
    expect(texts(reader.page({ sessionId: chat.id, limit: 10, before: null }))).toEqual([
      'roses',
      'more roses',
    ])
    expect(reader.newest(5)).toMatchObject([{ id: chat.id, title: 'Gardens', model: 'demo/writer' }])
  })

  test('the app can keep writing and checkpoint its log: no reader prevents it', () => {
    const app = openSearchedStore()
    const reader = readerOf(app.folder)
    const chat = app.store.createSession({ title: 'Gardens' })
    app.say(chat.id, 'roses')
    reader.search({ query: 'roses' })
    app.say(chat.id, 'tulips')
    app.database.script('PRAGMA wal_checkpoint(TRUNCATE)')
    expect(statSync(join(app.folder, 'parley.db-wal')).size).toBe(0)
    expect(reader.search({ query: 'tulips' }).hits).toHaveLength(1)
  })

  test('pages lead back to the beginning, without hidden messages and those taken off the path', () => {
    const app = openSearchedStore()
    const reader = readerOf(app.folder)
    const chat = app.store.createSession()
    const first = app.say(chat.id, '1')
    app.say(chat.id, 'off the path')
    app.store.setLeaf(chat.id, first)
    app.say(chat.id, 'hidden', { hidden: true })
    for (const text of ['2', '3', '4', '5']) app.say(chat.id, text)
    const newest = reader.page({ sessionId: chat.id, limit: 2, before: null })
    expect([texts(newest), newest.hasMore]).toEqual([['4', '5'], true])
    const before = newest.messages[0]?.id ?? null
    const older = reader.page({ sessionId: chat.id, limit: 10, before })
    expect([texts(older), older.hasMore]).toEqual([['1', '2', '3'], false])
  })

  test('distinguishes a missing, deleted or unrelated chat or message from an empty one', () => {
    const app = openSearchedStore()
    const reader = readerOf(app.folder)
    const [chat, other, gone] = [
      app.store.createSession(),
      app.store.createSession(),
      app.store.createSession(),
    ]
    const elsewhere = app.say(other.id, 'elsewhere')
    app.store.deleteSession(gone.id)
    const read = (sessionId: string, before: string | null = null) =>
      reader.page({
        sessionId: asSession(sessionId),
        limit: 5,
        before: before === null ? null : asMessage(before),
      })
    expect(texts(read(chat.id))).toEqual([])
    for (const ask of [() => read('nobody'), () => read(gone.id), () => read(chat.id, elsewhere)]) {
      expect(ask).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    }
  })
})

describe('without a running app', () => {
  test('finds nothing in an empty or missing folder, and creates nothing', () => {
    const folder = temporaryFolder()
    for (const dataFolder of [folder, join(folder, 'none')]) {
      const reader = readerOf(dataFolder)
      expect([reader.newest(5), reader.search({ query: 'x' }).hits]).toEqual([[], []])
      expect(() => reader.page({ sessionId: asSession('x'), limit: 1, before: null })).toThrow(
        expect.objectContaining({ code: 'NOT_FOUND' }),
      )
    }
    expect(readdirSync(folder)).toEqual([])
  })

  test('reads the chats without changing a byte of the folder or adding a log', () => {
    const { folder, say, chat } = closedStore()
    const before = contents(folder)
    const reader = readerOf(folder)
    expect(reader.search({ query: say }).hits).toHaveLength(1)
    expect(texts(reader.page({ sessionId: chat, limit: 5, before: null }))).toEqual([say])
    expect(contents(folder)).toEqual(before)
  })

  test('makes a new copy when the file has changed', () => {
    const first = closedStore('first')
    const second = closedStore('second')
    const reader = readerOf(first.folder)
    expect(reader.search({ query: 'first' }).hits).toHaveLength(1)
    expect(reader.search({ query: 'first' }).hits).toHaveLength(1)
    copyFileSync(join(second.folder, 'parley.db'), join(first.folder, 'parley.db'))
    expect(reader.search({ query: 'second' }).hits).toHaveLength(1)
  })

  test('leaves nothing of the copy on disk while reading, so that a kill leaves nothing', (context) => {
    context.skip(process.platform === 'win32', 'Windows cannot remove an open file')
    const { folder } = closedStore('first')
    const copies = temporaryFolder()
    const reader = readerOf(folder, copies)
    for (let count = 0; count < 3; count += 1) {
      expect(reader.search({ query: 'first' }).hits).toHaveLength(1)
      expect(readdirSync(copies)).toEqual([])
    }
  })

  test('a failed copy leaves nothing', () => {
    const copies = temporaryFolder()
    expect(() => DatabaseCopy.of(temporaryFolder(), copies, createManualClock())).toThrow()
    expect(readdirSync(copies)).toEqual([])
  })

  test('makes a copy at the next call after one failed for lack of space', () => {
    const reader = readerOf(closedStore('first').folder)
    const making = vi.spyOn(DatabaseCopy, 'of').mockImplementationOnce(() => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    onTestFinished(() => making.mockRestore())
    expect(() => reader.search({ query: 'first' })).toThrow(expect.objectContaining({ code: 'STORE_FULL' }))
    expect(reader.search({ query: 'first' }).hits).toHaveLength(1)
  })

  test('removes what a process killed while copying left', () => {
    const { folder } = closedStore('first')
    const copies = temporaryFolder()
    // No system has a process with this number.
    const left = makeOwnedFolder('mcp', copies).replace(`-${process.pid}-`, '-99999999-')
    for (const path of [left, join(copies, 'others')]) mkdirSync(path)
    const reader = readerOf(folder, copies)
    expect(reader.search({ query: 'first' }).hits).toHaveLength(1)
    expect([existsSync(left), existsSync(join(copies, 'others'))]).toEqual([false, true])
  })
})

test('reports a store of a newer Parley without reading it', () => {
  const app = openSearchedStore()
  app.database.script(`PRAGMA user_version = ${newestVersion + 1}`)
  expect(() => readerOf(app.folder).newest(1)).toThrow(
    expect.objectContaining({
      code: 'STORE_DAMAGED',
      data: expect.objectContaining({ reason: 'newer-version' }),
    }),
  )
})

test('reports a file that is not a store as damaged', () => {
  const { folder } = closedStore()
  writeFileSync(join(folder, 'parley.db'), 'this is no database, though it has some length'.repeat(50))
  expect(() => readerOf(folder).newest(1)).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
})
