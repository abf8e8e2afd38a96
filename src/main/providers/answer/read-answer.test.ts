import { expect, it } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import type { SourceEvent } from '../../run-source/run-source'
import { ChatReader } from '../openai-compatible/chat-reader'
import { textsOf } from '../testing/run-probe'
import { AnswerWriter } from './answer-writer'
import { readAnswer } from './read-answer'

const peer = { name: 'Fake', address: '127.0.0.1:1', secret: null }
const finished =
  'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'

const counted = 'data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":5}}\n\n'

function chunk(content: string, reason: string | null): string {
  return `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: reason }] })}\n\n`
}

/** An answer that is read while its server keeps sending or falls silent. */
function reading() {
  const clock = createManualClock()
  let server!: ReadableStreamDefaultController<Uint8Array>
  let isLetGo = false
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      server = controller
    },
    cancel() {
      isLetGo = true
    },
  })
  const writer = new AnswerWriter({
    peer,
    hasThinkTags: false,
    askedModelId: 'asked',
    providerDataKey: null,
    onSkipped: () => {},
  })
  const events: SourceEvent[] = []
  const isOver = (async () => {
    const answer = readAnswer(new Response(body), new ChatReader(writer), writer, { peer, clock })
    for await (const event of answer) events.push(event)
  })()
  return {
    clock,
    events,
    isOver,
    rest: () => writer.rest(),
    isFinished: () => writer.isFinished,
    say: (text: string) => server.enqueue(Buffer.from(text)),
    isLetGo: () => isLetGo,
  }
}

/** Lets pending data be read. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

it.each([
  ['two seconds', '', 2_000],
  ['1 s when the counts have arrived', counted, 1_000],
])('ends once %s of silence follow the finish, and releases the body', async (_time, more, silenceMs) => {
  const { clock, events, isOver, isLetGo, say } = reading()
  say(finished + more)
  await turn()
  clock.advance(silenceMs - 1)
  expect(clock.pendingTimers).toBe(1)
  clock.advance(1)
  await isOver
  expect(events).toEqual([{ type: 'text-delta', text: 'Hi' }])
  expect(isLetGo()).toBe(true)
  expect(clock.pendingTimers).toBe(0)
})

it('ends 5 s after the finish despite further keep-alive events', async () => {
  const { clock, isOver, say } = reading()
  say(finished)
  await turn()
  for (let sentMs = 0; sentMs < 5_000; sentMs += 400) {
    say(': keep-alive\n\n')
    await turn()
    clock.advance(400)
  }
  await isOver
})

it('waits indefinitely for an answer that has not finished', async () => {
  const { clock, isOver, say } = reading()
  say('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n')
  await turn()
  expect(clock.pendingTimers).toBe(0)
  say(`${finished}data: [DONE]\n\n`)
  await isOver
})

it('reads an answer to its end when every chunk claims to be the last', async () => {
  const { clock, events, isOver, rest, say } = reading()
  for (let count = 0; count < 20; count++) {
    say(chunk(`${count} `, 'stop'))
    await turn()
    clock.advance(700)
    await turn()
  }
  clock.advance(5_000)
  await isOver
  expect(textsOf(events).text).toBe(Array.from({ length: 20 }, (_, count) => `${count} `).join(''))
  expect(rest()).toEqual([{ type: 'finish', reason: 'end' }])
})

it('drops a finish when more content arrives, and waits indefinitely for the next one', async () => {
  const { clock, events, isOver, rest, isFinished, say } = reading()
  say(chunk('Let me search. ', 'tool_calls'))
  await turn()
  clock.advance(1_000)
  say(chunk('Found', null))
  await turn()
  expect({ isFinished: isFinished(), timers: clock.pendingTimers }).toEqual({ isFinished: false, timers: 0 })
  clock.advance(60_000)
  say(`${chunk(' it.', 'length')}data: [DONE]\n\n`)
  await isOver
  expect(textsOf(events).text).toBe('Let me search. Found it.')
  expect(rest()).toEqual([{ type: 'finish', reason: 'length' }])
})

it('keeps the finish reason when only a line break follows', async () => {
  const { isOver, rest, say } = reading()
  say(`${chunk('Hi', 'length')}${chunk('\n', null)}data: [DONE]\n\n`)
  await isOver
  expect(rest()).toEqual([{ type: 'finish', reason: 'length' }])
})

it('includes counts that arrive 1.9 s after the finish', async () => {
  const { clock, isOver, rest, say } = reading()
  say(finished)
  await turn()
  clock.advance(1_900)
  say(`${counted}data: [DONE]\n\n`)
  await isOver
  expect(rest()[0]).toMatchObject({ type: 'usage', usage: { inputTokens: 5 } })
})

it('keeps reading after an unknown reason, and accepts a known one that follows', async () => {
  const odd = chunk('Hi', 'some_new_reason') + chunk(' there', null) + counted
  for (const [end, type] of [
    ['', 'usage'],
    [chunk('', 'stop'), 'finish'],
  ] as const) {
    const { events, isOver, rest, say } = reading()
    say(`${odd}${end}data: [DONE]\n\n`)
    await isOver
    expect(textsOf(events).text).toBe('Hi there')
    expect(rest().at(-1)).toMatchObject({ type })
  }
})

it.each(['null', '', 'FINISH_REASON_UNSPECIFIED', 'not_finished', 'none'])(
  'does not treat the reason "%s" as a finish',
  async (word) => {
    const { events, isOver, isFinished, rest, say } = reading()
    say(chunk('Hi', word))
    await turn()
    expect(isFinished()).toBe(false)
    say(`${chunk(' there', word)}${chunk('', 'stop')}data: [DONE]\n\n`)
    await isOver
    expect(textsOf(events).text).toBe('Hi there')
    expect(rest()).toEqual([{ type: 'finish', reason: 'end' }])
  },
)

it('drops a finish when a tool call follows', async () => {
  const { events, isOver, isFinished, rest, say } = reading()
  const call = { index: 0, id: 'x', function: { name: 'f', arguments: '{"a"' } }
  say(chunk('Hi', 'stop'))
  say(`data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [call] } }] })}\n\n`)
  await turn()
  expect(isFinished()).toBe(false)
  const more = { index: 0, function: { arguments: ':1}' } }
  say(
    `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [more] }, finish_reason: 'tool_calls' }] })}\n\n`,
  )
  say('data: [DONE]\n\n')
  await isOver
  expect(events.at(-1)).toMatchObject({ type: 'tool-call', input: { a: 1 } })
  expect(rest()).toEqual([{ type: 'finish', reason: 'end' }])
})
