import { expect, test } from 'vitest'

import type { Message } from '../../shared/messages'
import { someMessages, someSession } from '../testing/run-events'
import { contextSize, estimatedTokens } from './context-size'
import { emptyConversation, type Conversation } from './conversation'

function conversationOf(messages: Message[], more: Partial<Conversation> = {}): Conversation {
  return { ...emptyConversation, phase: 'ready', session: someSession(), messages, ...more }
}

function answer(usage: Message['usage'], text = 'An answer.'): Message {
  const [message] = someMessages(1)
  if (message === undefined) throw new Error('there is one')
  return {
    ...message,
    role: 'assistant',
    parts: [{ type: 'text', text }],
    ...(usage === undefined ? {} : { usage }),
  }
}

test('the size is what the provider counted last, and a quarter of the letters written since', () => {
  const counted = answer({ inputTokens: 1_000, outputTokens: 200, reasoningTokens: 150 })
  const older = answer({ inputTokens: 90_000, outputTokens: 9_000 })
  const since = answer(undefined, 'x'.repeat(400))
  expect(contextSize(conversationOf([older, counted, since], { hasMore: true }))).toEqual({
    tokens: 1_150,
    isAtLeast: false,
  })
})

test('a chat that was never counted is guessed as a whole, and said to be more where not all of it is here', () => {
  const session = { ...someSession(), systemPrompt: 'y'.repeat(40) }
  const messages = [answer(undefined, 'x'.repeat(400)), answer({ outputTokens: 3 }, '')]
  expect(contextSize(conversationOf(messages, { session }))).toEqual({ tokens: 110, isAtLeast: false })
  expect(contextSize(conversationOf(messages, { session, hasMore: true }))?.isAtLeast).toBe(true)
})

test('nothing is said of a chat whose end is not here', () => {
  expect(contextSize(conversationOf([answer(undefined)], { hasNewer: true }))).toBeNull()
})

test('a sign of a script without letters counts as one token, not as a quarter', () => {
  expect(estimatedTokens('四个字符')).toBe(4)
  expect(estimatedTokens('four')).toBe(1)
  expect(estimatedTokens('')).toBe(0)
})
