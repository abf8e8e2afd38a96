import { describe, expect, test, vi } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { begunRun } from '../testing/begun-run'
import { createRunHarness, turn } from '../testing/run-harness'
import type { ScriptedSource } from '../testing/scripted-source'

const call = { type: 'tool-call', toolCallId: 'c', toolName: 'search', input: {} } as const
const storeFull = new ParleyError('STORE_FULL', 'The disk is full.')

describe('a completed run', () => {
  test('sends its readers each event once, with the metrics on the first delta only', async () => {
    const { sayAfter, endAfter, runEvents, run, sessionId } = await begunRun()
    await sayAfter(400, { type: 'text-delta', text: 'a' })
    await sayAfter(100, { type: 'text-delta', text: 'b' })
    await endAfter(1_900)
    const { runId, messageId, model } = run.spec
    expect(runEvents()).toEqual([
      { type: 'run-start', runId, sessionId, messageId, model, startedAt: run.startedAt, seq: 1 },
      { type: 'text-delta', text: 'a', ttftMs: 400, seq: 2 },
      { type: 'text-delta', text: 'b', seq: 3 },
      {
        type: 'run-end',
        status: 'completed',
        reason: 'end',
        metrics: { ttftMs: 400, tokensPerSecond: 0.5, durationMs: 2_400 },
        seq: 4,
      },
    ])
  })

  test('has no receipt and stores none', async () => {
    const { harness, endAfter, outcomes } = await begunRun()
    const attach = vi.spyOn(harness.store, 'attachReceipt')
    await endAfter(0)
    expect(outcomes).toMatchObject([
      { status: 'completed', savedId: expect.any(String), receipt: null, error: null },
    ])
    expect(attach).not.toHaveBeenCalled()
    expect(harness.reported).toEqual([])
  })

  test('leaves only the timer of the kept log', async () => {
    const { harness, endAfter } = await begunRun({ timeouts: { idleMs: 1_000, wallMs: 5_000 } })
    await endAfter(0)
    expect(harness.clock.pendingTimers).toBe(1)
  })
})

describe('leftovers of a source that has ended', () => {
  test('its late events are added to the stored answer, at most four times a second, and announced', async () => {
    const { source, harness, run, sessionId, sayAfter, endAfter } = await begunRun()
    const add = vi.spyOn(harness.store, 'addLate')
    const announced: unknown[] = []
    harness.active.onLate((id) => announced.push(id))
    const say = (text: string) => source.context?.addLate?.({ type: 'text-delta', text })
    await sayAfter(0, { type: 'text-delta', text: 'Now.' })
    await endAfter(0)
    for (const text of ['Lat', 'er', ' ', 'on.']) {
      say(text)
      await Promise.resolve()
    }
    add.mockImplementationOnce(() => {
      throw storeFull
    })
    harness.clock.advance(250)
    expect(harness.reported).toHaveLength(1)
    harness.clock.advance(5_000)
    expect(harness.store.getMessage(sessionId, run.spec.messageId).parts).toEqual([
      { type: 'text', text: 'Now.' },
      { type: 'text', text: 'Later on.', isLate: true },
    ])
    expect([announced, add.mock.calls.length]).toEqual([[sessionId, sessionId], 3])
  })

  test('a form and an approval no longer wait', async () => {
    const { source, harness, run, sessionId, endAfter } = await begunRun()
    void source.context?.requestForm({ formId: 'f', title: 'Where to?', schema: { type: 'object' } })
    void source.context?.requestApproval({ toolName: 'Bash', title: 'Run it?', input: {} }).catch(() => {})
    expect(run.isWaiting).toBe(true)
    await endAfter(0)
    expect(run.isWaiting).toBe(false)
    expect([run.pendingForm('f'), run.answerForm('f', {})]).toEqual([null, false])
    expect(run.answerApproval(`${run.spec.runId}.1`, 'once')).toBe(false)
    expect(harness.view.runState(sessionId)).toEqual({ running: false })
  })

  test('held output is sent before the end of the run', async () => {
    const { sayAfter, endAfter, runEvents } = await begunRun()
    const output = { type: 'tool-output', toolCallId: 'c' } as const
    await sayAfter(0, call, { ...output, text: 'x'.repeat(1_000_000) }, { ...output, text: 'last words' })
    await endAfter(0)
    expect(runEvents().slice(-2)).toMatchObject([{ ...output, text: 'last words' }, { type: 'run-end' }])
  })
})

test('is arriving from its first part on', async () => {
  const { run, sayAfter } = await begunRun()
  expect(run.isArriving).toBe(false)
  await sayAfter(0, { type: 'text-delta', text: 'a' })
  expect(run.isArriving).toBe(true)
})

describe('a stop', () => {
  test('keeps the reason and time of the first stop', async () => {
    const { source, harness, run, outcomes, answer } = await begunRun({ onAbort: 'ignore' })
    const stopped = run.stop('user')
    harness.clock.advance(200)
    const stoppedAgain = run.stop('shutdown')
    source.end()
    await turn()
    expect(await stoppedAgain).toEqual(await stopped)
    expect(outcomes).toMatchObject([{ status: 'stopped', receipt: { generatorEndedMs: 200 } }])
    expect(answer()).toMatchObject({ stopReason: 'user' })
  })

  test('is measured from the request', async () => {
    const { source, harness, run } = await begunRun({ onAbort: 'ignore' })
    harness.clock.advance(1_000)
    const stopped = run.stop('user')
    harness.clock.advance(70)
    source.end()
    await turn()
    expect(await stopped).toEqual({
      requestedAt: expect.any(Number),
      generatorEndedMs: 70,
      savedMs: 70,
      upstreamClosedMs: null,
      keptChars: 0,
    })
  })

  test('waits 3 s for source and upstream together, not for each', async () => {
    const { source, harness, run } = await begunRun({ onAbort: 'ignore' })
    harness.clock.advance(1_000)
    source.context?.onUpstreamOpened()
    let isOver = false
    const stopped = run.stop('user').finally(() => (isOver = true))
    harness.clock.advance(1_000)
    source.end()
    await turn()
    harness.clock.advance(1_999)
    await turn()
    expect(isOver).toBe(false)
    harness.clock.advance(1)
    expect(await stopped).toMatchObject({ generatorEndedMs: 1_000, upstreamClosedMs: null })
  })

  test('during the save of a failure does not change it', async () => {
    for (let microtasks = 0; microtasks < 25; microtasks += 1) {
      const { source, run, outcomes } = await begunRun()
      source.fail(new ParleyError('PROVIDER_PROTOCOL', 'The stream broke off.'))
      for (let index = 0; index < microtasks; index += 1) await Promise.resolve()
      const receipt = await run.stop('user')
      await turn()
      const [outcome] = outcomes
      expect(receipt === null).toBe(outcome?.status === 'failed')
      expect(outcome?.receipt).toEqual(receipt)
    }
  })

  test('still counts if its receipt cannot be stored', async () => {
    const { harness, run, outcomes, answer } = await begunRun()
    vi.spyOn(harness.store, 'attachReceipt').mockImplementation(() => {
      throw storeFull
    })
    expect(await run.stop('user')).toMatchObject({ keptChars: 0 })
    expect(outcomes).toMatchObject([{ status: 'stopped', savedId: expect.any(String) }])
    expect(answer()).toMatchObject({ status: 'partial' })
    expect(harness.reported).toEqual([{ level: 'warning', source: 'store', error: storeFull }])
  })
})

describe('an answer that the store refuses', () => {
  test.each([
    ['for want of room is a warning', storeFull, 'warning'],
    ['for another reason is fatal', new ParleyError('STORE_DAMAGED', 'The database is damaged.'), 'fatal'],
    ['because of a bug is fatal', Object.assign(new Error('a bug'), { code: 'STORE_FULL' }), 'fatal'],
  ])('%s', async (_what, error, level) => {
    const { harness, run, outcomes } = await begunRun()
    const attach = vi.spyOn(harness.store, 'attachReceipt')
    vi.spyOn(harness.store, 'settleRun').mockImplementation(() => {
      throw error
    })
    expect(await run.stop('user')).toMatchObject({ savedMs: null })
    expect(outcomes).toMatchObject([{ status: 'stopped', savedId: null }])
    expect(harness.reported).toEqual([{ level, source: 'store', error }])
    // There is no message to attach it to.
    expect(attach).not.toHaveBeenCalled()
  })
})

describe('a bug in the run itself', () => {
  test('is reported to health, to the source and to every reader', async () => {
    const { source, harness, outcomes, runEvents } = await begunRun()
    source.say({ type: 'nonsense' } as never)
    await turn()
    const [reported] = harness.reported
    expect(harness.reported).toEqual([{ level: 'fatal', source: 'run', error: expect.any(Error) }])
    expect(source.signal?.reason).toMatchObject({ stopReason: 'error' })
    expect(source.endedCount).toBe(1)
    expect(runEvents().at(-1)).toEqual({
      type: 'run-end',
      status: 'failed',
      reason: 'error',
      metrics: { ttftMs: null, tokensPerSecond: null, durationMs: null },
      seq: 2,
    })
    expect(outcomes).toMatchObject([{ status: 'failed', savedId: null, receipt: null }])
    expect(outcomes[0]?.error).toMatchObject({ code: 'INTERNAL' })
    expect(reported?.error).not.toBeInstanceOf(ParleyError)
  })

  test.each([undefined, false, true])(
    'may have cost something unless its model is free: %s',
    async (isFree) => {
      const { source, outcomes } = await begunRun({ isFree })
      source.say({ type: 'nonsense' } as never)
      await turn()
      expect(outcomes).toMatchObject([{ mayBeCharged: isFree !== true }])
    },
  )

  test('sends no held output after its end, and leaves no timer for it', async () => {
    const output = { type: 'tool-output', toolCallId: 'c' } as const
    const brokenAfter = async (...events: Parameters<ScriptedSource['say']>) => {
      const { source, harness, sayAfter, runEvents } = await begunRun()
      await sayAfter(0, call, { ...output, text: 'x'.repeat(1_000_000) }, ...events)
      source.say({ type: 'nonsense' } as never)
      await turn()
      return { clock: harness.clock, runEvents }
    }
    const { clock, runEvents } = await brokenAfter({ ...output, text: 'held back' })
    expect(clock.pendingTimers).toBe((await brokenAfter()).clock.pendingTimers)
    clock.advance(1_000)
    expect(runEvents().at(-1)).toMatchObject({ type: 'run-end' })
  })
})

describe('a run whose tools return values that are nested too deeply', () => {
  test('is saved once, with everything around them', async () => {
    const { sayAfter, endAfter, harness, outcomes, answer } = await begunRun()
    const output = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown
    await sayAfter(
      10,
      { type: 'text-delta', text: 'Before. ' },
      { ...call, input: { output } },
      { type: 'tool-result', toolCallId: 'c', output },
      { type: 'text-delta', text: 'After.' },
    )
    harness.clock.advance(200)
    await endAfter(10)
    expect(outcomes).toMatchObject([{ status: 'completed', savedId: expect.any(String) }])
    expect(answer()?.parts.map(({ type }) => type)).toEqual(['text', 'tool-call', 'tool-result', 'text'])
    expect([harness.openRunCount(), harness.journalChunkCount(), harness.reported]).toEqual([0, 0, []])
  })
})

test('a run whose source is always ready does not starve others', async () => {
  let given = 0
  const harness = createRunHarness(async function* () {
    for (; given < 50_000; given += 1) yield { type: 'text-delta', text: 'x' }
  })
  const sessionId = harness.newChat()
  await harness.manager.send({ sessionId, text: 'Hi' })
  await turn()
  expect(given).toBeLessThan(25_000)
  await harness.manager.stop(sessionId)
})
