import { expect, test } from 'vitest'

import type { Message, Usage } from '../../../shared/sessions/messages'
import { SessionMetrics } from './session-metrics'
import { answer, asMessage, asRun, beginRun, openTestStore } from '../testing/test-store'
import { SessionCopies } from './session-copies'
import { TreeWriter } from './tree-writer'

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

test('counts the whole total of a continued answer whose earlier versions are in another chat', () => {
  const earlier = { ...counted, isElsewhere: true } as const
  const total: Usage = { inputTokens: 8, outputTokens: 6, costUsd: 0.75, earlier }
  expect(metricsOf([{ usage: total }])).toEqual({
    inputTokens: 8,
    outputTokens: 6,
    totalTokens: 14,
    costUsd: 0.75,
  })
})

test('a fork, which has only the continued answer, and a copy of either chat count the same as the original', async () => {
  const { store, database, clock, newId } = openTestStore()
  const { id } = store.createSession()
  const total: Usage = { inputTokens: 8, outputTokens: 6, costUsd: 0.75, earlier: counted }
  beginRun(store, id, 'cut')
  store.settleRun(asRun('run-cut'), { ...answer(id, 'cut'), status: 'partial', usage: counted })
  beginRun(store, id, 'whole', { parentId: asMessage('ask-cut') })
  store.settleRun(asRun('run-whole'), { ...answer(id, 'whole'), usage: total })
  const writer = new TreeWriter(database, { newId, pause: () => Promise.resolve() })
  const copies = new SessionCopies(database, { store, writer, clock })
  const fork = await copies.copyPath(id, asMessage('answer-whole'))
  const chats = [fork, await copies.copyAll(id), await copies.copyAll(fork.id)]
  const metrics = new SessionMetrics(database)
  for (const chat of chats) expect(metrics.usage(chat.id)).toEqual(metrics.usage(id))
  expect(store.readPath(fork.id).messages.at(-1)?.usage).toMatchObject(total)
})

test('does not claim that an uncounted answer, such as a stopped one, cost nothing', () => {
  expect(metricsOf([{ usage: counted }, { status: 'partial' }])).toEqual({
    leastCostUsd: 0.5,
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
