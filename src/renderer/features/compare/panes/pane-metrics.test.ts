import { expect, test } from 'vitest'

import type { MessageId, RunId, SessionId } from '../../../../shared/ids'
import type { Message } from '../../../../shared/sessions/messages'
import { emptyConversation, type Conversation } from '../../../state/conversations/conversation'
import { paneMetrics, paneStatus } from './pane-metrics'

const answer = (fields: Partial<Message>): Message => ({
  id: 'm' as MessageId,
  sessionId: 's' as SessionId,
  parentId: null,
  role: 'assistant',
  parts: [],
  status: 'complete',
  createdAt: 0,
  ...fields,
})
const stored = (message: Message): Conversation => ({
  ...emptyConversation,
  phase: 'ready',
  messages: [message],
})
const live = (message: Message): Conversation => ({
  ...emptyConversation,
  isRunning: true,
  live: {
    runId: 'r' as RunId,
    messageId: message.id,
    snapshot: { message, pending: { approvals: [], forms: [] }, notices: [] },
    seq: 1,
    startedAt: 0,
  },
})

const shownRate = (outputTokens: number, durationMs: number) =>
  paneMetrics(
    stored(
      answer({
        usage: { outputTokens },
        metrics: { ttftMs: 200, durationMs, tokensPerSecond: outputTokens / ((durationMs - 200) / 1_000) },
      }),
    ),
  ).tokensPerSecond

test('the status describes the newest answer', () => {
  expect(paneStatus(emptyConversation)).toBe('Idle')
  expect(paneStatus({ ...emptyConversation, isRunning: true })).toBe('Waiting')
  expect(paneStatus(live(answer({ status: 'streaming' })))).toBe('Waiting')
  expect(paneStatus(live(answer({ status: 'streaming', parts: [{ type: 'text', text: 'a' }] })))).toBe(
    'Streaming',
  )
  expect(paneStatus(live(answer({ status: 'partial' })))).toBe('Stopped')
  expect(paneStatus(stored(answer({ status: 'complete' })))).toBe('Done')
  expect(paneStatus(stored(answer({ status: 'partial' })))).toBe('Stopped')
  expect(paneStatus(stored(answer({ status: 'failed' })))).toBe('Failed')
})

test('a pane that has knowledge of its project, but nothing of the answer, still waits', () => {
  const parts: Message['parts'] = [{ type: 'knowledge', excerpts: [] }]
  expect(paneStatus(live(answer({ status: 'streaming', parts })))).toBe('Waiting')
})

test('a refused run counts as a failure even after a good answer', () => {
  const runError = { code: 'PROVIDER_AUTH' as const, message: 'no' }
  expect(paneStatus({ ...stored(answer({})), runError })).toBe('Failed')
})

test('shows no metrics for an answer that the user has edited', () => {
  const edited = answer({ parts: [{ type: 'text', text: 'Mine, and long enough.', isEdited: true }] })
  expect(paneMetrics(stored(edited))).toMatchObject({ tokens: null, ttftMs: null, tokensPerSecond: null })
})

test('shows no speed for a few tokens, or for tokens that arrived at once', () => {
  expect([shownRate(20, 700), shownRate(19, 1_200), shownRate(500, 600)]).toEqual([40, null, null])
})

test("prefers the provider's counts to estimates", () => {
  const parts = [{ type: 'text' as const, text: 'x'.repeat(400) }]
  const metrics = { ttftMs: 200, tokensPerSecond: 50, durationMs: 1_000 }
  expect(paneMetrics(stored(answer({ parts, metrics, usage: { outputTokens: 90 } })))).toEqual({
    ttftMs: 200,
    isReasoning: false,
    firstTextMs: 200,
    tokensPerSecond: 50,
    tokens: 90,
    isEstimate: false,
  })
  const streaming = live(
    answer({ status: 'streaming', parts, metrics: { ttftMs: 200, tokensPerSecond: null, durationMs: null } }),
  )
  expect(paneMetrics({ ...streaming, growth: { runId: 'r' as RunId, points: [[1_200, 400]] } })).toEqual({
    ttftMs: 200,
    isReasoning: false,
    firstTextMs: 200,
    tokensPerSecond: 100,
    tokens: 100,
    isEstimate: true,
  })
})

test('says before the first word whether the first token was a thought', () => {
  const metrics = { ttftMs: 200, tokensPerSecond: null, durationMs: null }
  const thinking = answer({ parts: [{ type: 'reasoning', text: 'Hm' }], metrics })
  expect(paneMetrics(stored(thinking))).toMatchObject({ isReasoning: true, firstTextMs: null })
  // The provider says that there was reasoning, but not what.
  const secret = { type: 'reasoning', text: '' } as const
  const written = answer({ parts: [secret, { type: 'text', text: 'Hi' }], metrics })
  expect(paneMetrics(stored(written)).isReasoning).toBe(false)
})
