import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { FakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { responses } from '../../../../e2e/fake-provider/protocols/responses'
import type { Script, Step } from '../../../../e2e/fake-provider/script'
import { completeStream, errorReply } from '../../../../e2e/fake-provider/script'
import { sseEvent } from '../../../../e2e/fake-provider/sse-event'
import type { ParleyError } from '../../../shared/errors'
import type { Part } from '../../../shared/sessions/messages'
import { systemClock } from '../../base/clock'
import { describeProviderContract } from '../testing/provider-contract'
import { message, request, startProbe, textsOf, withoutDeltas, withoutEstimates } from '../testing/run-probe'
import type { RemoteEndpointOptions } from '../language-model/remote-endpoint'
import { createOpenAiProvider } from './openai-provider'

const apiKey = 'unguessable-0123456789'

function create(baseUrl: string, options: Partial<RemoteEndpointOptions> = {}) {
  return createOpenAiProvider({ id: 'fake', name: 'Fake', baseUrl, apiKey, clock: systemClock, ...options })
}

const cancelled = 'The call was cancelled before it returned a result.'

/** The end of an answer with this usage. */
function answered(usage: Record<string, unknown>, index = 0): Record<string, unknown>[] {
  return [
    { type: 'response.output_text.delta', output_index: index, item_id: 'm', delta: 'Hi' },
    { type: 'response.completed', response: { status: 'completed', usage } },
  ]
}

function searched(index: number): Record<string, unknown> {
  const item = { type: 'web_search_call', id: `w${index}`, status: 'completed', action: { type: 'search' } }
  return { type: 'response.output_item.done', output_index: index, item }
}

describeProviderContract({
  name: 'openai',
  create,
  protocol: responses,
  reasoningFields: ['reasoning'],
  withoutLastWord: 'unfinished',
  endsWith: 'last-event',
  keepsCallIds: true,
  announcesCalls: false,
  callArguments: 'text',
  resultImage: '{"type":"input_image","image_url":"data:image/png;base64,',
  countsReasoning: true,
  sealedReasoning: { modelId: 'gpt-5.4', sent: '"encrypted_content":"sealed-' },
  refusal: 'filter',
  charged: [
    { what: 'tokens', events: answered({ input_tokens: 1_000, output_tokens: 100 }), usd: 0.002 },
    { what: 'a total', events: answered({ total_tokens: 1_000 }), usd: 0.001, isAtLeast: true },
    {
      what: 'two searches',
      events: [searched(0), searched(1), ...answered({ input_tokens: 1_000, output_tokens: 100 }, 2)],
      usd: 0.022,
    },
    {
      what: 'a long prompt of a model with tiers',
      events: answered({ input_tokens: 300_000, output_tokens: 1_000 }),
      usd: 1.5225,
      modelId: 'gpt-5.4',
    },
    {
      what: 'a model without a known price',
      events: answered({ input_tokens: 1_000, output_tokens: 100 }),
      usd: null,
      modelId: 'nobody-knows',
    },
  ],
  afterStop: {
    input: [
      { role: 'user', content: [{ type: 'input_text', text: 'Look' }] },
      { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"q":1}' },
      { type: 'function_call_output', call_id: 'c1', output: JSON.stringify({ error: cancelled }) },
      { role: 'user', content: [{ type: 'input_text', text: 'Go on' }] },
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

/** An event as the API sends it. */
function event(data: { type: string } & Record<string, unknown>): Step {
  return { type: 'bytes', bytes: sseEvent(JSON.stringify({ sequence_number: 1, ...data }), data.type) }
}

/** The result of a run of this script: its events and its error. */
async function outcomeOf(script: Script) {
  fake.script('scripted', script)
  const run = startProbe(create(fake.baseUrl), request('scripted'))
  const { error } = await run.ended
  await run.upstreamClosed
  return { events: run.events, error: error as ParleyError | null }
}

/** The body of a request for this model. */
async function bodyFor(modelId: string, extra: Parameters<typeof request>[1] = {}) {
  fake.script(modelId, completeStream([{ type: 'tokens', tokens: ['Hi'] }]))
  await startProbe(create(fake.baseUrl), request(modelId, extra)).ended
  return (await fake.waitForRequest(modelId)).body as Record<string, unknown>
}

const allParams = {
  temperature: 0.5,
  topP: 0.9,
  maxOutputTokens: 100,
  seed: 7,
  stop: ['END'],
  reasoningEffort: 'high',
} as const

describe('requests', () => {
  it('turn storage off, and omit what a model without reasoning rejects', async () => {
    const params = { ...allParams, stop: [...allParams.stop] }
    expect(await bodyFor('gpt-4.1', { systemPrompt: 'Be brief.', params })).toEqual({
      model: 'gpt-4.1',
      input: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      ],
      temperature: 0.5,
      top_p: 0.9,
      max_output_tokens: 100,
      store: false,
      stream: true,
    })
  })

  it('ask a reasoning model for effort, a summary and encrypted reasoning', async () => {
    const params = { ...allParams, stop: [...allParams.stop] }
    expect(await bodyFor('gpt-5.1', { systemPrompt: 'Be brief.', params })).toEqual({
      model: 'gpt-5.1',
      input: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      ],
      max_output_tokens: 100,
      reasoning: { effort: 'high', summary: 'auto' },
      include: ['reasoning.encrypted_content'],
      store: false,
      stream: true,
    })
  })

  it('offer the search of OpenAI itself, and ask which pages it found', async () => {
    expect(await bodyFor('gpt-4.1', { webSearch: 'own' })).toMatchObject({
      tools: [{ type: 'web_search' }],
      include: ['web_search_call.action.sources'],
    })
    expect(await bodyFor('gpt-4.1-mini')).not.toHaveProperty('tools')
  })

  it('are repeated without the summary if the account may not have it', async () => {
    fake.script('o3', ({ body }) =>
      (body as { reasoning?: { summary?: string } }).reasoning?.summary === undefined
        ? completeStream([{ type: 'tokens', tokens: ['Hi'] }])
        : {
            type: 'reply',
            status: 400,
            body: JSON.stringify({
              error: {
                message: 'Your organization must be verified to generate reasoning summaries.',
                type: 'invalid_request_error',
                param: 'reasoning.summary',
                code: 'unsupported_value',
              },
            }),
          },
    )
    const run = startProbe(create(fake.baseUrl), request('o3'))
    expect(await run.ended).toEqual({ error: null })
    expect(textsOf(run.events).text).toBe('Hi')
    expect(fake.requests).toHaveLength(2)
  })
})

describe('encrypted reasoning', () => {
  it('arrives with the end of the reasoning, and is sent back with the call that followed', async () => {
    fake.script(
      'o4-mini',
      completeStream([
        { type: 'tokens', tokens: ['I must look.'], field: 'reasoning' },
        { type: 'call', piece: { index: 0, id: 'c1', name: 'look', arguments: '{"q":1}' } },
      ]),
    )
    const run = startProbe(create(fake.baseUrl), request('o4-mini'))
    await run.ended
    await fake.waitForRequest('o4-mini')
    const seal = run.events.find((each) => each.type === 'reasoning-delta' && each.text === '')
    expect(seal).toMatchObject({
      providerData: { openai: { itemId: 'rs_fake_0', reasoningEncryptedContent: 'sealed-rs_fake_0' } },
    })

    const providerData = seal?.type === 'reasoning-delta' ? seal.providerData : undefined
    const parts: Part[] = [
      { type: 'reasoning', text: 'I must look.', ...(providerData === undefined ? {} : { providerData }) },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { q: 1 }, state: 'done' },
      { type: 'tool-result', toolCallId: 'c1', output: 'seen' },
    ]
    const messages = [message('user', 'Look'), message('assistant', parts), message('user', 'And?')]
    expect((await bodyFor('o4-mini', { messages }))['input']).toEqual([
      { role: 'user', content: [{ type: 'input_text', text: 'Look' }] },
      {
        type: 'reasoning',
        id: 'rs_fake_0',
        encrypted_content: 'sealed-rs_fake_0',
        summary: [{ type: 'summary_text', text: 'I must look.' }],
      },
      { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"q":1}' },
      { type: 'function_call_output', call_id: 'c1', output: 'seen' },
      { role: 'user', content: [{ type: 'input_text', text: 'And?' }] },
    ])
    // A model without reasoning rejects it.
    expect(JSON.stringify(await bodyFor('gpt-4.1', { messages }))).not.toContain('sealed')
  })

  it('is omitted when the current account cannot decrypt it', async () => {
    const providerData = { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'of-another-account' } }
    const called = message('assistant', [
      { type: 'reasoning', text: 'I must look.', providerData },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { q: 1 }, state: 'done' },
    ])
    fake.script('o3', ({ body }) =>
      JSON.stringify(body).includes('of-another-account')
        ? errorReply(400, { message: 'It could not be decrypted.', code: 'invalid_encrypted_content' })
        : completeStream([{ type: 'tokens', tokens: ['Hi'] }]),
    )
    const messages = [message('user', 'Look'), called, message('user', 'And?')]
    const run = startProbe(create(fake.baseUrl), request('o3', { messages }))
    expect(await run.ended).toEqual({ error: null })
    expect(textsOf(run.events).text).toBe('Hi')
    expect(fake.requests).toHaveLength(2)
  })

  it('is not sent back when it led to an answer', async () => {
    const providerData = { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'sealed' } }
    const answer = message('assistant', [
      { type: 'reasoning', text: 'Hm.', providerData },
      { type: 'text', text: 'Four.' },
    ])
    const messages = [message('user', '2+2?'), answer, message('user', 'Sure?')]
    expect((await bodyFor('o4-mini', { messages }))['input']).toEqual([
      { role: 'user', content: [{ type: 'input_text', text: '2+2?' }] },
      { role: 'assistant', content: 'Four.' },
      { role: 'user', content: [{ type: 'input_text', text: 'Sure?' }] },
    ])
  })
})

function failed(code: string, text: string): Step {
  const error = { code, message: text }
  return event({
    type: 'response.failed',
    response: { status: 'failed', error, incomplete_details: null, usage: null },
  })
}

describe('ends', () => {
  it('keep the text before a failed response, and report the error', async () => {
    const { events, error } = await outcomeOf({
      type: 'stream',
      steps: [
        { type: 'tokens', tokens: ['Half'] },
        failed('server_error', 'The model broke.'),
        { type: 'silence' },
      ],
    })
    expect(withoutEstimates(events)).toEqual([{ type: 'text-delta', text: 'Half' }])
    expect(error).toMatchObject({ code: 'PROVIDER_OVERLOADED' })
    expect(error?.message).toContain('The model broke.')
  })

  it.each([
    ['rate_limit_exceeded', 'PROVIDER_RATE_LIMIT'],
    ['server_error', 'PROVIDER_OVERLOADED'],
    ['invalid_prompt', 'PROVIDER_BAD_REQUEST'],
  ])('explain why a response failed before its first token: %s', async (code, expected) => {
    const { events, error } = await outcomeOf({ type: 'stream', steps: [failed(code, 'So it is.')] })
    expect(events).toEqual([])
    expect(error).toMatchObject({ code: expected })
    expect(error?.message).toContain('So it is.')
  })

  it('treat a failure without a message as an unfinished answer', async () => {
    const { error } = await outcomeOf({
      type: 'stream',
      steps: [event({ type: 'response.failed', response: { status: 'failed', error: null } })],
    })
    expect(error).toMatchObject({ code: 'PROVIDER_PROTOCOL' })
  })

  it('read an error whose message is nested one level deeper', async () => {
    const { error } = await outcomeOf({
      type: 'stream',
      steps: [
        { type: 'tokens', tokens: ['Half'] },
        event({ type: 'error', error: { type: 'server_error', code: 'overloaded', message: 'Too much.' } }),
      ],
    })
    expect(error).toMatchObject({ code: 'PROVIDER_OVERLOADED' })
    expect(error?.message).toContain('Too much.')
  })

  it('report an empty account without advice to wait', async () => {
    const { error } = await outcomeOf({
      type: 'refusal',
      status: 429,
      error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' },
    })
    expect(error).toMatchObject({ code: 'PROVIDER_RATE_LIMIT', data: { isUnpaid: true } })
    expect(error?.message).toMatch(/balance/)
  })

  it('skip unknown events and items', async () => {
    const { events, error } = await outcomeOf(
      completeStream([
        event({ type: 'response.something_new', item_id: 'x' }),
        event({ type: 'response.output_item.added', output_index: 9, item: { type: 'new_item', id: 'x' } }),
        { type: 'tokens', tokens: ['Hi'] },
      ]),
    )
    expect(error).toBeNull()
    expect(textsOf(events).text).toBe('Hi')
    expect(withoutDeltas(events).at(-1)).toEqual({ type: 'finish', reason: 'end' })
  })
})

describe('models', () => {
  it('include those that chat, with the parameters that each accepts', async () => {
    const names = [
      'gpt-5.1',
      'gpt-4.1-mini',
      'gpt-5-chat-latest',
      'o3',
      'ft:gpt-4.1-mini:acme:image-titles:1',
      'text-embedding-3-small',
      'gpt-4o-transcribe',
      'gpt-4o-audio-preview',
      'gpt-realtime',
      'gpt-image-1',
      'dall-e-3',
      'sora-2',
      'tts-1',
      'whisper-1',
      'omni-moderation-latest',
      'gpt-3.5-turbo-instruct',
      'davinci-002',
      'o3-deep-research',
      'gpt-4o-search-preview',
      'computer-use-preview',
    ]
    const data = names.map((id) => ({ id, object: 'model', owned_by: 'openai' }))
    const other = await startFakeProvider({ routes: { '/own/models': { object: 'list', data } } })
    const listing = create(`http://127.0.0.1:${other.port}/own`).listModels(new AbortController().signal)
    const thinker = { reasons: true, params: ['maxOutputTokens', 'reasoningEffort'] }
    const talker = { params: ['temperature', 'topP', 'maxOutputTokens'] }
    expect((await listing).map(({ name, facts }) => [name, facts])).toEqual([
      ['gpt-5.1', thinker],
      ['gpt-4.1-mini', talker],
      ['gpt-5-chat-latest', talker],
      ['o3', thinker],
      ['ft:gpt-4.1-mini:acme:image-titles:1', talker],
    ])
    await other.close()
  })
})
