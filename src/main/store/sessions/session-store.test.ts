import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { openSessionDatabase } from '../opening/open-session-database'
import { SessionStore } from './session-store'
import { asMessage, asSession, beginRun, converse, openTestStore } from '../testing/test-store'

/** Text that breaks code that assumes UTF-8, C strings, or one unit per character. */
const hardText = 'lone \ud83d and \udc00, NUL \u0000 here, 👨‍👩‍👧 \u{10ffff}, \u2028 "quoted" \\'

function code(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof ParleyError) return error.code
    throw error
  }
  return 'none'
}

test('a new session has the given values, and defaults for the rest', () => {
  const { store, clock } = openTestStore()
  const plain = store.createSession()
  expect(plain).toEqual({
    id: 'id-1',
    kind: 'chat',
    title: 'New chat',
    model: null,
    workspace: null,
    systemPrompt: null,
    params: {},
    pinned: false,
    archived: false,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  })
  const full = store.createSession({
    kind: 'pane',
    title: 'Mine',
    model: 'demo/writer',
    workspace: '/tmp',
    systemPrompt: 'Be brief.',
    params: { temperature: 0.5, topP: undefined },
  })
  expect(store.getSession(full.id)).toEqual({
    ...plain,
    id: 'id-2',
    kind: 'pane',
    title: 'Mine',
    model: 'demo/writer',
    workspace: '/tmp',
    systemPrompt: 'Be brief.',
    params: { temperature: 0.5 },
  })
})

test('unknown and deleted sessions are NOT_FOUND everywhere; a restored one is unchanged', () => {
  const { store } = openTestStore()
  const { id } = store.createSession({ title: 'Kept' })
  converse(store, id, ['a'])
  const before = store.readPath(id)
  store.deleteSession(id)
  for (const gone of [id, asSession('never')]) {
    const calls = [
      () => store.getSession(gone),
      () => store.getSummary(gone),
      () => store.readPath(gone),
      () => store.getMessage(gone, asMessage('ask-a')),
      () => store.lastUserMessage(gone),
      () => store.updateSession(gone, { title: 'x' }),
      () => store.deleteSession(gone),
      () => store.setUnseen(gone, 'answer'),
      () => store.leafOf(gone),
      () => store.setLeaf(gone, null),
      () => beginRun(store, gone, 'b'),
    ]
    expect(calls.map(code)).toEqual(calls.map(() => 'NOT_FOUND'))
  }
  expect(store.listSessions().sessions).toEqual([])
  expect(code(() => store.restoreSession(asSession('never')))).toBe('NOT_FOUND')
  expect(store.restoreSession(id)).toEqual(store.getSession(id))
  expect(store.restoreSession(id).title).toBe('Kept')
  expect(store.readPath(id)).toEqual(before)
})

test('changes only what a patch names; content makes the session newer, its place in lists does not', () => {
  const { store, clock } = openTestStore()
  const session = store.createSession({ model: 'demo/writer', params: { seed: 1 } })
  clock.advance(10)
  const pinned = store.updateSession(session.id, { pinned: true, archived: true, title: undefined })
  expect(pinned).toEqual({ ...session, pinned: true, archived: true })
  expect(store.updateSession(session.id, {})).toEqual(pinned)
  const changed = store.updateSession(session.id, {
    title: 'Named',
    model: null,
    systemPrompt: 'Be kind.',
    params: {},
    archived: false,
  })
  expect(changed).toEqual({
    ...session,
    pinned: true,
    title: 'Named',
    model: null,
    systemPrompt: 'Be kind.',
    params: {},
    updatedAt: session.createdAt + 10,
  })
  expect(store.getSession(session.id)).toEqual(changed)
})

test('a visit to another branch does not move the chat to the top of the list', () => {
  const { store, clock } = openTestStore()
  const { id, updatedAt } = store.createSession({ model: 'demo/writer' })
  clock.advance(10)
  store.setLeaf(id, null, { isVisit: true })
  expect(store.getSession(id).updatedAt).toBe(updatedAt)
  store.setLeaf(id, null)
  expect(store.getSession(id).updatedAt).toBe(updatedAt + 10)
})

test('a pane’s session cannot lose its model', () => {
  const { store } = openTestStore()
  const { id } = store.createSession({ kind: 'pane', model: 'demo/writer' })
  expect(code(() => store.updateSession(id, { model: null }))).toBe('INVALID_INPUT')
  expect(store.getSession(id).model).toBe('demo/writer')
})

test('returns any text unchanged, even after closing the file', () => {
  const { store, database, folder, clock, newId } = openTestStore()
  const { id } = store.createSession()
  const text = hardText.repeat(5_000)
  beginRun(store, id, 'a', { user: text })
  database.close()

  const again = openSessionDatabase(folder, { clock, onSlowStatement: () => {} })
  const reopened = new SessionStore(again, { clock, newId })
  expect(reopened.readPath(id).messages[0]?.parts).toEqual([{ type: 'text', text }])
  again.close()
})

test('finds a message only within its session', () => {
  const { store } = openTestStore()
  const one = store.createSession()
  const other = store.createSession()
  converse(store, one.id, ['a'])
  expect(store.getMessage(one.id, asMessage('ask-a')).role).toBe('user')
  expect(code(() => store.getMessage(other.id, asMessage('ask-a')))).toBe('NOT_FOUND')
  expect(code(() => store.setLeaf(other.id, asMessage('ask-a')))).toBe('NOT_FOUND')
  expect(code(() => beginRun(store, other.id, 'b', { parentId: asMessage('ask-a') }))).toBe('NOT_FOUND')
})

test('the unseen mark is part of the list, not of the session', () => {
  const { store } = openTestStore()
  const session = store.createSession()
  store.setUnseen(session.id, 'answer')
  expect(store.getSummary(session.id)).toEqual({ ...session, unseen: true })
  store.setUnseen(session.id, 'failure')
  expect(store.getSummary(session.id)).toEqual({ ...session, unseen: false, unseenFailure: true })
  store.setUnseen(session.id, null)
  expect(store.listSessions().sessions).toEqual([{ ...session, unseen: false }])
})

test('answers while its file is open, and throws afterwards', () => {
  const { store, database } = openTestStore()
  store.assertAnswers()
  database.close()
  expect(() => store.assertAnswers()).toThrow()
})
