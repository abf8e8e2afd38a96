import { expect, test } from 'vitest'

import type { Message, Usage } from '../../../shared/sessions/messages'
import { SessionMetrics } from './session-metrics'
import { answer, asRun, beginRun, openTestStore } from '../testing/test-store'

/** The metrics of a chat with these answers. */
function metricsOf(answers: (Partial<Message> & { usage?: Usage })[]) {
  const { store, database } = openTestStore()
  const { id } = store.createSession()
  for (const [index, given] of answers.entries()) {
    const name = `${index}`
    beginRun(store, id, name, { user: 'And?' })
    store.settleRun(asRun(`run-${name}`), { ...answer(id, name), ...given })
  }
  return new SessionMetrics(database).usage(id)
}

const counted: Usage = { inputTokens: 3, outputTokens: 4, costUsd: 0.5 }

test('counts a continued answer and the one that it continues once each', () => {
  const total: Usage = { inputTokens: 8, outputTokens: 6, costUsd: 0.75, earlier: counted }
  expect(metricsOf([{ usage: counted, status: 'partial' }, { usage: total }])).toEqual({
    inputTokens: 8,
    outputTokens: 6,
    totalTokens: 14,
    costUsd: 0.75,
  })
})

test('does not claim that an uncounted answer, such as a stopped one, cost nothing', () => {
  expect(metricsOf([{ usage: counted }, { status: 'partial' }])).toEqual({
    inputTokens: 3,
    outputTokens: 4,
    totalTokens: 7,
    costUsd: null,
  })
  expect(metricsOf([{ usage: { model: 'newest-2026-11-01' } }]).costUsd).toBeNull()
})

test('a request that failed before a response leaves the cost of the others known', () => {
  const failed: Message['parts'] = [{ type: 'error', code: 'PROVIDER_AUTH', message: 'No.' }]
  expect(metricsOf([{ usage: counted }, { status: 'failed', parts: failed }]).costUsd).toBe(0.5)
  expect(metricsOf([{ status: 'partial', parts: [] }]).costUsd).toBe(0)
})
