import { expect, test, vi } from 'vitest'

import { ParleyError } from '../../shared/errors'
import type { WatchEvent } from '../../shared/runs/events'
import type { EventSource } from '../streams/event-source'
import { createRunHarness, takeAll, turn } from '../runs/testing/run-harness'
import { ScriptedSource } from '../runs/testing/scripted-source'

function openPane() {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run)
  const [pane] = harness.newComparison().panes
  if (pane === undefined) throw new Error('expected a comparison with panes')
  return { source, harness, pane, start: () => harness.comparisons.run({ paneId: pane.paneId, text: 'Hi' }) }
}

/** Takes all events, `portion` at a time, and records after each portion whether the stream has ended. */
function takeInPortions(stream: EventSource<WatchEvent>, portion: number) {
  const events: WatchEvent[] = []
  const endings: boolean[] = []
  for (;;) {
    const taken = stream.take(portion)
    if (taken.length === 0) return { events, endings }
    expect(taken.length).toBeLessThanOrEqual(portion)
    events.push(...taken)
    endings.push(stream.end !== null)
  }
}

for (const portion of [1, 2, 512]) {
  test(`a reader that takes ${portion} at a time gets every event once and in order, followed by the end`, async () => {
    const { source, harness, pane, start } = openPane()
    const stream = start()
    source.text('Hello')
    await source.idle()
    source.end()
    await turn()
    expect(stream.end).toBeNull()
    const { events, endings } = takeInPortions(stream, portion)
    const [answer] = harness.answersOf(pane.sessionId)
    const [question] = harness.store.readPath(pane.sessionId).messages
    expect(events[0]).toEqual({
      type: 'stream-start',
      runId: answer?.runId,
      sessionId: pane.sessionId,
      messageId: answer?.id,
      parent: question,
    })
    expect(events.map(({ type }) => type)).toEqual([
      'stream-start',
      'run-start',
      'text-delta',
      'run-end',
      'session-sync',
    ])
    expect(endings).toEqual([...endings.slice(1).map(() => false), true])
    expect(stream.end).toEqual({ reason: 'completed', messageId: answer?.id })
  })
}

test('does not send the stored state while the run is active', async () => {
  const { source, start } = openPane()
  const stream = start()
  source.text('a')
  await source.idle()
  expect(takeAll(stream).map(({ type }) => type)).toEqual(['stream-start', 'run-start', 'text-delta'])
  source.text('b')
  source.end()
  await turn()
  expect(stream.end).toBeNull()
  expect(takeAll(stream).map(({ type }) => type)).toEqual(['text-delta', 'run-end', 'session-sync'])
})

test('notifies the reader of each event and whether it is urgent', async () => {
  const { source, start } = openPane()
  const stream = start()
  const urgencies: boolean[] = []
  stream.onReadable((urgent) => urgencies.push(urgent))
  source.text('a')
  await source.idle()
  expect(urgencies).toEqual([false])
  source.end()
  await turn()
  // What there is before the answer is saved, the last event of the run, then its saved message.
  expect(urgencies).toEqual([false, true, true, true])
})

test('does not notify a reader that has stopped listening', async () => {
  const { source, start } = openPane()
  const urgencies: boolean[] = []
  const stopListening = start().onReadable((urgent) => urgencies.push(urgent))
  source.text('a')
  await source.idle()
  stopListening()
  source.end()
  await turn()
  expect(urgencies).toEqual([false])
})

test('the end of a failed run contains the error', async () => {
  const { source, harness, pane, start } = openPane()
  const stream = start()
  source.fail(new ParleyError('PROVIDER_PROTOCOL', 'The stream broke off.'))
  await turn()
  takeAll(stream)
  expect(stream.end).toEqual({
    reason: 'failed',
    messageId: harness.answersOf(pane.sessionId)[0]?.id,
    error: { code: 'PROVIDER_PROTOCOL', message: 'The stream broke off.' },
  })
})

test('a stream stops listening for ended runs when its own run is over', async () => {
  const { source, harness, start } = openPane()
  let listening = 0
  const onEnded = harness.active.onEnded.bind(harness.active)
  vi.spyOn(harness.active, 'onEnded').mockImplementation((listener) => {
    listening += 1
    const stop = onEnded(listener)
    return () => {
      listening -= 1
      stop()
    }
  })
  start()
  expect(listening).toBe(1)
  source.end()
  await turn()
  expect(listening).toBe(0)
})
