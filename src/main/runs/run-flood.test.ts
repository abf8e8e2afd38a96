import { expect, test } from 'vitest'

import { keptChars, type Part } from '../../shared/sessions/messages'
import { type FormRequest, isDelta, type RunEvent, type WatchEvent } from '../../shared/runs/events'
import { untilAborted } from '../base/pause'
import type { RunSource, SourceEvent } from '../run-source/run-source'
import { createRunHarness, takeAll, turn } from './testing/run-harness'

/** Words in one turn, far more than pass unchanged. */
const wordCount = 300
const words = Array.from({ length: wordCount }, (_, index) => `w${index} `)
const allWords = words.join('')

const form: FormRequest = { formId: 'f1', title: 'Where to?', schema: { type: 'object' } }

function* flood(): Generator<SourceEvent> {
  for (const text of words) yield { type: 'text-delta', text }
}

const runEvents = (events: readonly WatchEvent[]): RunEvent[] => events.filter((event) => 'seq' in event)

/** The text of a part. */
function said(part: Part): string {
  return part.type === 'text' ? part.text : `[${part.type}]`
}

test('a burst with calls and a form in the middle keeps its order and is numbered without a gap', async () => {
  const source: RunSource = async function* (_request, context) {
    yield* flood()
    yield { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: {} }
    yield* flood()
    yield { type: 'tool-result', toolCallId: 'c1', output: 'seen' }
    yield* flood()
    await context.requestForm(form)
    yield* flood()
  }
  const harness = createRunHarness(source)
  const sessionId = harness.newChat()
  const stream = harness.watch(sessionId)
  takeAll(stream)
  await harness.manager.send({ sessionId, text: 'Hi' })
  await turn()
  const events = takeAll(stream)
  await harness.forms.submit({ sessionId, formId: form.formId, values: { city: 'Bern' } })
  await turn()
  events.push(...takeAll(stream))

  const order = runEvents(events)
  expect(order.map(({ seq }) => seq)).toEqual(order.map((_event, index) => index + 1))
  expect(order.filter(isDelta).length).toBeLessThan(100)
  expect(order.filter((event) => isDelta(event) && event.ttftMs !== undefined)).toHaveLength(1)
  const [answer] = harness.answersOf(sessionId)
  expect(answer?.parts.map(said)).toEqual([
    allWords,
    '[tool-call]',
    allWords,
    '[tool-result]',
    allWords,
    '[form]',
    allWords,
  ])
  expect(order.map((event) => ('text' in event ? event.text : '')).join('')).toBe(allWords.repeat(4))
  expect(harness.reported).toEqual([])
})

test('a stop in the middle of a burst keeps and counts everything so far', async () => {
  const stopAfter = 200
  const stopped = Promise.withResolvers<Awaited<ReturnType<typeof harness.manager.stop>>>()
  const source: RunSource = async function* (_request, context) {
    let count = 0
    for (const event of flood()) {
      if (count === stopAfter) stopped.resolve(harness.manager.stop(sessionId))
      count += 1
      yield event
    }
    await untilAborted(context.signal)
  }
  const harness = createRunHarness(source)
  const sessionId = harness.newChat()
  const stream = harness.watch(sessionId)
  takeAll(stream)
  await harness.manager.send({ sessionId, text: 'Hi' })
  await turn()
  const kept = words.slice(0, stopAfter).join('')
  expect(await stopped.promise).toMatchObject({ stopped: true, receipt: { keptChars: kept.length } })
  const order = runEvents(takeAll(stream))
  expect(order.map((event) => ('text' in event ? event.text : '')).join('')).toBe(kept)
  expect(order.at(-1)).toMatchObject({ type: 'run-end', status: 'stopped', reason: 'user' })
  const [answer] = harness.answersOf(sessionId)
  expect(answer === undefined ? null : keptChars(answer)).toBe(kept.length)
  expect(harness.journalChunkCount()).toBe(0)
})

test('a watcher that attaches in the middle of a burst misses nothing that was held', async () => {
  let late: WatchEvent[] = []
  const source: RunSource = async function* () {
    let count = 0
    for (const event of flood()) {
      if (count === 200) {
        stream = harness.watch(sessionId)
        late = takeAll(stream)
      }
      count += 1
      yield event
    }
  }
  const harness = createRunHarness(source)
  const sessionId = harness.newChat()
  let stream = harness.watch(sessionId)
  await harness.manager.send({ sessionId, text: 'Hi' })
  await turn()
  late.push(...takeAll(stream))
  const order = runEvents(late)
  expect(order.map(({ seq }) => seq)).toEqual(order.map((_event, index) => index + 1))
  expect(order.map((event) => ('text' in event ? event.text : '')).join('')).toBe(allWords)
})
