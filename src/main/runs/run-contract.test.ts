import { describe, expect, test } from 'vitest'

import type { SessionId } from '../../shared/ids'
import type { Receipt } from '../../shared/sessions/messages'
import type { WatchEvent } from '../../shared/runs/events'
import type { EventSource } from '../streams/event-source'
import { ParleyError } from '../../shared/errors'
import { createRunHarness, takeAll, turn } from './testing/run-harness'
import { answers, ScriptedSource } from './testing/scripted-source'

type Harness = ReturnType<typeof createRunHarness>

interface Started {
  sessionId: SessionId
  stream: EventSource<WatchEvent>
  /** Stops the run as a user would, and returns the receipt. */
  stop: () => Promise<Receipt | null>
}

/** The two kinds of runs. They share the suite and differ in who may end them. */
const kinds: Record<'detached' | 'direct', (harness: Harness) => Promise<Started>> = {
  async detached(harness) {
    const sessionId = harness.newChat()
    await harness.manager.send({ sessionId, text: 'Hi' })
    return {
      sessionId,
      stream: harness.watch(sessionId),
      stop: async () => (await harness.manager.stop(sessionId)).receipt,
    }
  },
  async direct(harness) {
    const [pane] = harness.newComparison().panes
    if (pane === undefined) throw new Error('expected a comparison with panes')
    const stream = harness.comparisons.run({ paneId: pane.paneId, text: 'Hi' })
    return {
      sessionId: pane.sessionId,
      stream,
      stop: async () => {
        stream.close('closed')
        await turn()
        takeAll(stream)
        return stream.end?.receipt ?? null
      },
    }
  },
}

const runEvents = (events: WatchEvent[]) => events.filter((event) => 'seq' in event)

for (const [kind, start] of Object.entries(kinds)) {
  for (const [shape, said] of Object.entries(answers)) {
    describe(`a ${kind} run with a source that is ${shape}`, () => {
      test('is saved once, complete, and frees its session', async () => {
        const source = new ScriptedSource()
        const harness = createRunHarness(source.run)
        const { sessionId, stream } = await start(harness)
        source.say(...said)
        source.end()
        await turn()
        const events = takeAll(stream)
        expect(runEvents(events).map((event) => ('seq' in event ? event.seq : 0))).toEqual(
          Array.from({ length: said.length + 2 }, (_, index) => index + 1),
        )
        expect(events.filter((event) => event.type === 'run-end')).toMatchObject([
          { status: 'completed', reason: 'end' },
        ])
        expect(events.at(-1)).toMatchObject({ type: 'session-sync', running: false })
        const [answer, ...others] = harness.answersOf(sessionId)
        expect(others).toEqual([])
        expect(answer).toMatchObject({ status: 'complete', stopReason: 'end' })
        expect(harness.openRunCount()).toBe(0)
        expect(harness.journalChunkCount()).toBe(0)
        expect(harness.leases.holder(sessionId)).toBeNull()
        expect(harness.reported).toEqual([])
      })

      test('stopped while waiting after any of its events keeps exactly the events so far, once', async () => {
        for (let heard = 0; heard <= said.length; heard += 1) {
          const source = new ScriptedSource()
          const harness = createRunHarness(source.run)
          const { sessionId, stream, stop } = await start(harness)
          source.say(...said.slice(0, heard))
          await source.idle()
          const events = takeAll(stream)
          const receipt = await stop()
          expect(source.endedCount).toBe(1)
          expect(receipt).toMatchObject({ requestedAt: harness.clock.now(), generatorEndedMs: 0, savedMs: 0 })
          const [answer, ...others] = harness.answersOf(sessionId)
          expect(others).toEqual([])
          expect(answer).toMatchObject({ status: 'partial', stopReason: 'user', receipt })
          const live = harness.active.finishedLog(sessionId, answer?.runId ?? ('' as never))?.state.message
          expect(answer).toEqual(live)
          expect(answer?.parts.some((part) => part.type === 'tool-call' && part.state === 'running')).toBe(
            false,
          )
          expect(runEvents(events)).toHaveLength(heard + 1)
          expect(harness.openRunCount()).toBe(0)
          expect(harness.leases.holder(sessionId)).toBeNull()
        }
      })

      test('that fails keeps its partial answer and the error', async () => {
        const source = new ScriptedSource()
        const harness = createRunHarness(source.run)
        const { sessionId, stream } = await start(harness)
        source.say(...said)
        source.fail(new ParleyError('PROVIDER_PROTOCOL', 'The stream broke off.'))
        await turn()
        expect(takeAll(stream).filter((event) => event.type === 'run-end')).toMatchObject([
          { status: 'failed', reason: 'error' },
        ])
        const [answer, ...others] = harness.answersOf(sessionId)
        expect(others).toEqual([])
        expect(answer).toMatchObject({ status: 'failed', stopReason: 'error' })
        expect(answer?.parts.at(-1)).toEqual({
          type: 'error',
          code: 'PROVIDER_PROTOCOL',
          message: 'The stream broke off.',
        })
        expect(answer?.parts.length).toBeGreaterThan(1)
        expect(harness.reported).toEqual([])
      })

      test('that throws an unexpected error fails with INTERNAL and is recorded in health', async () => {
        const source = new ScriptedSource()
        const harness = createRunHarness(source.run)
        const { sessionId } = await start(harness)
        const fault = new TypeError('undefined is not a function')
        source.say(...said)
        source.fail(fault)
        await turn()
        expect(harness.answersOf(sessionId)[0]?.parts.at(-1)).toMatchObject({
          type: 'error',
          code: 'INTERNAL',
        })
        expect(harness.reported).toEqual([{ level: 'fatal', source: 'run', error: fault }])
      })
    })
  }
}

describe('ending a run', () => {
  test('closing the watch of a detached run only detaches, and the run completes', async () => {
    const source = new ScriptedSource()
    const harness = createRunHarness(source.run)
    const { sessionId, stream } = await kinds.detached(harness)
    source.text('a')
    await source.idle()
    stream.close('gone')
    expect(source.signal?.aborted).toBe(false)
    source.text('b')
    source.end()
    await turn()
    expect(harness.answersOf(sessionId)).toMatchObject([{ status: 'complete', parts: [{ text: 'ab' }] }])
  })

  test('closing the stream of a direct run has aborted its generator before close returns', async () => {
    const source = new ScriptedSource()
    const harness = createRunHarness(source.run)
    const { sessionId, stream } = await kinds.direct(harness)
    source.text('a')
    await source.idle()
    stream.close('closed')
    expect(source.signal?.aborted).toBe(true)
    await turn()
    takeAll(stream)
    expect(stream.end).toMatchObject({ reason: 'stopped', receipt: { keptChars: 1 } })
    expect(harness.answersOf(sessionId)).toMatchObject([{ stopReason: 'user' }])
  })

  test('a direct run whose window is gone ends as client-closed, and the other pane continues', async () => {
    const source = new ScriptedSource()
    const other = new ScriptedSource()
    let runs = 0
    const harness = createRunHarness((request, context) =>
      (runs++ === 0 ? source : other).run(request, context),
    )
    const [first, second] = harness.newComparison().panes
    if (first === undefined || second === undefined) throw new Error('expected a comparison with panes')
    const stream = harness.comparisons.run({ paneId: first.paneId, text: 'Hi' })
    const beside = harness.comparisons.run({ paneId: second.paneId, text: 'Hi' })
    source.text('a')
    other.text('b')
    await source.idle()
    stream.close('gone')
    await turn()
    expect(harness.answersOf(first.sessionId)).toMatchObject([
      { status: 'partial', stopReason: 'client-closed' },
    ])
    other.end()
    await turn()
    takeAll(beside)
    expect(beside.end).toMatchObject({ reason: 'completed' })
  })

  test('runs.stop also ends the run of a pane', async () => {
    const source = new ScriptedSource()
    const harness = createRunHarness(source.run)
    const { sessionId } = await kinds.direct(harness)
    await source.idle()
    expect(await harness.manager.stop(sessionId)).toMatchObject({ stopped: true, receipt: { keptChars: 0 } })
  })
})
