import { dirname } from 'node:path'

import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, expect, test } from 'vitest'

import type { JobContext } from '../../base/threads/job'
import { sessionDatabaseFile } from '../opening/open-session-database'
import { closeSearch, searchJob, type SlowSearch } from './search-job'
import { openSearchedStore } from '../testing/searched-store'
import { temporaryFolder } from '../../base/testing/temporary-folder'

afterEach(() => closeSearch())

function context(signal = new AbortController().signal): JobContext<SlowSearch> {
  return { signal, report: () => {}, ask: () => Promise.reject(new Error('unexpected question')) }
}

async function snippets(file: string, query: string): Promise<string[]> {
  const { hits } = await searchJob({ file, dataFolder: dirname(file), query, now: 0 }, context())
  return hits.map(({ snippet }) => snippet)
}

test('sees what was committed since the last search over the same connection', async () => {
  const store = openSearchedStore()
  const file = sessionDatabaseFile(store.folder)
  const chat = store.store.createSession({ title: 'Untold' }).id
  expect(await snippets(file, 'needle')).toEqual([])
  store.say(chat, 'a needle')
  expect(await snippets(file, 'needle')).toEqual(['a needle'])
})

test('does not run a search cancelled while it waited, even just before its turn', async () => {
  const store = openSearchedStore()
  const file = sessionDatabaseFile(store.folder)
  const order: string[] = []
  const given = new AbortController()
  const run = async (query: string, signal?: AbortSignal) => {
    try {
      await searchJob({ file, dataFolder: dirname(file), query, now: 0 }, context(signal))
      order.push(query)
    } catch (error) {
      order.push(String(error))
    }
  }
  const first = run('first')
  const second = run('second', given.signal)
  const third = run('third')
  await first
  given.abort(new Error('typed on'))
  await Promise.all([second, third])
  expect(order).toEqual(['first', 'Error: typed on', 'third'])
})

test('reads a replaced file after releasing the old one', async () => {
  const store = openSearchedStore()
  const other = openSearchedStore()
  const chat = other.store.createSession({ title: 'needle' }).id
  other.say(chat, 'a needle in another file')
  other.database.script('PRAGMA wal_checkpoint(TRUNCATE)')
  const folder = temporaryFolder()
  const file = join(folder, 'one.db')
  store.database.script('PRAGMA wal_checkpoint(TRUNCATE)')
  store.database.script(`VACUUM INTO '${file}'`)
  other.database.script(`VACUUM INTO '${join(folder, 'two.db')}'`)

  expect(await snippets(file, 'another')).toEqual([])
  closeSearch()
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
  renameSync(join(folder, 'two.db'), file)
  expect(await snippets(file, 'another')).toEqual(['a needle in another file'])
})

test('a damaged file is STORE_DAMAGED, and the next search reads the file that replaced it', async () => {
  const store = openSearchedStore()
  const folder = temporaryFolder()
  const file = join(folder, 'one.db')
  writeFileSync(file, 'not a database, but long enough to be taken for one. '.repeat(100))
  await expect(snippets(file, 'needle')).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  rmSync(file)
  store.database.script(`VACUUM INTO '${file}'`)
  expect(await snippets(file, 'needle')).toEqual([])
})
