import { expect, it } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import type { SourceEvent } from '../../base/run-source'
import { ChatReader } from '../openai-compatible/chat-reader'
import { AnswerWriter } from './answer-writer'
import { readAnswer } from './read-answer'

const peer = { name: 'Fake', address: '127.0.0.1:1', secret: null }
const finished =
  'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'

/** An answer that is read while its server goes on or falls silent. */
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
    say: (text: string) => server.enqueue(Buffer.from(text)),
    isLetGo: () => isLetGo,
  }
}

/** Lets what was said be read. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

it('is over after half a second of silence behind the finish, and lets go of the body', async () => {
  const { clock, events, isOver, isLetGo, say } = reading()
  say(finished)
  await turn()
  clock.advance(499)
  expect(clock.pendingTimers).toBe(1)
  clock.advance(1)
  await isOver
  expect(events).toEqual([{ type: 'text-delta', text: 'Hi' }])
  expect(isLetGo()).toBe(true)
  expect(clock.pendingTimers).toBe(0)
})

it('is over after five seconds, however often the server gives a sign of life behind the finish', async () => {
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

it('waits without an end for an answer that is not finished', async () => {
  const { clock, isOver, say } = reading()
  say('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n')
  await turn()
  expect(clock.pendingTimers).toBe(0)
  say(`${finished}data: [DONE]\n\n`)
  await isOver
})
