import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { FakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { anthropic, signatureOf } from '../../../../e2e/fake-provider/protocols/anthropic'
import type { Script, Step } from '../../../../e2e/fake-provider/script'
import { completeStream } from '../../../../e2e/fake-provider/script'
import type { ParleyError } from '../../../shared/errors'
import type { ModelParams } from '../../../shared/sessions/sessions'
import { systemClock } from '../../base/clock'
import { describeProviderContract } from '../testing/provider-contract'
import { message, request, startProbe, textsOf, withoutDeltas } from '../testing/run-probe'
import type { RunRequest } from '../../run-source/run-source'
import type { RemoteEndpointOptions } from '../language-model/remote-endpoint'
import { createAnthropicProvider } from './anthropic-provider'

const apiKey = 'unguessable-0123456789'

function create(baseUrl: string, options: Partial<RemoteEndpointOptions> = {}) {
  return createAnthropicProvider({
    id: 'fake',
    name: 'Fake',
    baseUrl,
    apiKey,
    clock: systemClock,
    ...options,
  })
}

/** An answer with these reports of its usage. */
function answered(first: Record<string, unknown>, last: Record<string, unknown>): Record<string, unknown>[] {
  return [
    { type: 'message_start', message: { usage: first } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hi' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: last },
    { type: 'message_stop' },
  ]
}

describeProviderContract({
  name: 'anthropic',
  create,
  protocol: anthropic,
  reasoningFields: ['reasoning_content'],
  withoutLastWord: 'unfinished',
  endsWith: 'last-event',
  keepsCallIds: true,
  announcesCalls: true,
  callArguments: 'text',
  resultImage: '{"type":"image","source":{"type":"base64","media_type":"image/png","data":"',
  countsReasoning: true,
  sealedReasoning: { modelId: 'claude-sonnet-4-5', sent: signatureOf('Let me look.') },
  refusal: 'filter',
  charged: [
    {
      what: 'an answer whose last report has no prompt',
      events: answered({ input_tokens: 1_000 }, { input_tokens: 0, output_tokens: 100 }),
      usd: 0.002,
    },
    {
      what: 'three searches',
      events: answered(
        { input_tokens: 1_000 },
        { output_tokens: 100, server_tool_use: { web_search_requests: 3 } },
      ),
      usd: 0.032,
    },
    ...[{ speed: 'fast' }, { inference_geo: 'us' }, { service_tier: 'priority' }].map((more) => ({
      what: `an answer with ${JSON.stringify(more)}`,
      events: answered({ input_tokens: 1_000, ...more }, { output_tokens: 100 }),
      usd: 0.002,
      isAtLeast: true as const,
    })),
    {
      what: 'a prompt that is kept, at the listed price',
      events: answered(
        { input_tokens: 0, cache_creation_input_tokens: 1_000_000, output_tokens: 1 },
        { output_tokens: 100 },
      ),
      // Long prompts have prices of their own.
      usd: 7.50225,
      modelId: 'claude-sonnet-4-5',
    },
  ],
  afterStop: {
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Look' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'look', input: { q: 1 } }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', is_error: true },
          { type: 'text', text: 'Go on' },
        ],
      },
    ],
  },
})

let fake: FakeProvider

beforeEach(async () => {
  fake = await startFakeProvider()
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await fake.close()
})

/** One event as the API sends it. */
function event(data: { type: string } & Record<string, unknown>): Step {
  return { type: 'bytes', bytes: `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n` }
}

/** The result of a run of this script: its events and its error. */
async function outcomeOf(script: Script) {
  fake.script('scripted', script)
  const run = startProbe(create(fake.baseUrl), request('scripted'))
  const { error } = await run.ended
  await run.upstreamClosed
  return { events: run.events, error: error as ParleyError | null }
}

/** The request that is sent for this model with these parameters. */
async function servedFor(
  modelId: string,
  params: ModelParams = {},
  options: Partial<RemoteEndpointOptions> = {},
) {
  fake.script(modelId, completeStream([]))
  const run = startProbe(
    create(fake.baseUrl, options),
    request(modelId, { systemPrompt: 'Be brief.', params }),
  )
  expect(await run.ended).toEqual({ error: null })
  return fake.waitForRequest(modelId)
}

function listOf(baseUrl: string) {
  return create(baseUrl).listModels(new AbortController().signal)
}

/** One page of a list of models. */
function page(ids: string[], hasMore: boolean) {
  return { data: ids.map((id) => ({ type: 'model', id })), has_more: hasMore, last_id: ids.at(-1) }
}

describe('requests', () => {
  it('sends the path, the set parameters, the key in its header, and cache breakpoints', async () => {
    const params = { temperature: 0.5, maxOutputTokens: 100, seed: 7, stop: ['END'] }
    const served = await servedFor('claude-sonnet-4-5', params)
    expect(served.headers).toMatchObject({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' })
    expect(served.authorization).toBeNull()
    const kept = { cache_control: { type: 'ephemeral' } }
    expect(served.body).toEqual({
      model: 'claude-sonnet-4-5',
      max_tokens: 100,
      temperature: 0.5,
      stop_sequences: ['END'],
      stream: true,
      system: [{ type: 'text', text: 'Be brief.', ...kept }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', ...kept }] }],
    })
  })

  it('names the tools of earlier calls when all tools are off, because a request with calls needs tools', async () => {
    const call = {
      type: 'tool-call',
      toolCallId: 'c',
      toolName: 'web.fetch',
      input: {},
      state: 'done',
    } as const
    const messages = [
      message('user', 'Fetch it'),
      message('assistant', [call, { type: 'tool-result', toolCallId: 'c', output: 'A page.' }]),
      message('user', 'And now?'),
    ]
    fake.script('later', completeStream([]))
    const ask = async (more: Partial<RunRequest>) => {
      await startProbe(create(fake.baseUrl), request('later', { messages, ...more })).ended
      return (await fake.waitForRequest('later')).body as {
        tools?: { name: string }[]
        tool_choice?: unknown
      }
    }
    const without = await ask({})
    expect(without.tools).toMatchObject([{ name: 'web_fetch' }])
    expect(without.tool_choice).toEqual({ type: 'none' })
    const other = { name: 'code_run', description: 'Runs code.', inputSchema: { type: 'object' } }
    const withOther = await ask({ tools: [other] })
    expect(withOther.tools?.map(({ name }) => name)).toEqual(['code_run'])
    expect(withOther.tool_choice).not.toEqual({ type: 'none' })
  })

  it('are prefilled only for models before 4.6, which continue an answer; later ones reject the request', () => {
    const provider = create(fake.baseUrl)
    const names = [
      ['claude-3-5-haiku-20241022', 'claude-sonnet-4-20250514', 'claude-opus-4-1', 'claude-haiku-4-5'],
      ['claude-opus-4-6', 'claude-sonnet-4-6', 'claude-opus-5', 'claude-opus-5-5', 'another-maker'],
    ]
    expect(names.map((ids) => ids.map((id) => provider.takesPrefill?.(id)))).toEqual([
      [true, true, true, true],
      [false, false, false, false, false],
    ])
  })

  it('takes no key from the environment', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'a-key-of-somebody-else')
    const served = await servedFor('claude-sonnet-4-5', {}, { apiKey: null })
    expect(JSON.stringify(served.headers)).not.toContain('somebody-else')
  })

  const bodies: [name: string, modelId: string, params: ModelParams, expected: object][] = [
    ["the model's maximum tokens when no limit is set", 'claude-sonnet-4-5', {}, { max_tokens: 64_000 }],
    [
      'a budget on top of the limit, and no sampling, to models that only know budgets',
      'claude-sonnet-4-5',
      { reasoningEffort: 'low', maxOutputTokens: 1_000, temperature: 0.5, topP: 0.9 },
      { max_tokens: 7_400, thinking: { type: 'enabled', budget_tokens: 6_400 } },
    ],
    [
      'no thinking when it is turned off',
      'claude-sonnet-4-5',
      { reasoningEffort: 'none', temperature: 0.5 },
      { max_tokens: 64_000, thinking: { type: 'disabled' }, temperature: 0.5 },
    ],
    [
      'effort to models that choose their own budget',
      'claude-opus-4-6',
      { reasoningEffort: 'minimal' },
      {
        max_tokens: 128_000,
        thinking: { type: 'adaptive', display: 'summarized' },
        output_config: { effort: 'low' },
      },
    ],
    [
      'a request for visible thinking to models that always think',
      'claude-opus-5-5',
      {},
      { max_tokens: 128_000, thinking: { type: 'adaptive', display: 'summarized' } },
    ],
  ]
  for (const [name, modelId, params, expected] of bodies) {
    it(`sends ${name}`, async () => {
      const { body } = await servedFor(modelId, params)
      const { model: _model, stream: _stream, system: _system, messages: _messages, ...rest } = Object(body)
      expect(rest).toEqual(expected)
    })
  }
})

describe('answers', () => {
  const finishes: [reason: string, expected: string][] = [
    ['stop_sequence', 'end'],
    ['refusal', 'filter'],
    ['model_context_window_exceeded', 'length'],
    ['pause_turn', 'tool-limit'],
  ]
  for (const [reason, expected] of finishes) {
    it(`maps "${reason}" to ${expected}, also for an empty answer`, async () => {
      const { events, error } = await outcomeOf(completeStream([], { reason }))
      expect(error).toBeNull()
      expect(events.at(-1)).toEqual({ type: 'finish', reason: expected })
    })
  }

  it('counts cache reads and cache writes as input', async () => {
    const usage = {
      input_tokens: 3,
      cache_creation_input_tokens: 200,
      cache_read_input_tokens: 1_000,
      output_tokens: 5,
    }
    const { events } = await outcomeOf({
      type: 'stream',
      steps: [
        { type: 'tokens', tokens: ['Hi'] },
        event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage }),
        { type: 'done' },
      ],
    })
    expect(withoutDeltas(events)[0]).toEqual({
      type: 'usage',
      usage: {
        inputTokens: 1_203,
        cachedInputTokens: 1_000,
        cacheWriteTokens: 200,
        outputTokens: 5,
        totalTokens: 1_208,
      },
    })
  })

  const errors: [type: string, code: string][] = [
    ['overloaded_error', 'PROVIDER_OVERLOADED'],
    ['api_error', 'PROVIDER_OVERLOADED'],
    ['timeout_error', 'PROVIDER_OVERLOADED'],
    ['rate_limit_error', 'PROVIDER_RATE_LIMIT'],
    ['billing_error', 'PROVIDER_RATE_LIMIT'],
    ['authentication_error', 'PROVIDER_AUTH'],
    ['permission_error', 'PROVIDER_AUTH'],
    ['invalid_request_error', 'PROVIDER_BAD_REQUEST'],
    ['not_found_error', 'PROVIDER_BAD_REQUEST'],
    ['request_too_large', 'PROVIDER_BAD_REQUEST'],
  ]
  for (const [type, code] of errors) {
    it(`understands ${type} in the middle of a stream and in place of one`, async () => {
      const data = { type: 'error', error: { type, message: 'Not now.' } }
      const steps: Step[] = [{ type: 'tokens', tokens: ['Half'] }, event(data), { type: 'silence' }]
      const inStream = await outcomeOf({ type: 'stream', steps })
      expect(textsOf(inStream.events).text).toBe('Half')
      expect(inStream.error).toMatchObject({ code })
      const instead = await outcomeOf({
        type: 'reply',
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body: `event: error\ndata: ${JSON.stringify(data)}\n\n`,
      })
      expect(instead.events).toEqual([])
      expect(instead.error).toMatchObject({ code })
    })
  }
})

describe('models', () => {
  it('have their names and the facts that the server reports', async () => {
    const models = await listOf(fake.baseUrl)
    expect(models.find(({ id }) => id === 'fake/brief')).toEqual({
      id: 'fake/brief',
      providerId: 'fake',
      providerName: 'Fake',
      name: 'The model brief',
      isScripted: false,
      isLocal: true,
      facts: {
        contextTokens: 200_000,
        maxOutputTokens: 64_000,
        takesImages: true,
        takesPdf: true,
        callsTools: true,
        reasons: true,
        params: ['temperature', 'topP', 'maxOutputTokens', 'stop', 'reasoningEffort'],
      },
    })
  })

  it('have no temperature if they do not accept one', async () => {
    const takesTemperature = ['claude-3-5-haiku-20241022', 'claude-opus-4-20250514', 'claude-sonnet-4-6']
    const takesNone = ['claude-opus-4-7', 'claude-sonnet-5', 'claude-haiku-5-5-20260901', 'claude-opus-6']
    for (const id of [...takesTemperature, ...takesNone]) fake.script(id, completeStream([]))
    const models = await listOf(fake.baseUrl)
    const takers = models.filter(({ facts }) => facts?.params?.includes('temperature') === true)
    const names = takers.map(({ id }) => id).filter((id) => id.startsWith('fake/claude-'))
    expect(names).toEqual(takesTemperature.map((id) => `fake/${id}`))
  })

  it('are read from all pages', async () => {
    const server = await startFakeProvider({
      routes: {
        '/pages/models?limit=1000': page(['a', 'b'], true),
        '/pages/models?limit=1000&after_id=b': page(['c'], false),
      },
    })
    const models = await listOf(`http://127.0.0.1:${server.port}/pages`)
    expect(models.map(({ id, name }) => [id, name])).toEqual([
      ['fake/a', 'a'],
      ['fake/b', 'b'],
      ['fake/c', 'c'],
    ])
    await server.close()
  })

  it('stop after ten pages if the list never ends', async () => {
    const endless = page(['same'], true)
    const server = await startFakeProvider({
      routes: {
        '/endless/models?limit=1000': endless,
        '/endless/models?limit=1000&after_id=same': endless,
      },
    })
    expect(await listOf(`http://127.0.0.1:${server.port}/endless`)).toHaveLength(10)
    await server.close()
  })

  it('are rejected from a server with another protocol', async () => {
    const server = await startFakeProvider({ routes: { '/other/models?limit=1000': { hello: 'world' } } })
    await expect(listOf(`http://127.0.0.1:${server.port}/other`)).rejects.toMatchObject({
      code: 'PROVIDER_PROTOCOL',
      data: { reason: 'no-list', ending: '/v1' },
    })
    await server.close()
  })
})
