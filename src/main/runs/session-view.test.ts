import { expect, test } from 'vitest'

import type { RunSource } from '../base/run-source'
import { createRunHarness, turn } from './testing/run-harness'

const answering: RunSource = async function* () {
  yield { type: 'text-delta', text: 'answer' }
}

test('an answer that the disk refused is shown on its own branch, and on no other', async () => {
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
