import { describe, expect, it } from 'vitest'

import { readBody } from '../testing/read-body'
import { textsOf, withoutDeltas } from '../testing/run-probe'
import { protocol, data, delta, read, hello, stop, done, whole } from '../testing/read-chat'

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
      { inputTokens: 5, outputTokens: 1, totalTokens: 6 },
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
