import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import type { Script } from '../../../../../e2e/fake-provider/script'
import type { SessionId } from '../../../../shared/ids'
import type { WatchEvent } from '../../../../shared/runs/events'
import { watchSession } from '../../testing/app-client'
import { recordingObserver } from '../../testing/contract-setup'
import { connectTo, startTestApp } from '../../testing/test-app'

const key = 'of-the-environment-4711'
/** Listed at 0.59 dollars per million input tokens and 0.79 per million output tokens. */
const listedModel = 'groq/llama-3.3-70b-versatile'

const answer: Script = {
  type: 'stream',
  steps: [
    { type: 'tokens', tokens: ['Yes.'] },
    { type: 'finish', reason: 'stop' },
    { type: 'usage', promptTokens: 1_000_000, completionTokens: 1_000_000 },
    { type: 'done' },
  ],
}

/** An app whose Groq is a server of this test, known only by a key in the environment. */
async function open() {
  const fake = await startFakeProvider({ apiKey: key })
  onTestFinished(() => fake.close())
  fake.script('llama-3.3-70b-versatile', answer)
  fake.script('unlisted', answer)
  const app = await startTestApp({
    environment: {
      PARLEY_TEST: '1',
      GROQ_API_KEY: key,
      PARLEY_PRESET_ADDRESSES: JSON.stringify({ groq: fake.baseUrl }),
    },
  })
  const parley = connectTo(app)
  await parley.invoke('settings.set', { nameChats: false })
  return { parley, fake }
}

async function costOf(parley: Awaited<ReturnType<typeof open>>['parley'], sessionId: SessionId) {
  return (await parley.invoke('sessions.usage', { sessionId })).costUsd
}

test('uses an environment key at once, and shows size and price of its models', async () => {
  const { parley } = await open()
  const { providers } = await parley.invoke('providers.list', {})
  expect(providers[0]).toMatchObject({ id: 'groq', origin: 'discovered', keyVariable: 'GROQ_API_KEY' })
  const { models, factsDate } = await parley.invoke('models.list', {})
  expect(models.find(({ id }) => id === listedModel)?.facts).toMatchObject({
    price: { input: 0.59, output: 0.79 },
  })
  expect(models.find(({ id }) => id === 'groq/unlisted')?.facts).toBeUndefined()
  expect(factsDate).not.toBeNull()
})

test.each([
  ['prices the answer of a listed model', listedModel, 1.38],
  ['leaves the cost of an unlisted model unknown', 'groq/unlisted', null],
])('%s', async (_what, model, costUsd) => {
  const { parley } = await open()
  const { session } = await parley.invoke('sessions.create', { model })
  const watch = watchSession(parley, session.id)
  await parley.invoke('runs.send', { sessionId: session.id, text: 'Well?' })
  await watch.first('run-end')
  expect(await costOf(parley, session.id)).toEqual(costUsd === null ? null : expect.closeTo(costUsd, 9))
})

test('prices a pane’s answer like a chat’s, and a local one at nothing', async () => {
  const { parley, fake } = await open()
  await parley.invoke('providers.save', {
    id: 'near',
    kind: 'openai-compatible',
    baseUrl: fake.baseUrl.replace('127.0.0.1', 'localhost'),
  })
  const { comparison } = await parley.invoke('compare.create', {
    models: [listedModel, 'near/llama-3.3-70b-versatile'],
  })
  const costs = await Promise.all(
    comparison.panes.map(async ({ paneId, sessionId }) => {
      const observer = recordingObserver<WatchEvent>()
      parley.open('pane.run', { paneId, text: 'Well?' }, observer)
      await observer.ends.until(() => observer.ends.items.length > 0)
      return costOf(parley, sessionId)
    }),
  )
  expect(costs).toEqual([expect.closeTo(1.38, 9), 0])
})
