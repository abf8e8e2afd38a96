import { describe, expect, it } from 'vitest'

import { readBody } from '../testing/read-body'
import { textsOf, withoutDeltas } from '../testing/run-probe'
import { chatCompletions } from './openai-compatible-provider'
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

const piece = (call: Record<string, unknown>) => delta({ tool_calls: [call] })
const named = (text: string) => piece({ function: { name: 'f', arguments: text } })

async function readCalls(...calls: string[]) {
  const { events } = await read(...calls, stop)
  return events.flatMap((event) => (event.type === 'tool-call' ? [[event.toolName, event.input]] : []))
}

describe('odd chunks', () => {
  const oddities: [name: string, chunk: string][] = [
    ['a null error', data({ error: null, choices: [] })],
    ['an empty error', data({ error: {} })],
    ['no choices', data({ id: 'x' })],
    ['null choices', data({ choices: null })],
    ['an empty object', data({})],
    ['no object', data('[]') + data('null') + data('7') + data('"text"')],
    ['empty data', 'data:\n\ndata: \n\n'],
    ['a word', data('ping')],
    [
      'ids and times of other types',
      data({ id: 7, created: '2026', model: null, choices: [{ index: '0' }] }),
    ],
    ['a delta of another type', data({ choices: [{ delta: 'x' }] })],
    ['an unknown role', delta({ role: 'model', content: '' })],
    ['numeric content', delta({ content: 7 })],
    ['an unknown kind of event', data({ type: 'heartbeat', status: 'processing', message: 'queued' })],
    [
      'fields named like prototype properties',
      data('{"__proto__":{"error":"x"},"constructor":1,"choices":[]}'),
    ],
    ['an unknown event name', `event: toString\n${data({ a: 1 })}`],
  ]
  it.each(oddities)('ignores %s in mid-answer', async (_name, chunk) => {
    const { events, error } = await read(hello, chunk, delta({ content: ' there' }), stop, done)
    expect(error).toBeNull()
    expect(textsOf(events).text).toBe('Hello there')
    expect(events.at(-1)).toEqual(whole)
  })

  it.each(oddities)('ignores %s after the finish', async (_name, chunk) => {
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
  ])('does not fail on %s after the finish', async (_name, chunk) => {
    const { events, error } = await read(hello, stop, chunk)
    expect({ error, last: events.at(-1) }).toEqual({ error: null, last: whole })
  })

  it('reports what it skipped', async () => {
    const { skipped } = await read(data('ping'), data('[1]'), stop)
    expect(skipped).toEqual(['data that is no JSON', 'an event that is no object'])
  })

  it.each(['[DONE] ', ' [DONE]', '[DONE]\t'])('accepts "%s" as the end of the stream', async (word) => {
    const { events, error } = await read(hello, data(word))
    expect({ error, last: events.at(-1) }).toEqual({ error: null, last: whole })
  })
})

describe('failures', () => {
  it.each([[7], [true], [{ type: 'new' }]])('include a reason of another type: %j', async (reason) => {
    const { events, error } = await read(
      hello,
      data({ choices: [{ delta: {}, finish_reason: reason }] }),
      done,
    )
    expect(withoutDeltas(events)).toEqual([])
    expect(error).toMatchObject({ data: { reason: 'finish-unknown' } })
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
    ['without the field', { object: 'error', message: 'Upstream died', code: 500 }],
    ['as a string', { error: 'Upstream died' }],
  ])('include an error %s', async (_where, event) => {
    const { events, error } = await read(hello, data(event), done)
    expect(textsOf(events).text).toBe('Hello')
    expect(withoutDeltas(events)).toEqual([])
    expect(error?.message).toContain('Upstream died')
  })

  it('include an event named error, and an error line outside of events', async () => {
    for (const fault of [
      `event: error\n${data({ message: 'It broke' })}`,
      '{"error":{"message":"It broke"}}\n',
    ]) {
      const { error } = await read(hello, fault)
      expect(error?.message).toContain('It broke')
    }
  })

  const ownWords: [shape: string, event: string, says: string][] = [
    ['a code with a message', data({ code: 50505, message: 'It broke', data: null }), 'It broke'],
    ['a text with a code', data({ text: 'It broke', error_code: 50001 }), 'It broke'],
    [
      'a top-level status',
      data({ choices: null, base_resp: { status_code: 1, status_msg: 'Broke' } }),
      'Broke',
    ],
    ['a detail', data({ detail: 'It broke' }), 'It broke'],
    ['a list of errors', data({ success: false, errors: [{ code: 7003, message: 'It broke' }] }), 'It broke'],
    ['words alone', data({ message: 'It broke' }), 'It broke'],
    ['a sentence', data('Error: it broke'), 'it broke'],
    ['a status line', data('Internal Server Error'), 'Internal Server Error'],
    ['true, with a message and a code', data({ error: true, message: 'It broke', code: 429 }), 'It broke'],
    ['a message with a code', data({ error: 'It broke', code: 402 }), 'It broke'],
  ]
  it.each(ownWords)(
    'include an error that is %s, before [DONE] and without a reason',
    async (_shape, event, says) => {
      for (const before of ['', hello]) {
        const { events, error } = await read(before, event, done)
        expect(withoutDeltas(events)).toEqual([])
        expect(error?.message).toContain(says)
      }
    },
  )

  it('have the code next to the error field', async () => {
    const limited = await read(data({ error: true, message: 'Slow down', code: 429 }))
    expect(limited.error).toMatchObject({ code: 'PROVIDER_RATE_LIMIT' })
    const unpaid = await read(data({ error: 'Please top up', code: 402 }))
    expect(unpaid.error).toMatchObject({ data: { isUnpaid: true } })
  })

  it('include an unknown event, if only [DONE] says that the answer is complete', async () => {
    for (const odd of [data({ output: 'x', finished: 1 }), data('what is this')]) {
      expect((await read(hello, odd, done)).error).toMatchObject({ data: { reason: 'unfinished' } })
      expect((await read(hello, odd, stop, done)).error).toBeNull()
    }
    for (const known of [data({ type: 'heartbeat', message: 'queued' }), data({ id: 'x' }), data('ping')]) {
      expect((await read(hello, known, done)).error).toBeNull()
    }
  })

  it.each([
    ['an empty list', []],
    ['0', 0],
    ['false', false],
    ['nulls', { code: null, message: null, type: null }],
    ['a code of 0', { code: 0, message: '', status: 'OK' }],
    ['a word for none', 'none'],
    ['success', { code: 200, message: 'Success' }],
  ])('do not include an event whose error is %s', async (_name, error) => {
    const { events, error: failure } = await read(
      data({ error, choices: [{ delta: { content: 'Hello' } }] }),
      data({ error, choices: [{ delta: {}, finish_reason: 'stop' }] }),
    )
    expect({ failure, text: textsOf(events).text }).toEqual({ failure: null, text: 'Hello' })
  })

  it('ask for no retry for an account without credit', async () => {
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

describe('text', () => {
  it('is taken from messages in place of deltas, in pieces or complete so far', async () => {
    expect(textsOf((await read(message('ha'), message('ha'), message('!'), stop)).events).text).toBe('haha!')
    expect(textsOf((await read(message('one'), message('one two', 'stop'))).events).text).toBe('one two')
    expect(textsOf((await read(hello, message('Hello', 'stop'))).events).text).toBe('Hello')
    expect(textsOf((await read(message('All at once', 'stop'))).events).text).toBe('All at once')
  })

  it('includes the last piece from messages, even if it repeats an earlier one', async () => {
    const pieces = ['Hello', ' world.', ' Bye'].map((text) => message(text))
    expect(textsOf((await read(...pieces, message('.', 'stop'))).events).text).toBe('Hello world. Bye.')
  })

  it.each([
    ['framed twice', `data: ${hello}`],
    ['in a list', `data: [${hello.slice(6).trim()}]\n\n`],
    ['without a list of choices', data({ choices: { delta: { content: 'Hello' } } })],
    ['with numbered choices', data({ choices: { 0: { delta: { content: 'Hello' } } } })],
  ])('is taken from an event %s', async (_name, event) => {
    expect(textsOf((await read(event, done)).events).text).toBe('Hello')
  })

  it.each([
    ['a later field', { reasoning_content: '', reasoning: 'why' }],
    ['an object', { reasoning: { content: 'why' } }],
    ['a list', { reasoning: [{ type: 'text', text: 'wh' }, 'y'] }],
  ])('has reasoning from %s', async (_name, content) => {
    expect(textsOf((await read(delta(content), hello, stop)).events).reasoning).toBe('why')
  })

  it.each([
    ['an object', { text: 'Hello' }],
    ['a list of strings', ['Hel', 'lo']],
    [
      'a list of parts of other types',
      [{ type: 'output_text', text: 'Hello' }, { type: 'constructor' }, null],
    ],
  ])('is taken from content that is %s', async (_name, content) => {
    expect(textsOf((await read(delta({ content }), stop)).events).text).toBe('Hello')
  })

  it('is taken from the field that older servers use', async () => {
    expect(textsOf((await read(data({ choices: [{ text: 'Old' }] }), stop)).events).text).toBe('Old')
  })

  it('has reasoning that is only in the details', async () => {
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

  it('has pictures, and a link to a picture at another address', async () => {
    const { events } = await read(
      delta({ content: '', images: [image('data:image/png;base64,AQID')] }),
      delta({ content: [image('https://pictures.example/a b.png')] }),
      stop,
    )
    expect(events[0]).toEqual({ type: 'file', mediaType: 'image/png', bytes: Buffer.from([1, 2, 3]) })
    expect(textsOf(events).text).toContain('(<https://pictures.example/a%20b.png>)')
  })

  const png = { type: 'file', mediaType: 'image/png', bytes: Buffer.from([1, 2, 3]) }
  it.each([
    ['a string in the list of images', { images: ['data:image/png;base64,AQID'] }],
    ['inline data', { content: [{ type: 'image', inline_data: { mime_type: 'image/png', data: 'AQID' } }] }],
    ['base64 in a separate field', { content: [{ type: 'output_image', image_base64: 'AQID' }] }],
    ['a source', { content: [{ type: 'image', source: { media_type: 'image/png', data: 'AQID' } }] }],
  ])('has a picture that is %s', async (_name, content) => {
    expect((await read(delta(content), stop)).events[0]).toEqual(png)
  })

  it('has a picture once if the last message repeats it, and one that only the last message has', async () => {
    const images = ['data:image/png;base64,AQID']
    const last = data({ choices: [{ message: { content: 'Hello', images }, finish_reason: 'stop' }] })
    for (const before of [delta({ content: 'Hello', images }), hello]) {
      const { events } = await read(before, last)
      expect(events.filter(({ type }) => type === 'file')).toEqual([png])
    }
  })

  it('has a picture whose data is not base64', async () => {
    const { events } = await read(delta({ content: [image('data:image/svg+xml,%3Csvg%3E')] }), stop)
    expect(events[0]).toMatchObject({ mediaType: 'image/svg+xml', bytes: Buffer.from('<svg>') })
  })

  it('names a file that could not be kept', async () => {
    const large = `data:image/png;base64,${'A'.repeat(34 * 1024 * 1024 + 4)}`
    for (const url of ['gs://bucket/picture.png', large]) {
      const { events } = await read(delta({ content: [image(url)] }), stop)
      expect(textsOf(events).text).toMatch(/A file in this answer \(png.*\) could not be saved/)
    }
  })

  it('has speech as one file, with its transcript', async () => {
    const { events } = await read(
      delta({ audio: { data: Buffer.from('RIFF1').toString('base64') } }),
      delta({ audio: { transcript: 'Hello' } }),
      delta({ audio: { data: Buffer.from('234').toString('base64') } }),
      stop,
    )
    expect(textsOf(events).text).toBe('Hello')
    expect(withoutDeltas(events)).toEqual([
      { type: 'file', mediaType: 'audio/wav', bytes: Buffer.from('RIFF1234') },
      whole,
    ])
  })

  it('numbers its sources as the text does', async () => {
    const urls = ['https://a.example/', 'ftp://b.example/', 'https://a.example/', 'https://c.example/']
    const { events } = await read(
      delta({ annotations: [{ url: 'https://d.example/' }] }),
      data({ citations: urls, choices: [{ delta: { content: 'See [4]' } }] }),
      stop,
    )
    const sources = events.filter((event) => event.type === 'sources').at(-1)?.sources ?? []
    expect(sources.map(({ url }) => url)).toEqual([
      'https://a.example/',
      'https://unknown.invalid/',
      'https://a.example/',
      'https://c.example/',
      'https://d.example/',
    ])
  })

  it('has a source that is part of the content', async () => {
    const part = { type: 'tool_reference', url: 'https://a.example/', title: 'A' }
    const { events } = await read(delta({ content: [{ type: 'text', text: 'x' }, part] }), stop)
    expect(events).toContainEqual({ type: 'sources', sources: [{ url: 'https://a.example/', title: 'A' }] })
  })

  it('has its sources in order, without duplicates, with their titles', async () => {
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

  it('has results of tools that the provider ran', async () => {
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

  it('becomes reasoning before a lone closing tag', async () => {
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
  it('accept tool names that are prototype properties', async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      const call = { index: 0, id: name, function: { name, arguments: '{"__proto__":{"x":1}}' } }
      const { events, error } = await read(delta({ tool_calls: [call] }), stop)
      expect(error).toBeNull()
      expect(events[0]).toMatchObject({ type: 'tool-call', toolCallId: name, toolName: name })
      expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    }
  })

  it('are kept apart when all have the number 0', async () => {
    const { events } = await read(delta({ tool_calls: [zeroth('x'), zeroth('y')] }), stop)
    expect(withoutDeltas(events).slice(0, 2)).toMatchObject([{ toolName: 'f_x' }, { toolName: 'f_y' }])
  })

  it('are emitted once when the last event repeats the whole message', async () => {
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

  it('accept a name in pieces, complete so far, or with every piece', async () => {
    for (const [begin, end] of [
      ['get_', 'weather'],
      ['get_', 'get_weather'],
      ['get_weather', 'get_weather'],
    ] as const) {
      expect(
        await readCalls(
          piece({ index: 0, id: 'x', function: { name: begin, arguments: '' } }),
          piece({ index: 0, function: { name: end, arguments: '{"a":1}' } }),
        ),
      ).toEqual([['get_weather', { a: 1 }]])
    }
  })

  it('use the arguments that follow empty ones', async () => {
    const empty = piece({ index: 0, id: 'x', function: { name: 'f', arguments: '{}' } })
    const real = piece({ index: 0, function: { arguments: '{"a":1}' } })
    expect(await readCalls(empty, real)).toEqual([['f', { a: 1 }]])
    expect(await readCalls(empty)).toEqual([['f', {}]])
    const emptyObject = piece({ index: 0, id: 'x', function: { name: 'f', arguments: {} } })
    expect(await readCalls(emptyObject, real)).toEqual([['f', { a: 1 }]])
  })

  it('precede the text that follows them, even without arguments', async () => {
    const call = piece({ index: 0, id: 'x', function: { name: 'f', arguments: '{}' } })
    const { events } = await read(call, hello, stop)
    expect(events.map(({ type }) => type)).toEqual(['tool-call', 'text-delta', 'finish'])
  })

  it('are joined when every piece has the name but no number or id', async () => {
    expect(await readCalls(named('{"a"'), named(':1}'))).toEqual([['f', { a: 1 }]])
    expect(await readCalls(named('{"a":1}'), named('{"a":2}'))).toEqual([
      ['f', { a: 1 }],
      ['f', { a: 2 }],
    ])
  })

  it('are found outside of a list', async () => {
    const call = { id: 'x', function: { name: 'f', arguments: '{"a":1}' } }
    for (const calls of [call, { 0: call }]) {
      expect(await readCalls(delta({ tool_calls: calls }))).toEqual([['f', { a: 1 }]])
    }
  })

  it('survive endlessly nested arguments', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const call = { index: 0, id: 'a', function: { name: 'f', arguments: deep } }
    const { events, error } = await read(hello, delta({ tool_calls: [call] }), stop)
    expect(error).toBeNull()
    expect(JSON.stringify(events).length).toBeLessThan(5_000)
  })
})

describe('usage', () => {
  it.each([
    [
      'as strings',
      { prompt_tokens: '5', completion_tokens: '9' },
      { inputTokens: 5, outputTokens: 9, totalTokens: 14 },
    ],
    [
      'negative',
      { prompt_tokens: -5, completion_tokens: 9 },
      { inputTokens: 0, outputTokens: 9, totalTokens: 9 },
    ],
    [
      'fractional',
      { prompt_tokens: 5, completion_tokens: 0.5 },
      { inputTokens: 5, outputTokens: 0, totalTokens: 5 },
    ],
    [
      'absurd',
      { prompt_tokens: 5, completion_tokens: 1e300, total_tokens: 1e15 },
      { inputTokens: 5, outputTokens: 0, totalTokens: 5 },
    ],
  ])('is read as far as possible when it comes %s', async (_how, usage, expected) => {
    const { events } = await read(hello, stop, data({ choices: [], usage }), done)
    expect(withoutDeltas(events)[0]).toEqual({ type: 'usage', usage: expected })
  })
})

describe('the finish reason', () => {
  it.each([
    ['<|endoftext|>', 'end'],
    ['reason_stop', 'end'],
    ['FinishReason.STOP', 'end'],
    ['word', 'end'],
    ['reason_max_len', 'length'],
    ['finish_reason_max_tokens', 'length'],
    ['limit', 'length'],
  ])('may be %s', async (word, reason) => {
    const { events } = await read(delta({ content: 'Hello' }, { finish_reason: word }))
    expect(events.at(-1)).toEqual({ type: 'finish', reason })
  })
})

describe('usage in other places', () => {
  it.each([
    ['in the choice', { choices: [{ delta: {}, usage: { prompt_tokens: 5, completion_tokens: 9 } }] }],
    ['in the fields of the Responses API', { choices: [], usage: { input_tokens: 5, output_tokens: 9 } }],
  ])('is read %s', async (_where, event) => {
    const { events } = await read(hello, data(event), stop)
    expect(events).toContainEqual({
      type: 'usage',
      usage: { inputTokens: 5, outputTokens: 9, totalTokens: 14 },
    })
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
    ['events labelled as text', stream, 'text/plain'],
    ['events labelled as JSON', stream, 'application/json'],
    ['events with the type twice', stream, 'text/event-stream, text/event-stream'],
    ['events after a byte order mark and white space', `\uFEFF\n\n ${stream}`, 'text/plain'],
    ['a whole answer', JSON.stringify(answer), 'application/json'],
    ['a whole answer over many lines', JSON.stringify(answer, null, 2), 'text/event-stream'],
    ['a whole answer without a reason', JSON.stringify({ choices: [{ message: { content: 'Hello' } }] }), ''],
    ['chunks line by line', `${hello.slice(6)}${stop.slice(6)}`, 'application/x-ndjson'],
    ['events without blank lines', stream.replaceAll('\n\n', '\n'), 'text/event-stream'],
  ]
  it.each(bodies)('reads %s, however it is split', async (_name, body, contentType) => {
    for (const chunks of [[body], body.split('').map((char) => Buffer.from(char))]) {
      const { events, error } = await readBody(protocol, chunks, { contentType })
      expect(error).toBeNull()
      expect(textsOf(events).text).toBe('Hello')
      expect(events.at(-1)).toEqual(whole)
    }
  })

  it('reports a whole answer that was cut off after its first object or before the end of its list', async () => {
    const first = JSON.stringify({ choices: [{ message: { content: 'Hel' } }] })
    for (const body of [`${first}\n{"choices":[{"mess`, `${first}\n${first}`, `[${first}`]) {
      const { error } = await readBody(protocol, [body], { contentType: 'application/json' })
      expect(error).toMatchObject({ data: { reason: 'unfinished' } })
    }
    const lost = await readBody(protocol, [first], { contentType: 'application/json', isLost: true })
    expect(lost.error).toMatchObject({ data: { reason: 'unfinished' } })
  })

  it('reports line-by-line chunks that were cut off, and keeps their text', async () => {
    for (const body of [hello.slice(6), hello.slice(6) + stop.slice(6, 30)]) {
      const { events, error } = await readBody(protocol, [body], { contentType: '' })
      expect(textsOf(events).text).toBe('Hello')
      expect(error).toMatchObject({ data: { reason: 'unfinished' } })
    }
  })

  it.each([
    ['a web page', '<!doctype html><title>Login</title>', { reason: 'web-page' }],
    ['plain text', 'Service is starting', { reason: 'no-stream' }],
    ['an error in JSON', '{"message":"No such deployment","code":"x"}', { said: 'No such deployment' }],
    ['other JSON', '{"hello":"world"}', { reason: 'no-stream' }],
  ])('rejects %s as an answer', async (_name, body, told) => {
    const { events, error } = await readBody(protocol, [body], { contentType: 'text/plain' })
    expect(events).toEqual([])
    expect(error).toMatchObject({ code: 'PROVIDER_PROTOCOL', data: told })
  })
})

it('opens no more calls than an answer may have', async () => {
  const calls = Array.from({ length: 10_100 }, (_, index) => ({ index, function: { arguments: '{"a":' } }))
  const rests = Array.from({ length: 10_100 }, (_, index) => ({
    index,
    id: `c${index}`,
    function: { name: 'f', arguments: '1}' },
  }))
  const { events } = await read(delta({ tool_calls: calls }), delta({ tool_calls: rests }))
  expect(events.filter(({ type }) => type === 'tool-call')).toHaveLength(10_000)
})
