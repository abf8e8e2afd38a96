import { expect, test } from 'vitest'

import type { AttachmentPart, Message } from '../../../../shared/sessions/messages'
import { someMessages, someSession } from '../../../testing/run-events'
import { contextSize, draftSize, estimatedTokens } from './context-size'
import { emptyConversation, type Conversation } from '../../../state/conversations/conversation'

function conversationOf(messages: Message[], more: Partial<Conversation> = {}): Conversation {
  return { ...emptyConversation, phase: 'ready', session: someSession(), messages, ...more }
}

function answer(usage: Message['usage'], text = 'An answer.'): Message {
  const [message] = someMessages(1)
  if (message === undefined) throw new Error('no message')
  return {
    ...message,
    role: 'assistant',
    parts: [{ type: 'text', text }],
    ...(usage === undefined ? {} : { usage }),
  }
}

function file(mediaType: string, more: Partial<AttachmentPart> = {}): AttachmentPart {
  return { type: 'attachment', attachmentId: 'a', name: 'file', mediaType, sizeBytes: 4_000, ...more }
}

test('adds a quarter of the characters since then to the last count of the provider', () => {
  const counted = answer({ inputTokens: 1_000, outputTokens: 200, reasoningTokens: 150 })
  const older = answer({ inputTokens: 90_000, outputTokens: 9_000 })
  const since = answer(undefined, 'x'.repeat(400))
  expect(contextSize(conversationOf([older, counted, since], { hasMore: true }))).toEqual({
    tokens: 1_150,
    isAtLeast: false,
  })
})

test('counts only the last request of a continued answer', () => {
  const earlier = { inputTokens: 1_000, outputTokens: 200 }
  const continued = answer({ inputTokens: 2_250, outputTokens: 300, earlier })
  expect(contextSize(conversationOf([continued]))).toEqual({ tokens: 1_350, isAtLeast: false })
})

test('estimates a continued answer whose continuation was not counted', () => {
  const earlier = { inputTokens: 1_000, outputTokens: 200 }
  const before = answer({ inputTokens: 500, outputTokens: 100 })
  const continued = answer({ inputTokens: 1_000, outputTokens: 200, earlier }, 'x'.repeat(400))
  expect(contextSize(conversationOf([before, continued]))).toEqual({ tokens: 700, isAtLeast: false })
})

test('estimates a chat without any count, as a lower bound if it is partly loaded', () => {
  const session = { ...someSession(), systemPrompt: 'y'.repeat(40) }
  const messages = [answer(undefined, 'x'.repeat(400)), answer({ outputTokens: 3 }, '')]
  expect(contextSize(conversationOf(messages, { session }))).toEqual({ tokens: 110, isAtLeast: false })
  expect(contextSize(conversationOf(messages, { session, hasMore: true }))?.isAtLeast).toBe(true)
})

test('returns nothing for a chat whose end is not loaded', () => {
  expect(contextSize(conversationOf([answer(undefined)], { hasNewer: true }))).toBeNull()
})

test('counts a character of a non-alphabetic script as one token', () => {
  expect(estimatedTokens('四个字符')).toBe(4)
  expect(estimatedTokens('four')).toBe(1)
  expect(estimatedTokens('')).toBe(0)
})

test('counts unsent files too, with a PDF as a lower bound', () => {
  const text = file('text/plain')
  const image = file('image/png', { width: 750, height: 100 })
  const pdf = file('application/pdf', { pageCount: 3 })
  expect(draftSize('x'.repeat(40), [text, image])).toEqual({ tokens: 1_110, isAtLeast: false })
  expect(draftSize('', [pdf])).toEqual({ tokens: 0, isAtLeast: true })
  const asked = { ...answer(undefined), role: 'user' as const, parts: [pdf] }
  const counted = answer({ inputTokens: 1_000, outputTokens: 200 })
  expect(contextSize(conversationOf([counted, asked]))).toEqual({ tokens: 1_200, isAtLeast: true })
  expect(contextSize(conversationOf([asked, counted]))).toEqual({ tokens: 1_200, isAtLeast: false })
})
