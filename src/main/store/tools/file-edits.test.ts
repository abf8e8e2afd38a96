import { expect, test } from 'vitest'

import type { MessageId } from '../../../shared/ids'
import { openTestStore } from '../testing/test-store'
import type { FileEdit } from '../../../shared/tools/file-edits'
import { FileEdits } from './file-edits'

function setUp(limits?: { maxEdits: number; maxChars: number }) {
  const { store, database } = openTestStore()
  const session = store.createSession({ model: 'demo/writer' })
  const edits = limits === undefined ? new FileEdits(database) : new FileEdits(database, limits)
  const messageId = 'answer' as MessageId
  const edit = (toolCallId: string, more: Partial<FileEdit> = {}): FileEdit => ({
    sessionId: session.id,
    messageId,
    toolCallId,
    folder: '/work',
    names: ['src', 'ä "b".txt'],
    before: 'x'.repeat(10),
    afterHash: 'hash',
    at: 1,
    undoneAt: null,
    ...more,
  })
  return {
    store,
    session,
    edits,
    edit,
    messageId,
    kept: () => edits.list(messageId).map((each) => each.toolCallId),
  }
}

test('keeps an edit as it was, until its chat is erased', () => {
  const { edits, edit, messageId, store, session } = setUp()
  const created = edit('b', { before: null, names: ['new'], at: 2 })
  edits.add(edit('a'))
  edits.add(created)
  edits.setUndone(messageId, 'a', 7)
  expect(edits.get(messageId, 'a')).toEqual(edit('a', { undoneAt: 7 }))
  expect(edits.get(messageId, 'b')).toEqual(created)
  expect(edits.list(messageId)).toEqual([
    { toolCallId: 'a', undoneAt: 7 },
    { toolCallId: 'b', undoneAt: null },
  ])
  edits.remove(created)
  expect(edits.get(messageId, 'b')).toBeNull()
  store.deleteSession(session.id)
  expect(edits.get(messageId, 'a')).not.toBeNull()
})

test('an edit that panes share is taken back in all of them, and another one is not', () => {
  const { edits, edit, messageId, store } = setUp()
  const pane = store.createSession({ model: 'demo/writer' }).id
  const shared = { sessionId: pane, messageId: 'other answer' as MessageId }
  edits.add(edit('a'))
  edits.add(edit('b', shared))
  edits.add(edit('c', { at: 2 }))
  edits.setUndone(shared.messageId, 'b', 7)
  expect(edits.get(messageId, 'a')?.undoneAt).toBe(7)
  expect(edits.get(shared.messageId, 'b')?.undoneAt).toBe(7)
  expect(edits.get(messageId, 'c')?.undoneAt).toBeNull()
})

test('forgets the oldest edits of a chat when there are too many, or too much text', () => {
  const few = setUp({ maxEdits: 2, maxChars: 1_000 })
  for (const id of ['a', 'b', 'c']) few.edits.add(few.edit(id))
  expect(few.kept()).toEqual(['b', 'c'])
  const short = setUp({ maxEdits: 100, maxChars: 25 })
  for (const id of ['a', 'b', 'c']) short.edits.add(short.edit(id))
  expect(short.kept()).toEqual(['b', 'c'])
})
