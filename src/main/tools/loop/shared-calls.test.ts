import { describe, expect, test } from 'vitest'

import { call, done, loopDeps, looping, resultsOf, scriptedModel, scriptedTool } from './testing/looping'

type Tool = ReturnType<typeof scriptedTool>

/** A pane whose model makes this call, then ends. */
function pane(
  name: string,
  tool: Tool,
  {
    deps,
    input = { q: 1 },
    ...more
  }: { deps: ReturnType<typeof loopDeps>; input?: unknown } & Parameters<typeof looping>[2],
) {
  const model = scriptedModel([call(`call of ${name}`, tool.name, input), done], [done])
  return looping(model.source, [tool], {
    deps,
    sessionId: name as never,
    scopeOf: () => ({ key: 'question' }),
    ...more,
  })
}

/** A card of one run: whether it is shown, and how to answer it. */
function card() {
  const shown = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<'once' | 'deny'>()
  let count = 0
  return {
    shown: shown.promise,
    answer: answer.resolve,
    get count() {
      return count
    },
    requestApproval: () => {
      count += 1
      shown.resolve()
      return answer.promise
    },
    reject: answer.reject,
  }
}

const repeating = () =>
  scriptedModel([call('a', 'one', {}), done], [call('b', 'one', {}), done], [done]).source

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('identical calls of panes that answer the same question', () => {
  test('get one card, are executed once, and have one result, marked as shared', async () => {
    const deps = loopDeps()
    const tool = scriptedTool('one', { asks: {} })
    const [first, second] = [card(), card()]
    const left = pane('left', tool, { deps, input: { q: 1, r: 2 }, context: first })
    const right = pane('right', tool, { deps, input: { r: 2, q: 1 }, context: second })
    await first.shown
    await turn()
    first.answer('once')
    await Promise.all([left.outcome, right.outcome])
    expect(tool.runs).toHaveLength(1)
    expect(second.count).toBe(0)
    for (const { events } of [left, right]) {
      expect(events.find(({ type }) => type === 'tool-result')).toMatchObject({ isShared: true })
    }
    // The turn of this pane came only now.
    const late = pane('late', tool, { deps, input: { q: 1, r: 2 } })
    await late.outcome
    expect(tool.runs).toHaveLength(1)
    expect(late.events.find(({ type }) => type === 'tool-result')).toMatchObject({ isShared: true })
  })

  test('are executed once for each time that a pane repeats them', async () => {
    const deps = loopDeps()
    const tool = scriptedTool('one')
    for (const sessionId of ['left', 'right']) {
      const run = looping(repeating(), [tool], {
        deps,
        sessionId: sessionId as never,
        scopeOf: () => ({ key: 'question' }),
      })
      await run.outcome
    }
    expect(tool.runs).toHaveLength(2)
  })

  test('are asked about and executed again when a pane answers the question again', async () => {
    const deps = loopDeps()
    const tool = scriptedTool('one', { asks: {} })
    const denied = card()
    denied.answer('deny')
    const first = pane('left', tool, { deps, context: denied })
    await first.outcome
    expect(tool.runs).toEqual([])
    const allowed = card()
    allowed.answer('once')
    const again = pane('left', tool, { deps, context: allowed })
    await again.outcome
    expect([denied.count, allowed.count, tool.runs.length]).toEqual([1, 1, 1])
    // The other pane answers again, too, and shares the new result.
    const other = pane('right', tool, { deps })
    await other.outcome
    expect(tool.runs).toHaveLength(1)
    expect(resultsOf(other.events)).toEqual({ 'call of right': 'one {"q":1}' })
  })

  test('show their card in another pane when the pane that has it is stopped', async () => {
    const deps = loopDeps()
    const tool = scriptedTool('one', { asks: {} })
    const [first, second] = [card(), card()]
    const left = pane('left', tool, { deps, context: first })
    const right = pane('right', tool, { deps, context: second })
    await first.shown
    await turn()
    left.stop()
    first.reject(new Error('stopped'))
    await left.outcome
    await second.shown
    second.answer('once')
    await right.outcome
    expect(resultsOf(right.events)).toEqual({ 'call of right': 'one {"q":1}' })
    expect(resultsOf(left.events)).toEqual({})
  })

  test('continue for the others when one pane is stopped, and are aborted with the last one', async () => {
    const deps = loopDeps()
    const signals: AbortSignal[] = []
    const result = Promise.withResolvers<{ text: string }>()
    const started = Promise.withResolvers<void>()
    const tool = scriptedTool('one', {
      run: (_, { signal }) => {
        signals.push(signal)
        started.resolve()
        return signals.length === 1
          ? result.promise
          : new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason as Error))
            })
      },
    })
    const left = pane('left', tool, { deps })
    const right = pane('right', tool, { deps })
    await started.promise
    await turn()
    left.stop()
    await left.outcome
    expect(signals[0]?.aborted).toBe(false)
    result.resolve({ text: 'ok' })
    await right.outcome
    expect(resultsOf(right.events)).toEqual({ 'call of right': 'ok' })

    const alone = pane('alone', tool, { deps, input: { q: 2 } })
    await turn()
    await turn()
    expect(signals).toHaveLength(2)
    alone.stop()
    await alone.outcome
    expect(signals[1]?.aborted).toBe(true)
  })

  test('count an upstream in each pane that waits for it', async () => {
    const deps = loopDeps()
    const result = Promise.withResolvers<{ text: string }>()
    const close = Promise.withResolvers<() => void>()
    const tool = scriptedTool('one', {
      run: (_, { onUpstreamOpened, onUpstreamClosed }) => {
        onUpstreamOpened()
        close.resolve(onUpstreamClosed)
        return result.promise
      },
    })
    const open = { left: 0, right: 0 }
    const counting = (name: keyof typeof open) => ({
      onUpstreamOpened: () => void (open[name] += 1),
      onUpstreamClosed: () => void (open[name] -= 1),
    })
    const left = pane('left', tool, { deps, context: counting('left') })
    const closeUpstream = await close.promise
    const right = pane('right', tool, { deps, context: counting('right') })
    await turn()
    await turn()
    expect(open).toEqual({ left: 1, right: 1 })
    left.stop()
    await left.outcome
    expect(open).toEqual({ left: 0, right: 1 })
    closeUpstream()
    result.resolve({ text: 'ok' })
    await right.outcome
    expect(open).toEqual({ left: 0, right: 0 })
  })
})

test('what a shared result offers, such as taking it back, is offered in each pane once', async () => {
  const deps = loopDeps()
  const offered: string[] = []
  const share = ({ sessionId, toolCallId }: { sessionId: string; toolCallId: string }) =>
    void offered.push(`${sessionId}: ${toolCallId}`)
  const tool = scriptedTool('one', { run: async () => ({ text: 'ok', share }) })
  await pane('left', tool, { deps }).outcome
  await pane('right', tool, { deps }).outcome
  expect(offered).toEqual(['right: call of right'])
})

test('calls of different inputs, folders or questions are not shared', async () => {
  const deps = loopDeps()
  const tool = scriptedTool('one')
  await pane('a', tool, { deps }).outcome
  await pane('b', tool, { deps, input: { q: 2 } }).outcome
  await pane('c', tool, { deps, folder: '/f' }).outcome
  await pane('d', tool, { deps, scopeOf: () => ({ key: 'another question' }) }).outcome
  await pane('e', tool, { deps, scopeOf: () => null }).outcome
  expect(tool.runs).toHaveLength(5)
})

test('results with large files are not kept for panes that come later', async () => {
  const deps = loopDeps()
  const files = [{ mediaType: 'image/png' as const, bytes: new Uint8Array(20 * 1024 * 1024) }]
  const tool = scriptedTool('one', { run: async () => ({ text: 'ok', files }) })
  for (const q of [1, 2, 3]) await pane('left', tool, { deps, input: { q } }).outcome
  await pane('right', tool, { deps, input: { q: 1 } }).outcome
  expect(tool.runs).toHaveLength(4)
})
