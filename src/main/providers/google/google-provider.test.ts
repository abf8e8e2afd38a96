import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { FakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { google } from '../../../../e2e/fake-provider/protocols/google'
import type { Script, Step } from '../../../../e2e/fake-provider/script'
import { completeStream } from '../../../../e2e/fake-provider/script'
import type { ParleyError } from '../../../shared/errors'
import type { Part, ProviderData } from '../../../shared/sessions/messages'
import type { ModelParams } from '../../../shared/sessions/sessions'
import { systemClock } from '../../base/clock'
import type { AttachmentContent } from '../../run-source/run-source'
import { createManualClock } from '../../base/testing/manual-clock'
import { describeProviderContract } from '../testing/provider-contract'
import { writeRequest } from '../language-model/written-request'
import { message, request, startProbe, textsOf } from '../testing/run-probe'
import type { RemoteEndpointOptions } from '../language-model/remote-endpoint'
import { gemini } from './google-provider'
import { createGoogleProvider } from './google-provider'

const apiKey = 'unguessable-0123456789'

/** The provider with the fake's base URL for this protocol. */
function create(baseUrl: string, options: Partial<RemoteEndpointOptions> = {}) {
  return createGoogleProvider({
    id: 'fake',
    name: 'Fake',
    baseUrl: baseUrl.replace(/\/v1$/, '/v1beta'),
    apiKey,
    clock: systemClock,
    ...options,
  })
}

describeProviderContract({
  name: 'google',
  create,
  protocol: google,
  reasoningFields: ['reasoning'],
  withoutLastWord: 'complete',
  endsWith: 'silence',
  keepsCallIds: true,
  callArguments: 'object',
  countsReasoning: true,
  refusal: 'filter',
  afterStop: {
    contents: [
      { role: 'user', parts: [{ text: 'Look' }] },
      { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'look', args: { q: 1 } } }] },
      { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'look' } }] },
      { role: 'user', parts: [{ text: 'Go on' }] },
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

function event(data: unknown): Step {
  return { type: 'event', data }
}

/** An event with one candidate that has these parts. */
function parts(...content: unknown[]): Step {
  return event({ candidates: [{ content: { parts: content, role: 'model' }, index: 0 }] })
}

/** The last event of an answer, as the API sends it: a reason, counts, and often a candidate without content. */
function finish(finishReason: string, counts: Record<string, number> = {}): Step {
  return event({
    candidates: [{ finishReason, index: 0 }],
    ...(Object.keys(counts).length === 0 ? {} : { usageMetadata: counts }),
  })
}

/** An event with more text and the counts so far. */
function counted(text: string, candidatesTokenCount: number): Step {
  return event({
    candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0 }],
    usageMetadata: { promptTokenCount: 4, candidatesTokenCount, totalTokenCount: 4 + candidatesTokenCount },
  })
}

/** A call that was answered, with a family's data. */
function signedCall(toolCallId: string, providerData: ProviderData): Part {
  return { type: 'tool-call', toolCallId, toolName: 'look', input: {}, state: 'done', providerData }
}

function readDot(): Promise<AttachmentContent> {
  return Promise.resolve({ kind: 'image', mediaType: 'image/png', bytes: new Uint8Array([1, 2, 3]) })
}

/** A model in a list, as the API describes it. */
function listed(name: string, extra: Record<string, unknown> = {}) {
  return {
    name: `models/${name}`,
    displayName: name.toUpperCase(),
    inputTokenLimit: 1_000,
    outputTokenLimit: 200,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
    ...extra,
  }
}

function stream(...steps: Step[]): Extract<Script, { type: 'stream' }> {
  return { type: 'stream', steps }
}

function googleRefusal(status: number, error: Record<string, unknown>): Script {
  return {
    type: 'reply',
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify({ error }),
  }
}

/** The result of a run of this script: its events and its error. */
async function outcomeOf(script: Script | string, params: ModelParams = {}) {
  const model = typeof script === 'string' ? script : 'scripted'
  if (typeof script !== 'string') fake.script(model, script)
  const run = startProbe(create(fake.baseUrl), request(model, { params }))
  const { error } = await run.ended
  await run.upstreamClosed
  return { events: run.events, error: error as ParleyError | null }
}

/** The body of the request for this model with these parameters. */
async function bodyFor(model: string, params: ModelParams = {}) {
  fake.script(model, completeStream([]))
  await startProbe(create(fake.baseUrl), request(model, { systemPrompt: 'Be brief.', params })).ended
  return (await fake.waitForRequest(model)).body
}

describe('requests', () => {
  it('encodes any model name in the path', async () => {
    for (const [model, path] of [
      ['a?b#c', 'models/a%3Fb%23c'],
      ['a%2Fb', 'models/a%252Fb'],
      ['publishers/x/models/y', 'publishers/x/models/y'],
    ] as const) {
      const written = await writeRequest(
        await gemini.loadModelFactory(),
        { baseUrl: 'https://api.example/v1beta', apiKey: 'k', modelId: model },
        { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
      )
      expect(written.url).toBe(`https://api.example/v1beta/${path}:streamGenerateContent?alt=sse`)
    }
  })

  it('sends the path, the parameters and the key, which is never in the URL', async () => {
    const run = startProbe(
      create(fake.baseUrl),
      request('brief', {
        systemPrompt: 'Be brief.',
        params: { temperature: 0.5, topP: 0.9, maxOutputTokens: 100, seed: 7, stop: ['END'] },
      }),
    )
    await run.ended
    const { path, apiKey: sentKey, authorization, body } = await fake.waitForRequest()
    expect({ path, sentKey, authorization, body }).toEqual({
      path: '/v1beta/models/brief:streamGenerateContent?alt=sse',
      sentKey: apiKey,
      authorization: null,
      body: {
        generationConfig: {
          temperature: 0.5,
          topP: 0.9,
          maxOutputTokens: 100,
          seed: 7,
          stopSequences: ['END'],
        },
        contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
      },
    })
  })

  it('returns a call with its signature, but without one from another family', async () => {
    fake.script('gemini-3-pro', completeStream([]))
    const calls = message('assistant', [
      signedCall('c1', { google: { thoughtSignature: 'c2lnbmVk' } }),
      signedCall('c2', { anthropic: { signature: 'foreign' } }),
      { type: 'tool-result', toolCallId: 'c1', output: 'seen' },
      { type: 'tool-result', toolCallId: 'c2', output: 'seen' },
    ])
    const messages = [message('user', 'Look'), calls, message('user', 'Go on')]
    await startProbe(create(fake.baseUrl), request('gemini-3-pro', { messages })).ended
    const { body } = await fake.waitForRequest()
    expect(body).toMatchObject({
      contents: [
        { role: 'user' },
        {
          role: 'model',
          parts: [
            { functionCall: { name: 'look' }, thoughtSignature: 'c2lnbmVk' },
            { functionCall: { name: 'look' } },
          ],
        },
        { role: 'user' },
        { role: 'user' },
      ],
    })
    expect(JSON.stringify(body)).not.toContain('foreign')
  })

  it('sends an image unchanged, in its place in the text', async () => {
    const image: Part = {
      type: 'attachment',
      attachmentId: 'a1',
      name: 'dot.png',
      mediaType: 'image/png',
      sizeBytes: 3,
    }
    const messages = [
      message('user', [{ type: 'text', text: 'Before' }, image, { type: 'text', text: 'after' }]),
    ]
    await startProbe(create(fake.baseUrl), request('brief', { messages, readAttachment: readDot })).ended
    expect((await fake.waitForRequest()).body).toMatchObject({
      contents: [
        {
          role: 'user',
          parts: [
            { text: 'Before' },
            { inlineData: { mimeType: 'image/png', data: 'AQID' } },
            { text: 'after' },
          ],
        },
      ],
    })
  })

  it('never sends a key from the environment to this address', async () => {
    const before = process.env['GOOGLE_GENERATIVE_AI_API_KEY']
    process.env['GOOGLE_GENERATIVE_AI_API_KEY'] = 'of-another-account'
    try {
      await startProbe(create(fake.baseUrl, { apiKey: null }), request('brief')).ended
    } finally {
      if (before === undefined) delete process.env['GOOGLE_GENERATIVE_AI_API_KEY']
      else process.env['GOOGLE_GENERATIVE_AI_API_KEY'] = before
    }
    expect((await fake.waitForRequest()).apiKey ?? '').toBe('')
  })

  const thinking: [model: string, params: ModelParams, config: unknown][] = [
    ['gemini-3-pro-preview', {}, { includeThoughts: true }],
    ['gemini-3-pro-preview', { reasoningEffort: 'high' }, { thinkingLevel: 'high', includeThoughts: true }],
    ['gemini-3-pro-preview', { reasoningEffort: 'minimal' }, { thinkingLevel: 'low', includeThoughts: true }],
    ['gemini-3-pro-preview', { reasoningEffort: 'none' }, { thinkingLevel: 'low' }],
    ['gemini-2.5-flash', { reasoningEffort: 'low' }, { thinkingBudget: 6554, includeThoughts: true }],
    ['gemini-2.5-flash', { reasoningEffort: 'none' }, { thinkingBudget: 0 }],
    ['gemini-2.5-pro', { reasoningEffort: 'none' }, { thinkingBudget: 128 }],
    ['gemini-2.5-flash-lite', {}, undefined],
    ['gemini-2.5-flash-lite', { reasoningEffort: 'low' }, { thinkingBudget: 6554, includeThoughts: true }],
    ['gemini-2.0-flash', { reasoningEffort: 'low' }, undefined],
    ['gemini-2.5-flash-image', {}, undefined],
    ['gemma-3-27b-it', {}, undefined],
  ]
  it.each(thinking)('asks %s with %o for the thinking that it supports', async (model, params, config) => {
    const body = await bodyFor(model, params)
    expect(body).toMatchObject({ generationConfig: {} })
    expect(
      (body as { generationConfig: Record<string, unknown> }).generationConfig['thinkingConfig'],
    ).toEqual(config)
  })
})

describe('answers', () => {
  it('yields thoughts, text and a call in the order of their parts', async () => {
    const { events, error } = await outcomeOf(
      stream(
        parts({ text: 'First I look.', thought: true }, { text: 'Looking.' }),
        parts({ functionCall: { name: 'look', args: { at: { x: 1 } } }, thoughtSignature: 'c2lnbmVk' }),
        finish('STOP', {
          promptTokenCount: 5,
          candidatesTokenCount: 6,
          thoughtsTokenCount: 7,
          totalTokenCount: 18,
        }),
      ),
    )
    expect({ events, error }).toEqual({
      events: [
        { type: 'reasoning-delta', text: 'First I look.' },
        { type: 'text-delta', text: 'Looking.' },
        {
          type: 'tool-call',
          toolCallId: expect.stringMatching(/./) as string,
          toolName: 'look',
          input: { at: { x: 1 } },
          providerData: { google: { thoughtSignature: 'c2lnbmVk' } },
        },
        { type: 'usage', usage: { inputTokens: 5, outputTokens: 13, totalTokens: 18, reasoningTokens: 7 } },
        { type: 'finish', reason: 'end' },
      ],
      error: null,
    })
  })

  it('gives each of two calls without ids its own id', async () => {
    const call = { functionCall: { name: 'look', args: {} } }
    const { events } = await outcomeOf(stream(parts(call, call), finish('STOP')))
    const ids = events.flatMap((given) => (given.type === 'tool-call' ? [given.toolCallId] : []))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(2)
  })

  it('reads a call without arguments as a call with none', async () => {
    const { events } = await outcomeOf(stream(parts({ functionCall: { name: 'now' } }), finish('STOP')))
    expect(events[0]).toMatchObject({ type: 'tool-call', toolName: 'now', input: {} })
  })

  it('uses the latest of the counts that every event repeats', async () => {
    const { events } = await outcomeOf(
      stream(
        counted('One', 1),
        counted(' two', 2),
        finish('STOP', { promptTokenCount: 4, candidatesTokenCount: 3, totalTokenCount: 7 }),
      ),
    )
    expect(events.filter(({ type }) => type === 'usage')).toEqual([
      { type: 'usage', usage: { inputTokens: 4, outputTokens: 3, totalTokens: 7 } },
    ])
  })

  it('continues a long answer that the server splits over two requests', async () => {
    fake.script('long', ({ body }) =>
      (body as Record<string, unknown>)['continuationToken'] === undefined
        ? stream(
            parts({ text: 'First half,' }),
            event({ candidates: [{ finishReason: 'CONTINUATION', continuationToken: 'next' }] }),
          )
        : stream(parts({ text: ' second half.' }), finish('STOP')),
    )
    const run = startProbe(create(fake.baseUrl), request('long'))
    expect(await run.ended).toEqual({ error: null })
    expect(textsOf(run.events).text).toBe('First half, second half.')
    expect(run.events.at(-1)).toEqual({ type: 'finish', reason: 'end' })
    await run.upstreamClosed
    expect(run.upstream).toEqual({ opened: 2, closed: 2 })
  })
})

describe('finish', () => {
  const finishes: [reason: string, expected: string][] = [
    ['STOP', 'end'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'filter'],
    ['RECITATION', 'filter'],
    ['BLOCKLIST', 'filter'],
    ['PROHIBITED_CONTENT', 'filter'],
    ['SPII', 'filter'],
  ]
  it.each(finishes)('maps %s to %s', async (reason, expected) => {
    const { events, error } = await outcomeOf(stream(parts({ text: 'Hi' }), finish(reason)))
    expect({ events, error }).toEqual({
      events: [
        { type: 'text-delta', text: 'Hi' },
        { type: 'finish', reason: expected },
      ],
      error: null,
    })
  })

  const failures: [word: string, code: string, reason: string][] = [
    ['MALFORMED_FUNCTION_CALL', 'PROVIDER_PROTOCOL', 'broken-call'],
    ['UNEXPECTED_TOOL_CALL', 'PROVIDER_PROTOCOL', 'broken-call'],
    ['LANGUAGE', 'PROVIDER_BAD_REQUEST', 'language'],
    ['OTHER', 'PROVIDER_PROTOCOL', 'finish-unknown'],
  ]
  it.each(failures)('explains the finish reason %s as a failure', async (word, code, reason) => {
    const counts = { promptTokenCount: 5, candidatesTokenCount: 1, totalTokenCount: 6 }
    const { events, error } = await outcomeOf(stream(parts({ text: 'Hi' }), finish(word, counts)))
    expect(events).toEqual([
      { type: 'text-delta', text: 'Hi' },
      { type: 'usage', usage: { inputTokens: 5, outputTokens: 1, totalTokens: 6 } },
    ])
    expect(error).toMatchObject({
      code,
      message: expect.stringContaining(word) as string,
      data: { reason, finishReason: word },
    })
  })

  it('reports a blocked prompt as such, with its usage', async () => {
    const { events, error } = await outcomeOf(
      stream(
        event({
          promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
          usageMetadata: { promptTokenCount: 12, totalTokenCount: 12 },
        }),
      ),
    )
    expect(events).toEqual([{ type: 'usage', usage: { inputTokens: 12, outputTokens: 0, totalTokens: 12 } }])
    expect(error).toMatchObject({
      code: 'PROVIDER_BAD_REQUEST',
      data: { reason: 'blocked', finishReason: 'PROHIBITED_CONTENT' },
    })
  })

  it('reads content after a finish reason, and ends when nothing follows the last one', async () => {
    const clock = createManualClock()
    fake.script('trailing', {
      ...stream(
        parts({ text: 'Hi' }),
        finish('STOP'),
        { type: 'wait', ms: 20 },
        parts({ text: ' there' }),
        finish('STOP'),
        event({ usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 } }),
      ),
      ending: 'linger',
    })
    const run = startProbe(create(fake.baseUrl, { clock }), request('trailing'))
    await run.waitForEvents(2)
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(5_000)
    expect(await run.ended).toEqual({ error: null })
    expect(run.events).toEqual([
      { type: 'text-delta', text: 'Hi' },
      { type: 'text-delta', text: ' there' },
      { type: 'usage', usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 } },
      { type: 'finish', reason: 'end' },
    ])
    await run.upstreamClosed
    expect(clock.pendingTimers).toBe(0)
  })

  it('does not mistake an answer about the API for its own end', async () => {
    const clock = createManualClock()
    const call = { functionCall: { name: 'say', args: { candidates: [{ finishReason: 'STOP' }] } } }
    fake.script('quoting', {
      ...stream(parts({ text: '{"candidates":[{"finishReason":"STOP"}]}' }, call), { type: 'silence' }),
    })
    const run = startProbe(create(fake.baseUrl, { clock }), request('quoting'))
    await run.waitForEvents(2)
    expect(clock.pendingTimers).toBe(0)
    run.stop()
    expect(await run.ended).toEqual({ error: null })
  })
})

describe('refusals', () => {
  const keyRefused = {
    code: 400,
    message: 'API key not valid. Please pass a valid API key.',
    status: 'INVALID_ARGUMENT',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
      },
    ],
  }

  it('reports a wrong key as such, although the status says invalid argument', async () => {
    const { error } = await outcomeOf(googleRefusal(400, keyRefused))
    expect(error).toMatchObject({ code: 'PROVIDER_AUTH', data: { reason: 'key', status: 400 } })
  })

  it('reports other invalid arguments as such', async () => {
    const { error } = await outcomeOf(
      googleRefusal(400, { code: 400, message: 'Value out of range: 3', status: 'INVALID_ARGUMENT' }),
    )
    expect(error).toMatchObject({ code: 'PROVIDER_BAD_REQUEST' })
    expect(error?.message).toContain('Value out of range')
  })

  const exhausted = {
    code: 429,
    message: 'You exceeded your current quota.',
    status: 'RESOURCE_EXHAUSTED',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [] },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7.25s' },
    ],
  }

  it('takes the wait from the error when no header has it', async () => {
    const { error } = await outcomeOf(googleRefusal(429, exhausted))
    expect(error).toMatchObject({
      code: 'PROVIDER_RATE_LIMIT',
      data: { status: 429, retryAfterMs: 7_250 },
    })
  })

  it('takes the wait from an error in mid-stream too', async () => {
    const { events, error } = await outcomeOf(stream(parts({ text: 'Half' }), event({ error: exhausted })))
    expect(events).toEqual([{ type: 'text-delta', text: 'Half' }])
    expect(error).toMatchObject({ code: 'PROVIDER_RATE_LIMIT', data: { retryAfterMs: 7_250 } })
  })

  it('prefers the header to the error', async () => {
    const script = googleRefusal(429, exhausted)
    if (script.type === 'reply') script.headers = { ...script.headers, 'retry-after': '3' }
    expect((await outcomeOf(script)).error).toMatchObject({ data: { retryAfterMs: 3_000 } })
  })

  it('reads an error that arrives in a list', async () => {
    const { error } = await outcomeOf({
      type: 'reply',
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ error: keyRefused }]),
    })
    expect(error).toMatchObject({ code: 'PROVIDER_AUTH' })
  })
})

describe('models', () => {
  it('lists those that generate text, with the facts that the provider reports', async () => {
    const other = await startFakeProvider({
      routes: {
        '/some/models?pageSize=1000': {
          models: [
            listed('gemini-2.5-pro', { thinking: true }),
            listed('embedding', { supportedGenerationMethods: ['embedContent'] }),
            listed('gemini-2.5-flash-image'),
            listed('gemini-2.5-pro-preview-tts'),
            { displayName: 'without a name' },
          ],
          nextPageToken: 'more',
        },
        '/some/models?pageSize=1000&pageToken=more': {
          models: [listed('gemini-2.0-flash', { displayName: '', inputTokenLimit: 0 })],
        },
      },
    })
    const provider = create(`http://127.0.0.1:${other.port}/some`)
    const models = await provider.listModels(new AbortController().signal)
    await other.close()
    const common = { providerId: 'fake', providerName: 'Fake', isScripted: false, isLocal: true }
    const params = ['temperature', 'topP', 'maxOutputTokens', 'seed', 'stop']
    expect(models).toEqual([
      {
        id: 'fake/gemini-2.5-pro',
        name: 'GEMINI-2.5-PRO',
        ...common,
        facts: {
          contextTokens: 1_000,
          maxOutputTokens: 200,
          reasons: true,
          params: [...params, 'reasoningEffort'],
        },
      },
      {
        id: 'fake/gemini-2.0-flash',
        name: 'gemini-2.0-flash',
        ...common,
        facts: { maxOutputTokens: 200, reasons: false, params },
      },
    ])
  })

  it('stops reading a list that never ends', async () => {
    const page = { models: [], nextPageToken: 'again' }
    const other = await startFakeProvider({
      routes: { '/x/models?pageSize=1000': page, '/x/models?pageSize=1000&pageToken=again': page },
    })
    const provider = create(`http://127.0.0.1:${other.port}/x`)
    expect(await provider.listModels(new AbortController().signal)).toEqual([])
    expect(other.acceptedSockets).toBe(10)
    await other.close()
  })

  it('suggests that the address may lack its version when there is no list', async () => {
    const other = await startFakeProvider({ routes: { '/models?pageSize=1000': { hello: 'world' } } })
    const listing = create(`http://127.0.0.1:${other.port}`).listModels(new AbortController().signal)
    await expect(listing).rejects.toMatchObject({
      code: 'PROVIDER_PROTOCOL',
      data: { reason: 'no-list', ending: '/v1beta' },
    })
    await other.close()
  })

  it('accepts an account without models, for which the API sends an empty object', async () => {
    const other = await startFakeProvider({ routes: { '/models?pageSize=1000': {} } })
    const provider = create(`http://127.0.0.1:${other.port}`)
    expect(await provider.listModels(new AbortController().signal)).toEqual([])
    await other.close()
  })

  it('fails with INVALID_INPUT when the address is invalid', async () => {
    await expect(create('nonsense').listModels(new AbortController().signal)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })
})
