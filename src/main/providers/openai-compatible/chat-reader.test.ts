import { describe, expect, it } from 'vitest'

import { textsOf, withoutDeltas } from '../testing/run-probe'
import { data, delta, read, hello, stop, done, whole, piece } from '../testing/read-chat'

const zeroth = (id: string) => ({ index: 0, id, function: { name: `f_${id}`, arguments: '{"a":1}' } })

const begun = (id: string, name: string) => ({ index: 0, id, function: { name, arguments: '' } })

const more = (id: string, text: string) => piece({ index: 0, id, function: { arguments: text } })

const numbered = (index: number, text: string) =>
  piece({ index, id: 'x', function: { name: 'f', arguments: text } })

const identified = (id: string, text: string, name?: string) =>
  piece({ index: 0, id, function: { name, arguments: text } })

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

  it('are kept apart when all have the number 0 and their pieces are interleaved', async () => {
    expect(
      await readCalls(
        delta({ tool_calls: [begun('a', 'read'), begun('b', 'erase')] }),
        more('a', '{"path":'),
        more('b', '{"path":"/b'),
        more('a', '"/a"}'),
        more('b', '"}'),
      ),
    ).toEqual([
      ['read', { path: '/a' }],
      ['erase', { path: '/b' }],
    ])
  })

  it('are kept apart by their numbers when all have one id', async () => {
    expect(
      await readCalls(numbered(0, '{"a":'), numbered(1, '{"b":'), numbered(0, '1}'), numbered(1, '2}')),
    ).toEqual([
      ['f', { a: 1 }],
      ['f', { b: 2 }],
    ])
  })

  it('are one call when every piece has a new id, and only the first has a name', async () => {
    expect(
      await readCalls(identified('p', '{"a"', 'f'), identified('q', ':1'), identified('r', '}')),
    ).toEqual([['f', { a: 1 }]])
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

const built = (build: unknown) => data({ system_fingerprint: build, choices: [{ delta: { content: 'x' } }] })

it('reports the build of the model that answered, once, and ignores what is none', async () => {
  const { events } = await read(
    hello,
    built('fp_1'),
    built('fp_1'),
    built(7),
    built('f'.repeat(201)),
    stop,
    done,
  )
  expect(events.flatMap((event) => (event.type === 'usage' ? [event.usage] : []))).toEqual([
    { fingerprint: 'fp_1' },
  ])
})
