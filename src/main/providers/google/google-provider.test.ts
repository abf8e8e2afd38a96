import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { FakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import type { Step } from '../../../../e2e/fake-provider/script'
import { completeStream } from '../../../../e2e/fake-provider/script'
import type { Part, ProviderData } from '../../../shared/sessions/messages'
import type { ModelParams } from '../../../shared/sessions/sessions'
import type { AttachmentContent } from '../../run-source/run-source'
import { google } from '../../../../e2e/fake-provider/protocols/google'
import { describeProviderContract } from '../testing/provider-contract'
import { message, request, startProbe, textsOf } from '../testing/run-probe'
import { gemini } from './google-provider'
import { apiKey, create, event, parts, finish, stream, outcomeOf } from '../testing/google-fake'

/** An answer with this usage. */
function answered(usageMetadata: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return [
    { candidates: [{ content: { parts: [{ text: 'Hi' }] } }] },
    { candidates: [{ finishReason: 'STOP', ...more }], usageMetadata },
  ]
}

describeProviderContract({
  name: 'google',
  create,
  protocol: google,
  reasoningFields: ['reasoning'],
  withoutLastWord: 'complete',
  endsWith: 'silence',
  keepsCallIds: true,
  announcesCalls: false,
  callArguments: 'object',
  resultImage: '{"inlineData":{"mimeType":"image/png","data":"',
  countsReasoning: true,
  refusal: 'filter',
  charged: [
    {
      what: 'the prompts of tools',
      events: answered({ promptTokenCount: 400, toolUsePromptTokenCount: 600, candidatesTokenCount: 100 }),
      usd: 0.002,
    },
    {
      what: 'thoughts',
      events: answered({ promptTokenCount: 1_000, candidatesTokenCount: 50, thoughtsTokenCount: 50 }),
      usd: 0.002,
    },
    {
      what: 'searches',
      events: answered(
        { promptTokenCount: 1_000, candidatesTokenCount: 100 },
        { groundingMetadata: { webSearchQueries: ['a', 'b'] } },
      ),
      usd: 0.03,
    },
    {
      what: 'a search whose words are not reported',
      events: answered(
        { promptTokenCount: 1_000, candidatesTokenCount: 100 },
        { groundingMetadata: { searchEntryPoint: { renderedContent: '' } } },
      ),
      usd: 0.016,
    },
    {
      what: 'a faster tier',
      events: answered({
        promptTokenCount: 1_000,
        candidatesTokenCount: 100,
        trafficType: 'ON_DEMAND_PRIORITY',
      }),
      usd: 0.002,
      isAtLeast: true,
    },
    {
      what: 'a long prompt of a model with tiers',
      events: answered({ promptTokenCount: 300_000, candidatesTokenCount: 1_000 }),
      usd: 0.765,
      modelId: 'gemini-2.5-pro',
    },
  ],
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

/** The body of the request for this model with these parameters. */
async function bodyFor(model: string, params: ModelParams = {}, webSearch?: 'own') {
  fake.script(model, completeStream([]))
  await startProbe(create(fake.baseUrl), request(model, { systemPrompt: 'Be brief.', params, webSearch }))
    .ended
  return (await fake.waitForRequest(model)).body
}

describe('requests', () => {
  it('encodes any model name in the path', async () => {
    for (const [model, path] of [
      ['a?b#c', 'models/a%3Fb%23c'],
      ['a%2Fb', 'models/a%252Fb'],
      ['publishers/x/models/y', 'publishers/x/models/y'],
    ] as const) {
      const question = { ...request(model), conversation: { system: '', turns: [] } }
      const written = gemini.writeRequest(question, { baseUrl: 'https://api.example/v1beta', apiKey: 'k' })
      expect(written.path).toBe(`/${path}:streamGenerateContent?alt=sse`)
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

  it('offers the search of Google itself', async () => {
    expect(await bodyFor('gemini-2.5-flash', {}, 'own')).toMatchObject({ tools: [{ googleSearch: {} }] })
    expect(await bodyFor('gemini-2.5-pro')).not.toHaveProperty('tools')
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
      fake,
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
    const { events } = await outcomeOf(fake, stream(parts(call, call), finish('STOP')))
    const ids = events.flatMap((given) => (given.type === 'tool-call' ? [given.toolCallId] : []))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(2)
  })

  it('reads a call without arguments as a call with none', async () => {
    const { events } = await outcomeOf(fake, stream(parts({ functionCall: { name: 'now' } }), finish('STOP')))
    expect(events[0]).toMatchObject({ type: 'tool-call', toolName: 'now', input: {} })
  })

  it('uses the latest of the counts that every event repeats', async () => {
    const { events } = await outcomeOf(
      fake,
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
