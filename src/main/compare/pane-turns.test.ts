import { expect, test } from 'vitest'

import { failure } from '../../shared/failures/failure'
import type { PaneId } from '../../shared/ids'
import type { Pane } from '../../shared/sessions/sessions'
import type { RunSource } from '../run-source/run-source'
import { createRunHarness, takeAll, turn } from '../runs/testing/run-harness'

/** Panes of two comparisons whose models the test answers. */
function openPanes(
  pace: NonNullable<Parameters<typeof createRunHarness>[1]>['pace'],
  timeouts?: { idleMs: number; wallMs: number },
) {
  const asked: {
    text: string
    isAborted: () => boolean
    answer: () => void
    fail: (error: unknown) => void
  }[] = []
  const source: RunSource = async function* (request, { signal }) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const text = request.messages.flatMap(({ parts }) =>
      parts.map((part) => ('text' in part ? part.text : '')),
    )
    asked.push({ text: text.join(''), isAborted: () => signal.aborted, answer: resolve, fail: reject })
    signal.addEventListener('abort', () => resolve())
    await promise
    if (!signal.aborted) yield { type: 'text-delta', text: 'Yes.' }
  }
  const harness = createRunHarness(source, {
    pace: pace ?? {},
    ...(timeouts === undefined ? {} : { timeouts }),
  })
  const ask = (pane: Pane | undefined, text: string) =>
    harness.comparisons.run({ paneId: pane?.paneId ?? ('none' as PaneId), text })
  return { harness, asked, ask, texts: () => asked.map(({ text }) => text) }
}

test('one after another, a pane waits without a request, begins when the previous one ends, and times only itself', async () => {
  const { harness, asked, ask, texts } = openPanes({ paneOrder: 'in-turn' })
  const [first, second] = harness.newComparison().panes
  const [a, b] = [ask(first, 'a'), ask(second, 'b')]
  await turn()
  expect(texts()).toEqual(['a'])
  expect(takeAll(b).slice(1)).toEqual([
    expect.objectContaining({ type: 'run-start', seq: 1 }),
    { type: 'turn', startedAt: null, seq: 2 },
  ])
  harness.clock.advance(5_000)
  asked[0]?.answer()
  await turn()
  expect(takeAll(a).at(-2)).toMatchObject({ type: 'run-end', metrics: { durationMs: 5_000 } })
  expect(texts()).toEqual(['a', 'b'])
  harness.clock.advance(700)
  asked[1]?.answer()
  await turn()
  expect(takeAll(b)).toMatchObject([
    { type: 'turn', startedAt: harness.clock.now() - 700 },
    { type: 'text-delta', ttftMs: 700 },
    { type: 'run-end', status: 'completed', metrics: { ttftMs: 700, durationMs: 700 } },
    { type: 'session-sync' },
  ])
})

test('a pane that is stopped while it waits sends nothing, and does not delay the next one', async () => {
  const { harness, asked, ask, texts } = openPanes({ panesPerProvider: 1 })
  const [one, other] = [harness.newComparison(), harness.newComparison()]
  ask(one.panes[0], 'a')
  const waiting = ask(one.panes[1], 'b')
  ask(other.panes[0], 'c')
  await turn()
  waiting.close('closed')
  await turn()
  expect(waiting.end ?? takeAll(waiting).at(-2)).toMatchObject({ type: 'run-end', status: 'stopped' })
  expect(texts()).toEqual(['a'])
  asked[0]?.answer()
  await turn()
  expect(texts()).toEqual(['a', 'c'])
})

test('closing a window ends all its panes, and none of the waiting ones is asked', async () => {
  const { harness, asked, ask, texts } = openPanes({ paneOrder: 'local-in-turn' })
  const streams = [harness.newComparison(), harness.newComparison()].flatMap(({ panes }) =>
    panes.map((pane, index) => ask(pane, `q${index}`)),
  )
  await turn()
  for (const stream of streams) stream.close('gone')
  await turn()
  harness.clock.advance(1_000)
  await turn()
  expect(texts()).toEqual(['q0'])
  expect(asked[0]?.isAborted()).toBe(true)
  await expect.poll(() => harness.active.list()).toEqual([])
})

test('waiting for a turn is neither silence nor part of the time limit, and both limits count from the turn', async () => {
  const { harness, asked, ask } = openPanes({ paneOrder: 'in-turn' }, { idleMs: 60_000, wallMs: 100_000 })
  const [first, second] = harness.newComparison().panes
  ask(first, 'a')
  const waiting = ask(second, 'b')
  await turn()
  harness.clock.advance(59_000)
  asked[0]?.answer()
  await turn()
  harness.clock.advance(59_000)
  expect(takeAll(waiting).at(-1)).toMatchObject({ type: 'turn', startedAt: expect.any(Number) as number })
  harness.clock.advance(1_000)
  await turn()
  expect(takeAll(waiting)).toMatchObject([
    { type: 'error', code: 'TIMEOUT' },
    { type: 'run-end', reason: 'idle-timeout' },
    { type: 'session-sync' },
  ])
})

test('two panes share a key at its rate limit: the second one waits until it may ask', async () => {
  const { harness, asked, ask, texts } = openPanes({})
  const [first, second] = harness.newComparison().panes
  ask(first, 'a')
  await turn()
  asked[0]?.fail(failure('PROVIDER_RATE_LIMIT', 'busy', { providerName: 'Test', retryAfterMs: 20_000 }))
  await turn()
  ask(second, 'b')
  await turn()
  harness.clock.advance(19_000)
  await turn()
  expect(texts()).toEqual(['a'])
  harness.clock.advance(1_000)
  await turn()
  expect(texts()).toEqual(['a', 'b'])
})
