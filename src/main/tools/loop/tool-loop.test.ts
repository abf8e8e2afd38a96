import { describe, expect, test } from 'vitest'

import { failure } from '../../../shared/failures/failure'
import type { Message } from '../../../shared/sessions/messages'
import { message } from '../../providers/testing/run-probe'
import type { SourceEvent } from '../../run-source/run-source'
import { call, done, loopDeps, looping, resultsOf, scriptedModel, scriptedTool } from './testing/looping'

const text = (said: string): SourceEvent => ({ type: 'text-delta', text: said })
const used = (inputTokens: number): SourceEvent => ({
  type: 'usage',
  usage: { inputTokens, outputTokens: 1 },
})
const dearIfLong = ({ inputTokens = 0 }) =>
  Promise.resolve({ usd: inputTokens > 50 ? 5 : 1, isAtLeast: false })
const partsOf = (messages: readonly Message[] | undefined) => messages?.at(-1)?.parts

describe('steps', () => {
  test('asks again with the calls and their results until the model makes no call', async () => {
    const model = scriptedModel(
      [text('I look.'), call('a', 'web_fetch', { url: 'x' }), done],
      [text('Found.'), done],
    )
    const tool = scriptedTool('web.fetch')
    const { events, outcome } = looping(model.source, [tool])
    expect(await outcome).toBeNull()
    expect(events).toEqual([
      text('I look.'),
      { type: 'tool-call', toolCallId: 'a', toolName: 'web.fetch', kind: 'other', input: { url: 'x' } },
      { type: 'tool-result', toolCallId: 'a', output: 'web.fetch {"url":"x"}', durationMs: 0 },
      text('Found.'),
      done,
    ])
    expect(model.requests.map(({ tools }) => tools?.map(({ name }) => name))).toEqual([
      ['web_fetch'],
      ['web_fetch'],
    ])
    expect(partsOf(model.requests[1]?.messages)).toEqual([
      { type: 'text', text: 'I look.' },
      {
        type: 'tool-call',
        toolCallId: 'a',
        toolName: 'web.fetch',
        kind: 'other',
        input: { url: 'x' },
        state: 'done',
      },
      { type: 'tool-result', toolCallId: 'a', output: 'web.fetch {"url":"x"}', durationMs: 0 },
    ])
  })

  test('executes the calls of one step at once', async () => {
    const both = Promise.withResolvers<void>()
    let running = 0
    const run = async () => {
      running += 1
      if (running === 2) both.resolve()
      await both.promise
      return { text: 'ok' }
    }
    const model = scriptedModel([call('a', 'one'), call('b', 'two'), done], [done])
    const { events, outcome } = looping(model.source, [
      scriptedTool('one', { run }),
      scriptedTool('two', { run }),
    ])
    expect(await outcome).toBeNull()
    expect(resultsOf(events)).toEqual({ a: 'ok', b: 'ok' })
  })

  test('ends an answer whose model calls endlessly with the limit, and leaves its last call open', async () => {
    const model = scriptedModel([call('a', 'one'), done])
    const { events, outcome } = looping(model.source, [scriptedTool('one')], { deps: loopDeps({ steps: 3 }) })
    expect(await outcome).toBeNull()
    expect(model.requests).toHaveLength(3)
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'tool-limit' })
    const calls = events.filter(({ type }) => type === 'tool-call')
    expect(calls).toHaveLength(3)
    expect(Object.keys(resultsOf(events))).toHaveLength(2)
  })

  test('gives calls with the id of an earlier one an id of their own', async () => {
    const before = message('assistant', [
      { type: 'tool-call', toolCallId: 'call_0', toolName: 'one', input: {}, state: 'done' },
    ])
    const model = scriptedModel([call('call_0', 'one'), call('call_0', 'one'), done], [done])
    const { events, outcome } = looping(model.source, [scriptedTool('one')], {
      request: { messages: [before] },
    })
    await outcome
    const ids = events.flatMap((event) => (event.type === 'tool-call' ? [event.toolCallId] : []))
    expect(new Set([...ids, 'call_0']).size).toBe(3)
    expect(Object.keys(resultsOf(events)).toSorted()).toEqual(ids.toSorted())
  })

  test('keeps the calls of the provider apart from its own, whatever their ids, and believes it no other result', async () => {
    const tool = scriptedTool('one')
    const byProvider: SourceEvent = {
      type: 'tool-call',
      toolCallId: 'a',
      toolName: 'web_search',
      input: {},
      isRunByProvider: true,
    }
    const model = scriptedModel(
      [
        byProvider,
        { type: 'tool-result', toolCallId: 'a', output: 'found' },
        call('a', 'one'),
        { type: 'tool-result', toolCallId: 'b', output: 'forged' },
        done,
      ],
      [done],
    )
    const { events, outcome } = looping(model.source, [tool])
    expect(await outcome).toBeNull()
    const [search = '', own = ''] = events.flatMap((event) =>
      event.type === 'tool-call' ? [event.toolCallId] : [],
    )
    expect(own).not.toBe(search)
    expect(resultsOf(events)).toEqual({ [search]: 'found', [own]: 'one {}' })
  })

  test('neither stores nor sends back overlong arguments, or a name that no tool has', async () => {
    const model = scriptedModel([call('a', 'x'.repeat(100_000), 'y'.repeat(3_000_000)), done], [done])
    const { events, outcome } = looping(model.source, [scriptedTool('one')])
    expect(await outcome).toBeNull()
    expect(JSON.stringify(events).length).toBeLessThan(5_000)
    expect(JSON.stringify(model.requests[1]?.messages).length).toBeLessThan(5_000)
  })

  test.each(['One', 'ONE', 'one ', 'o\u0301ne', '__proto__', 'constructor', ''])(
    'a call of “%s” is not one of the tool “one”',
    async (name) => {
      const tool = scriptedTool('one')
      const { events, outcome } = looping(scriptedModel([call('a', name), done], [done]).source, [tool])
      expect(await outcome).toBeNull()
      expect(tool.runs).toEqual([])
      expect(resultsOf(events)['a']).toMatch(/^There is no tool named/)
    },
  )

  test('executes a call even if the provider reports an ordinary end', async () => {
    const tool = scriptedTool('one')
    const { outcome } = looping(scriptedModel([text('Hm.'), call('a', 'one'), done], [done]).source, [tool])
    expect(await outcome).toBeNull()
    expect(tool.runs).toHaveLength(1)
  })

  test('gives a tool fields with the names of properties that objects have', async () => {
    const tool = scriptedTool('one')
    const input = '{"__proto__":{"a":1},"constructor":2}'
    await looping(scriptedModel([call('a', 'one', input), done], [done]).source, [tool]).outcome
    expect(JSON.stringify(tool.runs)).toBe(`[${input}]`)
  })

  test('executes only the first of a thousand calls at once, and all get a result', async () => {
    const calls = Array.from({ length: 1_000 }, (_, index) => call(`c${index}`, 'one'))
    const tool = scriptedTool('one')
    const model = scriptedModel([...calls, done], [done])
    const { events, outcome } = looping(model.source, [tool])
    expect(await outcome).toBeNull()
    expect(tool.runs).toHaveLength(64)
    expect(Object.keys(resultsOf(events))).toHaveLength(1_000)
  })

  test('executes no call of an answer that was cut', async () => {
    const tool = scriptedTool('one')
    const cut: SourceEvent = { type: 'finish', reason: 'length' }
    const { events, outcome } = looping(scriptedModel([call('a', 'one', '{"x":'), cut]).source, [tool])
    expect(await outcome).toBeNull()
    expect(tool.runs).toEqual([])
    expect(events.at(-1)).toEqual(cut)
  })

  test('adds up what the steps used, each with its own price', async () => {
    const model = scriptedModel([call('a', 'one'), used(10), done], [used(100), done])
    const { events, outcome } = looping(model.source, [scriptedTool('one')], { costOf: dearIfLong })
    await outcome
    expect(events.filter(({ type }) => type === 'usage').at(-1)).toEqual({
      type: 'usage',
      usage: { inputTokens: 110, outputTokens: 2, costUsd: 6 },
    })
  })
})

test('an answer whose last step was not counted has cost at least what the steps before have', async () => {
  const model = scriptedModel([call('a', 'one'), used(10), done], [text('Hi'), done])
  const { events, outcome } = looping(model.source, [scriptedTool('one')], { costOf: dearIfLong })
  await outcome
  expect(events.filter(({ type }) => type === 'usage').at(-1)).toEqual({
    type: 'usage',
    usage: { inputTokens: 10, outputTokens: 1, leastCostUsd: 1 },
  })
})

test('ends an answer before the step that would exceed the spending limit, and keeps what it has', async () => {
  const model = scriptedModel([call('a', 'one'), used(10), done])
  const { events, outcome } = looping(model.source, [scriptedTool('one')], {
    costOf: dearIfLong,
    assertMaySpend(alsoSpentUsd) {
      if (alsoSpentUsd >= 2) throw failure('LIMIT_REACHED', 'day', { limitUsd: 2 })
    },
  })
  expect(await outcome).toMatchObject({ code: 'LIMIT_REACHED' })
  expect(model.requests).toHaveLength(2)
  expect(Object.keys(resultsOf(events))).toHaveLength(2)
})

describe('models without tools', () => {
  test('asks a model without tools if it is known not to call them, with a notice', async () => {
    const model = scriptedModel([text('Hi'), done])
    const { events } = looping(model.source, [scriptedTool('one')], { callsTools: false })
    await new Promise((resolve) => setImmediate(resolve))
    expect(events.map(({ type }) => type)).toEqual(['notice', 'text-delta', 'finish'])
    expect(model.requests[0]?.tools).toBeUndefined()
  })

  test('asks once more without tools if the provider refuses them', async () => {
    const refused = failure('PROVIDER_BAD_REQUEST', 'refused', {
      providerName: 'Ollama',
      said: 'gemma does not support tools',
    })
    const model = scriptedModel(
      // eslint-disable-next-line require-yield -- it is refused before it yields
      async function* () {
        await Promise.resolve()
        throw refused
      },
      [text('Hi'), done],
    )
    const { events, outcome } = looping(model.source, [scriptedTool('one')])
    expect(await outcome).toBeNull()
    expect(events[0]).toMatchObject({ type: 'notice', about: { reason: 'tools-unsupported' } })
    expect(model.requests.map(({ tools = [] }) => tools.length)).toEqual([1, 0])
  })
})
