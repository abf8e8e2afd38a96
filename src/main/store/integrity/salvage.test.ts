import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { openDatabase, openReadOnly } from '../database/database'
import { newestVersion } from '../database/migrations/migrations'
import { SealedRows } from '../sealed/sealed-rows'
import { addChat, copyOfFolder, shownChats, textsOf } from '../testing/stored-chats'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { openTestStore, type TestStore } from '../testing/test-store'
import { carveRows } from './carve-rows'
import { repairedTables } from './repaired-rows'
import { salvage } from './salvage'

const quiet = { clock: createManualClock(), onSlowStatement: () => {} }
const pageBytes = 4096

/** Closes the folder's database, with everything in one file. */
function closedFile({ database, folder }: TestStore): string {
  database.close()
  return join(folder, 'parley.db')
}

/** Reads a file only with SQLite, without carving its pages. */
function of(file: string) {
  const source = openReadOnly(file, quiet)
  onTestFinished(() => source.close())
  return { source, carved: null }
}

/** The pages with rows of a table, either leaves or the interior pages above them. */
function pagesOf(file: string, name: string, type: 'leaf' | 'internal'): number[] {
  const database = openReadOnly(file, quiet)
  const pages = database
    .query<{ pageno: number }>('SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY pageno')
    .all(name, type)
  database.close()
  return pages.map(({ pageno }) => pageno)
}

function zeroPages(file: string, pages: number[]): void {
  const bytes = readFileSync(file)
  for (const page of pages) bytes.fill(0, (page - 1) * pageBytes, page * pageBytes)
  writeFileSync(file, bytes)
}

test('salvages everything from an intact file, with all branches, leaves, drafts, runs and comparisons, once', () => {
  const from = openTestStore()
  const one = addChat(from, 'one', 3)
  addChat(from, 'two', 2)
  from.store.removeLastExchange(one)
  from.database.command("INSERT INTO drafts (place, text, updated_at) VALUES ('chat:one', 'half', 5)").run()
  from.database
    .command(
      "INSERT INTO prompts (id, name, folded_name, text, updated_at) VALUES ('k', 'Kept', 'kept', 'Text', 5)",
    )
    .run()
  from.database
    .command(
      "INSERT INTO comparisons (id, title, title_source, created_at, updated_at) VALUES ('c', 'x', 'user', 1, 1)",
    )
    .run()
  from.database
    .command("INSERT INTO panes (id, comparison_id, session_id, position) VALUES ('p', 'c', ?, 0)")
    .run(one)
  const tables = ['sessions', 'messages', 'drafts', 'prompts', 'comparisons', 'panes', 'runs'] as const
  const contentOf = ({ database }: TestStore) =>
    [
      ...tables.map((table) => `SELECT * FROM ${table} ORDER BY 1, 2`),
      'SELECT id, at, model, purpose, session_id, cost_usd FROM spending ORDER BY id',
    ].map((sql) => database.query(sql).all())
  const before = contentOf(from)

  const to = openTestStore()
  const source = of(closedFile(from))
  expect(salvage(source, to.database, { isNewer: true })).toEqual({
    messageCount: 10,
    sessionCount: 2,
    lost: [],
    isLostComplete: true,
  })
  expect(contentOf(to)).toEqual(before)
  expect(salvage(source, to.database, { isNewer: true })).toMatchObject({ messageCount: 0, sessionCount: 0 })
  expect(contentOf(to)).toEqual(before)
  expect(to.database.query('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
})

function filledRows({ database }: TestStore) {
  const row = (sql: string) => database.query<Record<string, unknown>>(sql).get() ?? {}
  return {
    session: row('SELECT * FROM sessions'),
    answer: row("SELECT * FROM messages WHERE role = 'assistant'"),
  }
}

test('salvages every column of a chat and its messages, except permissions', () => {
  const from = openTestStore()
  const to = openTestStore()
  const chat = addChat(from, 'one', 1)
  from.database
    .command(
      `UPDATE sessions SET workspace = 'w', permission = 'unlimited', isolation = 'worktree', system_prompt = 's',
         params = '{"temperature":1}', pinned = 1, archived = 1, unseen = 2, origin = 'o', origin_hash = 'h',
         background_usage = '{}', deleted_at = 7, model = 'm', tools = '{"enabled":["web.fetch"]}',
         is_local = 1, fork = '["a","b"]'`,
    )
    .run()
  from.database
    .command(
      `UPDATE messages SET stop_reason = 'end', model = 'm', hidden = 1, origin = 'o' || number, usage = '{}',
         metrics = '{}', receipt = '{}', summary = '{}', marks = '{}', run_id = 'r' || number WHERE role = 'assistant'`,
    )
    .run()
  for (const { database } of [from, to]) {
    database
      .command(
        `INSERT INTO projects (id, name, folded_name, colour, instructions, params, position, created_at, updated_at)
         VALUES ('p', 'p', 'p', 'red', '', '{}', 0, 1, 1)`,
      )
      .run()
  }
  from.database.command("UPDATE sessions SET project_id = 'p'").run()
  const before = filledRows(from)
  // A new column belongs in this test, with a value.
  expect(Object.values({ ...before.session, ...before.answer })).not.toContain(null)

  salvage(of(closedFile(from)), to.database, { isNewer: true })
  expect(filledRows(to)).toEqual({
    ...before,
    session: { ...before.session, id: chat, permission: null, isolation: null },
  })
})

test('a chat whose project is lost belongs to none, and one whose project is salvaged keeps it', () => {
  const from = openTestStore()
  for (const id of ['kept', 'lost']) {
    addChat(from, id, 1)
    from.database
      .command(
        `INSERT INTO projects (id, name, folded_name, colour, instructions, params, position, created_at, updated_at)
         VALUES (:id, :id, :id, 'red', '', '{}', 0, 1, 1)`,
      )
      .run({ id })
    from.database.command('UPDATE sessions SET project_id = :id WHERE title = :id').run({ id })
    from.database
      .command(
        `INSERT INTO knowledge_sources (id, project_id, kind, path, is_allowed, added_at)
         VALUES (:id, :id, 'folder', '/home/me', 1, 1)`,
      )
      .run({ id })
  }
  from.database.command("DELETE FROM projects WHERE id = 'lost'").run()
  const to = openTestStore()
  salvage(of(closedFile(from)), to.database, { isNewer: true })
  expect(to.database.query('SELECT title, project_id FROM sessions ORDER BY title').all()).toEqual([
    { title: 'kept', project_id: 'kept' },
    { title: 'lost', project_id: null },
  ])
  expect(to.database.query('SELECT id FROM knowledge_sources').all()).toEqual([{ id: 'kept' }])
  // No other machine erases or forgets what was lost here.
  expect(to.database.query('SELECT * FROM row_versions').all()).toEqual([])
})

test('a lost page costs only its rows, which are named; their children are attached above the gap', () => {
  const from = openTestStore()
  addChat(from, 'long', 60, { textChars: 1_000 })
  const other = addChat(from, 'other', 3)
  const file = closedFile(from)
  const [, , gone = 0] = pagesOf(file, 'messages', 'leaf')
  zeroPages(file, [gone])

  const to = openTestStore()
  const { messageCount, lost, isLostComplete } = salvage(of(file), to.database, { isNewer: true })
  expect(isLostComplete).toBe(true)
  expect(lost.length).toBeGreaterThan(1)
  expect(lost.length).toBeLessThan(20)
  expect(messageCount + lost.length).toBe(126)
  const shown = shownChats(to)
  expect(shown['other']).toEqual(textsOf('other', 3))
  const missing = textsOf('long', 60).filter((text) => !(shown['long'] ?? []).includes(text))
  expect(missing).toHaveLength(lost.length)
  expect(new Set(lost.map(({ sessionId }) => sessionId))).not.toContain(other)
  expect(to.database.query('PRAGMA foreign_key_check').all()).toEqual([])
})

test('without the root page, salvages whatever can still be reached', () => {
  const from = openTestStore()
  addChat(from, 'long', 60, { textChars: 1_000 })
  const file = closedFile(from)
  const [root = 0] = pagesOf(file, 'messages', 'internal')
  zeroPages(file, [root])
  const to = openTestStore()
  const { messageCount, lost, isLostComplete } = salvage(of(file), to.database, { isNewer: true })
  expect([messageCount + lost.length, isLostComplete]).toEqual([120, true])
  expect(Object.keys(shownChats(to))).toEqual(['long'])
})

test('does not duplicate what the snapshot has, attaches newer messages in place, and uses the newer leaf', () => {
  const from = openTestStore()
  const id = addChat(from, 'chat', 3)
  const to = openTestStore()
  const early = of(copyNow(from, to))
  salvage(early, to.database, { isNewer: true })
  from.store.updateSession(id, { title: 'renamed' })
  from.store.removeLastExchange(id)
  addChat(from, 'later', 2)
  const source = of(closedFile(from))
  expect(salvage(source, to.database, { isNewer: true })).toMatchObject({ messageCount: 4, sessionCount: 1 })
  expect(shownChats(to)).toEqual({ renamed: textsOf('chat', 2), later: textsOf('later', 2) })
})

test('an older file adds only what is missing and changes nothing', () => {
  const from = openTestStore()
  const id = addChat(from, 'chat', 1)
  const to = openTestStore()
  salvage(of(copyNow(from, to)), to.database, { isNewer: true })
  to.store.updateSession(id, { title: 'newer title' })
  addChat(from, 'only here', 1)
  expect(salvage(of(closedFile(from)), to.database, { isNewer: false })).toMatchObject({ messageCount: 2 })
  expect(shownChats(to)).toEqual({ 'newer title': textsOf('chat', 1), 'only here': textsOf('only here', 1) })
})

test('keeps invalid JSON as text with an explanation', () => {
  const from = openTestStore()
  const id = addChat(from, 'chat', 1)
  from.database
    .command(`UPDATE messages SET parts = '[{"type":"text","te t":"what was said"}' WHERE role = 'user'`)
    .run()
  const to = openTestStore()
  salvage(of(closedFile(from)), to.database, { isNewer: true })
  const [damaged, answer] = to.store.readPath(id).messages
  expect(damaged?.parts).toMatchObject([
    { type: 'error', code: 'STORE_DAMAGED' },
    { type: 'text', text: '[{"type":"text","te t":"what was said"}' },
  ])
  expect(answer?.parts).toEqual([{ type: 'text', text: 'answer chat 0' }])
})

test('an id changed by damage duplicates neither a message nor a chat', () => {
  const from = openTestStore()
  addChat(from, 'chat', 2)
  const to = openTestStore()
  salvage(of(copyNow(from, to)), to.database, { isNewer: true })
  from.database.script(`PRAGMA foreign_keys = OFF;
    UPDATE messages SET id = 'flipped' WHERE id = 'answer-chat-0';
    UPDATE sessions SET id = 'flipped'`)
  salvage(of(closedFile(from)), to.database, { isNewer: true })
  expect(shownChats(to)).toEqual({ chat: textsOf('chat', 2) })
  expect(to.database.query('SELECT count(*) AS count FROM messages').get()).toEqual({ count: 4 })
})

test('salvages messages once whose damaged parents form a cycle', () => {
  const from = openTestStore()
  addChat(from, 'chat', 2)
  from.database.script(`PRAGMA foreign_keys = OFF;
    UPDATE messages SET parent_id = 'answer-chat-1' WHERE id = 'ask-chat-0'`)
  const to = openTestStore()
  const { messageCount } = salvage(of(closedFile(from)), to.database, { isNewer: true })
  expect(messageCount).toBe(4)
  expect(shownChats(to)).toEqual({ chat: textsOf('chat', 2) })
  expect(to.database.query('PRAGMA foreign_key_check').all()).toEqual([])
})

test('gives messages whose chat is lost a new one', () => {
  const from = openTestStore()
  addChat(from, 'chat', 2)
  from.database.script('PRAGMA foreign_keys = OFF; DELETE FROM sessions')
  const to = openTestStore()
  expect(salvage(of(closedFile(from)), to.database, { isNewer: true })).toMatchObject({
    messageCount: 4,
    sessionCount: 1,
  })
  expect(shownChats(to)).toEqual({ 'ask chat 0': textsOf('chat', 2) })
})

test('does not recover a stored answer again from its journal', () => {
  const from = openTestStore()
  const { id } = from.store.createSession()
  const to = openTestStore()
  const run = { runId: 'run-a', messageId: 'answer-a', sessionId: id, kind: 'detached', model: 'm' } as never
  from.store.beginRun(run, { user: { id: 'ask-a' as never, text: 'a' } })
  salvage(of(copyNow(from, to)), to.database, { isNewer: true })
  expect(to.store.openRuns()).toHaveLength(1)
  from.store.settleRun('run-a' as never, {
    id: 'answer-a' as never,
    sessionId: id,
    parentId: null,
    role: 'assistant',
    parts: [],
    status: 'complete',
    runId: 'run-a' as never,
    createdAt: 1,
  })
  salvage(of(closedFile(from)), to.database, { isNewer: false })
  expect(to.store.openRuns()).toEqual([])
})

test.each([
  ['the first page is gone', (file: string) => zeroPages(file, [1])],
  [
    'the root page of messages is gone',
    (file: string) => zeroPages(file, pagesOf(file, 'messages', 'internal')),
  ],
  ['nothing is gone', () => {}],
])('carves rows from their pages when %s', (_what, damage) => {
  const from = openTestStore()
  addChat(from, 'long', 60, { textChars: 1_000 })
  addChat(from, 'wide', 2, { textChars: 20_000 })
  const file = closedFile(from)
  damage(file)
  const to = openTestStore()
  salvage({ source: null, carved: carveRows(file) }, to.database, { isNewer: true })
  expect(shownChats(to)).toEqual({ long: textsOf('long', 60), wide: textsOf('wide', 2) })
})

test('carves rows that are only in the log, even after a hole in it', () => {
  const from = openTestStore()
  addChat(from, 'long', 60, { textChars: 1_000 })
  const folder = copyOfFolder(from.folder, temporaryFolder())
  const log = join(folder, 'parley.db-wal')
  const bytes = readFileSync(log)
  bytes.fill(0, 40_000, 44_000)
  writeFileSync(log, bytes)
  const to = openTestStore()
  salvage({ source: null, carved: carveRows(join(folder, 'parley.db')) }, to.database, { isNewer: true })
  expect(shownChats(to)).toEqual({ long: textsOf('long', 60) })
})

test('carves saved prompts, even one that spans several pages', () => {
  const from = openTestStore()
  const add = from.database.command(
    'INSERT INTO prompts (id, name, folded_name, text, updated_at) VALUES (?, ?, ?, ?, 1700000000000)',
  )
  add.run('a', 'Ask', 'ask', 'What is it?')
  add.run('b', 'Long', 'long', 'word '.repeat(9_000))
  const { rows } = carveRows(closedFile(from))
  expect(rows.get('prompts')?.map(({ id, text }) => [id, String(text).length])).toEqual([
    ['a', 11],
    ['b', 45_000],
  ])
})

test('does not carve erased rows from the pages that they left', () => {
  const from = openTestStore()
  addChat(from, 'kept', 2)
  const id = addChat(from, 'erased', 40, { textChars: 1_000 })
  from.database.script(`PRAGMA foreign_keys = OFF;
    DELETE FROM messages WHERE session_id = '${id}'; DELETE FROM runs WHERE session_id = '${id}';
    DELETE FROM sessions WHERE id = '${id}'`)
  const { rows } = carveRows(closedFile(from))
  expect(rows.get('messages')).toHaveLength(4)
  expect(rows.get('sessions')).toHaveLength(1)
})

test('indexes still reveal how many rows are lost, and where', () => {
  const from = openTestStore()
  addChat(from, 'long', 60, { textChars: 1_000 })
  const file = closedFile(from)
  const [, , gone = 0] = pagesOf(file, 'messages', 'leaf')
  zeroPages(file, [1, gone])
  const to = openTestStore()
  const { messageCount, lost } = salvage({ source: null, carved: carveRows(file) }, to.database, {
    isNewer: true,
  })
  expect(lost.length).toBeGreaterThan(1)
  expect(messageCount + lost.length).toBe(120)
  const shown = shownChats(to)['long'] ?? []
  // Their children are attached above the gap, so there is still one path.
  expect(shown).toHaveLength(messageCount)
})

test('every table is salvaged, except those that a repair must not or need not bring back', () => {
  const notSalvaged = [
    // They are removed from a repaired store: a consent may have been revoked, and agents' sessions have moved on.
    'consents',
    'tool_consents',
    'agent_turns',
    // Chats then open at their end.
    'reading_places',
    // Whatever another machine has is newer than what was found in a damaged file.
    'row_versions',
    // A repaired store counts as another machine: it gets everything again, and puts everything in line.
    'outgoing_rows',
    'sync_numbers',
    'waiting_rows',
    // Triggers list again what is to be indexed.
    'search_updates',
    // Each file has its own row.
    'store_state',
  ]
  const tables = openTestStore()
    .database.query<{ name: string }>(
      // Search indexes are filled by triggers, and SQLite's own tables by SQLite.
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
    .map(({ name }) => name)
  const salvaged = repairedTables.map(({ name }) => name)
  expect(tables.toSorted()).toEqual([...salvaged, ...notSalvaged].toSorted())
})

/** A compact copy of the store's current state, in another folder. */
function copyNow({ folder }: TestStore, to: TestStore): string {
  const target = join(to.folder, 'copy.db')
  const database = openReadOnly(join(folder, 'parley.db'), quiet)
  database.copyTo(target)
  database.close()
  return target
}

test('a comparison that was revealed after the snapshot is whole again: nothing of it stays sealed', () => {
  const to = openTestStore()
  const chat = addChat(to, 'one', 1)
  to.database.script(`
    INSERT INTO comparisons (id, title, title_source, is_blind, created_at, updated_at)
      VALUES ('c', 'x', 'user', 1, 1, 1);
    INSERT INTO panes (id, comparison_id, session_id, position) SELECT 'p', 'c', id, 0 FROM sessions`)
  const file = join(copyOfFolder(to.folder, temporaryFolder()), 'parley.db')
  const answer = to.database
    .query<{ id: string; parts: string }>("SELECT id, parts FROM messages WHERE role = 'assistant'")
    .get()
  const sealed = new SealedRows(to.database)
  sealed.put(chat, 'sessions', chat, { id: chat, model: 'demo/old' })
  sealed.put(chat, 'messages', answer?.id ?? '', { ...answer })
  to.database.script(`
    UPDATE sessions SET model = '';
    UPDATE messages SET parts = '[]' WHERE role = 'assistant'`)

  // Since then, the contestants were revealed, and the pane has got another model.
  const newer = openDatabase(file, { newestVersion, ...quiet })
  newer.script("UPDATE comparisons SET revealed_at = 9; UPDATE sessions SET model = 'demo/new'")
  newer.close()
  salvage(of(file), to.database, { isNewer: true })
  expect(sealed.has(chat)).toBe(false)
  expect(to.database.query('SELECT count(*) AS count FROM sealed').get()).toEqual({ count: 0 })
  expect(to.database.query('SELECT model FROM sessions').get()).toEqual({ model: 'demo/new' })
  expect(to.database.query('SELECT id, parts FROM messages WHERE id = ?').get(answer?.id ?? '')).toEqual(
    answer,
  )
})
