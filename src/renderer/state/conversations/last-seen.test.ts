import { describe, expect, test } from 'vitest'

import type { MessageId, SessionId } from '../../../shared/ids'
import { FakeEnvironment } from '../../testing/fake-parley'
import { someMessages } from '../../testing/run-events'
import { emptyConversation, type Conversation } from './conversation'
import { countAfter, firstNewId, lastShownId, LastSeen, lastStoredId, type Visit } from './last-seen'

const id = (number: number) => `m${number}` as MessageId

/** Messages created at 1, 2, 3, … */
function chatOf(count: number, more: Partial<Conversation> = {}): Conversation {
  return { ...emptyConversation, phase: 'ready', messages: someMessages(count), ...more }
}

const stay = (seen: MessageId | null, since: number, hadUnseen = false): Visit => ({ seen, since, hadUnseen })

describe('the first new message', () => {
  test('is the first one after the last seen, and none if nothing arrived', () => {
    expect(firstNewId(chatOf(6), stay(id(3), 100))).toBe('m4')
    expect(firstNewId(chatOf(6), stay(id(6), 100))).toBeNull()
  })

  test("is never one that arrives while the chat is shown, such as the user's own", () => {
    expect(firstNewId(chatOf(6), stay(id(4), 5))).toBeNull()
    expect(firstNewId(chatOf(6), stay(id(4), 6))).toBe('m5')
  })

  test('is the last answer if this window never showed the chat and an answer ended unseen', () => {
    expect(firstNewId(chatOf(6), stay(null, 100, true))).toBe('m6')
    expect(firstNewId(chatOf(6), stay(null, 100))).toBeNull()
    expect(firstNewId(chatOf(6), stay('gone' as MessageId, 100, true))).toBe('m6')
  })

  test('is the answer whose start was seen if it ended unseen', () => {
    expect(firstNewId(chatOf(6), stay(id(6), 100, true))).toBe('m6')
  })

  test('is never a failed answer', () => {
    const messages = someMessages(4).map((message) =>
      message.id === 'm4' ? { ...message, status: 'failed' as const } : message,
    )
    expect(firstNewId(chatOf(0, { messages }), stay(id(3), 100, true))).toBeNull()
    expect(firstNewId(chatOf(0, { messages }), stay(id(3), 100))).toBeNull()
  })

  test('is never a hidden message', () => {
    const messages = someMessages(4).map((message) =>
      message.id === 'm3' ? { ...message, hidden: true } : message,
    )
    expect(firstNewId(chatOf(0, { messages }), stay(id(2), 100))).toBe('m4')
  })
})

test('an answer in progress does not count as seen', () => {
  const [answer] = someMessages(1, 4)
  if (answer === undefined) throw new Error('no answer')
  const snapshot = { message: answer, pending: { approvals: [], forms: [] }, notices: [] }
  const live = {
    runId: 'r',
    messageId: answer.id,
    snapshot,
    seq: 1,
    startedAt: 0,
  } as unknown as Conversation['live']
  expect(lastStoredId(chatOf(3, { live }))).toBe('m3')
  expect(lastShownId(chatOf(3, { live }))).toBe('m4')
  // It is not new after a reload in the middle of it.
  expect(firstNewId(chatOf(3, { live }), stay(id(4), 100))).toBeNull()
  expect(lastStoredId(chatOf(3, { hasNewer: true }))).toBeNull()
  expect(firstNewId(chatOf(3, { live }), stay(id(3), 100))).toBe('m4')
})

test('counts messages after the last seen one while that is loaded', () => {
  const ids = [1, 2, 3].map(id)
  expect([
    countAfter(ids, id(1)),
    countAfter(ids, id(3)),
    countAfter(ids, id(9)),
    countAfter(ids, null),
  ]).toEqual([2, 0, null, null])
})

describe('reading positions', () => {
  const [first, second] = ['s1', 's2'] as SessionId[] as [SessionId, SessionId]

  test('are kept across a reload, unlike messages that were only in view', () => {
    const { storage } = new FakeEnvironment()
    const seen = new LastSeen(storage)
    seen.note(first, id(1))
    seen.save(first, id(1))
    seen.note(first, id(2))
    expect(seen.of(first)).toBe('m2')
    expect(new LastSeen(storage).of(first)).toBe('m1')
  })

  test('are kept together with those of another window, for a limited number of chats', () => {
    const { storage, saved } = new FakeEnvironment()
    const [one, other] = [new LastSeen(storage), new LastSeen(storage)]
    one.save(first, id(1))
    other.save(second, id(2))
    const reloaded = new LastSeen(storage)
    expect([reloaded.of(first), reloaded.of(second)]).toEqual(['m1', 'm2'])
    for (let number = 0; number < 400; number += 1) one.save(`chat ${number}` as SessionId, id(number))
    expect(JSON.parse([...saved.values()].join(''))).toHaveLength(300)
    expect(new LastSeen(storage).of(first)).toBeNull()
  })

  test('tolerate a damaged storage', () => {
    const { storage } = new FakeEnvironment()
    storage.setItem('parley.last-seen', '[["s1",3],["s2"')
    expect(new LastSeen(storage).of(first)).toBeNull()
    storage.setItem('parley.last-seen', '[["s1",3],["s2","m2"]]')
    expect(new LastSeen(storage).of(second)).toBe('m2')
  })
})
