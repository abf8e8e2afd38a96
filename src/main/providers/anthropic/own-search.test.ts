import { describe, expect, it, onTestFinished } from 'vitest'

import { type FakeProvider, startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { errorReply, type Script, type Step } from '../../../../e2e/fake-provider/script'
import { systemClock } from '../../base/clock'
import { message, request, startProbe, textsOf, withoutDeltas } from '../testing/run-probe'
import { createAnthropicProvider } from './anthropic-provider'

/** One event as the API sends it. */
function event(data: { type: string } & Record<string, unknown>): Step {
  return { type: 'bytes', bytes: `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n` }
}

/** A server that answers with this script, and the provider that asks it. */
async function serving(script: Parameters<FakeProvider['script']>[1]) {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  fake.script('claude-sonnet-4-5', script)
  const endpoint = { id: 'fake', name: 'Fake', baseUrl: fake.baseUrl, apiKey: 'any', clock: systemClock }
  return { fake, provider: createAnthropicProvider(endpoint) }
}

describe('searches of Anthropic itself', () => {
  const search = { type: 'server_tool_use', id: 's1', name: 'web_search' }
  const found = [
    { type: 'web_search_result', url: 'https://a.example/', title: 'A', encrypted_content: 'sealed' },
  ]
  const results = { type: 'web_search_tool_result', tool_use_id: 's1', content: found }
  const cited = { type: 'web_search_result_location', url: 'https://b.example/', title: 'B' }
  const stop = (index: number) => event({ type: 'content_block_stop', index })
  const usage = { input_tokens: 10, output_tokens: 5 }
  const paused: Script = {
    type: 'stream',
    steps: [
      event({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } }),
      event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } }),
      event({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'signature_delta', signature: 'signed' },
      }),
      stop(0),
      event({ type: 'content_block_start', index: 1, content_block: { ...search, input: {} } }),
      event({
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'input_json_delta', partial_json: '{"que' },
      }),
      event({
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'input_json_delta', partial_json: 'ry":"x"}' },
      }),
      stop(1),
      event({ type: 'content_block_start', index: 2, content_block: results }),
      stop(2),
      event({ type: 'message_delta', delta: { stop_reason: 'pause_turn' }, usage }),
      event({ type: 'message_stop' }),
    ],
  }

  it('continue a paused answer with its content unchanged, and count both requests', async () => {
    const { fake, provider } = await serving(({ body }) =>
      (body as { messages: { role: string }[] }).messages.at(-1)?.role === 'assistant'
        ? {
            type: 'stream',
            steps: [
              event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
              event({
                type: 'content_block_delta',
                index: 0,
                delta: { type: 'citations_delta', citation: cited },
              }),
              event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Found.' } }),
              stop(0),
              event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage }),
              event({ type: 'message_stop' }),
            ],
          }
        : paused,
    )
    const run = startProbe(provider, request('claude-sonnet-4-5', { webSearch: 'own' }))
    expect(await run.ended).toEqual({ error: null })
    const bodies = fake.requests.map(({ body }) => body as { tools: unknown; messages: unknown[] })
    expect(bodies[0]?.tools).toMatchObject([{ type: 'web_search_20250305', name: 'web_search', max_uses: 8 }])
    expect(bodies[1]?.messages).toEqual([
      ...(bodies[0]?.messages ?? []),
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm', signature: 'signed' },
          { ...search, input: { query: 'x' } },
          results,
        ],
      },
    ])
    const sources = [
      { url: 'https://a.example/', title: 'A' },
      { url: 'https://b.example/', title: 'B' },
    ]
    const ends = withoutDeltas(run.events).filter(({ type }) => type !== 'tool-call')
    expect(ends).toEqual([
      {
        type: 'tool-result',
        toolCallId: 's1',
        output: [{ type: 'web_search_result', url: 'https://a.example/', title: 'A' }],
      },
      { type: 'sources', sources: sources.slice(0, 1) },
      { type: 'sources', sources },
      {
        type: 'usage',
        usage: { inputTokens: 20, outputTokens: 10, totalTokens: 30 },
        charges: { webSearches: 1 },
      },
      { type: 'finish', reason: 'end' },
    ])
    expect(textsOf(run.events).text).toBe('Found.')
  })

  it('do not begin the answer again if its continuation is refused', async () => {
    const { fake, provider } = await serving(({ body }) =>
      (body as { messages: { role: string }[] }).messages.at(-1)?.role === 'assistant'
        ? errorReply(400, { message: 'prompt is too long', type: 'invalid_request_error' })
        : paused,
    )
    const file = { attachmentId: 'f', name: 'dot.png', mediaType: 'image/png', sizeBytes: 1, toolCallId: 'c' }
    const messages = [
      message('user', 'Hello'),
      // Both would be left out of a request that replaces a refused one.
      message('assistant', [
        { type: 'reasoning', text: 'Hm', providerData: { anthropic: { signature: 'signed' } } },
        { type: 'text', text: 'So' },
        { type: 'attachment', ...file },
      ]),
      message('user', 'Go on'),
    ]
    const asked = request('claude-sonnet-4-5', { webSearch: 'own' })
    const run = startProbe(provider, { ...asked, messages })
    expect(await run.ended).toMatchObject({ error: { code: 'PROVIDER_BAD_REQUEST' } })
    expect(fake.requests).toHaveLength(2)
    expect(run.events.filter(({ type }) => type === 'tool-call')).toHaveLength(1)
  })

  it('end an answer that is paused again and again', async () => {
    const { fake, provider } = await serving(paused)
    const run = startProbe(provider, request('claude-sonnet-4-5', { webSearch: 'own' }))
    expect(await run.ended).toEqual({ error: null })
    expect(run.events.at(-1)).toEqual({ type: 'finish', reason: 'tool-limit' })
    expect(fake.requests).toHaveLength(20)
  })
})
