import { expect, test } from 'vitest'

import type { ReadAttachment } from '../../run-source/run-source'
import { RunStarter } from './run-starter'
import { createRunHarness } from '../testing/run-harness'
import { ScriptedSource } from '../testing/scripted-source'

const readAttachment: ReadAttachment = () => expect.unreachable('no file is read here')
const costOf = () => Promise.resolve(1)

test('refuses a chat without a model, stores nothing and frees the session', async () => {
  const harness = createRunHarness(new ScriptedSource().run)
  const sessionId = harness.store.createSession({}).id
  await expect(harness.manager.send({ sessionId, text: 'Hi' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { field: 'model', reason: 'model-not-chosen' },
  })
  expect(harness.store.readPath(sessionId).messages).toEqual([])
  expect(harness.leases.holder(sessionId)).toBeNull()
})

test('passes what is known about the model to the run and its source', async () => {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run)
  const starter = new RunStarter({
    store: harness.store,
    leases: harness.leases,
    active: harness.active,
    agentRuns: harness.agentRuns,
    newId: harness.newId,
    resolveSource: () => ({
      source: source.run,
      modelId: 'seeing',
      graceMs: 9_000,
      costOf,
      takesImages: true,
    }),
    timeouts: () => ({ idleMs: 1, wallMs: 2 }),
    readAttachment,
  })
  const sessionId = harness.newChat()
  const run = starter.start(sessionId, 'detached', { user: { text: 'Hi' } })
  expect(run.spec).toMatchObject({ graceMs: 9_000, costOf, timeouts: { idleMs: 1, wallMs: 2 } })
  await source.idle()
  expect(source.requests).toMatchObject([{ modelId: 'seeing', takesImages: true, readAttachment }])
  await run.stop('user')
})
