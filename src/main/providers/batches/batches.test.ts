import { describe, expect, it, onTestFinished } from 'vitest'

import type { ParleyError } from '../../../shared/errors'
import type { BatchReply, BatchService } from '../../run-source/batches'
import { type SourceEvent, unattendedContext } from '../../run-source/run-source'
import { systemClock } from '../../base/clock'
import { createAnthropicProvider } from '../anthropic/anthropic-provider'
import { createGoogleProvider } from '../google/google-provider'
import { createOpenAiProvider } from '../openai/openai-provider'
import { createOpenAiCompatibleProvider } from '../openai-compatible/openai-compatible-provider'
import { createRemoteProvider } from '../registry/provider-registry'
import { batchFamilies, type BatchFakes, type BatchFamily, startBatchFakes } from '../testing/batch-fakes'
import { message, request } from '../testing/run-probe'

const create = {
  openai: createOpenAiProvider,
  anthropic: createAnthropicProvider,
  google: createGoogleProvider,
  mistral: (options: Parameters<typeof createOpenAiCompatibleProvider>[0]) =>
    createOpenAiCompatibleProvider({ ...options, batches: 'mistral' }),
}
const { signal } = new AbortController()

function batchesOf(fakes: BatchFakes, family: BatchFamily): BatchService {
  const options = {
    id: 'fake',
    name: 'Fake',
    baseUrl: fakes.baseUrl(family),
    apiKey: 'key',
    clock: systemClock,
  }
  const { batches } = create[family](options)
  if (batches === undefined) throw new Error('no batches')
  return batches
}

async function stage(family: BatchFamily, options: Parameters<typeof startBatchFakes>[0] = {}) {
  const fakes = await startBatchFakes(options)
  onTestFinished(() => fakes.close())
  return { fakes, batches: batchesOf(fakes, family) }
}

const modelId = 'gpt-4o'
const key = '3f0c'

async function batchOf(batches: BatchService, questions: readonly string[]) {
  const items = await Promise.all(
    questions.map(async (text, index) => ({
      id: `${key}-${index}`,
      body: await batches.write(request(modelId, { messages: [message('user', text)] })),
    })),
  )
  return { key, modelId, items }
}

async function send(batches: BatchService, questions: readonly string[]) {
  const batch = await batchOf(batches, questions)
  const prepared = await batches.prepare(batch, signal)
  return { prepared, handle: await batches.send(batch, prepared, signal) }
}

async function repliesOf(batches: BatchService, handle: string, count: number) {
  const status = await batches.status(handle, signal)
  const replies: BatchReply[] = []
  let broken = 0
  const ids = Array.from({ length: count }, (_, index) => `${key}-${index}`)
  for await (const reply of batches.replies(handle, status, { ids, signal, onBroken: () => (broken += 1) })) {
    replies.push(reply)
  }
  return { status, replies, broken }
}

async function textOf(batches: BatchService, { answer }: BatchReply): Promise<SourceEvent[]> {
  const events: SourceEvent[] = []
  if (answer === null) throw new Error('no answer')
  const play = batches.read(answer)
  for await (const event of play(request(modelId), unattendedContext(signal))) events.push(event)
  return events
}

describe.each(batchFamilies)('%s', (family) => {
  it('answers each request once, with its usage, and is found by its key until then', async () => {
    const { fakes, batches } = await stage(family)
    const { handle, prepared } = await send(batches, ['One?', 'Two?'])
    expect(await batches.status(handle, signal)).toMatchObject({ isOver: false, ended: 0 })
    const sent = { key, prepared, count: 2, isOther: () => false }
    // Only replies show whose batch it is at Anthropic.
    expect(await batches.find(sent, signal)).toEqual(family === 'anthropic' ? 'unclear' : { handle })
    fakes.end([...fakes.batches.values()][0] ?? never())
    expect(await batches.find(sent, signal)).toEqual({ handle })
    expect(await batches.find({ ...sent, key: 'other' }, signal)).toBeNull()

    const { status, replies } = await repliesOf(batches, handle, 2)
    expect(status).toMatchObject({ isOver: true, isComplete: true, ended: 2, error: null })
    expect(replies.map(({ id }) => id)).toEqual([`${key}-0`, `${key}-1`])
    const events = await textOf(batches, replies[1] ?? never())
    expect(events).toContainEqual({ type: 'text-delta', text: 'Answer to Two?' })
    expect(events.find(({ type }) => type === 'usage')).toMatchObject({
      usage: { inputTokens: 1_000, outputTokens: 1_000 },
    })
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'end' })
    expect([...fakes.billed.values()]).toEqual([1, 1])
  })

  it('says which requests a cancelled batch has not processed', async () => {
    const { fakes, batches } = await stage(family)
    const { handle } = await send(batches, ['One?', 'Two?'])
    await batches.cancel(handle, signal)
    const { status, replies } = await repliesOf(batches, handle, 2)
    expect(status).toMatchObject({ isOver: true, isComplete: false })
    expect(replies.map(({ answer }) => answer !== null)).toEqual([true, false])
    expect(fakes.billed.size).toBe(1)
  })

  it('is not found if nothing was sent', async () => {
    const { batches } = await stage(family)
    const prepared = await batches.prepare(await batchOf(batches, ['One?']), signal)
    expect(await batches.find({ key, prepared, count: 1, isOther: () => false }, signal)).toBeNull()
  })

  it('says which status refused it, and when a connection was lost', async () => {
    const faults = ['refused-connection' as const, { status: 503 }, { status: 404 }]
    const { batches } = await stage(family, { fault: () => faults.pop() })
    const failed = () => batches.status('batches/b1', signal).then(never, (error: ParleyError) => error)
    expect((await failed()).data).toMatchObject({ status: 404, providerName: 'Fake' })
    expect((await failed()).data).toMatchObject({ status: 503 })
    expect((await failed()).code).toBe('PROVIDER_UNREACHABLE')
  })
})

it.each(['openai', 'anthropic'] as const)(
  'a line of %s that is broken or too long is skipped, and the others are read in any order',
  async (family) => {
    const { fakes, batches } = await stage(family, {
      replies: ([one, two]) => ['{"custom_id": ', two, '5', 'x'.repeat(5_000_000), '', one],
    })
    const { handle } = await send(batches, ['One?', 'Two?'])
    fakes.end([...fakes.batches.values()][0] ?? never())
    const { replies, broken } = await repliesOf(batches, handle, 2)
    expect(replies.map(({ id }) => id)).toEqual([`${key}-1`, `${key}-0`])
    expect(broken).toBe(3)
  },
)

it('replies of Google without keys are taken in their order, and only if none is missing', async () => {
  const { fakes, batches } = await stage('google', {
    replies: (all, { items }) =>
      all.slice(0, items.length === 3 ? 2 : 2).map(({ response }) => ({ response })),
  })
  const { handle } = await send(batches, ['One?', 'Two?'])
  const other = await send(batches, ['One?', 'Two?', 'Three?'])
  for (const batch of fakes.batches.values()) fakes.end(batch)
  expect((await repliesOf(batches, handle, 2)).replies.map(({ id }) => id)).toEqual([`${key}-0`, `${key}-1`])
  expect((await repliesOf(batches, other.handle, 3)).replies.map(({ id }) => id)).toEqual(['', ''])
})

it('a batch of OpenAI that fails says why', async () => {
  const { fakes, batches } = await stage('openai')
  const { handle } = await send(batches, ['One?'])
  fakes.end([...fakes.batches.values()][0] ?? never(), 'failed', 0)
  const { error } = await batches.status(handle, signal)
  expect(error?.data).toMatchObject({ said: 'Too many tokens' })
})

it('an answer with a status plays as that refusal', async () => {
  const { batches } = await stage('openai')
  const body = { error: { message: 'No such model' } }
  await expect(textOf(batches, { id: '', answer: { status: 404, body } })).rejects.toMatchObject({
    code: 'PROVIDER_BAD_REQUEST',
    data: { said: 'No such model' },
  })
})

it('only makers whose batches are known offer them', () => {
  expect(offers('openai', 'https://api.openai.com/v1')).toBe(true)
  expect(offers('openai', 'https://mine.openai.azure.com/openai/v1')).toBe(false)
  expect(offers('anthropic', 'https://api.anthropic.com/v1')).toBe(true)
  expect(offers('anthropic', 'https://api.minimax.io/anthropic/v1')).toBe(false)
  expect(offers('google', 'https://generativelanguage.googleapis.com/v1beta')).toBe(true)
  expect(offers('openai-compatible', 'https://api.mistral.ai/v1')).toBe(true)
  expect(offers('openai-compatible', 'http://127.0.0.1:11434/v1')).toBe(false)
  expect(offers('openai', 'no address')).toBe(false)
})

/** True if a provider at this address offers batches. */
function offers(kind: 'openai' | 'anthropic' | 'google' | 'openai-compatible', baseUrl: string): boolean {
  const options = { id: 'x', name: 'X', baseUrl, apiKey: null, clock: systemClock }
  return createRemoteProvider(kind, options).batches !== undefined
}

function never(): never {
  throw new Error('unreachable')
}
