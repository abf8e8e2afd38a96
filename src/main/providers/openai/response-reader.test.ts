import { expect, it } from 'vitest'

import { readBody } from '../testing/read-body'
import { textsOf, withoutDeltas } from '../testing/run-probe'
import { responses } from './openai-provider'

const protocol = responses
const whole = { type: 'finish', reason: 'end' }

function event(type: string, more: Record<string, unknown> = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
}

function completed(response: Record<string, unknown> = {}): string {
  return event('response.completed', { response: { status: 'completed', ...response } })
}

const at = { item_id: 'm', output_index: 0, content_index: 0 }
const hello = event('response.output_text.delta', { ...at, delta: 'Hello' })
const message = (text: string, annotations: unknown[] = []) => ({
  type: 'message',
  id: 'm',
  content: [{ type: 'output_text', text, annotations }],
})

const places: [name: string, events: string[]][] = [
  ['the end of its text', [event('response.output_text.done', { ...at, text: 'Hello there' }), completed()]],
  [
    'the end of its item',
    [event('response.output_item.done', { output_index: 0, item: message('Hello there') }), completed()],
  ],
  ['the end of the response', [completed({ output: [message('Hello there')] })]],
]
it.each(places)('takes text that no delta had from %s, once', async (_name, events) => {
  for (const before of [
    [],
    [hello],
    [hello, event('response.output_text.delta', { ...at, delta: ' there' })],
  ]) {
    const { events: given, error } = await readBody(protocol, [...before, ...events])
    expect({ error, text: textsOf(given).text, last: given.at(-1) }).toEqual({
      error: null,
      text: 'Hello there',
      last: whole,
    })
  }
})

const said = (place: Record<string, unknown>) =>
  event('response.output_text.delta', { content_index: 0, ...place, delta: 'Hello' })
const shifted: [name: string, events: string[]][] = [
  ['without an index', [said({ item_id: 'm' }), completed({ output: [message('Hello')] })]],
  ['without an id', [said({ output_index: 0 }), completed({ output: [message('Hello')] })]],
  ['without either', [said({}), completed({ output: [message('Hello')] })]],
  [
    'at another index than in the final list',
    [hello, completed({ output: [{ type: 'reasoning', id: 'r', summary: [] }, message('Hello')] })],
  ],
  [
    'at another index and with another id than in the final list',
    [hello, completed({ output: [{ type: 'reasoning' }, { ...message('Hello'), id: 'other' }] })],
  ],
  [
    'by its id alone before an item with an index',
    [
      said({ item_id: 'm' }),
      event('response.output_text.done', { output_index: 3, text: 'Hello' }),
      event('response.output_item.done', { output_index: 1, item: message('Hello') }),
      completed({ output: [message('Hello')] }),
    ],
  ],
  [
    'as another part than in the final list',
    [said({ ...at, content_index: 1 }), completed({ output: [message('Hello')] })],
  ],
  [
    'only at the end of its part',
    [
      event('response.content_part.done', { ...at, part: { type: 'output_text', text: 'Hello' } }),
      event('response.output_item.done', { output_index: 0, item: message('Hello') }),
      completed({ output: [message('Hello')] }),
    ],
  ],
]
it.each(shifted)('emits a text once if it arrives %s', async (_name, events) => {
  const { events: given, error } = await readBody(protocol, events)
  expect({ error, text: textsOf(given).text }).toEqual({ error: null, text: 'Hello' })
})

it('emits two equal texts twice, even if the stream does not distinguish them', async () => {
  const second = { ...message('Hello'), id: 'n' }
  const twice = [hello, said({ item_id: 'n', output_index: 1 })]
  for (const before of [[], [hello], twice, [said({}), said({})]]) {
    const { events } = await readBody(protocol, [
      ...before,
      completed({ output: [message('Hello'), second] }),
    ])
    expect(textsOf(events).text).toBe('HelloHello')
  }
})

it('emits a call once if its events identify it in different ways', async () => {
  const call = { type: 'function_call', id: 'f', call_id: 'c', name: 'look', arguments: '{"a":1}' }
  for (const [added, piece, last] of [
    [{}, { item_id: 'f' }, [call]],
    [{ output_index: 0 }, { output_index: 0 }, [{ type: 'reasoning', id: 'r' }, call]],
    [{ output_index: 0 }, { item_id: 'f' }, [{ type: 'reasoning' }, { ...call, id: 'other' }]],
  ] as const) {
    const { events } = await readBody(protocol, [
      event('response.output_item.added', { ...added, item: { ...call, arguments: '' } }),
      event('response.function_call_arguments.delta', { ...piece, delta: '{"a":1}' }),
      completed({ output: last }),
    ])
    expect(events.filter(({ type }) => type === 'tool-call')).toEqual([
      { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: { a: 1 } },
    ])
  }
})

it('ignores an error with null fields', async () => {
  const error = { code: null, message: null }
  const { events, error: failure } = await readBody(protocol, [
    event('response.output_text.delta', { ...at, delta: 'Hello', error }),
    completed({ error }),
  ])
  expect({ failure, last: events.at(-1) }).toEqual({ failure: null, last: whole })
})

it('reads a whole answer in place of a stream', async () => {
  const body = JSON.stringify({
    object: 'response',
    status: 'completed',
    error: null,
    output: [message('Hello')],
  })
  const { events, error } = await readBody(protocol, [body], { contentType: 'application/json' })
  expect({ error, text: textsOf(events).text }).toEqual({ error: null, text: 'Hello' })
})

it('skips unknown events, items and fields', async () => {
  const { events, error } = await readBody(protocol, [
    event('response.created', { response: null }),
    event('response.output_item.added', { item: { type: 'constructor' } }),
    event('response.output_item.done', { output_index: 3, item: { type: '__proto__' } }),
    event('toString', { error: null }),
    hello,
    event('response.output_text.annotation.added', { annotation: 'x' }),
    completed({ usage: { input_tokens: '3', output_tokens: -1 } }),
    event('error', { message: 'too late' }),
  ])
  expect(error).toBeNull()
  expect(textsOf(events).text).toBe('Hello')
  expect(withoutDeltas(events)).toEqual([
    { type: 'usage', usage: { inputTokens: 3, outputTokens: 0, totalTokens: 3 } },
    whole,
  ])
})

it.each([
  ['max_output_tokens', 'length'],
  ['content_filter', 'filter'],
])('maps an answer that is incomplete because of %s to %s', async (reason, expected) => {
  const response = { status: 'incomplete', incomplete_details: { reason } }
  const { events } = await readBody(protocol, [hello, event('response.incomplete', { response })])
  expect(events.at(-1)).toEqual({ type: 'finish', reason: expected })
})

it.each([
  ['incomplete', 'response.incomplete'],
  ['cancelled', 'response.cancelled'],
  ['failed', 'response.failed'],
  ['something_new', 'response.completed'],
])('does not treat the status %s without a reason as an end', async (status, type) => {
  const { events, error } = await readBody(protocol, [hello, event(type, { response: { status } })])
  expect(withoutDeltas(events)).toEqual([])
  expect(error).toMatchObject({ code: 'PROVIDER_PROTOCOL' })
})

it("shows results of the provider's tools, pictures and sources", async () => {
  const output = [
    { type: 'web_search_call', id: 'ws', status: 'completed', action: { type: 'search', query: 'x' } },
    { type: 'code_interpreter_call', id: 'ci', code: '1+1', outputs: [{ type: 'logs', logs: '2' }] },
    { type: 'image_generation_call', id: 'ig', output_format: 'webp', result: 'AQID' },
    message('Two', [{ type: 'url_citation', url: 'https://a.example/', title: 'A' }]),
  ]
  const { events } = await readBody(protocol, [
    ...output.map((item, index) => event('response.output_item.done', { output_index: index, item })),
    completed({ output }),
  ])
  expect(events).toEqual([
    {
      type: 'tool-call',
      toolCallId: 'ws',
      toolName: 'web_search',
      input: { action: { type: 'search', query: 'x' } },
      isRunByProvider: true,
    },
    { type: 'tool-result', toolCallId: 'ws', output: '' },
    {
      type: 'tool-call',
      toolCallId: 'ci',
      toolName: 'code_interpreter',
      input: { code: '1+1' },
      isRunByProvider: true,
    },
    { type: 'tool-result', toolCallId: 'ci', output: [{ type: 'logs', logs: '2' }] },
    { type: 'file', mediaType: 'image/webp', bytes: Buffer.from([1, 2, 3]) },
    { type: 'text-delta', text: 'Two' },
    { type: 'sources', sources: [{ url: 'https://a.example/', title: 'A' }] },
    { type: 'usage', usage: {}, charges: { webSearches: 1, hasUnknownFee: true } },
    whole,
  ])
})
