import { describe, expect, test } from 'vitest'

import { begunRun } from '../testing/begun-run'
import { createRunHarness, turn } from '../testing/run-harness'
import { ScriptedSource } from '../testing/scripted-source'

describe('a run that waits for its turn', () => {
  const timeouts = { idleMs: 1_000, wallMs: 2_500 }
  const text = { type: 'text-delta', text: 'a' } as const

  test('has no time limit while it waits, and both from its turn on', async () => {
    const { harness, outcomes, sayAfter } = await begunRun({ timeouts })
    await sayAfter(0, { type: 'turn', startedAt: null })
    harness.clock.advance(60_000)
    await turn()
    expect(outcomes).toEqual([])
    await sayAfter(0, { type: 'turn', startedAt: harness.clock.now() })
    for (const delayMs of [900, 900]) await sayAfter(delayMs, text)
    expect(outcomes).toEqual([])
    harness.clock.advance(700)
    await turn()
    expect(outcomes).toMatchObject([{ error: { data: { reason: 'wall' } } }])
  })

  test('ends if it is silent in its turn', async () => {
    const { harness, outcomes, sayAfter } = await begunRun({ timeouts })
    await sayAfter(900, { type: 'turn', startedAt: null })
    await sayAfter(900, { type: 'turn', startedAt: harness.clock.now() })
    harness.clock.advance(1_000)
    await turn()
    expect(outcomes).toMatchObject([{ error: { data: { reason: 'idle' } } }])
  })

  test('does not count the time before its turn', async () => {
    const { harness, sayAfter, endAfter, runEvents } = await begunRun()
    await sayAfter(300, { type: 'turn', startedAt: null })
    await sayAfter(300, { type: 'turn', startedAt: harness.clock.now() })
    await sayAfter(100, text)
    await endAfter(200)
    const metrics = { ttftMs: 100, durationMs: 300 }
    expect(runEvents().at(-1)).toMatchObject({ type: 'run-end', metrics })
  })

  test('counts the time since it began if its turn never came', async () => {
    const { sayAfter, endAfter, runEvents } = await begunRun()
    await sayAfter(300, { type: 'turn', startedAt: null })
    await endAfter(200)
    expect(runEvents().at(-1)).toMatchObject({ type: 'run-end', metrics: { durationMs: 500 } })
  })
})

test('a sign of life without content, such as a keep-alive, ends a silence but not the limit for the whole answer', async () => {
  const { source, harness, outcomes, runEvents } = await begunRun({
    timeouts: { idleMs: 1_000, wallMs: 5_000 },
  })
  const before = runEvents().length
  for (let count = 0; count < 5; count++) {
    harness.clock.advance(900)
    source.context?.onUpstreamAlive?.()
  }
  await turn()
  expect(outcomes).toEqual([])
  expect(before + runEvents().length).toBe(before)
  harness.clock.advance(500)
  await turn()
  expect(outcomes).toMatchObject([{ error: { data: { reason: 'wall' } } }])
})

test('does not count a wait that the provider asked for as silence, but silence after it', async () => {
  const { source, harness, outcomes } = await begunRun({ timeouts: { idleMs: 1_000, wallMs: 0 } })
  const retryAt = harness.clock.now() + 5_000
  source.say({ type: 'notice', code: 'RETRY', message: 'Busy.', retryAt })
  await turn()
  harness.clock.advance(5_900)
  await turn()
  expect(outcomes).toEqual([])
  harness.clock.advance(100)
  await turn()
  expect(outcomes).toMatchObject([{ error: { data: { reason: 'idle' } } }])
})

test('text does not prolong the limit for the whole answer', async () => {
  const { outcomes, sayAfter, harness } = await begunRun({ timeouts: { idleMs: 1_000, wallMs: 2_500 } })
  for (const delayMs of [900, 900, 600]) await sayAfter(delayMs, { type: 'text-delta', text: 'a' })
  harness.clock.advance(100)
  await turn()
  expect(outcomes).toMatchObject([{ error: { data: { reason: 'wall' } } }])
})

describe('a run that timed out', () => {
  test.each([
    ['silence', { idleMs: 1_000, wallMs: 0 }, 'idle', '1 second.'],
    ['silence', { idleMs: 900_000, wallMs: 0 }, 'idle', '900 seconds.'],
    ['its length', { idleMs: 0, wallMs: 1_500 }, 'wall', '1.5 seconds.'],
  ])('fails after %s and reports the limit (%j)', async (_what, timeouts, reason, said) => {
    const afterMs = timeouts.idleMs + timeouts.wallMs
    const { harness, outcomes, runEvents } = await begunRun({ timeouts })
    harness.clock.advance(afterMs)
    await turn()
    const error = { code: 'TIMEOUT', message: expect.stringContaining(said), data: { reason, afterMs } }
    expect(outcomes).toMatchObject([{ status: 'failed', error }])
    expect(runEvents().slice(1)).toMatchObject([
      { type: 'error', ...error },
      { type: 'run-end', status: 'failed', reason: `${reason}-timeout` },
    ])
  })
})

test('a run is not ended as silent while its calls run, here or for another pane', async () => {
  const source = new ScriptedSource()
  const calls = Promise.withResolvers<(areRunning: boolean) => void>()
  const harness = createRunHarness(
    (request, context) => {
      calls.resolve((areRunning) => context.toolWatch?.onCalls(areRunning))
      return source.run(request, context)
    },
    { timeouts: { idleMs: 1_000, wallMs: 0 } },
  )
  const sessionId = harness.newChat()
  await harness.manager.send({ sessionId, text: 'Hi' })
  const announce = await calls.promise
  announce(true)
  harness.clock.advance(60_000)
  await turn()
  announce(false)
  harness.clock.advance(999)
  await turn()
  expect(harness.active.get(sessionId)).toBeDefined()
  harness.clock.advance(1)
  await turn()
  expect(harness.active.get(sessionId)).toBeUndefined()
})
