import { expect, test } from 'vitest'

import type { AttachmentId, ComparisonId } from '../../../shared/ids'
import { createManualClock } from '../../base/testing/manual-clock'
import { AttachmentRows, toPart } from '../attachments/attachment-rows'
import { ComparisonStore } from '../comparisons/comparison-store'
import type { WritableDatabase } from '../database/database'
import { SessionCopies } from '../sessions/session-copies'
import { SessionLeases } from '../../leases/session-leases'
import { TreeWriter } from '../sessions/tree-writer'
import { converse, openTestStore, pathIds, runOf } from '../testing/test-store'
import { RowApplier } from './apply-rows'
import { contentOf } from './testing/play-devices'
import { OutgoingRows } from './outgoing-rows'
import { type SentRow, WaitingRows } from './waiting-rows'

const pause = () => Promise.resolve()

/** A machine of a person, with the rows that it has sent since it was asked last. */
async function machine(device = 'a') {
  const opened = openTestStore()
  const { database, store, clock, newId } = opened
  const outgoing = new OutgoingRows(database, { pause })
  outgoing.become(device.repeat(16))
  await outgoing.start()
  const writer = new TreeWriter(database, { newId, pause })
  const applier = new RowApplier(database, createManualClock(), {
    waiting: new WaitingRows(database),
    erasing: { writer, leases: new SessionLeases() },
  })
  const send = () => {
    const rows = outgoing.take(1_000)
    outgoing.sent()
    return rows
  }
  const receive = async (rows: SentRow[]) => {
    applier.apply(rows)
    applier.applyBusy()
    await applier.finishErasing()
  }
  const comparisons = new ComparisonStore(database, store, { clock, newId })
  const copies = new SessionCopies(database, { store, writer, clock })
  return { ...opened, writer, send, receive, comparisons, copies, files: new AttachmentRows(database) }
}

const tablesOf = (rows: readonly SentRow[]) => [...new Set(rows.map(({ table }) => table))].toSorted()

function fileNamed(id: string) {
  const size = { width: null, height: null, page_count: null }
  const about = { name: 'a.txt', media_type: 'text/plain', size_bytes: 1, used_at: 1 }
  return { id: id as AttachmentId, hash: id.padEnd(64, '0'), ...about, ...size }
}

test('nothing of a chat that is kept here is sent, not even its files and costs, until it is shared again', async () => {
  const a = await machine()
  const { id } = a.store.createSession()
  a.store.updateSession(id, { isLocal: true })
  a.files.insert(fileNamed('secret'))
  a.store.beginRun(runOf(id, 'one'), { user: { text: 'one', attachments: [toPart(fileNamed('secret'))] } })
  a.store.discardRun(runOf(id, 'one').runId)
  converse(a.store, id, ['two'])
  a.database.command("INSERT INTO drafts (place, text, updated_at) VALUES ('chat:' || ?, 'draft', 1)").run(id)
  const copy = await a.copies.copyAll(id)
  expect(copy.isLocal).toBe(true)
  expect(a.send()).toEqual([])
  a.store.updateSession(id, { isLocal: false })
  const sent = a.send()
  expect(tablesOf(sent)).toEqual(['attachments', 'drafts', 'messages', 'sessions', 'spending'])
  expect(sent.filter(({ table }) => table === 'sessions')).toMatchObject([{ row: { id } }])
})

test('a file travels with the rows that refer to it, and with no others', async () => {
  const a = await machine()
  a.files.insert(fileNamed('one'))
  expect(a.send()).toEqual([])
  const { id } = a.store.createSession()
  a.store.beginRun(runOf(id, 'one'), { user: { text: 'one', attachments: [toPart(fileNamed('one'))] } })
  expect(tablesOf(a.send())).toEqual(['attachments', 'messages', 'sessions'])
})

test('a comparison is kept here with its panes and votes, and panes that are added later', async () => {
  const a = await machine()
  const { id } = a.comparisons.create({ models: [{ model: 'demo/one' }, { model: 'demo/two' }] })
  a.comparisons.update(id, { isLocal: true })
  a.comparisons.addPane(id, { model: 'demo/three' })
  const [first] = a.comparisons.get(id).panes
  if (first === undefined) throw new Error('no pane')
  converse(a.store, first.sessionId, ['one'])
  vote(a, id)
  expect(a.send()).toEqual([])
  a.comparisons.update(id, { isLocal: false })
  const sent = a.send()
  expect(tablesOf(sent)).toEqual(['comparisons', 'messages', 'panes', 'sessions', 'spending', 'votes'])
  expect(sent.filter(({ table }) => table === 'panes')).toHaveLength(3)
})

function vote({ database }: { database: WritableDatabase }, id: ComparisonId) {
  const values = "('vote', ?, NULL, 'all-bad', '[]', '[]', NULL, '[]', 0, NULL, NULL, 1)"
  database.command(`INSERT INTO votes VALUES ${values}`).run(id)
}

test.each(['is erased there, too', 'comes back if it was continued there'])(
  'what is erased in a comparison that is kept here is sent only when it is shared again: then a pane %s',
  async (outcome) => {
    const isContinued = outcome.startsWith('comes back')
    const [a, b] = [await machine('a'), await machine('b')]
    const { id } = a.comparisons.create({ models: [1, 2, 3].map((at) => ({ model: `demo/${at}` })) })
    const [pane] = a.comparisons.get(id).panes
    if (pane === undefined) throw new Error('no pane')
    converse(a.store, pane.sessionId, ['one'])
    vote(a, id)
    await b.receive(a.send())
    a.comparisons.update(id, { isLocal: true })
    a.comparisons.removePane(id, pane.paneId)
    await a.writer.erase(pane.sessionId)
    a.database.command('DELETE FROM votes').run()
    if (isContinued) converse(b.store, pane.sessionId, ['two'])
    await a.receive(b.send())
    expect(a.send()).toEqual([])
    expect(b.comparisons.get(id).panes).toHaveLength(3)
    a.comparisons.update(id, { isLocal: false })
    for (let round = 0; round < 3; round += 1) {
      await b.receive(a.send())
      await a.receive(b.send())
    }
    expect(contentOf(a.database)).toEqual(contentOf(b.database))
    expect(a.comparisons.get(id).panes).toHaveLength(isContinued ? 3 : 2)
    expect(a.database.query('SELECT id FROM votes').all()).toEqual([])
  },
)

test('what another machine writes into a chat that is kept here waits until it is shared again', async () => {
  const [a, b] = [await machine('a'), await machine('b')]
  const { id } = a.store.createSession({ title: 'ours' })
  converse(a.store, id, ['one'])
  await b.receive(a.send())
  a.store.updateSession(id, { isLocal: true })
  converse(a.store, id, ['here'])
  converse(b.store, id, ['there'])
  b.store.updateSession(id, { title: 'theirs' })
  await a.receive(b.send())
  expect(pathIds(a.store, id)).toEqual(['ask-one', 'answer-one', 'ask-here', 'answer-here'])
  expect(a.store.getSession(id).title).toBe('ours')
  a.store.updateSession(id, { isLocal: false })
  await b.receive(a.send())
  await a.receive([])
  for (const { store } of [a, b]) {
    expect(store.getSession(id).title).toBe('theirs')
    for (const name of ['ask-here', 'ask-there']) expect(store.getMessage(id, name as never).id).toBe(name)
  }
})

test('a chat that is kept here stays when it is erased elsewhere, and what is erased here stays elsewhere', async () => {
  const [a, b] = [await machine('a'), await machine('b')]
  const [one, two] = [a.store.createSession(), a.store.createSession()]
  await b.receive(a.send())
  for (const { id } of [one, two]) a.store.updateSession(id, { isLocal: true })
  await b.writer.erase(one.id)
  await a.receive(b.send())
  await a.writer.erase(two.id)
  expect(a.send()).toEqual([])
  expect(a.store.getSession(one.id).isLocal).toBe(true)
  expect(b.store.getSession(two.id).id).toBe(two.id)
  b.store.updateSession(two.id, { title: 'changed' })
  await a.receive(b.send())
  expect(() => a.store.getSession(two.id)).toThrow()
  a.store.updateSession(one.id, { isLocal: false })
  await b.receive(a.send())
  expect(b.store.getSession(one.id).id).toBe(one.id)
})
