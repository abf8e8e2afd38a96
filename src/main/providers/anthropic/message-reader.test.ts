import { expect, it } from 'vitest'

import { readBody } from '../testing/read-body'
import { textsOf, withoutDeltas } from '../testing/run-probe'
import { messages } from './anthropic-provider'

const whole = { type: 'finish', reason: 'end' }

function event(type: string, more: Record<string, unknown> = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
}

const start = (index: number, block: Record<string, unknown>) =>
  event('content_block_start', { index, content_block: block })
const stop = (index: number) => event('content_block_stop', { index })
const delta = (index: number, given: Record<string, unknown>) =>
  event('content_block_delta', { index, delta: given })
const end = event('message_delta', { delta: { stop_reason: 'end_turn' } }) + event('message_stop')

it('takes text, thinking and arguments from the event that starts their block', async () => {
  const { events, error } = await readBody(messages, [
    start(0, { type: 'thinking', thinking: 'Why', signature: 's' }),
    stop(0),
    start(1, { type: 'text', text: 'Hello' }),
    stop(1),
    start(2, { type: 'tool_use', id: 'c', name: '__proto__', input: { q: 1 } }),
    stop(2),
    end,
  ])
  expect(error).toBeNull()
  expect(textsOf(events)).toEqual({ reasoning: 'Why', text: 'Hello' })
  expect(withoutDeltas(events)).toEqual([
    { type: 'tool-call', toolCallId: 'c', toolName: '__proto__', input: { q: 1 } },
    whole,
  ])
})

it('skips unknown events, blocks and deltas, and keeps the text in them', async () => {
  const { events, error, skipped } = await readBody(messages, [
    event('message_start', { message: { id: 7, usage: null } }),
    event('constructor'),
    start(0, { type: 'hologram', text: 'Hello' }),
    delta(0, { type: 'hologram_delta', text: ' there' }),
    delta(9, { type: 'input_json_delta', partial_json: '{' }),
    stop(0),
    stop(77),
    event('message_delta', { delta: null, usage: { output_tokens: '4', input_tokens: 2.5 } }),
    end,
    event('error', { error: { type: 'api_error', message: 'too late' } }),
  ])
  expect(error).toBeNull()
  expect(textsOf(events).text).toBe('Hello there')
  expect(withoutDeltas(events)).toEqual([
    { type: 'usage', usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 } },
    whole,
  ])
  expect(skipped).toHaveLength(3)
})

it('reads a whole answer in place of a stream', async () => {
  const body = JSON.stringify({
    type: 'message',
    content: [{ type: 'text', text: 'Hello' }],
    stop_reason: 'max_tokens',
  })
  const { events } = await readBody(messages, [body], { contentType: 'application/json' })
  expect(events).toEqual([
    { type: 'text-delta', text: 'Hello' },
    { type: 'finish', reason: 'length' },
  ])
})

it("shows results of the provider's own tools, and the sources of the answer", async () => {
  const found = [{ type: 'web_search_result', url: 'https://a.example/', title: 'A' }]
  const { events } = await readBody(messages, [
    start(0, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
    delta(0, { type: 'input_json_delta', partial_json: '{"query":"x"}' }),
    stop(0),
    start(1, { type: 'web_search_tool_result', tool_use_id: 's', content: found }),
    stop(1),
    start(2, {
      type: 'code_execution_tool_result',
      tool_use_id: 'e',
      content: { type: 'code_execution_tool_result_error' },
    }),
    start(3, { type: 'text', text: '' }),
    delta(3, { type: 'citations_delta', citation: { url: 'https://a.example/', title: 'A' } }),
    delta(3, { type: 'text_delta', text: 'So' }),
    end,
  ])
  expect(withoutDeltas(events)).toEqual([
    {
      type: 'tool-call',
      toolCallId: 's',
      toolName: 'web_search',
      input: { query: 'x' },
      isRunByProvider: true,
    },
    { type: 'tool-result', toolCallId: 's', output: found },
    { type: 'sources', sources: [{ url: 'https://a.example/', title: 'A' }] },
    {
      type: 'tool-result',
      toolCallId: 'e',
      output: { type: 'code_execution_tool_result_error' },
      isError: true,
    },
    whole,
  ])
})

it("includes the sources that a user's own search tool found", async () => {
  const citation = { type: 'search_result_location', source: 'https://a.example/', title: 'A' }
  const { events } = await readBody(messages, [
    start(0, { type: 'text', text: 'x' }),
    delta(0, { type: 'citations_delta', citation }),
    end,
  ])
  expect(events).toContainEqual({ type: 'sources', sources: [{ url: 'https://a.example/', title: 'A' }] })
})

it('takes the message of an error in the shape of another family', async () => {
  const { error } = await readBody(messages, ['data: {"message":"It broke","code":500}\n\n'])
  expect(error).toMatchObject({ code: 'PROVIDER_OVERLOADED' })
  expect(error?.message).toContain('It broke')
})

it.each(['input_json_delta', 'signature_delta'])(
  'reports how much of a %s has arrived before it is complete',
  async (type) => {
    const piece = 'x'.repeat(200_000)
    const { events } = await readBody(messages, [
      start(0, { type: type === 'signature_delta' ? 'thinking' : 'tool_use', id: 'c', name: 'write' }),
      delta(0, { type, partial_json: piece, signature: piece }),
      delta(0, { type, partial_json: piece, signature: piece }),
    ])
    const pending = events.flatMap((one) => (one.type === 'pending' ? [one.chars] : []))
    expect(pending.reduce((sum, chars) => sum + chars, 0)).toBe(400_000)
  },
)

it('emits more calls than it keeps open blocks', async () => {
  const blocks = Array.from({ length: 3_000 }, (_, index) =>
    start(index, { type: 'tool_use', id: `c${index}`, name: 'read', input: {} }),
  )
  const { events } = await readBody(messages, [...blocks, end])
  expect(events.filter(({ type }) => type === 'tool-call')).toHaveLength(3_000)
})
