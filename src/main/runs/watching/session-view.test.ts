import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { RunSource } from '../../run-source/run-source'
import { TreeWriter } from '../../store/sessions/tree-writer'
import { createRunHarness, turn } from '../testing/run-harness'

const answering: RunSource = async function* () {
  yield { type: 'text-delta', text: 'answer' }
}

test('a watcher of a long chat gets its newest page, and no run if none is active', async () => {
  const { view, database, newId, newChat } = createRunHarness(answering)
  expect(view.sync(newChat())).not.toHaveProperty('runId')
  const writer = new TreeWriter(database, { newId, pause: () => Promise.resolve() })
  const count = wireLimits.syncPageMessages + 1
  const messages = Array.from({ length: count }, (_, index) => ({
    key: `${index}`,
    parentKey: index === 0 ? null : `${index - 1}`,
    role: 'user' as const,
    parts: [{ type: 'text' as const, text: `${index}` }],
    status: 'complete' as const,
    createdAt: index,
  }))
  const { id } = await writer.write({ created_at: 0 }, messages, `${count - 1}`)
  const sync = view.sync(id)
  expect(sync.messages).toHaveLength(wireLimits.syncPageMessages)
  expect(sync.hasMore).toBe(true)
})

test('a chat that is held by an operation is not running', () => {
  const { view, leases, newChat } = createRunHarness(answering)
  const sessionId = newChat()
  leases.acquire(sessionId, { kind: 'operation', stop: () => {} })
  expect(view.isRunning(sessionId)).toBe(false)
})

test('a pane is running until its answer is complete', async () => {
  const { view, comparisons, newComparison } = createRunHarness(answering)
  const [pane] = newComparison().panes
  if (pane === undefined) throw new Error('a comparison has panes')
  comparisons.run({ paneId: pane.paneId, text: 'Hi' })
  expect(view.isRunning(pane.sessionId)).toBe(true)
  await turn()
  expect(view.isRunning(pane.sessionId)).toBe(false)
})

test('shows an answer that the disk refused only on its own branch', async () => {
  const harness = createRunHarness(answering)
  const { store, view, manager, database } = harness
  const sessionId = harness.newChat()
  const texts = () =>
    view
      .get(sessionId)
      .messages.flatMap(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : part.type)))
  await manager.send({ sessionId, text: 'first' })
  await turn()
  const first = store.leafOf(sessionId)
  await manager.send({ sessionId, text: 'second' })
  database.setFault('full')
  await turn()
  database.setFault(null)
  const second = store.leafOf(sessionId)
  expect(texts()).toEqual(['first', 'answer', 'second', 'answer'])
  store.setLeaf(sessionId, first)
  expect(texts()).toEqual(['first', 'answer'])
  store.setLeaf(sessionId, second)
  expect(texts()).toEqual(['first', 'answer', 'second', 'answer'])
})

test('shows an answer that the disk refused only on the newest page', async () => {
  const harness = createRunHarness(answering)
  const { view, manager, database } = harness
  const sessionId = harness.newChat()
  for (const text of ['one', 'two']) {
    await manager.send({ sessionId, text })
    await turn()
  }
  await manager.send({ sessionId, text: 'three' })
  database.setFault('full')
  await turn()
  database.setFault(null)
  const all = view.get(sessionId).messages
  expect(all).toHaveLength(6)
  const rolesOf = (request: Parameters<typeof view.get>[1]) =>
    view.get(sessionId, request).messages.map(({ role }) => role)
  expect(rolesOf({ before: all[4]?.id, limit: 2 })).toEqual(['user', 'assistant'])
  expect(rolesOf({ after: all[1]?.id, limit: 1 })).toEqual(['user'])
})

test('names no failure beside an answer that says itself that it failed', async () => {
  const { view, manager, newChat, answersOf } = createRunHarness(async function* () {
    yield* []
    throw new ParleyError('PROVIDER_OVERLOADED', 'Busy.')
  })
  const sessionId = newChat()
  await manager.send({ sessionId, text: 'Hi' })
  await turn()
  expect(answersOf(sessionId)).toMatchObject([{ status: 'failed' }])
  expect(view.sync(sessionId)).not.toHaveProperty('failure')
})

test('the first message of a chat has no parent', async () => {
  const { view, manager, store, newChat } = createRunHarness(answering)
  const sessionId = newChat()
  await manager.send({ sessionId, text: 'first' })
  await turn()
  const [question, answer] = store.readPath(sessionId).messages
  if (question === undefined || answer === undefined) throw new Error('expected a stored question and answer')
  expect([view.parentOf(question), view.parentOf(answer)]).toEqual([null, question])
})
