import { describe, expect, test } from 'vitest'

import { isDelta } from '../../../shared/runs/events'
import { keptOutputChars } from '../../../shared/runs/reduce-run'
import type { RunContext, SourceEvent } from '../../run-source/run-source'
import { StopSignal } from '../../run-source/stop-signal'
import { ScriptedSource } from '../testing/scripted-source'
import { guarded, x } from '../testing/guarded'

const bigCall = { type: 'tool-call', toolCallId: 'c', toolName: 't' } as const

describe('a source that exceeds the size limit', () => {
  test.each<[string, SourceEvent[], number]>([
    [
      'text',
      [
        { type: 'text-delta', text: x(700) },
        { type: 'text-delta', text: x(700) },
      ],
      1_000,
    ],
    ['reasoning', Array.from({ length: 9 }, () => ({ type: 'reasoning-delta', text: x(300) })), 1_000],
    ['one endless piece', [{ type: 'text-delta', text: x(1_000_000) }], 1_000],
    [
      'what a tool is given',
      [
        { type: 'text-delta', text: x(9) },
        { ...bigCall, input: [x(2_000)] },
      ],
      9,
    ],
    [
      'what is not said yet',
      [
        { type: 'text-delta', text: x(9) },
        { type: 'pending', chars: 2_000 },
      ],
      9,
    ],
    [
      'what a tool gives',
      [
        { type: 'text-delta', text: x(9) },
        { type: 'tool-result', toolCallId: 'c', output: { a: x(2_000) } },
      ],
      9,
    ],
    [
      'what a command puts out',
      [
        { type: 'text-delta', text: x(9) },
        ...['a', 'b'].map((toolCallId) => ({ type: 'tool-output' as const, toolCallId, text: x(700) })),
      ],
      9,
    ],
  ])('in %s ends with “length” and is aborted at once', async (_what, events, keptChars) => {
    const source = new ScriptedSource()
    const { clock, seen, outcome } = guarded(source, undefined, undefined, undefined, {}, 1_000)
    source.say(...events, { type: 'text-delta', text: 'too late' })
    expect(await outcome).toEqual({
      kind: 'finished',
      reason: 'length',
      limit: { of: 'parley', chars: 1_000 },
    })
    expect(source.signal?.reason).toMatchObject({ stopReason: 'length' })
    expect([source.endedCount, clock.pendingTimers]).toEqual([1, 0])
    const texts = seen.flatMap((event) => (isDelta(event) ? [event.text] : []))
    expect(texts.join('')).toBe(x(keptChars))
  })

  test('is abandoned if it does not end, and its requests to the user are withdrawn', async () => {
    const source = new ScriptedSource({ onAbort: 'ignore' })
    const withdrawals: (AbortSignal | undefined)[] = []
    const asking = {
      requestApproval: (_question: unknown, withdrawal?: AbortSignal) => {
        withdrawals.push(withdrawal)
        return new Promise<never>(() => {})
      },
    }
    const { clock, outcome } = guarded(source, undefined, undefined, undefined, asking, 1_000)
    await source.idle()
    void source.context?.requestApproval({ toolName: 't', input: {} })
    source.text(x(1_001))
    await source.idle()
    expect(withdrawals[0]?.aborted).toBe(true)
    await expect(source.context?.requestApproval({ toolName: 't', input: {} })).rejects.toBeInstanceOf(
      StopSignal,
    )
    clock.advance(3_000)
    expect(await outcome).toEqual({
      kind: 'finished',
      reason: 'length',
      limit: { of: 'parley', chars: 1_000 },
    })
  })

  test.each<[string, (context: RunContext | null) => Promise<unknown> | undefined]>([
    ['an approval', (context) => context?.requestApproval({ toolName: 't', input: [x(1_000)] })],
    ['a form', (context) => context?.requestForm({ formId: 'f', title: x(1_000), schema: {} })],
  ])('in its request for %s ends with “length”, and the user is not asked', async (_what, ask) => {
    const source = new ScriptedSource()
    const asking = {
      requestApproval: () => expect.unreachable('the request is too large'),
      requestForm: () => expect.unreachable('the form is too large'),
    }
    const { outcome } = guarded(source, undefined, undefined, undefined, asking, 1_000)
    await source.idle()
    await expect(ask(source.context)).rejects.toMatchObject({ stopReason: 'length' })
    expect(await outcome).toEqual({
      kind: 'finished',
      reason: 'length',
      limit: { of: 'parley', chars: 1_000 },
    })
  })

  test('gets one grace period, even if the user stops it during that', async () => {
    const source = new ScriptedSource({ onAbort: 'ignore' })
    const { clock, controller, outcome } = guarded(source, undefined, undefined, undefined, {}, 1_000)
    source.text(x(1_000))
    await source.idle()
    clock.advance(2_000)
    controller.abort(new StopSignal('user'))
    expect(clock.pendingTimers).toBe(1)
    clock.advance(1_000)
    expect(await outcome).toEqual({
      kind: 'finished',
      reason: 'length',
      limit: { of: 'parley', chars: 1_000 },
    })
  })

  test('may have endless command output, which counts only up to what is stored', async () => {
    const source = new ScriptedSource()
    const { outcome } = guarded(source, undefined, undefined, undefined, {}, 2 * keptOutputChars)
    source.say(
      ...Array.from({ length: 9 }, () => ({
        type: 'tool-output' as const,
        toolCallId: 'c',
        text: x(keptOutputChars),
      })),
    )
    source.end()
    expect(await outcome).toEqual({ kind: 'finished', reason: 'end' })
  })

  test('adds after its end only what still fits', async () => {
    const late: unknown[] = []
    const source = new ScriptedSource()
    const adding = { addLate: (event: unknown) => late.push(event) }
    const { outcome } = guarded(source, undefined, undefined, undefined, adding, 10)
    source.text(x(4))
    source.end()
    await outcome
    for (const chars of [4, 4, 4]) source.context?.addLate?.({ type: 'text-delta', text: x(chars) })
    expect(late).toEqual([
      { type: 'text-delta', text: x(4) },
      { type: 'text-delta', text: x(2) },
    ])
  })

  test('adds nothing after its end where answers are not stored', async () => {
    const source = new ScriptedSource()
    const { seen, outcome } = guarded(source)
    source.end()
    await outcome
    source.context?.addLate?.({ type: 'text-delta', text: 'late' })
    expect(seen).toEqual([])
  })

  test('is not cut inside a surrogate pair', async () => {
    const source = new ScriptedSource()
    const { seen, outcome } = guarded(source, undefined, undefined, undefined, {}, 3)
    source.text('a😀😀')
    await outcome
    source.end()
    expect(seen).toEqual([{ type: 'text-delta', text: 'a😀' }])
  })
})
