import { describe, expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { ParleyError } from '../../../shared/errors'
import { boundDepth, tooDeepMark, valueDepth } from '../../../shared/json-depth'
import type { Usage } from '../../../shared/sessions/messages'
import { type SourceEvent, unattendedContext } from '../../run-source/run-source'
import { StopSignal } from '../../run-source/stop-signal'
import { guardSource, type SaveFile, sourceError } from './guard-source'
import type { CostOf } from '../../run-source/cost'
import { turn } from '../testing/run-harness'
import { ScriptedSource } from '../testing/scripted-source'
import { request, guarded } from '../testing/guarded'

/** A price of 1 per input token and 10 per output token. */
const counting: CostOf = ({ inputTokens = 0, outputTokens = 0 }) =>
  Promise.resolve({ usd: inputTokens + 10 * outputTokens, isAtLeast: false })

/** A price of 1 for each search of the web and 10 for each search of files. */
const perSearch: CostOf = (_usage, { webSearches = 0, fileSearches = 0 } = {}) =>
  Promise.resolve({ usd: webSearches + 10 * fileSearches, isAtLeast: false })

async function usagesOf(costOf: CostOf | undefined, usages: Usage[]): Promise<Usage[]> {
  const source = new ScriptedSource()
  const { seen, outcome } = guarded(source, new AbortController(), costOf)
  source.say(...usages.map((usage) => ({ type: 'usage' as const, usage })))
  source.end()
  await outcome
  return seen.flatMap((event) => (event.type === 'usage' ? [event.usage] : []))
}

test('an estimate of an answer that was cut off has a cost, or is not shown', async () => {
  const estimate = { isCountedInPart: true, uncountedInputTokens: 7 } as const
  for (const [usd, expected] of [
    [0.5, [{ leastCostUsd: 0.5 }]],
    [null, []],
  ] as const) {
    const source = new ScriptedSource()
    const cost = usd === null ? null : { usd, isAtLeast: true }
    const { seen, outcome } = guarded(source, new AbortController(), () => Promise.resolve(cost))
    source.say({ type: 'usage', usage: {}, charges: estimate })
    source.end()
    await outcome
    expect(seen.map((event) => (event.type === 'usage' ? event.usage : null))).toEqual(expected)
  }
})

const dot = {
  type: 'attachment',
  attachmentId: 'a',
  name: 'answer.png',
  mediaType: 'image/png',
  sizeBytes: 1,
} as const

const dotFile: SourceEvent = { type: 'file', mediaType: 'image/png', bytes: new Uint8Array(1) }

describe('a guarded source', () => {
  test('has its files stored in order, and reports one that cannot be stored', async () => {
    const keep: SaveFile = ({ name, bytes }) =>
      bytes.length > 1 ? Promise.reject(new Error('full')) : Promise.resolve({ ...dot, name })
    const source = new ScriptedSource()
    const { seen, outcome } = guarded(source, new AbortController(), undefined, keep)
    source.say({ type: 'text-delta', text: 'See:' }, dotFile, {
      type: 'file',
      mediaType: '../x',
      bytes: new Uint8Array(2),
    })
    source.end()
    await outcome
    expect(seen).toEqual([
      { type: 'text-delta', text: 'See:' },
      { type: 'attachment', part: dot },
      { type: 'text-delta', text: expect.stringContaining('(file, 2 bytes) could not be saved') as string },
    ])
  })

  test('keeps the call that returned a file, and says nothing about one of a call that cannot be stored', async () => {
    const keep: SaveFile = ({ name, bytes }) =>
      bytes.length > 1 ? Promise.reject(new Error('full')) : Promise.resolve({ ...dot, name })
    const source = new ScriptedSource()
    const { seen, outcome } = guarded(source, new AbortController(), undefined, keep)
    source.say(
      { ...dotFile, toolCallId: 'c' },
      { type: 'file', mediaType: 'image/png', bytes: new Uint8Array(2), toolCallId: 'c' },
    )
    source.end()
    expect(await outcome).toEqual({ kind: 'finished', reason: 'end' })
    expect(seen).toEqual([{ type: 'attachment', part: { ...dot, name: 'result.png', toolCallId: 'c' } }])
  })

  test('has 100 files stored, and each further one reported', async () => {
    const source = new ScriptedSource()
    const { seen, outcome } = guarded(source, undefined, undefined, () => Promise.resolve(dot))
    source.say(...Array.from({ length: 102 }, () => dotFile))
    source.end()
    await outcome
    expect(seen.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => ({ type: 'attachment', part: dot })))
    expect(seen.slice(100).map(({ type }) => type)).toEqual(['text-delta', 'text-delta'])
  })

  test('that is stopped while its file is being stored does not report the file', async () => {
    const source = new ScriptedSource()
    const storing = Promise.withResolvers<typeof dot>()
    const { controller, seen, outcome } = guarded(source, undefined, undefined, () => storing.promise)
    source.say(dotFile)
    await turn()
    controller.abort(new StopSignal('user'))
    storing.resolve(dot)
    expect(await outcome).toEqual({ kind: 'aborted' })
    expect(seen).toEqual([])
  })

  test('has no files stored after the abort', async () => {
    const source = new ScriptedSource({ onAbort: 'ignore' })
    const stored: string[] = []
    const { controller, seen, outcome } = guarded(source, undefined, undefined, ({ name }) => {
      stored.push(name)
      return Promise.resolve(dot)
    })
    await source.idle()
    controller.abort(new StopSignal('user'))
    source.say(dotFile)
    source.end()
    await outcome
    expect([stored, seen]).toEqual([[], []])
  })

  test('drops impossible counts', async () => {
    expect(
      await usagesOf(undefined, [{ inputTokens: -1, outputTokens: NaN, totalTokens: 1e300, model: 'm' }]),
    ).toEqual([{ model: 'm' }])
  })

  test('bounds the depth of every event and request', async () => {
    const source = new ScriptedSource()
    const asked: unknown[] = []
    const { seen, outcome } = guarded(source, new AbortController(), undefined, undefined, {
      requestForm: (form) => Promise.resolve(void asked.push(form)).then(() => null),
      requestApproval: (question) => Promise.resolve(void asked.push(question)).then(() => 'deny'),
    })
    const deep = JSON.parse(`{"kept":1,"deep":${'['.repeat(9_000)}${']'.repeat(9_000)}}`) as Record<
      string,
      unknown
    >
    const call = { toolCallId: 'c', toolName: 'look' }
    source.say(
      { type: 'text-delta', text: 'before' },
      { type: 'reasoning-delta', text: '', providerData: { family: deep } },
      { type: 'tool-call', ...call, input: deep, providerData: { family: deep } },
      { type: 'tool-update', toolCallId: 'c', input: deep },
      { type: 'tool-result', toolCallId: 'c', output: deep },
      { type: 'form-request', formId: 'f', title: 'Form', schema: deep },
      { type: 'notice', code: 'RETRY', message: '', cause: { code: 'TIMEOUT', data: deep } },
      { type: 'text-delta', text: 'after' },
    )
    await source.idle()
    await source.context?.requestForm({ formId: 'g', title: 'Form', schema: deep })
    await source.context?.requestApproval({ ...call, input: deep })
    source.end()
    await outcome
    expect(seen.map(({ type }) => type)).toHaveLength(8)
    for (const said of [...seen, ...asked]) {
      const text = JSON.stringify(said)
      expect(text.includes('"kept":1')).toBe(text.includes(tooDeepMark))
    }
    expect(asked).toHaveLength(2)
  })

  test('may have values in its events as deep as values can be', async () => {
    const deepest = JSON.parse('['.repeat(valueDepth + 1) + ']'.repeat(valueDepth + 1)) as unknown
    const tooDeep = [deepest]
    expect(boundDepth(deepest)).toBe(deepest)
    const source = new ScriptedSource()
    const { seen, outcome } = guarded(source)
    const result = { type: 'tool-result', toolCallId: 'c' } as const
    source.say({ ...result, output: deepest }, { ...result, output: tooDeep })
    source.end()
    await outcome
    expect(seen).toEqual([
      { ...result, output: deepest },
      { ...result, output: boundDepth(tooDeep) },
    ])
  })

  test.each([
    ['results of calls of Parley’s, because what was done must not be lost', true, ['tool-result', 'usage']],
    ['nothing of an agent, which reports what it made of the stop', false, ['usage']],
  ])('adds its cost after the abort, and %s', async (_what, keepsResults, kept) => {
    const source = new ScriptedSource({ onAbort: 'ignore' })
    const { controller, seen, outcome } = guarded(
      source,
      new AbortController(),
      undefined,
      undefined,
      {},
      undefined,
      keepsResults,
    )
    source.say({ type: 'tool-call', toolCallId: 'c', toolName: 'Bash', input: {} })
    await source.idle()
    controller.abort(new StopSignal('user'))
    source.say(
      { type: 'tool-output', toolCallId: 'c', text: 'late' },
      { type: 'tool-update', toolCallId: 'c', title: 'late' },
      { type: 'tool-result', toolCallId: 'c', output: 'late' },
      { type: 'plan', entries: [] },
      { type: 'usage', usage: { outputTokens: 3 } },
    )
    source.end()
    expect(await outcome).toEqual({ kind: 'aborted' })
    expect(seen.map(({ type }) => type)).toEqual(['tool-call', ...kept])
  })

  test('is aborted while it waits for its next chunk, and passes nothing more', async () => {
    const source = new ScriptedSource()
    const { controller, seen, outcome } = guarded(source)
    source.text('a')
    await source.idle()
    controller.abort(new StopSignal('user'))
    expect(await outcome).toEqual({ kind: 'aborted' })
    expect(seen).toEqual([{ type: 'text-delta', text: 'a' }])
    expect(source.endedCount).toBe(1)
  })

  test('leaves no timer if it ends in time after its abort', async () => {
    const source = new ScriptedSource()
    const { clock, controller, outcome } = guarded(source)
    await source.idle()
    controller.abort(new StopSignal('user'))
    expect(clock.pendingTimers).toBe(1)
    await outcome
    expect(clock.pendingTimers).toBe(0)
  })

  test('that throws on its abort is aborted, not failed', async () => {
    const source = new ScriptedSource({ onAbort: 'throw' })
    const { controller, outcome } = guarded(source)
    await source.idle()
    controller.abort(new StopSignal('user'))
    expect(await outcome).toEqual({ kind: 'aborted' })
  })

  test('that throws on its own fails with its error', async () => {
    const source = new ScriptedSource()
    const { outcome } = guarded(source)
    const error = new Error('no')
    source.fail(error)
    expect(await outcome).toEqual({ kind: 'failed', error })
  })

  test('that throws while it is opened fails', async () => {
    const clock = createManualClock()
    const context = unattendedContext(new AbortController().signal)
    const error = new Error('cannot open')
    const open = () => {
      throw error
    }
    const outcome = await guardSource(open, request, context, { onEvent: () => {}, graceMs: 1, clock })
    expect(outcome).toEqual({ kind: 'failed', error })
  })

  test('is not opened if the abort came first', async () => {
    const source = new ScriptedSource()
    const controller = new AbortController()
    controller.abort(new StopSignal('user'))
    const { outcome } = guarded(source, controller)
    expect(await outcome).toEqual({ kind: 'aborted' })
    expect(source.requests).toEqual([])
  })

  test('that ignores its abort is abandoned after the grace period, and its later events are dropped', async () => {
    const source = new ScriptedSource({ onAbort: 'ignore' })
    const { clock, controller, seen, outcome } = guarded(source)
    source.text('a')
    await source.idle()
    controller.abort(new StopSignal('user'))
    source.text('b')
    await source.idle()
    clock.advance(3_000)
    expect(await outcome).toEqual({ kind: 'abandoned' })
    expect(seen).toEqual([{ type: 'text-delta', text: 'a' }])
  })

  test('adds its cost, but no text, after the abort', async () => {
    const source = new ScriptedSource({ onAbort: 'ignore' })
    const { controller, seen, outcome } = guarded(source)
    await source.idle()
    controller.abort(new StopSignal('user'))
    source.say({ type: 'text-delta', text: 'late' }, { type: 'usage', usage: { outputTokens: 7 } })
    source.end()
    expect(await outcome).toEqual({ kind: 'aborted' })
    expect(seen).toEqual([{ type: 'usage', usage: { outputTokens: 7 } }])
  })

  test('has no grace period for an abort after its end', async () => {
    const source = new ScriptedSource()
    const { clock, controller, outcome } = guarded(source)
    source.end()
    await outcome
    controller.abort(new StopSignal('user'))
    expect(clock.pendingTimers).toBe(0)
  })

  test('that resumes after it was abandoned is ended, so that it releases its resources', async () => {
    const source = new ScriptedSource({ onAbort: 'ignore' })
    const { clock, controller, outcome } = guarded(source)
    await source.idle()
    controller.abort(new StopSignal('user'))
    clock.advance(3_000)
    await outcome
    expect(source.endedCount).toBe(0)
    source.text('late')
    await turn()
    expect(source.endedCount).toBe(1)
  })

  test('is ended if its reader fails, which is no failure of the source', async () => {
    const source = new ScriptedSource()
    const clock = createManualClock()
    const context = unattendedContext(new AbortController().signal)
    const bug = new Error('no room')
    const onEvent = () => {
      throw bug
    }
    source.text('a')
    await expect(guardSource(source.run, request, context, { onEvent, graceMs: 3_000, clock })).rejects.toBe(
      bug,
    )
    expect([source.endedCount, clock.pendingTimers]).toEqual([1, 0])
  })

  test('reports why its answer is complete', async () => {
    const source = new ScriptedSource()
    const { seen, outcome } = guarded(source)
    source.say({ type: 'finish', reason: 'length' })
    source.end()
    expect(await outcome).toEqual({ kind: 'finished', reason: 'length' })
    expect(seen).toEqual([])
  })

  test('keeps an unexpected error as the cause of the error shown to users', () => {
    const bug = new TypeError('x is undefined')
    expect(sourceError(bug)).toMatchObject({ code: 'INTERNAL', data: { reason: 'answer' }, cause: bug })
    const coded = new ParleyError('PROVIDER_PROTOCOL', 'The stream broke off.')
    expect(sourceError(coded)).toBe(coded)
  })

  describe('the cost of an answer', () => {
    test('covers all counts, even if they arrive one by one', async () => {
      expect(
        await usagesOf(counting, [{ inputTokens: 5 }, { outputTokens: 2 }, { outputTokens: 3 }]),
      ).toEqual([
        { inputTokens: 5, costUsd: 5 },
        { outputTokens: 2, costUsd: 25 },
        { outputTokens: 3, costUsd: 35 },
      ])
    })

    test('is that of a source that names one; later counts may have cost more', async () => {
      const said = [{ inputTokens: 5, costUsd: 0.5 }, { outputTokens: 2 }]
      expect(await usagesOf(counting, said)).toEqual([said[0], { outputTokens: 2, leastCostUsd: 0.5 }])
    })

    test('covers everything charged so far, not only what was charged last', async () => {
      const source = new ScriptedSource()
      const { seen, outcome } = guarded(source, undefined, perSearch)
      source.say(
        { type: 'usage', usage: { inputTokens: 1 }, charges: { webSearches: 2 } },
        { type: 'usage', usage: { outputTokens: 1 }, charges: { fileSearches: 3 } },
      )
      source.end()
      await outcome
      expect(seen).toMatchObject([{ usage: { costUsd: 2 } }, { usage: { costUsd: 32 } }])
    })

    test.each([
      ['may be higher if an earlier request was lost', 'PROVIDER_UNREACHABLE', 1, { leastCostUsd: 1 }],
      ['is exact if an earlier request was refused', 'PROVIDER_OVERLOADED', 1, { costUsd: 1 }],
      ['stays zero for a free model, even if a request was lost', 'PROVIDER_UNREACHABLE', 0, { costUsd: 0 }],
    ] as const)('%s', async (_what, code, usd, expected) => {
      const source = new ScriptedSource()
      const price: CostOf = () => Promise.resolve({ usd, isAtLeast: false })
      const { seen, outcome } = guarded(source, undefined, price)
      const cause = { code, data: { mayHaveCost: code === 'PROVIDER_UNREACHABLE' } }
      source.say(
        { type: 'notice', code: 'RETRY', message: 'Again later.', retryAt: 60_000, cause },
        { type: 'usage', usage: { inputTokens: 1 } },
      )
      source.end()
      await outcome
      expect(seen.slice(1)).toEqual([{ type: 'usage', usage: { inputTokens: 1, ...expected } }])
    })

    test('is omitted if unknown, instead of reported as zero', async () => {
      expect(await usagesOf(() => Promise.resolve(null), [{ inputTokens: 5 }])).toEqual([{ inputTokens: 5 }])
      expect(await usagesOf(undefined, [{ inputTokens: 5 }])).toEqual([{ inputTokens: 5 }])
    })

    test('is not zero while only the model name is known', async () => {
      const named = { model: 'newest-2026-11-01' }
      expect(await usagesOf(counting, [named])).toEqual([named])
      expect(await usagesOf(counting, [named, { inputTokens: 5 }])).toEqual([
        named,
        { inputTokens: 5, costUsd: 5 },
      ])
    })

    test('is reported for a stopped answer, too', async () => {
      const source = new ScriptedSource({ onAbort: 'ignore' })
      const { controller, seen, outcome } = guarded(source, new AbortController(), counting)
      await source.idle()
      controller.abort(new StopSignal('user'))
      source.say({ type: 'usage', usage: { inputTokens: 4 } })
      source.end()
      await outcome
      expect(seen).toEqual([{ type: 'usage', usage: { inputTokens: 4, costUsd: 4 } }])
    })
  })
})
