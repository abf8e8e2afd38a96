import { describe, expect, test } from 'vitest'

import type { MessageId, SessionId } from '../../../shared/ids'
import type { SessionStore } from '../sessions/session-store'
import {
  answer,
  asMessage,
  asRun,
  beginRun,
  converse,
  openTestStore,
  pathIds,
  runOf,
} from '../testing/test-store'

const names = Array.from({ length: 10 }, (_, index) => `${index}`)

function page(store: SessionStore, id: SessionId, limit?: number, before?: MessageId) {
  const { messages, hasMore } = store.readPath(id, { limit, before })
  return [messages.map((message) => message.id).join(' '), hasMore]
}

test('the path leads from the root to the leaf, regardless of times', () => {
  const { store } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['a'])
  beginRun(store, id, 'b')
  store.settleRun(asRun('run-b'), { ...answer(id, 'b'), createdAt: -1 })
  expect(pathIds(store, id)).toEqual(['ask-a', 'answer-a', 'ask-b', 'answer-b'])
  expect(store.readPath(id).messages.map(({ parentId }) => parentId)).toEqual([
    null,
    'ask-a',
    'answer-a',
    'ask-b',
  ])
})

test('an empty session has an empty path', () => {
  const { store } = openTestStore()
  const { id } = store.createSession()
  const empty = { messages: [], hasMore: false, hasNewer: false, versions: {}, continuations: [] }
  expect(store.readPath(id)).toEqual(empty)
  expect(store.readPath(id, { limit: 5 })).toEqual(empty)
  expect(store.leafOf(id)).toBeNull()
})

test('moving the leaf shows another branch and loses none', () => {
  const { store } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['a', 'b'])
  beginRun(store, id, 'c', { user: 'instead of b', parentId: asMessage('answer-a') })
  store.settleRun(asRun('run-c'), answer(id, 'c'))
  expect(pathIds(store, id)).toEqual(['ask-a', 'answer-a', 'ask-c', 'answer-c'])
  store.setLeaf(id, asMessage('answer-b'))
  expect(pathIds(store, id)).toEqual(['ask-a', 'answer-a', 'ask-b', 'answer-b'])
  store.setLeaf(id, null)
  expect(pathIds(store, id)).toEqual([])
  store.setLeaf(id, asMessage('answer-c'))
  expect(store.leafOf(id)).toBe('answer-c')
})

test('returns pages from the newest to the oldest, each oldest first', () => {
  const { store } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, names)
  expect(page(store, id, 3)).toEqual(['answer-8 ask-9 answer-9', true])
  expect(page(store, id, 3, asMessage('answer-8'))).toEqual(['ask-7 answer-7 ask-8', true])
  expect(page(store, id, 2, asMessage('ask-1'))).toEqual(['ask-0 answer-0', false])
  expect(page(store, id, 3, asMessage('ask-1'))).toEqual(['ask-0 answer-0', false])
  expect(page(store, id, 3, asMessage('ask-0'))).toEqual(['', false])
  expect(page(store, id, undefined, asMessage('ask-1'))).toEqual(['ask-0 answer-0', false])
  expect(store.readPath(id, { limit: 20 })).toEqual(store.readPath(id))
  expect(store.readPath(id, { limit: 20 }).messages).toHaveLength(20)
})

test('a page before a message that is not on the path is NOT_FOUND', () => {
  const { store } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['a', 'b'])
  store.setLeaf(id, asMessage('answer-a'))
  for (const before of [asMessage('ask-b'), asMessage('never')]) {
    expect(() => store.readPath(id, { before })).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  }
  store.setLeaf(id, null)
  expect(() => store.readPath(id, { before: asMessage('ask-a') })).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  )
})

test('the last user message is that of the path, not the newest of the tree', () => {
  const { store } = openTestStore()
  const { id } = store.createSession()
  expect(store.lastUserMessage(id)).toBeNull()
  converse(store, id, ['a', 'b'])
  expect(store.lastUserMessage(id)?.id).toBe('ask-b')
  store.setLeaf(id, asMessage('answer-a'))
  expect(store.lastUserMessage(id)?.id).toBe('ask-a')
})

test('reads a path of ten thousand messages in full', () => {
  const { store, database } = openTestStore()
  const { id } = store.createSession()
  const insert = database.command(`
    INSERT INTO messages (id, session_id, parent_id, depth, role, status, hidden, created_at, parts)
    VALUES (?, ?, ?, ?, 'user', 'complete', 0, 0, '[]')`)
  database.transaction(() => {
    for (let count = 0; count < 10_000; count += 1) {
      insert.run(`message-${count}`, id, count === 0 ? null : `message-${count - 1}`, count)
    }
    store.setLeaf(id, asMessage('message-9999'))
  })
  const ids = pathIds(store, id)
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([10_000, 'message-0', 'message-9999'])
  expect(page(store, id, 1, asMessage('message-1'))).toEqual(['message-0', false])
})

/** ask-a and its answer, then one branch with a filled-in form and answer-form, and another with ask-b and answer-b. */
function branched() {
  const { store } = openTestStore()
  const { id } = store.createSession()
  converse(store, id, ['a'])
  const fillIn = (name: string) =>
    store.beginRun(runOf(id, name), {
      parentId: asMessage('answer-a'),
      user: { id: asMessage(`hidden-${name}`), hidden: true, parts: [] },
    })
  fillIn('form')
  store.settleRun(asRun('run-form'), answer(id, 'form'))
  store.setLeaf(id, asMessage('answer-a'))
  converse(store, id, ['b'])
  return { store, id, fillIn }
}

describe('with a hidden message, such as a filled-in form,', () => {
  test('its answer counts as a version, so that switching always shows a message and can be reversed', () => {
    const { store, id } = branched()
    const both = ['answer-form', 'ask-b']
    expect(store.readPath(id).versions).toEqual({ 'ask-b': both })
    expect(store.readPath(id, { limit: 2 }).versions).toEqual({ 'ask-b': both })
    expect(store.setLeaf(id, asMessage('answer-form'), { descend: true })).toBe('answer-form')
    expect(pathIds(store, id)).toEqual(['ask-a', 'answer-a', 'hidden-form', 'answer-form'])
    expect(store.readPath(id).versions).toEqual({ 'answer-form': both })
    // Its page starts below the hidden message.
    expect(store.readPath(id, { limit: 1 }).versions).toEqual({ 'answer-form': both })
    beginRun(store, id, 'again', { parentId: asMessage('hidden-form') })
    store.settleRun(asRun('run-again'), answer(id, 'again'))
    expect(store.readPath(id).versions).toEqual({ 'answer-again': ['answer-form', 'ask-b', 'answer-again'] })
  })

  test('lists only visible continuations, and does not count one without an answer', () => {
    const { store, id, fillIn } = branched()
    fillIn('unanswered')
    store.discardRun(asRun('run-unanswered'))
    store.setLeaf(id, asMessage('answer-a'))
    expect(store.readPath(id).continuations).toEqual(['ask-b', 'answer-form'])
    store.setLeaf(id, asMessage('answer-b'))
    expect(store.readPath(id).versions).toEqual({ 'ask-b': ['answer-form', 'ask-b'] })
  })

  test('the first message has versions, however many hidden messages an import put before it', () => {
    const { store, database } = openTestStore()
    const { id } = store.createSession()
    const insert = database.command(`
      INSERT INTO messages (id, session_id, parent_id, depth, role, status, hidden, created_at, parts)
      VALUES (?, ?, ?, ?, 'user', 'complete', ?, 0, '[]')`)
    insert.run('hidden-1', id, null, 0, 1)
    insert.run('hidden-2', id, 'hidden-1', 1, 1)
    insert.run('first', id, 'hidden-2', 2, 0)
    insert.run('edited', id, null, 0, 0)
    store.setLeaf(id, asMessage('first'))
    expect(store.readPath(id).versions).toEqual({ first: ['first', 'edited'] })
    store.setLeaf(id, null)
    expect(store.readPath(id).continuations).toEqual(['edited', 'first'])
  })
})
