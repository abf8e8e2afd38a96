import { afterEach, beforeEach, expect, it } from 'vitest'

import { type FakeProvider, startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { completeStream, errorReply, type Step } from '../../../../e2e/fake-provider/script'
import { systemClock } from '../../base/clock'
import type { RunRequest } from '../../run-source/run-source'
import { createAnthropicProvider } from '../anthropic/anthropic-provider'
import { createOpenAiCompatibleProvider } from '../openai-compatible/openai-compatible-provider'
import { request, startProbe } from '../testing/run-probe'

let fake: FakeProvider

beforeEach(async () => {
  fake = await startFakeProvider()
})

afterEach(async () => {
  await fake.close()
})

type Kind = 'chat' | 'messages'

/** The last event of an answer that ended at a limit, and the limit in its request. */
async function cutAnswer(kind: Kind, extra: Partial<RunRequest>, steps: readonly Step[] = []) {
  const { baseUrl } = fake
  const reason = kind === 'chat' ? 'length' : 'max_tokens'
  fake.script('cut', ({ body }) => {
    const isMissing = kind === 'messages' && (body as { max_tokens?: number }).max_tokens === undefined
    return isMissing
      ? errorReply(400, { message: 'max_tokens: Field required' })
      : steps.length > 0
        ? { type: 'stream', steps: [...steps, { type: 'done' }] }
        : completeStream([{ type: 'tokens', tokens: ['Half'] }], { reason })
  })
  const options = { id: 'fake', name: 'Fake', baseUrl, apiKey: null, clock: systemClock }
  const provider =
    kind === 'chat' ? createOpenAiCompatibleProvider(options) : createAnthropicProvider(options)
  const run = startProbe(provider, request('cut', extra))
  expect(await run.ended).toEqual({ error: null })
  const { max_tokens: sent } = (fake.requests.at(-1)?.body ?? {}) as { max_tokens?: number }
  return { sent, finish: run.events.at(-1) }
}

const atLimit = (limit: object) => ({ type: 'finish', reason: 'length', limit })

it("sends the model's own maximum where a limit is usual, and none where nobody knows it", async () => {
  expect(await cutAnswer('messages', { listedMaxTokens: 131_072 })).toEqual({
    sent: 131_072,
    finish: atLimit({ of: 'model', tokens: 131_072 }),
  })
  expect(await cutAnswer('chat', { listedMaxTokens: 131_072 })).toEqual({
    sent: undefined,
    finish: { type: 'finish', reason: 'length' },
  })
})

it("names the user's limit, also where the model has a higher one", async () => {
  const params = { maxOutputTokens: 50 }
  expect((await cutAnswer('chat', { params })).finish).toEqual(atLimit({ of: 'user', tokens: 50 }))
  expect(await cutAnswer('messages', { params, listedMaxTokens: 8_192 })).toEqual({
    sent: 50,
    finish: atLimit({ of: 'user', tokens: 50 }),
  })
})

it("names the model's limit if the user's is higher", async () => {
  expect(
    await cutAnswer('messages', { params: { maxOutputTokens: 50_000 }, listedMaxTokens: 8_192 }),
  ).toEqual({
    sent: 8_192,
    finish: atLimit({ of: 'model', tokens: 8_192 }),
  })
})

it("names Parley's limit, which a server gets that wants one and lists none", async () => {
  expect(await cutAnswer('messages', {})).toEqual({
    sent: 32_000,
    finish: atLimit({ of: 'parley', tokens: 32_000 }),
  })
})

it('names the model if the answer was cut long before the limit that was sent', async () => {
  const steps: Step[] = [
    { type: 'tokens', tokens: ['Half'] },
    { type: 'finish', reason: 'length' },
    { type: 'usage', promptTokens: 4_000, completionTokens: 90 },
  ]
  const params = { maxOutputTokens: 5_000 }
  expect((await cutAnswer('chat', { params }, steps)).finish).toEqual(atLimit({ of: 'model' }))
})
