import { setImmediate as turn } from 'node:timers/promises'

import { expect, test } from 'vitest'

import type { SessionId } from '../../../../shared/ids'
import { createManualClock } from '../../../base/testing/manual-clock'
import { SessionLeases } from '../../../leases/session-leases'
import { RowApplier } from '../../exchange/apply-rows'
import { RowReader } from '../../exchange/read-rows'
import { WaitingRows } from '../../exchange/waiting-rows'
import { converse, openTestStore, pathIds } from '../../testing/test-store'
import { TreeWriter } from '../../sessions/tree-writer'
import { ConversationImporter, type ImportResult } from './conversation-importer'
import type { ImportedConversation } from './formats/imported-conversation'
import { readChatgpt } from './formats/chatgpt-conversation'
import { chatgptConversation, type GivenNode } from './testing/files-of-others'

function setUp(device = '') {
  const stored = openTestStore()
  const { database } = stored
  const newId = <Id extends string>() => `${device}${stored.newId()}` as Id
  const leases = new SessionLeases()
  const writer = new TreeWriter(database, { newId, pause: () => turn() })
  const intake = new ConversationImporter(database, { writer, leases })
  return { ...stored, leases, writer, intake }
}

function conversation(nodes: readonly GivenNode[]): ImportedConversation {
  const read = readChatgpt(chatgptConversation('one', nodes))
  if (read.status === 'skipped') throw new Error(read.reason.code)
  return read.conversation
}

async function begin(intake: ConversationImporter, { head, leafKey }: ImportedConversation) {
  const begun = await intake.begin(head, leafKey)
  if ('kind' in begun) throw new Error(`unexpected result: ${begun.kind}`)
  return begun
}

async function takeIn(intake: ConversationImporter, given: ImportedConversation): Promise<ImportResult> {
  const begun = await intake.begin(given.head, given.leafKey)
  if ('kind' in begun) return begun
  await begun.add(given.messages)
  return begun.finish()
}

function sessionOf(intake: ImportResult): SessionId {
  if (intake.kind !== 'imported' && intake.kind !== 'extended')
    throw new Error(`unexpected result: ${intake.kind}`)
  return intake.sessionId
}

const onProblem = (error: unknown) => {
  throw error
}

const two = [{ id: 'q' }, { id: 'a' }]
const three = [...two, { id: 'q2' }]

test('a process killed halfway leaves nothing of a new conversation', async () => {
  const { intake, writer, store, database } = setUp()
  const given = conversation(three)
  await (await begin(intake, given)).add(given.messages.slice(0, 2))
  expect(store.listSessions().sessions).toEqual([])
  // The first step of the next process.
  expect(writer.eraseUnfinished(onProblem)).toBe(1)
  const next = new ConversationImporter(database, { writer, leases: new SessionLeases() })
  expect(await takeIn(next, given)).toMatchObject({ kind: 'imported', messageCount: 3 })
})

test('a process killed halfway leaves an existing session unchanged', async () => {
  const { intake, writer, store, database } = setUp()
  const sessionId = sessionOf(await takeIn(intake, conversation(two)))
  const before = store.readPath(sessionId)
  const newer = conversation(three)
  await (await begin(intake, newer)).add(newer.messages)
  expect(store.readPath(sessionId)).toEqual(before)
  writer.eraseUnfinished(onProblem)
  expect(store.readPath(sessionId)).toEqual(before)
  const next = new ConversationImporter(database, { writer, leases: new SessionLeases() })
  expect(await takeIn(next, newer)).toMatchObject({ kind: 'extended', messageCount: 1 })
  expect(pathIds(store, sessionId).length).toBe(3)
})

test('holds a session while extending it, and releases it however that ends', async () => {
  const { intake, leases } = setUp()
  const sessionId = sessionOf(await takeIn(intake, conversation(two)))
  const newer = conversation(three)
  const begun = await begin(intake, newer)
  expect(leases.holder(sessionId)?.kind).toBe('import')
  await begun.add(newer.messages)
  await begun.abandon()
  expect(leases.holder(sessionId)).toBeNull()
  expect((await takeIn(intake, newer)).kind).toBe('extended')
  expect(leases.holder(sessionId)).toBeNull()
})

test('an aborted conversation is erased, and the import that waited for it stores it', async () => {
  const { intake, store } = setUp()
  const given = conversation(three)
  const first = await begin(intake, given)
  await first.add(given.messages)
  const second = takeIn(intake, given)
  await first.abandon()
  expect(await second).toMatchObject({ kind: 'imported', messageCount: 3 })
  expect(store.listSessions().sessions.length).toBe(1)
})

test('attaches a new branch where the newer file has it', async () => {
  const { intake, store } = setUp()
  const sessionId = sessionOf(await takeIn(intake, conversation(three)))
  const [q, a] = pathIds(store, sessionId)
  await takeIn(intake, conversation([...three, { id: 'a-other', parent: 'q', role: 'assistant' }]))
  const path = store.readPath(sessionId)
  expect(path.messages.map(({ id, parentId }) => [id, parentId])).toEqual([
    [q, null],
    [path.messages[1]?.id, q],
  ])
  expect(path.versions[path.messages[1]?.id ?? ('' as never)]).toEqual([a, path.messages[1]?.id])
})

function message(key: number, text: string) {
  return {
    key: String(key),
    parentKey: null,
    role: 'user' as const,
    parts: [{ type: 'text' as const, text }],
    status: 'complete' as const,
    createdAt: 1,
  }
}

test('every message of a tree that is stored at once has its own text, parent and place', async () => {
  const { database, newId, store } = openTestStore()
  const writer = new TreeWriter(database, { newId, pause: () => turn() })
  const messages = Array.from({ length: 90 }, (_, index) => ({
    ...message(index, `text ${index}`),
    parentKey: index === 0 ? null : String(index - 1),
  }))
  const { id } = await writer.write({ created_at: 1 }, messages, '89')
  const path = store.readPath(id).messages
  expect(path.map(({ parts }) => parts)).toEqual(messages.map(({ parts }) => parts))
  expect(path.map(({ parentId }) => parentId)).toEqual([null, ...path.slice(0, -1).map((each) => each.id)])
})

test('stores a message of many megabytes in one step, and many small ones in several', async () => {
  const { database, newId } = openTestStore()
  let pauseCount = 0
  const pause = () => {
    pauseCount += 1
    return Promise.resolve()
  }
  const writer = new TreeWriter(database, { newId, pause })
  await writer.write({ created_at: 1 }, [message(1, 'x'.repeat(500_000)), message(2, 'y')], null)
  expect(pauseCount).toBe(1)
  await writer.write(
    { created_at: 1 },
    Array.from({ length: 1_000 }, (_, index) => message(index, 'z')),
    null,
  )
  expect(pauseCount).toBeGreaterThanOrEqual(5)
})

function small(nodes: readonly GivenNode[]) {
  const { head, leafKey, messages } = conversation(nodes)
  return { head, leafKey, messages }
}

test('of small conversations, only new ones are stored together, each once, and found by search', async () => {
  const { intake, store, database } = setUp()
  const again = small(two)
  const other = { ...small(three), head: { ...small(three).head, origin: 'chatgpt:other' } }
  const held = { ...small(two), head: { ...small(two).head, origin: 'chatgpt:held' } }
  await begin(intake, { ...conversation(two), head: held.head })
  const results: [number, string][] = []
  const add = (given: readonly (typeof again)[]) =>
    intake.small.add(given, new AbortController().signal, (index, { kind }) => results.push([index, kind]))
  await add([again, other, again, held])
  await add([again, small(three)])
  expect(results).toEqual([
    [0, 'imported'],
    [1, 'imported'],
    [0, 'known'],
  ])
  const counts = store.listSessions().sessions.map(({ id }) => pathIds(store, id).length)
  expect(counts.toSorted((one, next) => one - next)).toEqual([2, 3])
  const indexed = database.query<{ count: number }>('SELECT count(*) AS count FROM message_search').get()
  expect(indexed?.count).toBe(5)
})

test('small conversations that were not stored yet are left out once the import is closed', async () => {
  const { intake, store } = setUp()
  const controller = new AbortController()
  const many = Array.from({ length: 300 }, (_, index) => ({
    ...small(two),
    head: { ...small(two).head, origin: `chatgpt:${index}` },
  }))
  const stored: number[] = []
  const adding = intake.small.add(many, controller.signal, (index) => {
    stored.push(index)
    controller.abort(new Error('closed'))
  })
  await expect(adding).rejects.toThrow('closed')
  expect(store.listSessions({ limit: 500 }).sessions.length).toBe(stored.length)
  expect(stored.length).toBeLessThan(300)
})

test('a file that is imported on two machines has the same ids on both, and new ones where it was erased', async () => {
  const [here, there] = [setUp(), setUp()]
  const given = conversation(three)
  const storeIn = async ({ intake }: ReturnType<typeof setUp>) => {
    const results: ImportResult[] = []
    const note = (_: number, result: ImportResult) => void results.push(result)
    await intake.small.add([given], new AbortController().signal, note)
    return results.map(sessionOf)[0] as SessionId
  }
  const id = await storeIn(here)
  const rowsOf = ({ database }: ReturnType<typeof setUp>) => [...new RowReader(database).read()]
  expect(await storeIn(there)).toBe(id)
  expect(rowsOf(there)).toEqual(rowsOf(here))
  new RowApplier(here.database, createManualClock()).apply(rowsOf(there))
  expect(here.store.listSessions().sessions).toHaveLength(1)

  await here.writer.erase(id)
  const again = await storeIn(here)
  expect(again).not.toBe(id)
  expect(pathIds(here.store, again)).toHaveLength(three.length)
})

test('a chat that a newer file extends on two machines has each message once, also if one was continued', async () => {
  const machines = [setUp('a'), setUp('b')]
  const rowsOf = ({ database }: ReturnType<typeof setUp>) =>
    [...new RowReader(database).read()].map(({ table, row }) => ({ table, row }))
  const exchange = () => {
    const sent = machines.map(({ database }) => [...new RowReader(database).read()])
    for (const { database } of machines) new RowApplier(database, createManualClock()).apply(sent.flat())
  }
  const [here, there] = machines as [ReturnType<typeof setUp>, ReturnType<typeof setUp>]
  const id = sessionOf(await takeIn(here.intake, conversation(three)))
  exchange()
  converse(there.store, id, ['mine'])
  const longer = [...three, { id: 'a2' }, { id: 'q3' }]
  for (const { intake } of machines) {
    expect(await takeIn(intake, conversation(longer))).toMatchObject({ kind: 'extended', messageCount: 2 })
  }
  exchange()
  const messages = rowsOf(here).filter(({ table }) => table === 'messages')
  expect(messages).toHaveLength(longer.length + 2)
  expect(rowsOf(there)).toEqual(expect.arrayContaining(messages))
})

/** A machine that stores what others send, as the exchange does. */
function receiver({ database, writer, leases }: ReturnType<typeof setUp>) {
  const waiting = new WaitingRows(database)
  return new RowApplier(database, createManualClock(), { waiting, erasing: { writer, leases } })
}

const long = [...three, ...Array.from({ length: 400 }, (_, at) => ({ id: `more-${at}` }))]

for (const [what, before] of [
  ['that two machines import', []],
  ['that a newer file extends on two machines', three],
] as const) {
  test(`a long chat ${what} has each message once, even if the other machine's arrive during the import`, async () => {
    const [here, there] = [setUp('a'), setUp('b')]
    const rowsOf = ({ database }: ReturnType<typeof setUp>) => [...new RowReader(database).read()]
    const messagesOf = (machine: ReturnType<typeof setUp>) =>
      rowsOf(machine).filter(({ table }) => table === 'messages')
    const newer = conversation(long)
    const applier = receiver(there)
    if (before.length > 0) {
      await takeIn(here.intake, conversation(before))
      applier.apply(rowsOf(here))
    }
    await takeIn(here.intake, newer)

    // Given up: what had arrived is stored then.
    const first = await begin(there.intake, newer)
    await first.add(newer.messages.slice(0, 200))
    expect(new Set(applier.apply(rowsOf(here)))).toEqual(new Set(['waits']))
    await first.abandon()
    applier.applyBusy()
    expect(messagesOf(there)).toEqual(messagesOf(here))

    // Completed: what had arrived adds nothing.
    const third = setUp('c')
    const late = receiver(third)
    if (before.length > 0) await takeIn(third.intake, conversation(before))
    const second = await begin(third.intake, newer)
    await second.add(newer.messages)
    late.apply(rowsOf(here))
    expect(second.finish().kind).toBe(before.length > 0 ? 'extended' : 'imported')
    late.applyBusy()
    expect(messagesOf(third)).toEqual(messagesOf(here))
    expect(third.store.listSessions().sessions).toHaveLength(1)
  })
}
