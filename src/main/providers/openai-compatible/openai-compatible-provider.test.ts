import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { FakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import type { Script, Step } from '../../../../e2e/fake-provider/script'
import { completeStream, errorReply } from '../../../../e2e/fake-provider/script'
import type { ParleyError } from '../../../shared/errors'
import { systemClock } from '../../base/clock'
import { createManualClock } from '../../base/testing/manual-clock'
import { describeProviderContract } from '../testing/provider-contract'
import { message, request, startProbe, textsOf, withoutDeltas } from '../testing/run-probe'
import type { OpenAiCompatibleOptions } from './openai-compatible-provider'
import { createOpenAiCompatibleProvider } from './openai-compatible-provider'

const apiKey = 'unguessable-0123456789'

function create(baseUrl: string, options: Partial<OpenAiCompatibleOptions> = {}) {
  return createOpenAiCompatibleProvider({
    id: 'fake',
    name: 'Fake',
    baseUrl,
    apiKey,
    clock: systemClock,
    ...options,
  })
}

describeProviderContract({
  name: 'openai-compatible',
  create,
  usesSocket: true,
  models: {
    text: 'brief',
    long: 'steady-100',
    reasoning: 'think-tags',
    toolCall: 'tool-call',
    silent: 'silent',
  },
  stoppable: [
    { model: 'no-headers', afterEvents: 0 },
    { model: 'slow-headers', afterEvents: 0 },
    { model: 'slow-first-token', afterEvents: 0 },
    { model: 'stall', afterEvents: 20 },
    { model: 'late-close', afterEvents: 1 },
    { model: 'deaf', afterEvents: 1 },
  ],
})

let fake: FakeProvider

beforeEach(async () => {
  fake = await startFakeProvider()
})

afterEach(async () => {
  await fake.close()
})

function listOf(baseUrl: string) {
  return create(baseUrl).listModels(new AbortController().signal)
}

/** One chunk of an answer with this delta. */
function delta(content: Record<string, unknown>): Step {
  return { type: 'event', data: { choices: [{ index: 0, delta: content, finish_reason: null }] } }
}

/** A stream of these pieces of tool calls. */
function calls(pieces: Record<string, unknown>[]): Script {
  const steps = pieces.map((piece) => delta({ tool_calls: [piece] }))
  return completeStream(steps, { reason: 'tool_calls' })
}

function call(toolCallId: string, toolName: string, input: unknown) {
  return { type: 'tool-call', toolCallId, toolName, input }
}

/** The data of one chunk of an answer. */
function chunk(content: string, finish: string | null = null): string {
  return JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })
}

function bytes(text: string): Step {
  return { type: 'bytes', bytes: text }
}

/** What a run of this script came to: its events, and the error it threw. */
async function outcomeOf(script: Script | string) {
  const model = typeof script === 'string' ? script : 'scripted'
  if (typeof script !== 'string') fake.script(model, script)
  const run = startProbe(create(fake.baseUrl), request(model))
  const { error } = await run.ended
  await run.upstreamClosed
  return { events: run.events, error: error as ParleyError | null }
}

describe('stop', () => {
  it('counts the upstream as open until the server closed its side', async () => {
    const run = startProbe(create(fake.baseUrl), request('late-close'))
    await run.waitForEvents(1)
    run.stop()
    await run.ended
    const served = await fake.waitForRequest('late-close')
    await served.letGo
    expect(run.upstream.closed).toBe(0)
    const [closedMs] = await Promise.all([run.upstreamClosed, served.closed])
    expect(closedMs - Number(served.clientFinMs)).toBeGreaterThan(190)
  })

  it('counts it so also when the server ends the answer properly and then waits', async () => {
    fake.script('polite', {
      type: 'stream',
      steps: [{ type: 'tokens', tokens: ['Hi'] }, { type: 'silence' }],
      onClientClose: { type: 'end-then-close-after', ms: 150 },
    })
    const run = startProbe(create(fake.baseUrl), request('polite'))
    await run.waitForEvents(1)
    run.stop()
    const served = await fake.waitForRequest('polite')
    const [closedMs] = await Promise.all([run.upstreamClosed, served.closed])
    expect(closedMs - Number(served.clientFinMs)).toBeGreaterThan(140)
  })

  it('cuts off a server that has not closed after 2.5 s', async () => {
    const clock = createManualClock()
    fake.script('stubborn', {
      type: 'stream',
      steps: [{ type: 'tokens', tokens: ['Hi'] }, { type: 'silence' }],
      onClientClose: { type: 'go-on' },
    })
    const run = startProbe(create(fake.baseUrl, { clock }), request('stubborn'))
    await run.waitForEvents(1)
    run.stop()
    await run.ended
    const served = await fake.waitForRequest('stubborn')
    await served.letGo
    clock.advance(2_499)
    expect({ ...run.upstream, timers: clock.pendingTimers }).toEqual({ opened: 1, closed: 0, timers: 1 })
    clock.advance(1)
    await run.upstreamClosed
    expect({ ...run.upstream, timers: clock.pendingTimers }).toEqual({ opened: 1, closed: 1, timers: 0 })
  })

  it('ends a flood, and what was on its way is thrown away', async () => {
    const run = startProbe(create(fake.baseUrl), request('flat-out'))
    await run.waitForEvents(100)
    run.stop()
    expect(await run.ended).toEqual({ error: null })
    await (
      await fake.waitForRequest('flat-out')
    ).closed
    await run.upstreamClosed
    expect(run.events.length).toBeLessThan(20_000)
  })

  it('ends a run in the middle of the arguments of a call', async () => {
    const opening = { index: 0, id: 'c', function: { name: 'f', arguments: '{"a":' } }
    fake.script('arguments', {
      type: 'stream',
      steps: [delta({ content: 'x', tool_calls: [opening] }), { type: 'silence' }],
    })
    const run = startProbe(create(fake.baseUrl), request('arguments'))
    await run.waitForEvents(1)
    run.stop()
    expect(await run.ended).toEqual({ error: null })
    await run.upstreamClosed
    expect(run.events).toEqual([{ type: 'text-delta', text: 'x' }])
  })
})

describe('refusals', () => {
  const refusals: [model: string, code: string, data: Record<string, unknown>, says: RegExp][] = [
    ['error-401', 'PROVIDER_AUTH', { status: 401 }, /key for Fake was refused \(401\).*Settings/],
    ['error-402', 'PROVIDER_RATE_LIMIT', { status: 402 }, /Insufficient credits/],
    ['error-403', 'PROVIDER_AUTH', { status: 403 }, /may not use this model/],
    ['error-404', 'PROVIDER_BAD_REQUEST', { status: 404 }, /does not exist/],
    ['error-429', 'PROVIDER_RATE_LIMIT', { status: 429 }, /try again/],
    ['error-429-retry', 'PROVIDER_RATE_LIMIT', { status: 429, retryAfterMs: 7000 }, /try again/],
    ['error-500', 'PROVIDER_OVERLOADED', { status: 500 }, /The server had an error/],
    ['error-503-html', 'PROVIDER_OVERLOADED', { status: 503 }, /503/],
    ['error-529', 'PROVIDER_OVERLOADED', { status: 529 }, /529/],
    ['html-200', 'PROVIDER_PROTOCOL', { status: 200 }, /a web page/],
    ['json-error-200', 'PROVIDER_BAD_REQUEST', {}, /No such deployment/],
    ['redirect', 'PROVIDER_BAD_REQUEST', {}, /127\.0\.0\.2/],
    ['reset-before-headers', 'PROVIDER_UNREACHABLE', {}, /closed the connection without an answer/],
  ]
  for (const [model, code, data, says] of refusals) {
    it(`tells people what ${model} means, after one attempt`, async () => {
      const { events, error } = await outcomeOf(model)
      expect(events).toEqual([])
      expect(error).toMatchObject({ code, data: { ...data, address: `127.0.0.1:${fake.port}` } })
      expect(error?.message).toMatch(says)
      expect(fake.requests).toHaveLength(1)
    })
  }

  it('never quotes the key that the provider quotes', async () => {
    const { error } = await outcomeOf(errorReply(400, { message: `Bad key ${apiKey} in sk-abcdefghijkl` }))
    expect(JSON.stringify([error?.message, error?.data])).not.toMatch(/unguessable|sk-abc/)
    expect(error?.message).toContain('Bad key [redacted]')
  })

  it('shows the beginning of an endless error and reads no further', async () => {
    const body = JSON.stringify({ error: { message: 'too long '.repeat(100) } })
    const { error } = await outcomeOf({ type: 'reply', status: 400, body: body + ' '.repeat(1_000_000) })
    expect(error?.message.length).toBeLessThan(700)
  })
})

describe('network', () => {
  it('names the address at which nothing answers', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const run = startProbe(create(`http://127.0.0.1:${port}/v1`), request('any'))
    const { error } = await run.ended
    expect(error).toMatchObject({ code: 'PROVIDER_UNREACHABLE', data: { address: `127.0.0.1:${port}` } })
    expect((error as Error).message).toBe(
      `Nothing answers at 127.0.0.1:${port}. Check that Fake is running and that its address in Settings is right.`,
    )
    await run.upstreamClosed
    expect(run.upstream).toEqual({ opened: 1, closed: 1 })
  })

  it('gives up on headers that do not come in the time that was given', async () => {
    const clock = createManualClock()
    const run = startProbe(create(fake.baseUrl, { clock, headersTimeoutMs: 5_000 }), request('no-headers'))
    const served = await fake.waitForRequest('no-headers')
    clock.advance(4_999)
    expect(run.upstream.closed).toBe(0)
    clock.advance(1)
    expect(await run.ended).toMatchObject({ error: { code: 'PROVIDER_UNREACHABLE' } })
    await served.closed
  })

  it('waits for a silent model for as long as it takes', async () => {
    const clock = createManualClock()
    const run = startProbe(create(fake.baseUrl, { clock }), request('stall'))
    await run.waitForEvents(20)
    clock.advance(3_600_000)
    expect(clock.pendingTimers).toBe(0)
    expect(run.upstream).toEqual({ opened: 1, closed: 0 })
    run.stop()
    expect(await run.ended).toEqual({ error: null })
  })

  const brokenOff = ['reset', 'cut', 'cut-clean', 'malformed-json']
  for (const model of brokenOff) {
    it(`keeps what came before ${model}`, async () => {
      const { events, error } = await outcomeOf(model)
      expect(textsOf(events).text).toBe('Here is the answer.')
      expect(error).toMatchObject({ code: 'PROVIDER_PROTOCOL' })
      expect(error?.message).toMatch(/is kept/)
    })
  }

  it('takes an empty stream for what it is', async () => {
    const { events, error } = await outcomeOf('empty')
    expect(events).toEqual([])
    expect(error).toMatchObject({ code: 'PROVIDER_PROTOCOL' })
    expect(error?.message).toMatch(/without finishing/)
  })

  it('keeps what came before an error in the stream, and takes the code from it', async () => {
    const { events, error } = await outcomeOf('error-event')
    expect(textsOf(events).text).toBe('Here is the answer.')
    expect(error).toMatchObject({ code: 'PROVIDER_OVERLOADED' })
    expect(error?.message).toContain('The engine is overloaded.')
  })

  it('understands an error that is only a text', async () => {
    const { error } = await outcomeOf({
      type: 'stream',
      steps: [{ type: 'event', data: { error: 'out of memory' } }],
    })
    expect(error).toMatchObject({ code: 'PROVIDER_PROTOCOL' })
    expect(error?.message).toContain('out of memory')
  })
})

describe('framing', () => {
  const framings: [name: string, steps: Step[]][] = [
    [
      'CRLF line ends',
      [bytes(`data: ${chunk('Hello')}\r\n\r\ndata: ${chunk('', 'stop')}\r\n\r\ndata: [DONE]\r\n\r\n`)],
    ],
    ['CR line ends', [bytes(`data: ${chunk('Hello')}\r\rdata: ${chunk('', 'stop')}\r\rdata: [DONE]\r\r`)]],
    [
      'no space after the colon',
      [bytes(`data:${chunk('Hello')}\n\ndata:${chunk('', 'stop')}\n\ndata:[DONE]\n\n`)],
    ],
    ['no final line break', [bytes(`data: ${chunk('Hello')}\n\n`), bytes(`data: ${chunk('', 'stop')}`)]],
    [
      'comments and other fields',
      [
        bytes(`: waiting\n\nevent: message\nid: 1\ndata: ${chunk('Hello')}\n\n`),
        bytes(`data: ${chunk('', 'stop')}\n\n`),
      ],
    ],
    [
      'the last event split in its middle',
      [
        bytes(`data: ${chunk('Hello')}\n\ndata: ${chunk('', 'stop')}\n\nda`),
        bytes('ta: [DO'),
        bytes('NE]\n\n'),
        { type: 'silence' },
      ],
    ],
    [
      'no [DONE]',
      [
        { type: 'tokens', tokens: ['Hello'] },
        { type: 'finish', reason: 'stop' },
      ],
    ],
  ]
  for (const [name, steps] of framings) {
    it(`reads ${name}`, async () => {
      const { events, error } = await outcomeOf({ type: 'stream', steps })
      expect({ events, error }).toEqual({
        events: [
          { type: 'text-delta', text: 'Hello' },
          { type: 'finish', reason: 'end' },
        ],
        error: null,
      })
    })
  }

  it('takes [DONE] without a finish reason for a complete answer', async () => {
    const steps = [bytes(`data: ${chunk('Hello')}\n\ndata: [DONE]\n\n`)]
    expect(await outcomeOf({ type: 'stream', steps })).toMatchObject({
      events: [
        { type: 'text-delta', text: 'Hello' },
        { type: 'finish', reason: 'end' },
      ],
      error: null,
    })
  })

  it('joins a character whose bytes came apart', async () => {
    const { events, error } = await outcomeOf('split-utf8')
    expect({ ...textsOf(events), error }).toEqual({ text: 'Zürich 🏔', reasoning: '', error: null })
  })

  it('does not take an answer that quotes the last event for the last event', async () => {
    const text = 'It ends with\n\ndata: [DONE]\n\nand so on'
    const { events } = await outcomeOf(completeStream([{ type: 'tokens', tokens: [text, '!'] }]))
    expect(textsOf(events).text).toBe(`${text}!`)
  })

  it('gives the finish at once when the server leaves the socket open, and closes it', async () => {
    const clock = createManualClock()
    const run = startProbe(create(fake.baseUrl, { clock }), request('linger'))
    expect(await run.ended).toEqual({ error: null })
    expect(run.events.at(-1)).toEqual({ type: 'finish', reason: 'end' })
    expect(run.upstream).toEqual({ opened: 1, closed: 0 })
    clock.advance(100)
    await run.upstreamClosed
  })
})

describe('content', () => {
  for (const model of ['reasoning-content', 'reasoning']) {
    it(`takes reasoning from the field of ${model}`, async () => {
      const { events } = await outcomeOf(model)
      expect(textsOf(events)).toEqual({ text: 'Here is the answer.', reasoning: 'Let me think about that.' })
    })
  }

  it('takes reasoning out of tags that come a letter at a time', async () => {
    const { events } = await outcomeOf('think-tags')
    expect(textsOf(events)).toEqual({ text: 'Here is the answer.', reasoning: 'Let me think.' })
  })

  it('keeps interleaved calls apart', async () => {
    const { events } = await outcomeOf(
      calls([
        { index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } },
        { index: 1, id: 'b', function: { name: 'g', arguments: '{"y"' } },
        { index: 0, function: { arguments: ':1}' } },
        { index: 1, function: { arguments: ':2}' } },
      ]),
    )
    expect(withoutDeltas(events).slice(0, 2)).toEqual([call('a', 'f', { x: 1 }), call('b', 'g', { y: 2 })])
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'end' })
  })

  it('gives a call without index or id an id of its own', async () => {
    const { events } = await outcomeOf(calls([{ function: { name: 'f', arguments: '{"x":1}' } }]))
    expect(events[0]).toEqual(call(expect.stringMatching(/.+/) as string, 'f', { x: 1 }))
  })

  it('keeps arguments that are no JSON as they came', async () => {
    const { events } = await outcomeOf(
      calls([{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":' } }]),
    )
    expect(events[0]).toEqual(call('a', 'f', '{"x":'))
  })
})

describe('finish', () => {
  const finishes: [reason: string, expected: string][] = [
    ['stop', 'end'],
    ['length', 'length'],
    ['content_filter', 'filter'],
    ['tool_calls', 'end'],
    ['something new', 'end'],
  ]
  for (const [reason, expected] of finishes) {
    it(`takes "${reason}" for ${expected}`, async () => {
      const { events } = await outcomeOf(completeStream([{ type: 'tokens', tokens: ['Hi'] }], { reason }))
      expect(withoutDeltas(events)).toEqual([
        { type: 'usage', usage: { inputTokens: 12, outputTokens: 1, totalTokens: 13 } },
        { type: 'finish', reason: expected },
      ])
    })
  }

  it('says nothing of counts that did not come', async () => {
    const { events } = await outcomeOf('no-usage')
    expect(withoutDeltas(events)).toEqual([{ type: 'finish', reason: 'end' }])
  })

  it('tells the tokens of reasoning by themselves', async () => {
    const { events } = await outcomeOf({
      type: 'stream',
      steps: [
        { type: 'finish', reason: 'stop' },
        { type: 'usage', promptTokens: 5, completionTokens: 9, reasoningTokens: 4 },
        { type: 'done' },
      ],
    })
    expect(events[0]).toEqual({
      type: 'usage',
      usage: { inputTokens: 5, outputTokens: 9, totalTokens: 14, reasoningTokens: 4 },
    })
  })

  it.each([
    ['what it says', 0.00123, { costUsd: 0.00123 }],
    ['nothing where it was free', 0, { costUsd: 0 }],
    ['no price where it says nonsense', -1, {}],
  ])('takes the price from a server that says it: %s', async (_what, cost, priced) => {
    const { events } = await outcomeOf({
      type: 'stream',
      steps: [
        { type: 'finish', reason: 'stop' },
        { type: 'usage', promptTokens: 5, completionTokens: 9, cost },
        { type: 'done' },
      ],
    })
    expect(events[0]).toEqual({
      type: 'usage',
      usage: { inputTokens: 5, outputTokens: 9, totalTokens: 14, ...priced },
    })
  })
})

describe('requests', () => {
  it('sends the path, the parameters and the key, and asks for counts', async () => {
    const provider = create(fake.baseUrl)
    const run = startProbe(
      provider,
      request('brief', {
        systemPrompt: 'Be brief.',
        params: { temperature: 0.5, topP: 0.9, maxOutputTokens: 100, seed: 7 },
      }),
    )
    await run.ended
    const served = await fake.waitForRequest()
    expect(served.authorization).toBe(`Bearer ${apiKey}`)
    expect(served.body).toEqual({
      model: 'brief',
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 100,
      seed: 7,
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
    })
  })

  it('sends no Authorization without a key', async () => {
    await startProbe(create(fake.baseUrl, { apiKey: null }), request('brief')).ended
    expect((await fake.waitForRequest()).authorization).toBeNull()
  })

  it('goes on after a stop with a call open', async () => {
    const open = message('assistant', [
      { type: 'reasoning', text: 'unsigned' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { q: 1 }, state: 'cancelled' },
    ])
    const messages = [message('user', 'Look'), open, message('user', 'Go on')]
    const run = startProbe(create(fake.baseUrl), request('brief', { messages }))
    expect(await run.ended).toEqual({ error: null })
    expect((await fake.waitForRequest()).body).toMatchObject({
      messages: [
        { role: 'user', content: 'Look' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"q":1}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'The call was cancelled before it gave a result.' },
        { role: 'user', content: 'Go on' },
      ],
    })
  })
})

describe('models', () => {
  it('is local when its address is of this machine', async () => {
    expect((await listOf(fake.baseUrl))[0]).toEqual({
      id: 'fake/brief',
      providerId: 'fake',
      providerName: 'Fake',
      name: 'brief',
      isScripted: false,
      isLocal: true,
    })
  })

  it('refuses a wrong key in words for people', async () => {
    const guarded = await startFakeProvider({ apiKey: 'another' })
    await expect(listOf(guarded.baseUrl)).rejects.toMatchObject({ code: 'PROVIDER_AUTH' })
    await guarded.close()
  })

  it('says that the address may lack its version when no list comes', async () => {
    const other = await startFakeProvider({ routes: { '/models': { hello: 'world' } } })
    await expect(listOf(other.baseUrl.replace('/v1', ''))).rejects.toMatchObject({
      code: 'PROVIDER_PROTOCOL',
      message: expect.stringContaining('/v1') as string,
    })
    await other.close()
  })

  it('takes a server without models, as Ollama says it', async () => {
    const empty = await startFakeProvider({ routes: { '/none/models': { object: 'list', data: null } } })
    expect(await listOf(`http://127.0.0.1:${empty.port}/none`)).toEqual([])
    await empty.close()
  })

  it('fails with INVALID_INPUT where the address is none', async () => {
    await expect(listOf('nonsense')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
