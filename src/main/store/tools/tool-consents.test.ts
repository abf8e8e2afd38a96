import { expect, test } from 'vitest'

import type { ConsentSubject } from '../../../shared/tools/tools'
import { forgetGrants } from '../integrity/snapshots'
import { TemporaryChats } from '../sessions/temporary-chats'
import { openTestStore } from '../testing/test-store'
import { ToolConsents } from './tool-consents'

const search: ConsentSubject = {
  tool: 'mcp:notes/search',
  place: 'notes',
  fingerprint: 'f1',
  description: 'Searches notes\ud800.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
}
/** A new version of `search`, changed by its server. */
const changed: ConsentSubject = { ...search, fingerprint: 'f2', description: 'Deletes notes.' }

const noFiles = () => Promise.resolve()

function opened() {
  const { store, database, clock, newId } = openTestStore()
  const consents = new ToolConsents(database, { clock, newId })
  const [chat, other] = [store.createSession({ title: 'Notes' }).id, store.createSession().id]
  return { store, database, clock, newId, consents, chat, other }
}

test('a permission covers only its chat, tool, place and definition', () => {
  const { consents, chat, other } = opened()
  consents.remember(chat, search, 'session')
  expect(consents.recall(chat, search)).toEqual({ decision: 'session', changedSince: null })
  expect(consents.recall(other, search)).toEqual({ decision: null, changedSince: null })
  for (const subject of [
    { ...search, tool: 'mcp:notes/add' },
    { ...search, place: 'notes2' },
  ]) {
    expect(consents.recall(chat, subject)).toEqual({ decision: null, changedSince: null })
  }
  consents.remember(chat, search, 'always')
  expect(consents.recall(other, search).decision).toBe('always')
  expect(consents.list()).toMatchObject([{ decision: 'allow', tool: search.tool, place: 'notes' }])
  expect(consents.listOfChats()).toMatchObject([{ sessionId: chat, title: 'Notes' }])
})

test('a changed definition is asked about again, with the one that the user has allowed', () => {
  const { consents, chat, clock } = opened()
  consents.remember(chat, search, 'always')
  expect(consents.recall(chat, changed)).toEqual({
    decision: null,
    changedSince: { description: search.description, inputSchema: search.inputSchema },
  })
  clock.advance(1)
  consents.remember(chat, changed, 'always')
  expect(consents.recall(chat, changed).decision).toBe('always')
  // The former definition is not allowed any longer: a server could otherwise switch between both.
  expect(consents.recall(chat, search)).toMatchObject({
    decision: null,
    changedSince: { description: 'Deletes notes.' },
  })
  expect(consents.list()).toHaveLength(1)
})

test('a definition that is allowed in one chat ends the permanent permission for another one there', () => {
  const { consents, chat, other, clock } = opened()
  consents.remember(chat, search, 'always')
  clock.advance(1)
  consents.remember(chat, changed, 'session')
  expect(consents.recall(chat, changed).decision).toBe('session')
  expect(consents.recall(chat, search)).toMatchObject({
    decision: null,
    changedSince: { description: 'Deletes notes.' },
  })
  expect(consents.recall(other, search).decision).toBe('always')
})

test('a refusal wins over every permission, whatever the definition, until it is revoked', () => {
  const { consents, chat, other } = opened()
  consents.remember(chat, search, 'always')
  consents.remember(other, search, 'session')
  consents.remember(chat, search, 'never')
  for (const [session, subject] of [
    [chat, search],
    [other, search],
    [chat, changed],
  ] as const) {
    expect(consents.recall(session, subject)).toEqual({ decision: 'never', changedSince: null })
  }
  const [rule, ...others] = consents.list()
  expect([rule?.decision, others, consents.listOfChats()]).toEqual(['never', [], []])
  expect(consents.remove(rule?.id ?? '')).toBe(true)
  expect(consents.remove(rule?.id ?? '')).toBe(false)
  expect(consents.recall(other, search)).toEqual({ decision: null, changedSince: null })
})

test('each use is noted, but a full disk does not keep a decision from being applied', () => {
  const { consents, chat, clock, database } = opened()
  consents.remember(chat, search, 'never')
  const decidedAt = clock.now()
  clock.advance(5_000)
  consents.recall(chat, search)
  expect(consents.list()).toMatchObject([{ decidedAt, lastUsedAt: decidedAt + 5_000 }])
  database.setFault('full')
  expect(consents.recall(chat, search).decision).toBe('never')
  database.setFault(null)
})

test('permissions do not come back with an older state of the file or a deleted chat, refusals do', () => {
  const { consents, chat, other, database, store } = opened()
  consents.remember(chat, search, 'session')
  store.deleteSession(chat)
  expect(consents.listOfChats()).toEqual([])
  consents.remember(other, search, 'always')
  consents.remember(other, { ...search, place: 'files' }, 'never')
  forgetGrants(database)
  expect(consents.list()).toMatchObject([{ place: 'files', decision: 'never' }])
})

test('what is allowed in a temporary chat stays in memory and is kept with it; what is always allowed is stored', async () => {
  const { store, database, clock, newId, consents } = opened()
  const temporary = new TemporaryChats(database, { clock, newId, onSlowStatement: () => {} })
  const inChats = temporary.beside(
    consents,
    (memory) => new ToolConsents(database, { clock, newId, ofChats: memory.database }),
  )
  const { id } = temporary.create({ tools: { enabled: ['web.fetch'] } })
  inChats.remember(id, search, 'session')
  inChats.remember(id, { ...search, place: 'files' }, 'always')
  expect(consents.listOfChats()).toEqual([])
  expect(consents.list()).toMatchObject([{ place: 'files' }])
  expect(inChats.recall(id, search).decision).toBe('session')
  expect(inChats.recall(id, { ...search, place: 'files' }).decision).toBe('always')
  await temporary.keep(id, { storeFile: noFiles, dropFiles: noFiles, assertMayKeep: () => {} })
  expect(inChats.recall(id, search).decision).toBe('session')
  expect(consents.listOfChats()).toMatchObject([{ sessionId: id }])
  expect(store.getSession(id).tools).toEqual({ enabled: ['web.fetch'] })
  temporary.close()
})
