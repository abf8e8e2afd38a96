import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { systemClock } from '../../../base/clock'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { openDatabase } from '../../../store/database/database'
import { importFile } from '../../testing/import-file'
import { open } from './testing/bad-files'

/** A database with a write-ahead log, like DeepChat's, as it is after `script`. */
function databaseOf(script: string): Buffer {
  const file = join(temporaryFolder(), 'made.db')
  const database = openDatabase(file, { newestVersion: 0, clock: systemClock, onSlowStatement: () => {} })
  database.script(script)
  database.close()
  return readFileSync(file)
}

function backupOf(name: 'agent' | 'chat', database: Buffer): Buffer {
  const files = {
    [`database/${name}.db`]: database,
    'configs/app-settings.json': strToU8('{"language":"en"}'),
    'manifest.json': strToU8('{"version":2}'),
  }
  return Buffer.from(zipSync(files))
}

const question = `'{"text":"How far is the moon?","files":[]}'`
const answer = `'[{"type":"content","content":"384,400 km","status":"success"}]'`

const newTables = `
  CREATE TABLE new_sessions (id TEXT PRIMARY KEY, title TEXT NOT NULL, is_pinned INTEGER, created_at INTEGER, updated_at INTEGER);
  CREATE TABLE deepchat_sessions (id TEXT PRIMARY KEY, provider_id TEXT, model_id TEXT, system_prompt TEXT);
  CREATE TABLE deepchat_messages (id TEXT PRIMARY KEY, session_id TEXT, order_seq INTEGER, role TEXT, content TEXT, status TEXT, metadata TEXT, created_at INTEGER, updated_at INTEGER);
  INSERT INTO new_sessions VALUES ('s1', 'The moon', 1, 1700000000000, 1700000100000), ('s2', 'Empty', 0, 1, 1);
  INSERT INTO deepchat_sessions VALUES ('s1', 'openai', 'gpt-4o', 'Be brief.');`
const newMessages = `
  INSERT INTO deepchat_messages VALUES ('a', 's1', 2, 'assistant', ${answer}, 'sent', '{}', 1700000001000, 0);
  INSERT INTO deepchat_messages VALUES ('q', 's1', 1, 'user', ${question}, 'sent', '{}', 1700000000000, 0);`
const oldTables = `
  CREATE TABLE conversations (id INTEGER PRIMARY KEY, conv_id TEXT, title TEXT, created_at INTEGER, updated_at INTEGER, is_pinned INTEGER, model_id TEXT, provider_id TEXT, system_prompt TEXT);
  CREATE TABLE messages (msg_id TEXT, conversation_id TEXT, parent_id TEXT, role TEXT, content TEXT, created_at INTEGER, order_seq INTEGER, status TEXT, metadata TEXT, is_variant INTEGER);
  INSERT INTO conversations VALUES (1, 'c1', 'The moon', 1700000000000, 1700000100000, 0, 'gpt-4', 'openai', '');
  INSERT INTO messages VALUES ('q', 'c1', '', 'user', ${question}, 1700000000000, 1, 'sent', NULL, 0);
  INSERT INTO messages VALUES ('a', 'c1', 'q', 'assistant', ${answer}, 1700000001000, 2, 'sent', NULL, 0);
  INSERT INTO messages VALUES ('b', 'c1', 'q', 'assistant', ${answer}, 1700000002000, 2, 'sent', NULL, 1);`

test('imports the chats of a backup once, from the newest tables, and nothing of its settings', async () => {
  const parley = await open()
  const backup = backupOf('agent', databaseOf(oldTables + newTables + newMessages))
  const { summary } = await importFile(parley, backup)
  expect(summary).toMatchObject({ source: 'deepchat', importedCount: 1, messageCount: 2, remarks: [] })
  expect(summary?.skipped).toMatchObject([{ count: 1, examples: ['Empty'] }])
  const { session, messages } = await parley.invoke('sessions.get', {
    sessionId: summary?.sessionIds[0] ?? '',
  })
  expect(session).toMatchObject({ title: 'The moon', model: 'openai/gpt-4o', systemPrompt: 'Be brief.' })
  expect(messages.map(({ role, parts }) => [role, parts])).toEqual([
    ['user', [{ type: 'text', text: 'How far is the moon?' }]],
    ['assistant', [{ type: 'text', text: '384,400 km' }]],
  ])
  expect((await importFile(parley, backup)).summary).toMatchObject({ importedCount: 0, knownCount: 1 })
})

test('imports an older backup with its variants', async () => {
  const parley = await open()
  const { summary } = await importFile(parley, backupOf('chat', databaseOf(oldTables)))
  expect(summary).toMatchObject({ source: 'deepchat', importedCount: 1, messageCount: 3, skipped: [] })
})

test.each([
  ['encrypted', () => Buffer.alloc(8192, 7), 'encrypted'],
  ['empty', () => Buffer.alloc(0), 'encrypted'],
  ['cut', () => databaseOf(newTables + newMessages).subarray(0, 9_000), 'damaged'],
])('says that the database is unusable: %s', async (_, database, word) => {
  const { end } = await importFile(await open(), backupOf('agent', database()))
  expect(end.error?.code).toBe('INVALID_INPUT')
  expect(end.error?.message).toContain(word)
})

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT'
test.each([
  [
    'a view that never ends',
    `${newTables} DROP TABLE deepchat_messages; CREATE VIEW deepchat_messages AS ${endless} i AS id, 's1' AS session_id, i AS order_seq, 'user' AS role, '' AS content FROM n;`,
  ],
  [
    'columns that are computed',
    `${newTables} DROP TABLE deepchat_messages; CREATE TABLE deepchat_messages (id TEXT, session_id TEXT, order_seq INTEGER, role TEXT, content TEXT AS (hex(zeroblob(1000000))));
    INSERT INTO deepchat_messages VALUES ('q', 's1', 1, 'user');`,
  ],
])('does not run what a hostile database contains: %s', async (_, script) => {
  const { end, summary } = await importFile(await open(), backupOf('agent', databaseOf(script)))
  expect([end.reason, summary?.importedCount ?? 0]).toEqual(['failed', 0])
})

test('does not run the checks in a database', async () => {
  const tables = newTables.replace('title TEXT NOT NULL', "title TEXT CHECK (title = 'other')")
  const script = `PRAGMA ignore_check_constraints = ON; ${tables} ${newMessages}`
  const { summary } = await importFile(await open(), backupOf('agent', databaseOf(script)))
  expect(summary).toMatchObject({ importedCount: 1 })
})

test('survives values of other types', async () => {
  const odd = `INSERT INTO deepchat_messages VALUES (x'ff00', 's1', 'first', 7, x'c3', 4.5, 'no json', 'yesterday', NULL);
    INSERT INTO deepchat_messages VALUES ('__proto__', 's1', 9, 'user', '{"__proto__":1}', 'sent', '[]', 1e300, NULL);`
  const { summary } = await importFile(
    await open(),
    backupOf('agent', databaseOf(newTables + newMessages + odd)),
  )
  expect(summary).toMatchObject({ importedCount: 1 })
})
