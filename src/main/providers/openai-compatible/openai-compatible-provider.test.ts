import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import type { FakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { chatCompletions } from '../../../../e2e/fake-provider/protocols/chat-completions'
import type { Script, Step } from '../../../../e2e/fake-provider/script'
import { completeStream } from '../../../../e2e/fake-provider/script'
import type { ParleyError } from '../../../shared/errors'
import { systemClock } from '../../base/clock'
import { describeProviderContract } from '../testing/provider-contract'
import { request, startProbe, textsOf } from '../testing/run-probe'
import type { OpenAiCompatibleOptions } from './openai-compatible-provider'
import { createOpenAiCompatibleProvider } from './openai-compatible-provider'

const apiKey = 'unguessable-0123456789'

function create(baseUrl: string, options: Partial<OpenAiCompatibleOptions> = {}) {
  return createOpenAiCompatibleProvider({
    id: 'fake',
    name: 'Fake',
    baseUrl,
    apiKey,
    clock: systemClock,
    ...options,
  })
}

/** The end of an answer with this usage. */
function chatEnd(
  usage: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Record<string, unknown>[] {
  return [
    { choices: [{ delta: { content: 'Hi' } }] },
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage, ...more },
  ]
}

describeProviderContract({
  name: 'openai-compatible',
  create,
  protocol: chatCompletions,
  reasoningFields: ['reasoning_content', 'reasoning'],
  withoutLastWord: 'complete',
  endsWith: 'last-event',
  keepsCallIds: true,
  announcesCalls: true,
  callArguments: 'text',
  resultImage:
    '{"role":"user","content":[{"type":"text","text":"[Files in the result of find_it:]"},{"type":"image_url","image_url":{"url":"data:image/png;base64,',
  countsReasoning: true,
  refusal: 'filter',
  charged: [
    ['a text', { cost: '0.036' }, 0.036],
    ['an object', { cost: { total_cost: 0.036, input_cost: 0.006 } }, 0.036],
    ['an amount with its currency', { cost: { amount: '0.036', currency: 'USD' } }, 0.036],
    ['an amount in another currency', { cost: { amount: '0.036', currency: 'EUR' } }, 0.002],
    ['another currency beside it', { cost: 0.036, currency: 'CNY' }, 0.002],
    ['an impossible number', { cost: -1 }, 0.002],
    ['nothing for a key of the user', { cost: 0, cost_details: { upstream_inference_cost: 0.288 } }, 0.288],
    [
      'a fee for a key of the user',
      { cost: 0.01, is_byok: true, cost_details: { upstream_inference_cost: 0.2 } },
      0.21,
    ],
    ['nothing, which gateways say of unknown prices', { cost: 0 }, 0.002],
    ['nothing, without a key of the user', { cost: 0, is_byok: false }, 0],
    ['nothing, and thoughts only in the total', { total_tokens: 1_300 }, 0.004],
    ['searches without a price', { num_sources_used: 3 }, 0.002, true],
  ]
    .map(([cost, more, usd, isAtLeast]) => ({
      what: `an answer whose cost is ${cost as string}`,
      events: chatEnd({ prompt_tokens: 1_000, completion_tokens: 100, ...(more as object) }),
      usd: Number(usd),
      ...(isAtLeast === true ? { isAtLeast } : {}),
    }))
    .concat([
      {
        what: 'an answer with a currency beside its usage',
        events: chatEnd({ prompt_tokens: 1_000, completion_tokens: 100, cost: 3 }, { currency: 'CNY' }),
        usd: 0.002,
      },
      {
        what: 'an answer whose gateway reports the cost',
        events: chatEnd(
          { prompt_tokens: 1_000, completion_tokens: 100 },
          { provider_metadata: { gateway: { cost: '0.036' } } },
        ),
        usd: 0.036,
      },
      {
        what: 'an answer whose last report is zeros',
        events: [
          ...chatEnd({ prompt_tokens: 1_000, completion_tokens: 100 }),
          { choices: [], usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, cost: 0 } },
        ],
        usd: 0.002,
      },
    ]),
  afterStop: {
    messages: [
      { role: 'user', content: 'Look' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"q":1}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'The call was cancelled before it returned a result.' },
      { role: 'user', content: 'Go on' },
    ],
  },
})

let fake: FakeProvider

beforeEach(async () => {
  fake = await startFakeProvider()
})

afterEach(async () => {
  await fake.close()
})

function listOf(baseUrl: string) {
  return create(baseUrl).listModels(new AbortController().signal)
}

/** A chunk of an answer with this delta. */
function delta(content: Record<string, unknown>): Step {
  return { type: 'event', data: { choices: [{ index: 0, delta: content, finish_reason: null }] } }
}

/** A stream of these tool call pieces. */
function calls(pieces: Record<string, unknown>[]): Script {
  const steps = pieces.map((piece) => delta({ tool_calls: [piece] }))
  return completeStream(steps, { reason: 'tool_calls' })
}

/** The result of a run of this script: its events and its error. */
async function outcomeOf(script: Script | string) {
  const model = typeof script === 'string' ? script : 'scripted'
  if (typeof script !== 'string') fake.script(model, script)
  const run = startProbe(create(fake.baseUrl), request(model))
  const { error } = await run.ended
  await run.upstreamClosed
  return { events: run.events, error: error as ParleyError | null }
}

/** The request body for these parameters. */
async function bodyWith(params: Parameters<typeof request>[1]) {
  await startProbe(create(fake.baseUrl), request('brief', params)).ended
  return (await fake.waitForRequest()).body
}

describe('answers', () => {
  it('extracts reasoning from tags that arrive letter by letter', async () => {
    const { events } = await outcomeOf('think-tags')
    expect(textsOf(events)).toEqual({ text: 'Here is the answer.', reasoning: 'Let me think.' })
  })

  it('gives a call without index or id its own id', async () => {
    const { events } = await outcomeOf(calls([{ function: { name: 'f', arguments: '{"x":1}' } }]))
    expect(events[0]).toEqual({
      type: 'tool-call',
      toolCallId: expect.stringMatching(/./) as string,
      toolName: 'f',
      input: { x: 1 },
    })
  })

  it('accepts arguments as an object instead of a string', async () => {
    const { events } = await outcomeOf(
      calls([
        { index: 0, id: 'a', function: { name: 'f', arguments: { city: 'Zürich 🏔', arguments: [1] } } },
        { index: 1, id: 'b', function: { name: 'g', arguments: '{"x":1}' } },
      ]),
    )
    expect(events.slice(0, 2)).toEqual([
      { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: { city: 'Zürich 🏔', arguments: [1] } },
      { type: 'tool-call', toolCallId: 'b', toolName: 'g', input: { x: 1 } },
    ])
  })

  it('leaves text that mentions arguments unchanged', async () => {
    const text = 'Send {"function":{"arguments":{"x":1}}} and then\ndata: {"arguments":{}}'
    const { events } = await outcomeOf(completeStream([{ type: 'tokens', tokens: [text] }]))
    expect(textsOf(events).text).toBe(text)
  })

  it('reads thinking and text from lists of parts, as Mistral sends them', async () => {
    const { events } = await outcomeOf(
      completeStream([
        delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }),
        delta({ content: [{ type: 'text', text: 'Four.' }] }),
      ]),
    )
    expect(textsOf(events)).toEqual({ text: 'Four.', reasoning: 'Hm.' })
  })

  it('treats [DONE] without a finish reason as a complete answer', async () => {
    const { events, error } = await outcomeOf({
      type: 'stream',
      steps: [{ type: 'tokens', tokens: ['Hello'] }, { type: 'done' }],
    })
    expect({ events, error }).toEqual({
      events: [
        { type: 'text-delta', text: 'Hello' },
        { type: 'finish', reason: 'end' },
      ],
      error: null,
    })
  })

  it('understands an error that is only a string', async () => {
    const { error } = await outcomeOf({
      type: 'stream',
      steps: [{ type: 'event', data: { error: 'out of memory' } }],
    })
    expect(error).toMatchObject({ code: 'PROVIDER_PROTOCOL' })
    expect(error?.message).toContain('out of memory')
  })

  it.each([
    ['the reported price', 0.00123, { charges: { reportedUsd: 0.00123 } }],
    ['zero when it was free', 0, { charges: { isSaidToBeFree: true } }],
    ['none when it is invalid', -1, {}],
  ])('takes the price from a server that reports one: %s', async (_what, cost, priced) => {
    const { events } = await outcomeOf({
      type: 'stream',
      steps: [
        { type: 'finish', reason: 'stop' },
        { type: 'usage', promptTokens: 5, completionTokens: 9, cost },
        { type: 'done' },
      ],
    })
    expect(events[0]).toEqual({
      type: 'usage',
      usage: { inputTokens: 5, outputTokens: 9, totalTokens: 14 },
      ...priced,
    })
  })
})

describe('requests', () => {
  it('sends the path, the parameters and the key, and asks for usage', async () => {
    const params = {
      temperature: 0.5,
      topP: 0.9,
      maxOutputTokens: 100,
      seed: 7,
      stop: ['END', '###'],
      reasoningEffort: 'high' as const,
    }
    const run = startProbe(create(fake.baseUrl), request('brief', { systemPrompt: 'Be brief.', params }))
    await run.ended
    const served = await fake.waitForRequest()
    expect(served.authorization).toBe(`Bearer ${apiKey}`)
    expect(served.body).toEqual({
      model: 'brief',
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 100,
      seed: 7,
      stop: ['END', '###'],
      reasoning_effort: 'high',
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
    })
  })

  it('sends no parameter that was not set, and no stop list without stops', async () => {
    const body = await bodyWith({ params: { stop: [] } })
    expect(Object.keys(body as object).toSorted()).toEqual(['messages', 'model', 'stream', 'stream_options'])
  })

  it('sends no Authorization header without a key', async () => {
    await startProbe(create(fake.baseUrl, { apiKey: null }), request('brief')).ended
    expect((await fake.waitForRequest()).authorization).toBeNull()
  })
})

describe('models', () => {
  it('are local when the address is on this machine', async () => {
    expect((await listOf(fake.baseUrl))[0]).toEqual({
      id: 'fake/brief',
      providerId: 'fake',
      providerName: 'Fake',
      name: 'brief',
      isScripted: false,
      isLocal: true,
    })
  })

  it('are read from a compressed list, as gateways send it', async () => {
    const list = gzipSync(JSON.stringify({ data: [{ id: 'brief' }] }))
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(list),
    ).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const models = await listOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)
    expect(models.map(({ id }) => id)).toEqual(['fake/brief'])
  })

  it('fail with a hint that the address may lack its version', async () => {
    const other = await startFakeProvider({ routes: { '/models': { hello: 'world' } } })
    await expect(listOf(other.baseUrl.replace('/v1', ''))).rejects.toMatchObject({
      code: 'PROVIDER_PROTOCOL',
      data: { reason: 'no-list', ending: '/v1' },
    })
    await other.close()
  })

  it.each([
    ['of strings', ['brief', 'long']],
    ['of entries without ids', [{ name: 'brief' }, { id: '' }, { id: 7 }, null]],
  ])('fail with the reason when the server sends a list %s', async (_name, list) => {
    for (const body of [list, { object: 'list', data: list }]) {
      const other = await startFakeProvider({ routes: { '/odd/models': body } })
      const error: unknown = await listOf(`http://127.0.0.1:${other.port}/odd`).catch(
        (reason: unknown) => reason,
      )
      expect(error).toMatchObject({ code: 'PROVIDER_PROTOCOL', data: { reason: 'no-model-ids' } })
      expect(String(error)).toMatch(/without their ids/)
      await other.close()
    }
  })

  it('leave out entries without an id if others have one', async () => {
    const routes = { '/odd/models': { data: ['x', { name: 'y' }, { id: 'brief' }] } }
    const other = await startFakeProvider({ routes })
    const models = await listOf(`http://127.0.0.1:${other.port}/odd`)
    expect(models.map(({ id }) => id)).toEqual(['fake/brief'])
    await other.close()
  })

  it('may be none, as Ollama reports it', async () => {
    const empty = await startFakeProvider({ routes: { '/none/models': { object: 'list', data: null } } })
    expect(await listOf(`http://127.0.0.1:${empty.port}/none`)).toEqual([])
    await empty.close()
  })

  it('fail with INVALID_INPUT when the address is invalid', async () => {
    await expect(listOf('nonsense')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
