import { expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import type { ReadableDatabase, WritableDatabase } from '../database/database'
import { tableColumns } from '../database/table'
import { SessionLeases } from '../../leases/session-leases'
import { TreeWriter } from '../sessions/tree-writer'
import { answer, asRun, beginRun, converse, openTestStore } from '../testing/test-store'
import { fill } from '../../rpc/handlers/transfer/testing/full-store'
import { RowApplier } from './apply-rows'
import type { ExchangedRow } from './exchanged-rows'
import { type Place, placeOf, places, travellingColumns } from './places'
import { OutgoingRows } from './outgoing-rows'
import { RowReader } from './read-rows'
import { WaitingHere, WaitingRows } from './waiting-rows'
import { readRow, toWritten } from './written-rows'

/** Tables whose rows stay on their machine, or are made from others. */
const local =
  /^(agent_turns|(tool_)?consents|file_edits|outgoing_rows|queued_messages|reading_places|row_versions|run_journal|runs|set_batches|set_watches|store_state|(message|title)_search.*|search_updates|sqlite_.*|sync_numbers|waiting_rows)$/

const pause = () => Promise.resolve()

function tables(database: ReadableDatabase): string[] {
  return database
    .query<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => name)
}

function exchange(from: WritableDatabase, to: WritableDatabase) {
  const applier = new RowApplier(to, createManualClock())
  const counts: Record<string, number> = {}
  for (const row of new RowReader(from).read()) {
    const written: unknown = JSON.parse(JSON.stringify(toWritten(row)))
    const read = readRow(written as Record<string, unknown>)
    if (read.row === undefined) throw new Error(`${row.table}: ${read.error.message}`)
    expect(read.row).toEqual(row)
    for (const applied of applier.apply([read.row])) {
      const key = `${row.table} ${applied}`
      counts[key] = (counts[key] ?? 0) + 1
    }
  }
  return counts
}

test('every column of every table travels, or is one that each machine has its own values of', () => {
  const { database } = openTestStore()
  const travelling = places.map(({ table }) => table as string)
  expect(tables(database).filter((name) => !local.test(name))).toEqual(travelling.toSorted())
  for (const place of places) {
    const decided = [...travellingColumns(place), ...Object.keys(place.local)]
    expect([place.table, decided.toSorted()]).toEqual([
      place.table,
      tableColumns(database, place.table).toSorted(),
    ])
  }
})

test('an empty store that gets all rows is equal, and the second time nothing changes', () => {
  const folder = temporaryFolder()
  fill(folder)
  const from = openTestStore(folder).database
  const to = openTestStore().database
  expect(Object.keys(exchange(from, to)).filter((key) => !key.endsWith(' added'))).toEqual([])
  expect(Object.keys(exchange(from, to)).filter((key) => !key.endsWith(' known'))).toEqual([])
  expect([...new RowReader(to).read()]).toEqual([...new RowReader(from).read()])
})

test('a changed row keeps the limits of a new one: the cells of its run, and how many panes are shown', () => {
  const folder = temporaryFolder()
  fill(folder)
  const { store, database } = openTestStore(folder)
  const applier = new RowApplier(database, createManualClock())
  const rows = [...new RowReader(database).read()]
  const version = `05${'0'.repeat(10)}-0000-${'f'.repeat(16)}`
  const change = (table: string, part: string, columns: ExchangedRow['row']) => {
    const given = rows.find((each) => each.table === table && each.row['removed_at'] !== null)
    if (given === undefined) throw new Error(`no row of ${table}`)
    return applier.apply([{ ...given, row: { ...given.row, ...columns }, versions: { [part]: version } }])
  }
  const naming = (cell: number) =>
    change('set_ballots', 'answers', { answers: `[{"id":"a","cell":${cell}}]` })
  expect([naming(9_999), naming(0)]).toEqual([['refused'], ['changed']])
  for (let at = 0; at < 14; at += 1) {
    const { id } = store.createSession({ kind: 'pane' })
    database.command("INSERT INTO panes VALUES (?, 'compare-00', ?, 9, NULL, NULL)").run(`more-${at}`, id)
  }
  const restore = () => change('panes', 'removed', { removed_at: null })
  expect(restore()).toEqual(['refused'])
  database.command("UPDATE panes SET removed_at = 1 WHERE id = 'more-0'").run()
  expect(restore()).toEqual(['changed'])
})

test('an import brings a chat back that was erased, and sends it again; otherwise its rows are refused', async () => {
  const { store, database, newId } = openTestStore()
  const outgoing = new OutgoingRows(database, { pause })
  await outgoing.start()
  const { id } = store.createSession()
  converse(store, id, ['one', 'two'])
  const rows = [...new RowReader(database).read()]
  await new TreeWriter(database, { newId, pause }).erase(id)
  outgoing.take(100)
  outgoing.sent()
  const ofChat = rows.filter(({ table }) => table === 'sessions' || table === 'messages')
  expect(new Set(new RowApplier(database, createManualClock()).apply(ofChat))).toEqual(new Set(['refused']))
  const importing = new RowApplier(database, createManualClock(), { isImport: true })
  expect(new Set(importing.apply(ofChat))).toEqual(new Set(['added']))
  const sent = outgoing.take(100)
  expect(sent.map(({ table }) => table)).toEqual(ofChat.map(({ table }) => table))
  expect(sent[0]).toHaveProperty('versions.revived')
})

test('of the messages of a chat, one that breaks a rule is refused alone, and those after its tombstone, too', async () => {
  const { store, database, newId } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['one', 'two'])
  const rows = [...new RowReader(database).read()]
  const session = rows.find(({ table }) => table === 'sessions')
  const [question, reply, ...later] = rows.filter(({ table }) => table === 'messages')
  await new TreeWriter(database, { newId, pause }).erase(id)
  const erased = new RowReader(database).find(placeOf('sessions') as Place, id)
  if (session === undefined || question === undefined || reply === undefined || erased === null)
    throw new Error('rows are missing')
  const secondReply = { ...reply, row: { ...reply.row, id: 'second' } }
  const to = openTestStore()
  const writer = new TreeWriter(to.database, { newId, pause })
  const applier = new RowApplier(to.database, createManualClock(), {
    erasing: { writer, leases: new SessionLeases() },
  })
  expect(applier.apply([session, question, reply, secondReply, erased, ...later])).toEqual([
    'added',
    'added',
    'added',
    'refused',
    'changed',
    ...later.map(() => 'refused'),
  ])
  expect(() => to.store.getSession(id)).toThrow()
})

test('what only a newer Parley understands is kept once, until it is taken', () => {
  const waiting = new WaitingRows(openTestStore().database)
  waiting.keepNewer('{"table":"dreams"}')
  waiting.keepNewer('{"table":"dreams"}')
  expect(waiting.takeNewer()).toEqual(['{"table":"dreams"}'])
  expect(waiting.takeNewer()).toEqual([])
})

test('very many rows may each wait for the next one', () => {
  const { store, database } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['one'])
  const [first] = [...new RowReader(database).read()].filter(({ table }) => table === 'messages')
  if (first === undefined) throw new Error('no message')
  const ids = Array.from({ length: 8_000 }, (_, at) => `m${at}`)
  const rows = ids.map((each, at) => ({
    ...first,
    row: { ...first.row, id: each, parent_id: ids[at + 1] ?? null },
    versions: {},
  }))
  const applier = new RowApplier(database, createManualClock())
  applier.apply(rows)
  expect(applier.settle()).toBe(0)
})

test('rows that wait for what does not come take little memory', () => {
  const waiting = new WaitingHere()
  const row = { place: 'chat:x', text: 'y'.repeat(70 * 1024 * 1024) }
  expect(waiting.add('sessions x', { table: 'drafts', row, versions: {} })).toBe(false)
  expect(waiting.add('sessions x', { table: 'drafts', row: { ...row, text: '' }, versions: {} })).toBe(true)
  expect(waiting.takeAll()).toHaveLength(1)
})

test('of two imports of the same file at once, neither waits for what the other has stored', () => {
  const { store, database } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['one'])
  const rows = [...new RowReader(database).read()]
  const to = openTestStore().database
  const [one, other] = [0, 1].map(() => new RowApplier(to, createManualClock(), { isImport: true }))
  const [sessions, rest] = [
    rows.filter(({ table }) => table === 'sessions'),
    rows.filter(({ table }) => table !== 'sessions'),
  ]
  one?.apply(sessions)
  other?.apply(sessions)
  one?.apply(rest)
  other?.apply(rest)
  expect([one?.settle(), other?.settle()]).toEqual([0, 0])
})

test('a chat that is imported while it is being erased is there afterwards', async () => {
  const { store, database, newId } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['one', 'two'])
  const rows = [...new RowReader(database).read()]
  const writer = new TreeWriter(database, { newId, pause })
  writer.hide(id)
  const erasing = writer.eraseHidden(id)
  new RowApplier(database, createManualClock(), {
    isImport: true,
    erasing: { writer, leases: new SessionLeases() },
  }).apply(rows)
  await erasing
  expect(store.readPath(id).messages).toHaveLength(4)
})

test('an archive with the beginning of an answer can be imported before the answer has ended', () => {
  const { store, database } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['one'])
  const answered = [...new RowReader(database).read()].find(({ row }) => row['id'] === 'answer-one')
  if (answered === undefined) throw new Error('no answer')
  beginRun(store, id, 'two')
  const begun = { ...answered, row: { ...answered.row, id: 'answer-two', run_id: 'run-two' } }
  const importing = new RowApplier(database, createManualClock(), { isImport: true })
  expect(importing.apply([begun])).toEqual(['known'])
  store.settleRun(asRun('run-two'), answer(id, 'two'))
  expect(store.readPath(id).messages).toHaveLength(4)
})
