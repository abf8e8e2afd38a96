import { expect, test } from 'vitest'

import type { AttachmentPart, Message } from '../../../../shared/sessions/messages'
import { someMessages, someSession } from '../../../testing/run-events'
import { estimatedTokens } from '../../../../shared/text/estimated-tokens'
import { contextSize, draftSize } from './context-size'
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
  expect(contextSize(conversationOf([older, counted, since], { hasMore: true }))).toMatchObject({
    tokens: 1_150,
    isAtLeast: false,
  })
})

test('counts the instructions for all chats and those of the project as part of the system prompt', () => {
  const session = someSession({ systemPrompt: 'own' })
  const sizeWith = (...instructions: (string | undefined)[]) =>
    contextSize(conversationOf([], { session }), { instructions })?.parts.system
  expect(sizeWith('for all', 'of the project')).toBe(estimatedTokens('for all\n\nof the project\n\nown'))
  expect(sizeWith('', undefined)).toBe(estimatedTokens('own'))
})

test('counts only the last request of a continued answer', () => {
  const earlier = { inputTokens: 1_000, outputTokens: 200 }
  const continued = answer({ inputTokens: 2_250, outputTokens: 300, earlier })
  expect(contextSize(conversationOf([continued]))).toMatchObject({ tokens: 1_350, isAtLeast: false })
})

test('estimates a continued answer whose continuation was not counted', () => {
  const earlier = { inputTokens: 1_000, outputTokens: 200 }
  const before = answer({ inputTokens: 500, outputTokens: 100 })
  const continued = answer({ inputTokens: 1_000, outputTokens: 200, earlier }, 'x'.repeat(400))
  expect(contextSize(conversationOf([before, continued]))).toMatchObject({ tokens: 700, isAtLeast: false })
})

test('estimates a chat without any count, as a lower bound if it is partly loaded', () => {
  const session = { ...someSession(), systemPrompt: 'y'.repeat(40) }
  const messages = [answer(undefined, 'x'.repeat(400)), answer({ outputTokens: 3 }, '')]
  expect(contextSize(conversationOf(messages, { session }))).toMatchObject({ tokens: 110, isAtLeast: false })
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

test('counts the knowledge of the project once, whether or not the last request had any', () => {
  const counted = answer({ inputTokens: 1_000, outputTokens: 200 })
  const ofProject = { knowledge: 300 }
  expect(contextSize(conversationOf([counted]), ofProject)).toMatchObject({
    tokens: 1_500,
    parts: { knowledge: 300, messages: 1_200 },
  })
  const informed = { ...counted, parts: [{ type: 'knowledge' as const, excerpts: [] }, ...counted.parts] }
  expect(contextSize(conversationOf([informed]), ofProject)).toMatchObject({
    tokens: 1_200,
    parts: { knowledge: 300, messages: 900 },
  })
  expect(contextSize(conversationOf([]), ofProject)).toMatchObject({ tokens: 300 })
})

test('counts unsent files too, with a PDF as a lower bound', () => {
  const text = file('text/plain')
  const image = file('image/png', { width: 750, height: 100 })
  const pdf = file('application/pdf', { pageCount: 3 })
  expect(draftSize('x'.repeat(40), [text, image])).toMatchObject({ tokens: 1_110, isAtLeast: false })
  expect(draftSize('', [pdf])).toMatchObject({ tokens: 0, isAtLeast: true })
  const asked = { ...answer(undefined), role: 'user' as const, parts: [pdf] }
  const counted = answer({ inputTokens: 1_000, outputTokens: 200 })
  expect(contextSize(conversationOf([counted, asked]))).toMatchObject({ tokens: 1_200, isAtLeast: true })
  expect(contextSize(conversationOf([asked, counted]))).toMatchObject({ tokens: 1_200, isAtLeast: false })
})

test('distinguishes the system prompt, the summary, messages and files, which add up to the count of the provider', () => {
  const session = { ...someSession(), systemPrompt: 'y'.repeat(40) }
  const summary = {
    text: 'z'.repeat(80),
    model: 'test/model',
    createdAt: 10,
    changedAt: 10,
    isUsed: true,
    messageCount: 2,
    coveredTokens: 5_000,
  }
  const covered = { ...answer({ inputTokens: 5_000, outputTokens: 1 }), createdAt: 1, summary }
  const before = { ...answer({ inputTokens: 6_000, outputTokens: 1 }, 'x'.repeat(400)), createdAt: 2 }
  const estimated = contextSize(conversationOf([covered, before], { session, hasMore: true }))
  expect(estimated).toEqual({
    tokens: 130,
    isAtLeast: false,
    parts: { system: 10, knowledge: 0, summary: 20, messages: 100, attachments: 0 },
  })
  const after = { ...answer({ inputTokens: 180, outputTokens: 20 }), createdAt: 11 }
  expect(contextSize(conversationOf([covered, before, after], { session }))).toMatchObject({
    tokens: 200,
    parts: { system: 10, summary: 20, messages: 170, attachments: 0 },
  })
  const undone = { ...covered, summary: { ...summary, isUsed: false, changedAt: 12 } }
  expect(contextSize(conversationOf([undone, before, after], { session }))).toMatchObject({
    tokens: 10 + 3 + 100 + 3,
    parts: { summary: 0 },
  })
})
