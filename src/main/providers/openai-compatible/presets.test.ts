import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { FakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import type { Script, Step } from '../../../../e2e/fake-provider/script'
import type { ParleyError } from '../../../shared/errors'
import { providerPresets } from '../../../shared/models/provider-presets'
import type { ModelParams } from '../../../shared/sessions/sessions'
import { request, startProbe, textsOf, withoutEstimates } from '../testing/run-probe'
import type { Dialect } from './dialects'
import { dialectAt, plainDialect } from './dialects'
import { createAt } from '../testing/preset-provider'

let fake: FakeProvider

/** The dialect of the preset with this id. */
function dialectOf(presetId: string): Dialect {
  const preset = providerPresets.find(({ id }) => id === presetId)
  return dialectAt(preset?.baseUrl ?? '')
}

/** The request body for these parameters, without the fields that every request has. */
async function sentTo(presetId: string, model: string, params: ModelParams) {
  fake.script(model, stream({ type: 'finish', reason: 'stop' }, { type: 'done' }))
  await startProbe(createAt(fake.baseUrl, dialectOf(presetId)), request(model, { params })).ended
  const {
    messages: _messages,
    model: _model,
    stream: _stream,
    ...rest
  } = (await fake.waitForRequest(model)).body as Record<string, unknown>
  return rest
}

function stream(...steps: Step[]): Script {
  return { type: 'stream', steps }
}

function event(data: unknown): Step {
  return { type: 'event', data }
}

/** A chunk of an answer with this delta. */
function delta(content: Record<string, unknown>, extra: Record<string, unknown> = {}): Step {
  return event({ choices: [{ index: 0, delta: content, finish_reason: null, ...extra }] })
}

function finish(usage: Record<string, unknown> | null = null): Step[] {
  const last = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  return [event(usage === null ? last : { ...last, usage }), { type: 'done' }]
}

async function outcomeOf(script: Script) {
  fake.script('scripted', script)
  const run = startProbe(createAt(fake.baseUrl), request('scripted'))
  const { error } = await run.ended
  await run.upstreamClosed
  return { events: run.events, error: error as ParleyError | null }
}

const usual = { stream_options: { include_usage: true } }

beforeEach(async () => {
  fake = await startFakeProvider()
})

afterEach(async () => {
  await fake.close()
})

describe('requests', () => {
  const requests: [preset: string, model: string, params: ModelParams, sent: Record<string, unknown>][] = [
    ['mistral', 'mistral-small', { seed: 7, topP: 1 }, { random_seed: 7, top_p: 1 }],
    ['mistral', 'mistral-small', { reasoningEffort: 'low' }, { reasoning_effort: 'high' }],
    ['mistral', 'mistral-small', { reasoningEffort: 'none' }, { reasoning_effort: 'none' }],
    ['mistral', 'mistral-large-4', { reasoningEffort: 'low' }, { reasoning_effort: 'low' }],
    ['deepseek', 'deepseek-chat', { seed: 7 }, { ...usual, seed: 7 }],
    ['deepseek', 'deepseek-chat', { reasoningEffort: 'none' }, { ...usual, thinking: { type: 'disabled' } }],
    [
      'deepseek',
      'deepseek-chat',
      { reasoningEffort: 'low' },
      { ...usual, thinking: { type: 'enabled' }, reasoning_effort: 'low' },
    ],
    ['groq', 'qwen/qwen3-32b', { reasoningEffort: 'high' }, { ...usual, reasoning_effort: 'default' }],
    ['groq', 'qwen/qwen3-32b', { reasoningEffort: 'none' }, { ...usual, reasoning_effort: 'none' }],
    ['groq', 'openai/gpt-oss-20b', { reasoningEffort: 'none' }, { ...usual, reasoning_effort: 'low' }],
    ['groq', 'openai/gpt-oss-20b', { reasoningEffort: 'high' }, { ...usual, reasoning_effort: 'high' }],
    ['xai', 'grok', { reasoningEffort: 'minimal' }, { ...usual, reasoning_effort: 'low' }],
    ['xai', 'grok', { reasoningEffort: 'high' }, { ...usual, reasoning_effort: 'high' }],
    ['together', 'a/hybrid', { reasoningEffort: 'none' }, { ...usual, reasoning: { enabled: false } }],
    ['together', 'a/hybrid', { reasoningEffort: 'high' }, { ...usual, reasoning: { enabled: true } }],
    ['together', 'openai/gpt-oss-20b', { reasoningEffort: 'minimal' }, { ...usual, reasoning_effort: 'low' }],
    ['openrouter', 'a/b', { reasoningEffort: 'minimal' }, { ...usual, reasoning: { effort: 'minimal' } }],
    ['openrouter', 'a/b', {}, usual],
  ]
  it.each(requests)(
    'for %s and the model %s with %o use its own fields',
    async (preset, model, params, sent) => {
      expect(await sentTo(preset, model, params)).toEqual(sent)
    },
  )

  it('have a dialect for every preset of this family, and the plain one for all other servers', () => {
    const presets = providerPresets.filter(({ kind }) => kind === 'openai-compatible')
    const plain = presets.filter(({ baseUrl }) => dialectAt(baseUrl) === plainDialect)
    expect({ count: presets.length > 5, plain: plain.map(({ id }) => id) }).toEqual({
      count: true,
      plain: [],
    })
    for (const address of ['http://127.0.0.1:11434/v1', 'https://api.mistral.ai.example/v1', 'nonsense']) {
      expect(dialectAt(address)).toBe(plainDialect)
    }
  })
})

describe('answers', () => {
  it('from Mistral have thinking and text as parts of a list', async () => {
    const { events } = await outcomeOf(
      stream(
        delta({ role: 'assistant', content: '' }),
        delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Let me' }] }] }),
        delta({
          content: [{ type: 'thinking', thinking: [{ type: 'text', text: ' think.' }], closed: true }],
        }),
        delta({
          content: [
            { type: 'text', text: 'So' },
            { type: 'reference', reference_ids: [1] },
          ],
        }),
        delta({ content: ' it is.' }),
        ...finish({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }),
      ),
    )
    expect(textsOf(events)).toEqual({ reasoning: 'Let me think.', text: 'So it is.' })
    expect(events.at(-2)).toEqual({
      type: 'usage',
      usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
    })
  })

  it('from DeepSeek have a thinking field that is null while it answers', async () => {
    const { events } = await outcomeOf(
      stream(
        { type: 'bytes', bytes: ': keep-alive\n\n' },
        delta({ role: 'assistant', content: null, reasoning_content: 'Hm.' }),
        delta({ content: 'Yes.', reasoning_content: null }),
        ...finish({
          prompt_tokens: 10,
          completion_tokens: 4,
          total_tokens: 14,
          prompt_cache_hit_tokens: 6,
          completion_tokens_details: { reasoning_tokens: 2 },
        }),
      ),
    )
    expect(textsOf(events)).toEqual({ reasoning: 'Hm.', text: 'Yes.' })
    expect(events.at(-2)).toEqual({
      type: 'usage',
      usage: { inputTokens: 10, cachedInputTokens: 6, outputTokens: 4, totalTokens: 14, reasoningTokens: 2 },
    })
  })

  it('from OpenRouter have comments, duplicated thinking, and the price', async () => {
    const { events } = await outcomeOf(
      stream(
        { type: 'bytes', bytes: ': OPENROUTER PROCESSING\n\n' },
        delta({
          role: 'assistant',
          content: '',
          reasoning: 'Hm.',
          reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }],
        }),
        delta({ content: 'Yes.', reasoning: null }, { native_finish_reason: null }),
        ...finish({
          prompt_tokens: 10,
          completion_tokens: 4,
          total_tokens: 14,
          cost: 0.0125,
          is_byok: false,
          cost_details: { upstream_inference_cost: null },
          prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 3 },
        }),
      ),
    )
    expect(textsOf(events)).toEqual({ reasoning: 'Hm.', text: 'Yes.' })
    expect(events.at(-2)).toEqual({
      type: 'usage',
      usage: { inputTokens: 10, cacheWriteTokens: 3, outputTokens: 4, totalTokens: 14 },
      charges: { reportedUsd: 0.0125 },
    })
  })

  it('from OpenRouter may have an error beside the choices', async () => {
    const { events, error } = await outcomeOf(
      stream(
        delta({ content: 'Half' }),
        event({
          error: { code: 502, message: 'Provider disconnected' },
          choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
        }),
      ),
    )
    expect(withoutEstimates(events)).toEqual([{ type: 'text-delta', text: 'Half' }])
    expect(error).toMatchObject({ code: 'PROVIDER_OVERLOADED' })
    expect(error?.message).toContain('Provider disconnected')
  })

  it('from xAI have thinking tokens that the output count leaves out', async () => {
    const { events } = await outcomeOf(
      stream(
        delta({ content: 'Yes.' }),
        ...finish({
          prompt_tokens: 12,
          completion_tokens: 1,
          total_tokens: 399,
          completion_tokens_details: { reasoning_tokens: 386 },
        }),
      ),
    )
    expect(events.at(-2)).toEqual({
      type: 'usage',
      usage: { inputTokens: 12, outputTokens: 387, totalTokens: 399, reasoningTokens: 386 },
    })
  })

  it('may have missing, null or non-numeric counts', async () => {
    const { events } = await outcomeOf(
      stream(
        delta({ content: 'Yes.' }),
        ...finish({ prompt_tokens: 2, completion_tokens: null, prompt_tokens_details: null, cost: '1' }),
      ),
    )
    expect(events.at(-2)).toMatchObject({ type: 'usage', usage: { inputTokens: 2, outputTokens: 0 } })
  })
})

describe('refusals', () => {
  const refusals: [what: string, status: number, body: unknown, code: string, says: string][] = [
    [
      "Mistral's, for a field",
      422,
      {
        object: 'error',
        message: {
          detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }],
        },
        type: 'invalid_request_error',
        code: null,
      },
      'PROVIDER_BAD_REQUEST',
      'Extra inputs are not permitted (body.seed)',
    ],
    [
      "xAI's, for a key",
      400,
      { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: ab***yz.' },
      'PROVIDER_AUTH',
      'Fake rejected the key (400).',
    ],
    [
      "OpenRouter's, from the provider behind it",
      400,
      {
        error: {
          code: 400,
          message: 'Provider returned error',
          metadata: { provider_name: 'Other', raw: '{"error":{"message":"The image is too large."}}' },
        },
      },
      'PROVIDER_BAD_REQUEST',
      'Provider returned error The image is too large.',
    ],
    [
      "DeepSeek's, for an empty account",
      402,
      { error: { message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' } },
      'PROVIDER_RATE_LIMIT',
      'Insufficient Balance',
    ],
  ]
  it.each(refusals)('include %s', async (_what, status, body, code, says) => {
    const { error } = await outcomeOf({
      type: 'reply',
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(error).toMatchObject({ code, data: { status } })
    expect(error?.message).toContain(says)
  })
})
