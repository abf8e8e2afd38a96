import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { createManualClock } from '../../../base/testing/manual-clock'
import { openDatabase, type WritableDatabase } from '../database'
import { openSessionDatabase } from '../../opening/open-session-database'
import { knownSnapshots } from '../../integrity/snapshot-files'
import { storeFiles } from '../store-files'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { migrate, type Migration, migrations, newestVersion } from './migrations'

const options = { clock: createManualClock(), onSlowStatement: () => {} }

function version(database: WritableDatabase): number | undefined {
  return database.query<{ user_version: number }>('PRAGMA user_version').get()?.user_version
}

function tables(database: WritableDatabase): string[] {
  return database
    .query<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_search\\__%' ESCAPE '\\' ORDER BY name",
    )
    .all()
    .map(({ name }) => name)
}

function openEmpty(): WritableDatabase {
  const database = openDatabase(join(temporaryFolder(), 'test.db'), { ...options, newestVersion: 10 })
  onTestFinished(() => database.close())
  return database
}

const first: Migration = { version: 1, up: (database) => database.script('CREATE TABLE one (id)') }
const second: Migration = { version: 2, up: (database) => database.script('CREATE TABLE two (id)') }

test('creates every table at the newest version in a new folder', () => {
  const database = openSessionDatabase(temporaryFolder(), options)
  onTestFinished(() => database.close())
  expect(version(database)).toBe(newestVersion)
  expect(tables(database)).toEqual([
    'agent_turns',
    'attachments',
    'comparisons',
    'consents',
    'drafts',
    'file_edits',
    'knowledge_sources',
    'line_ups',
    'merges',
    'message_search',
    'messages',
    'outgoing_rows',
    'panes',
    'projects',
    'prompt_sets',
    'prompts',
    'queued_messages',
    'reading_places',
    'row_verdicts',
    'row_versions',
    'run_journal',
    'runs',
    'sealed',
    'search_updates',
    'sessions',
    'set_ballots',
    'set_batches',
    'set_cells',
    'set_looks',
    'set_prompts',
    'set_runs',
    'set_watches',
    'spending',
    'store_state',
    'sync_numbers',
    'title_search',
    'tool_consents',
    'votes',
    'waiting_rows',
  ])
})

test('migrates a file from its version, and does nothing the second time', () => {
  const database = openEmpty()
  migrate(database, [first])
  expect([version(database), tables(database)]).toEqual([1, ['one']])
  migrate(database, [first, second])
  migrate(database, [first, second])
  expect([version(database), tables(database)]).toEqual([2, ['one', 'two']])
})

test('a failing step leaves the file as after the previous step', () => {
  const database = openEmpty()
  const broken: Migration = {
    version: 2,
    up(target) {
      target.script('CREATE TABLE half (id)')
      throw new Error('cut off')
    },
  }
  expect(() => migrate(database, [first, broken])).toThrow('cut off')
  expect([version(database), tables(database)]).toEqual([1, ['one']])
})

test('takes a snapshot of an older file before it is migrated', () => {
  const folder = temporaryFolder()
  openSessionDatabase(folder, options, migrations).close()
  const added: Migration = { version: 2, up: (database) => database.script('CREATE TABLE two (id)') }
  const database = openSessionDatabase(folder, options, [...migrations, added])
  onTestFinished(() => database.close())
  expect([version(database), tables(database).includes('two')]).toEqual([2, true])
  const { snapshots } = storeFiles(folder)
  expect(knownSnapshots(snapshots)).toMatchObject([{ number: 1, reason: 'migration', version: 1 }])
  expect(database.query('SELECT snapshot_number FROM store_state').get()).toEqual({ snapshot_number: 1 })
})

test('refuses a file of a newer Parley and leaves it unchanged, byte for byte', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'parley.db')
  const newer = openDatabase(file, { ...options, newestVersion: 99 })
  newer.script('CREATE TABLE unknown (id); PRAGMA user_version = 99')
  newer.close()
  const before = readFileSync(file)

  expect(() => openSessionDatabase(folder, options)).toThrow(
    expect.objectContaining({
      code: 'STORE_DAMAGED',
      data: { reason: 'newer-version', version: 99, newestVersion },
    }),
  )
  expect(readFileSync(file)).toEqual(before)
})

test('refuses a newer file whose last changes are still in its log', () => {
  const folder = temporaryFolder()
  const newer = openDatabase(join(folder, 'parley.db'), { ...options, newestVersion: 99 })
  onTestFinished(() => newer.close())
  newer.script('CREATE TABLE unknown (id); PRAGMA user_version = 99')
  expect(() => openSessionDatabase(folder, options)).toThrow(
    expect.objectContaining({ code: 'STORE_DAMAGED' }),
  )
  expect(tables(newer)).toEqual(['unknown'])
})
