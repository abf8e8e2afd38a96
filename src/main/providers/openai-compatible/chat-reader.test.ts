import { describe, expect, it } from 'vitest'

import { readBody } from '../testing/read-body'
import { textsOf, withoutDeltas } from '../testing/run-probe'
import { chatCompletions } from './adapter'
import { plainDialect } from './dialects'

const protocol = chatCompletions(plainDialect)

function data(value: unknown): string {
  return `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`
}

function delta(content: Record<string, unknown>, more: Record<string, unknown> = {}): string {
  return data({ choices: [{ index: 0, delta: content, finish_reason: null, ...more }] })
}

function read(...events: string[]) {
  return readBody(protocol, events)
}

const hello = delta({ content: 'Hello' })
const message = (content: string, reason: string | null = null) =>
  data({ choices: [{ message: { role: 'assistant', content }, finish_reason: reason }] })
const image = (url: string) => ({ type: 'image_url', image_url: { url } })
const zeroth = (id: string) => ({ index: 0, id, function: { name: `f_${id}`, arguments: '{"a":1}' } })
const stop = data({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
const done = data('[DONE]')
const whole = { type: 'finish', reason: 'end' }

describe('odd chunks', () => {
  const oddities: [name: string, chunk: string][] = [
    ['an error that is null', data({ error: null, choices: [] })],
    ['an empty error', data({ error: {} })],
    ['no choices', data({ id: 'x' })],
    ['choices that are null', data({ choices: null })],
    ['an empty object', data({})],
    ['no object', data('[]') + data('null') + data('7') + data('"text"')],
    ['empty data', 'data:\n\ndata: \n\n'],
    ['a word', data('ping')],
    [
      'ids and times of other types',
      data({ id: 7, created: '2026', model: null, choices: [{ index: '0' }] }),
    ],
    ['a delta of another type', data({ choices: [{ delta: 'x' }] })],
    ['a role of another name', delta({ role: 'model', content: '' })],
    ['content that is a number', delta({ content: 7 })],
    ['an unknown kind of event', data({ type: 'heartbeat', status: 'processing', message: 'queued' })],
    ['fields named for the prototype', data('{"__proto__":{"error":"x"},"constructor":1,"choices":[]}')],
    ['an unknown event name', `event: toString\n${data({ a: 1 })}`],
  ]
  it.each(oddities)('takes %s in the middle of an answer for nothing', async (_name, chunk) => {
    const { events, error } = await read(hello, chunk, delta({ content: ' there' }), stop, done)
    expect(error).toBeNull()
    expect(textsOf(events).text).toBe('Hello there')
    expect(events.at(-1)).toEqual(whole)
  })

  it.each(oddities)('takes %s after the finish for nothing', async (_name, chunk) => {
    const { events, error } = await read(hello, stop, chunk)
    expect({ text: textsOf(events).text, error, last: events.at(-1) }).toEqual({
      text: 'Hello',
      error: null,
      last: whole,
    })
  })

  it.each([
    ['an error', data({ error: { message: 'too late' } })],
    ['broken JSON', 'data: {"choices": [\n\n'],
    ['a page', '<html>'],
    ['another reason', data({ choices: [{ delta: {}, finish_reason: 'abort' }] })],
  ])('does not fail by %s after the finish', async (_name, chunk) => {
    const { events, error } = await read(hello, stop, chunk)
    expect({ error, last: events.at(-1) }).toEqual({ error: null, last: whole })
  })

  it('tells of what it left out', async () => {
    const { skipped } = await read(data('ping'), data('[1]'), stop)
    expect(skipped).toEqual(['data that is no JSON', 'an event that is no object'])
  })

  it.each(['[DONE] ', ' [DONE]', '[DONE]\t'])('takes "%s" for the last word', async (word) => {
    const { events, error } = await read(hello, data(word))
    expect({ error, last: events.at(-1) }).toEqual({ error: null, last: whole })
  })
})

describe('failures', () => {
  it.each([[7], [true], [{ type: 'new' }]])('is a reason of another type: %j', async (reason) => {
    const { events, error } = await read(
      hello,
      data({ choices: [{ delta: {}, finish_reason: reason }] }),
      done,
    )
    expect(withoutDeltas(events)).toEqual([])
    expect(error).toMatchObject({ data: { problem: 'finish-unknown' } })
  })

  it.each([
    [
      'in a choice',
      { choices: [{ delta: {}, finish_reason: 'error', error: { code: 502, message: 'Upstream died' } }] },
    ],
    [
      'in a choice that claims to be complete',
      { choices: [{ finish_reason: 'stop', error: { message: 'Upstream died' } }] },
    ],
    [
      'beside a choice',
      { error: { message: 'Upstream died' }, choices: [{ delta: {}, finish_reason: 'stop' }] },
    ],
    ['without the word', { object: 'error', message: 'Upstream died', code: 500 }],
    ['as a text', { error: 'Upstream died' }],
  ])('is one that stands %s', async (_where, event) => {
    const { events, error } = await read(hello, data(event), done)
    expect(textsOf(events).text).toBe('Hello')
    expect(withoutDeltas(events)).toEqual([])
    expect(error?.message).toContain('Upstream died')
  })

  it('is one in an event of that name, and in a line that is no event', async () => {
    for (const fault of [
      `event: error\n${data({ message: 'It broke' })}`,
      '{"error":{"message":"It broke"}}\n',
    ]) {
      const { error } = await read(hello, fault)
      expect(error?.message).toContain('It broke')
    }
  })

  it('asks for no retry of an account without credit', async () => {
    for (const error of [
      { code: 402, message: 'This request requires more credits' },
      { code: 'x', message: 'Insufficient balance' },
      { type: 'insufficient_user_quota', message: 'No' },
    ]) {
      expect((await read(data({ error }))).error).toMatchObject({
        code: 'PROVIDER_RATE_LIMIT',
        data: { isUnpaid: true },
      })
    }
  })
})

describe('what is said', () => {
  it('is taken from messages in place of deltas, piece by piece or as a whole so far', async () => {
    expect(textsOf((await read(message('ha'), message('ha'), message('!'), stop)).events).text).toBe('haha!')
    expect(textsOf((await read(message('one'), message('one two', 'stop'))).events).text).toBe('one two')
    expect(textsOf((await read(hello, message('Hello', 'stop'))).events).text).toBe('Hello')
    expect(textsOf((await read(message('All at once', 'stop'))).events).text).toBe('All at once')
  })

  it.each([
    ['an object', { text: 'Hello' }],
    ['a list of texts', ['Hel', 'lo']],
    [
      'a list of parts of other types',
      [{ type: 'output_text', text: 'Hello' }, { type: 'constructor' }, null],
    ],
  ])('is taken from content that is %s', async (_name, content) => {
    expect(textsOf((await read(delta({ content }), stop)).events).text).toBe('Hello')
  })

  it('is taken from the text of older servers', async () => {
    expect(textsOf((await read(data({ choices: [{ text: 'Old' }] }), stop)).events).text).toBe('Old')
  })

  it('has its reasoning also where only the details have it', async () => {
    const details = [
      { type: 'reasoning.text', text: 'Why' },
      { type: 'reasoning.summary', summary: ' not' },
      { type: 'x' },
    ]
    const { events } = await read(delta({ reasoning_details: details }), hello, stop)
    expect(textsOf(events)).toEqual({ reasoning: 'Why not', text: 'Hello' })
    const both = await read(delta({ reasoning: 'Why', reasoning_details: details }), stop)
    expect(textsOf(both.events).reasoning).toBe('Why')
  })

  it('has its pictures, and a link where a picture stands elsewhere', async () => {
    const { events } = await read(
      delta({ content: '', images: [image('data:image/png;base64,AQID')] }),
      delta({ content: [image('https://pictures.example/a b.png')] }),
      stop,
    )
    expect(events[0]).toEqual({ type: 'file', mediaType: 'image/png', bytes: Buffer.from([1, 2, 3]) })
    expect(textsOf(events).text).toContain('(<https://pictures.example/a%20b.png>)')
  })

  it('has its sources in their order, each once, with what title there is', async () => {
    const cited = { citations: ['https://a.example/', 'https://b.example/', 'javascript:alert(1)'] }
    const { events } = await read(
      data({ ...cited, choices: [{ delta: { content: 'So [1][2]' } }] }),
      data({ ...cited, search_results: [{ title: 'B', url: 'https://b.example/' }], choices: [] }),
      delta({
        annotations: [{ type: 'url_citation', url_citation: { url: 'https://c.example/', title: 'C' } }],
      }),
      stop,
    )
    expect(events.filter(({ type }) => type === 'sources').at(-1)).toEqual({
      type: 'sources',
      sources: [
        { url: 'https://a.example/' },
        { url: 'https://b.example/', title: 'B' },
        { url: 'https://c.example/', title: 'C' },
      ],
    })
  })

  it('shows what a tool gave that the provider ran', async () => {
    const tool = {
      type: 'search',
      arguments: '{"query":"x"}',
      output: 'Found',
      search_results: { results: [] },
    }
    const { events } = await read(delta({ executed_tools: [tool] }), stop)
    expect(withoutDeltas(events)).toMatchObject([
      { type: 'tool-call', toolName: 'search', isRunByProvider: true },
      { type: 'tool-result', output: 'Found' },
      whole,
    ])
  })

  it('is thinking, not text, before a lone end of it', async () => {
    const { events } = await read(delta({ content: 'Hm.\n' }), delta({ content: '</think>\n\nSo.' }), stop)
    expect(events.map(({ type }) => type)).toEqual([
      'text-delta',
      'text-was-reasoning',
      'text-delta',
      'finish',
    ])
  })
})

describe('calls', () => {
  it('has names of the prototype for tools like any other', async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      const call = { index: 0, id: name, function: { name, arguments: '{"__proto__":{"x":1}}' } }
      const { events, error } = await read(delta({ tool_calls: [call] }), stop)
      expect(error).toBeNull()
      expect(events[0]).toMatchObject({ type: 'tool-call', toolCallId: name, toolName: name })
      expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    }
  })

  it('keeps apart those that all have the number 0', async () => {
    const { events } = await read(delta({ tool_calls: [zeroth('x'), zeroth('y')] }), stop)
    expect(withoutDeltas(events).slice(0, 2)).toMatchObject([{ toolName: 'f_x' }, { toolName: 'f_y' }])
  })

  it('come once also where the last event repeats the whole message', async () => {
    const asked = { id: 'x', function: { name: 'f', arguments: '{"a":1}' } }
    const { events } = await read(
      delta({ tool_calls: [{ index: 0, ...asked }] }),
      data({ choices: [{ message: { content: null, tool_calls: [asked] }, finish_reason: 'tool_calls' }] }),
    )
    expect(withoutDeltas(events)).toEqual([
      { type: 'tool-call', toolCallId: 'x', toolName: 'f', input: { a: 1 } },
      whole,
    ])
  })

  it('survives arguments that are nested without end', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const call = { index: 0, id: 'a', function: { name: 'f', arguments: deep } }
    const { events, error } = await read(hello, delta({ tool_calls: [call] }), stop)
    expect(error).toBeNull()
    expect(JSON.stringify(events).length).toBeLessThan(5_000)
  })
})

describe('counts', () => {
  it.each([
    [
      'as texts',
      { prompt_tokens: '5', completion_tokens: '9' },
      { inputTokens: 5, outputTokens: 9, totalTokens: 14 },
    ],
    [
      'negative',
      { prompt_tokens: -5, completion_tokens: 9 },
      { inputTokens: 0, outputTokens: 9, totalTokens: 9 },
    ],
    [
      'not whole',
      { prompt_tokens: 5, completion_tokens: 0.5 },
      { inputTokens: 5, outputTokens: 0, totalTokens: 5 },
    ],
    [
      'absurd',
      { prompt_tokens: 5, completion_tokens: 1e300, total_tokens: 1e15 },
      { inputTokens: 5, outputTokens: 0, totalTokens: 5 },
    ],
  ])('are taken for what they can be where they come %s', async (_how, usage, expected) => {
    const { events } = await read(hello, stop, data({ choices: [], usage }), done)
    expect(withoutDeltas(events)[0]).toEqual({ type: 'usage', usage: expected })
  })
})

describe('bodies', () => {
  const answer = {
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  }
  const stream = hello + stop + done
  const bodies: [name: string, body: string, contentType: string][] = [
    ['events without a content type', stream, ''],
    ['events as text', stream, 'text/plain'],
    ['events as JSON', stream, 'application/json'],
    ['events with the type twice', stream, 'text/event-stream, text/event-stream'],
    ['events behind a mark and white space', `\uFEFF\n\n ${stream}`.replace(' data', 'data'), 'text/plain'],
    ['a whole answer', JSON.stringify(answer), 'application/json'],
    ['a whole answer over many lines', JSON.stringify(answer, null, 2), 'text/event-stream'],
    ['a whole answer without a reason', JSON.stringify({ choices: [{ message: { content: 'Hello' } }] }), ''],
    ['chunks line by line', `${hello.slice(6)}${stop.slice(6)}`, 'application/x-ndjson'],
    ['events without blank lines', stream.replaceAll('\n\n', '\n'), 'text/event-stream'],
  ]
  it.each(bodies)('takes %s, however it is cut', async (_name, body, contentType) => {
    for (const chunks of [[body], body.split('').map((char) => Buffer.from(char))]) {
      const { events, error } = await readBody(protocol, chunks, { contentType })
      expect(error).toBeNull()
      expect(textsOf(events).text).toBe('Hello')
      expect(events.at(-1)).toEqual(whole)
    }
  })

  it('says of chunks line by line that they were cut off, and keeps their text', async () => {
    for (const body of [hello.slice(6), hello.slice(6) + stop.slice(6, 30)]) {
      const { events, error } = await readBody(protocol, [body], { contentType: '' })
      expect(textsOf(events).text).toBe('Hello')
      expect(error).toMatchObject({ data: { problem: 'unfinished' } })
    }
  })

  it.each([
    ['a web page', '<!doctype html><title>Login</title>', /a web page/],
    ['words', 'Service is starting', /no stream of events/],
    ['an error in JSON', '{"message":"No such deployment","code":"x"}', /No such deployment/],
    ['other JSON', '{"hello":"world"}', /no stream of events/],
  ])('says of %s that it is no answer', async (_name, body, says) => {
    const { events, error } = await readBody(protocol, [body], { contentType: 'text/plain' })
    expect(events).toEqual([])
    expect(error?.message).toMatch(says)
  })
})
