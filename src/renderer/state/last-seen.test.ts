import { describe, expect, test } from 'vitest'

import type { MessageId } from '../../shared/ids'
import { someMessages } from '../testing/run-events'
import { emptyConversation, type Conversation } from './conversation'
import { countAfter, firstNewId, lastStoredId, type Stay } from './last-seen'

const id = (number: number) => `m${number}` as MessageId

/** Messages that came at 1, 2, 3, … */
function chatOf(count: number, more: Partial<Conversation> = {}): Conversation {
  return { ...emptyConversation, phase: 'ready', messages: someMessages(count), ...more }
}

const stay = (seen: MessageId | null, since: number, hadUnseen = false): Stay => ({ seen, since, hadUnseen })

describe('the first new message', () => {
  test('is the first after the last that was seen, and none where nothing came', () => {
    expect(firstNewId(chatOf(6), stay(id(3), 100))).toBe('m4')
    expect(firstNewId(chatOf(6), stay(id(6), 100))).toBeNull()
  })

  test('is not what comes while one looks on, such as what one sends', () => {
    expect(firstNewId(chatOf(6), stay(id(4), 5))).toBeNull()
    expect(firstNewId(chatOf(6), stay(id(4), 6))).toBe('m5')
  })

  test('is the last answer where this window never showed the chat and an answer ended unseen', () => {
    expect(firstNewId(chatOf(6), stay(null, 100, true))).toBe('m6')
    expect(firstNewId(chatOf(6), stay(null, 100))).toBeNull()
    expect(firstNewId(chatOf(6), stay('gone' as MessageId, 100, true))).toBe('m6')
  })

  test('is nothing that nobody sees', () => {
    const messages = someMessages(4).map((message) =>
      message.id === 'm3' ? { ...message, hidden: true } : message,
    )
    expect(firstNewId(chatOf(0, { messages }), stay(id(2), 100))).toBe('m4')
  })
})

test('what is still being written does not count as seen', () => {
  const [answer] = someMessages(1, 4)
  if (answer === undefined) throw new Error('there is one')
  const snapshot = { message: answer, pending: { approvals: [], forms: [] }, notices: [] }
  const live = {
    runId: 'r',
    messageId: answer.id,
    snapshot,
    seq: 1,
    startedAt: 0,
  } as unknown as Conversation['live']
  expect(lastStoredId(chatOf(3, { live }))).toBe('m3')
  expect(lastStoredId(chatOf(3, { hasNewer: true }))).toBeNull()
  expect(firstNewId(chatOf(3, { live }), stay(id(3), 100))).toBe('m4')
})

test('messages below are counted from the last that was seen, as long as that is here', () => {
  const ids = [1, 2, 3].map(id)
  expect([
    countAfter(ids, id(1)),
    countAfter(ids, id(3)),
    countAfter(ids, id(9)),
    countAfter(ids, null),
  ]).toEqual([2, 0, null, null])
})
