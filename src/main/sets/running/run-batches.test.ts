import { describe, expect, it, onTestFinished } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { SetRunId } from '../../../shared/ids'
import type { SetRun } from '../../../shared/sets/sets'
import { systemClock } from '../../base/clock'
import { createAnthropicProvider } from '../../providers/anthropic/anthropic-provider'
import { createGoogleProvider } from '../../providers/google/google-provider'
import { createOpenAiProvider } from '../../providers/openai/openai-provider'
import { type BatchFakes, type BatchFault, startBatchFakes } from '../../providers/testing/batch-fakes'
import { openTestStore, type TestStore } from '../../store/testing/test-store'
import { openSetStage } from '../testing/set-stage'

const makers = {
  openai: createOpenAiProvider,
  anthropic: createAnthropicProvider,
  google: createGoogleProvider,
}
const models = ['openai/gpt-4o', 'anthropic/claude-x', 'google/gemini-x']
const questions = ['One?', 'Two?', 'Three?']

async function fakesWith(options: Parameters<typeof startBatchFakes>[0] = {}): Promise<BatchFakes> {
  const fakes = await startBatchFakes(options)
  onTestFinished(() => fakes.close())
  return fakes
}

/** Prompt sets whose models have batches at the fake services; a process of its own on the store. */
function stageOn(
  fakes: BatchFakes,
  stored: TestStore = openTestStore(),
  extra: Parameters<typeof openSetStage>[0] = {},
) {
  const stage = openSetStage({
    ...extra,
    stored,
    // Direct requests are answered at once, at the full price.
    onRequest: ({ text, answer }) => setImmediate(() => answer(`Direct to ${text}`, 0.01)),
    batchesOf: (model) => {
      const family = model.split('/')[0] as keyof typeof makers
      const baseUrl = fakes.baseUrl(family)
      return makers[family]({ id: family, name: family, baseUrl, apiKey: 'key', clock: systemClock }).batches
    },
  })
  onTestFinished(() => stage.runs.close())
  return stage
}
type Stage = ReturnType<typeof stageOn>

async function start(stage: Stage, asked: readonly string[] = models, extra = {}): Promise<SetRunId> {
  const setId = stage.addSet(questions)
  const plan = { setId, models: asked, repeats: 1, atOnce: 4, costLimitUsd: null, isBatch: true, ...extra }
  return stage.runs.start(plan)
}

/** Lets time pass until the run is as expected. */
async function until(
  stage: Stage,
  id: SetRunId,
  isThere: (run: SetRun) => boolean,
  stepMs = 20_000,
): Promise<SetRun> {
  await expect
    .poll(() => {
      stage.clock.advance(stepMs)
      return isThere(stage.runs.get(id))
    })
    .toBe(true)
  return stage.runs.get(id)
}
const ended = (run: SetRun) => run.state !== 'running'

async function sent(stage: Stage, id: SetRunId, fakes: BatchFakes, count: number): Promise<void> {
  await until(stage, id, () => fakes.batches.size === count)
}

/** Every question was charged for once to each model. */
function expectBilledOnce(fakes: BatchFakes, asked: readonly string[] = models): void {
  const names = asked.map((model) => model.split('/')[1] ?? '')
  const expected = names.flatMap((name) => questions.map((question) => `${name}: ${question}`))
  expect([...fakes.billed.keys()].toSorted()).toEqual(expected.toSorted())
  expect([...fakes.billed.values()].every((count) => count === 1)).toBe(true)
}

it('a run in batches costs half, and runs the checks of each answer', async () => {
  const fakes = await fakesWith({ takesMs: 0 })
  const stage = stageOn(fakes)
  const setId = stage.addSet([
    {
      text: 'One?',
      checks: [
        { kind: 'contains', value: 'One' },
        { kind: 'time', maxMs: 5 },
      ],
    },
    { text: 'Two?', past: { mode: 'conversation', turns: [{ role: 'user', text: 'First?' }] } },
  ])
  const plan = { setId, models, repeats: 2 }
  expect(await stage.runs.estimate(plan)).toMatchObject({ cells: 12, batch: { cells: 6 } })
  const { costUsd, batch } = await stage.runs.estimate(plan)
  expect(batch?.costUsd).toBeCloseTo((costUsd ?? 0) * 0.75)

  const id = await stage.runs.start({ ...plan, atOnce: 4, costLimitUsd: null, isBatch: true })
  const run = await until(stage, id, ended)
  expect(run).toMatchObject({ state: 'done', done: 12, failed: 0, judged: 6, passed: 6, isBatch: true })
  // Six answers of batches, and six conversations of two turns, which batches cannot have.
  expect(run.spentUsd).toBeCloseTo(6 * 0.005 + 12 * 0.01)
  expect(stage.sent).toHaveLength(12)
  expect(stage.store.cells.answer(id, 0)).toMatchObject({
    text: 'Answer to One?',
    durationMs: null,
    costUsd: 0.005,
  })
  expect(stage.warnings).toEqual([])
  // Batches do not make direct answers look cheaper.
  expect((await stage.runs.estimate(plan)).costUsd).toBeCloseTo(12 * 0.01 + 6 * 0.01, 2)
})

it('a run says what it waits for, and counts as idle', async () => {
  const fakes = await fakesWith()
  const stage = stageOn(fakes)
  const id = await start(stage)
  await sent(stage, id, fakes, 3)
  await expect.poll(() => stage.runs.activeCount).toBe(0)
  expect(stage.runs.get(id)).toMatchObject({
    state: 'running',
    batch: {
      providers: ['openai', 'anthropic', 'google'],
      cells: 9,
      answered: 0,
      since: expect.any(Number) as number,
    },
  })
})

/** Requests at which a process may end, as their method and the end of their path. */
const steps: [string, RegExp][] = [
  ['POST', /^\/files$/],
  ['POST', /^\/batches$/],
  ['GET', /^\/messages\/batches\?limit=1$/],
  ['POST', /^\/messages\/batches$/],
  ['POST', /:batchGenerateContent$/],
  ['GET', /^\/batches\/batch_\d+$/],
  ['GET', /content$/],
  ['GET', /results$/],
]

describe.each(steps)('a process that ends at %s %s', (method, path) => {
  it.each(['torn', 'refused-connection'] as const)('(%s) pays nothing twice', async (fault) => {
    let isFaulty = true
    const reached = Promise.withResolvers<void>()
    const fakes = await fakesWith({
      takesMs: 0,
      fault: (asked): BatchFault | undefined => {
        if (!isFaulty || asked.method !== method || !path.test(asked.path)) return undefined
        reached.resolve()
        return fault
      },
    })
    const stored = openTestStore()
    const first = stageOn(fakes, stored)
    const id = await start(first)
    const timer = setInterval(() => first.clock.advance(1_000), 5)
    await reached.promise
    clearInterval(timer)
    await first.runs.close()
    isFaulty = false

    const second = stageOn(fakes, stored)
    expect(second.runs.get(id).state).toBe('interrupted')
    second.runs.continueBatches()
    expect(await until(second, id, ended)).toMatchObject({ state: 'done', done: 9, lostRequests: 0 })
    expectBilledOnce(fakes)
    expect(second.warnings).toEqual([])
  })
})

it.each(models)(
  '%s: a lost response to the request that creates a batch is not a lost batch',
  async (model) => {
    let creations = 0
    const fakes = await fakesWith({
      takesMs: 0,
      fault: ({ method, path }) =>
        method === 'POST' && /batches$|GenerateContent$/.test(path) && (creations += 1) === 1
          ? 'torn'
          : undefined,
    })
    const stage = stageOn(fakes)
    const id = await start(stage, [model])
    expect((await until(stage, id, ended)).state).toBe('done')
    expect(creations).toBe(1)
    expectBilledOnce(fakes, [model])
  },
)

it('a batch of Anthropic that may be another program’s is waited for, and only then sent again', async () => {
  let creations = 0
  const fakes = await fakesWith({
    fault: ({ method, path }) =>
      method === 'POST' && path === '/messages/batches' && (creations += 1) === 1
        ? 'refused-connection'
        : undefined,
  })
  const stage = stageOn(fakes)
  const id = await start(stage, ['anthropic/claude-x'])
  await until(stage, id, () => creations === 1)
  const other = await fetch(`${fakes.baseUrl('anthropic')}/messages/batches`, {
    method: 'POST',
    body: JSON.stringify({
      requests: questions.map((content, index) => ({
        custom_id: `other-${index}`,
        params: { model: 'else', messages: [{ role: 'user', content }] },
      })),
    }),
  })
  expect(other.ok).toBe(true)
  const looksBefore = fakes.asked.length
  await until(stage, id, () => fakes.asked.length > looksBefore + 4)
  expect(creations).toBe(2)
  fakes.end([...fakes.batches.values()][0] ?? never())
  await sent(stage, id, fakes, 2)
  fakes.end([...fakes.batches.values()][1] ?? never())
  expect(await until(stage, id, ended)).toMatchObject({ state: 'done', done: 3 })
})

it('lines that come twice, in another order, with unknown ids or broken are each cell once', async () => {
  const fakes = await fakesWith({
    takesMs: 0,
    replies: (all, { family }) => {
      const odd =
        family === 'google'
          ? []
          : ['{', 'x'.repeat(5_000_000), '{"custom_id":"__proto__","response":{"body":{}}}']
      return [...odd, ...all.toReversed(), { ...all[0], custom_id: 'unknown-1' }, ...all]
    },
  })
  const stage = stageOn(fakes)
  const id = await start(stage)
  expect(await until(stage, id, ended)).toMatchObject({ state: 'done', done: 9, lostRequests: 0 })
  expect(stage.runs.get(id).spentUsd).toBeCloseTo(9 * 0.005)
  expectBilledOnce(fakes)
})

it('a reply that stays away may have been charged for, and is asked for directly only if the user wants it', async () => {
  const fakes = await fakesWith({ takesMs: 0, replies: (all) => all.slice(1) })
  const stage = stageOn(fakes)
  const id = await start(stage)
  const run = await until(stage, id, ended)
  expect(run).toMatchObject({ state: 'provider-limit', done: 6, lostRequests: 3 })
  expect(run.error?.data).toMatchObject({ reason: 'batch-incomplete' })
  expect(run.lostUsd).toBeGreaterThan(0)
  expect(stage.sent).toEqual([])
  await stage.runs.resume(id, { isBatch: false })
  expect(await until(stage, id, ended)).toMatchObject({ state: 'done', done: 9, lostRequests: 3 })
  expect(stage.sent).toHaveLength(3)
})

it('what expired cost nothing, and is asked in another batch if the run is resumed as before', async () => {
  const fakes = await fakesWith()
  const stage = stageOn(fakes)
  const id = await start(stage)
  await sent(stage, id, fakes, 3)
  for (const batch of fakes.batches.values()) fakes.end(batch, 'expired', 0.5)
  expect(await until(stage, id, ended)).toMatchObject({ state: 'provider-limit', done: 6, lostRequests: 0 })
  await stage.runs.resume(id)
  await sent(stage, id, fakes, 6)
  for (const batch of fakes.batches.values()) fakes.end(batch)
  expect(await until(stage, id, ended)).toMatchObject({ state: 'done', done: 9 })
  expectBilledOnce(fakes)
})

it('a batch that its provider has lost may have been charged for', async () => {
  const fakes = await fakesWith()
  const stage = stageOn(fakes)
  const id = await start(stage, ['openai/gpt-4o'])
  await sent(stage, id, fakes, 1)
  const [batch = never()] = fakes.batches.values()
  fakes.batches.clear()
  // A provider that denies it for a minute has not lost it.
  const looks = fakes.asked.length
  await until(stage, id, () => fakes.asked.length > looks + 3)
  expect(stage.runs.get(id).state).toBe('running')
  fakes.batches.set(batch.id, batch)
  await until(stage, id, ({ error }) => error === null)
  fakes.batches.clear()
  const run = await until(stage, id, ended, 300_000)
  expect(run).toMatchObject({ state: 'provider-limit', done: 0, lostRequests: 3 })
  expect(run.error?.data).toMatchObject({ reason: 'batch-lost' })
})

it('replies that their provider has deleted are lost, and do not keep the run waiting', async () => {
  const fakes = await fakesWith({
    takesMs: 0,
    fault: ({ path }) => (path.endsWith('/content') ? { status: 404 } : undefined),
  })
  const stage = stageOn(fakes)
  const id = await start(stage, ['openai/gpt-4o'])
  // Ten minutes pass until then.
  const run = await until(stage, id, ended, 120_000)
  expect(run).toMatchObject({ state: 'provider-limit', done: 0, lostRequests: 3 })
  expect(run.error?.data).toMatchObject({ reason: 'batch-lost' })
})

it('a refused batch costs nothing, and the run says why', async () => {
  const body = { error: { message: 'This model has no batches' } }
  const fakes = await fakesWith({
    fault: ({ method }) => (method === 'POST' ? { status: 400, body } : undefined),
  })
  const stage = stageOn(fakes)
  const id = await start(stage)
  const run = await until(stage, id, ended)
  expect(run).toMatchObject({ state: 'provider-limit', done: 0, lostRequests: 0, spentUsd: 0 })
  expect(run.error?.data).toMatchObject({ said: 'This model has no batches' })
  expect(fakes.billed.size).toBe(0)
})

it('a failing provider is asked again, and the run waits', async () => {
  const faults: BatchFault[] = [
    { status: 500 },
    'torn',
    { status: 429 },
    { status: 503 },
    'refused-connection',
  ]
  const fakes = await fakesWith({ takesMs: 0, fault: () => faults.shift() })
  const stage = stageOn(fakes)
  const id = await start(stage)
  expect(await until(stage, id, ended)).toMatchObject({ state: 'done', done: 9 })
  expectBilledOnce(fakes)
})

it('Stop cancels the batches, and what they have answered is added without asking again', async () => {
  const fakes = await fakesWith()
  const stage = stageOn(fakes)
  const id = await start(stage)
  await sent(stage, id, fakes, 3)
  await until(stage, id, () => stage.store.batches.open(id).every(({ handle }) => handle !== null))
  expect((await stage.runs.stop(id)).state).toBe('stopped')
  expect([...fakes.batches.values()].map(({ state }) => state)).toEqual([
    'cancelled',
    'cancelled',
    'cancelled',
  ])
  expect(await until(stage, id, ({ done }) => done === 6)).toMatchObject({ state: 'stopped', error: null })
  await until(stage, id, () => stage.store.batches.open(id).length === 0)
  await stage.runs.resume(id, { isBatch: false })
  expect(await until(stage, id, ended)).toMatchObject({ state: 'done', done: 9, lostRequests: 0 })
  expect(stage.sent).toHaveLength(3)
})

it('Stop before anything was sent sends nothing, at the next start either', async () => {
  const fakes = await fakesWith()
  const stored = openTestStore()
  const first = stageOn(fakes, stored)
  const id = await start(first)
  expect((await first.runs.stop(id)).state).toBe('stopped')
  await first.runs.close()
  const second = stageOn(fakes, stored)
  second.runs.continueBatches()
  await until(second, id, () => second.store.batches.open(id).length === 0)
  expect(second.runs.get(id)).toMatchObject({ state: 'stopped', done: 0 })
  expect(fakes.asked).toEqual([])
})

it('a batch whose cancellation failed is cancelled by the next process', async () => {
  let isDown = false
  const fakes = await fakesWith({ fault: () => (isDown ? { status: 500 } : undefined) })
  const stored = openTestStore()
  const first = stageOn(fakes, stored)
  const id = await start(first, ['openai/gpt-4o'])
  await sent(first, id, fakes, 1)
  await expect
    .poll(() => (first.clock.advance(1_000), first.store.batches.open(id)[0]?.handle))
    .toBe('batch_2')
  isDown = true
  expect((await first.runs.stop(id)).state).toBe('stopped')
  await first.runs.close()
  isDown = false
  const second = stageOn(fakes, stored)
  second.runs.continueBatches()
  expect(await until(second, id, ({ done }) => done === 2)).toMatchObject({ state: 'stopped' })
  expect(fakes.batches.get('batch_2')?.state).toBe('cancelled')
})

it('a batch of a run that has ended is not sent in the background', async () => {
  let isDown = true
  const fakes = await fakesWith({ fault: () => (isDown ? { status: 500 } : undefined) })
  const stored = openTestStore()
  const first = stageOn(fakes, stored)
  const id = await start(first, ['openai/gpt-4o'])
  await first.runs.close()
  first.store.setState(id, 'provider-limit', { at: 0, error: null })
  isDown = false
  const second = stageOn(fakes, stored)
  second.runs.continueBatches()
  await until(second, id, () => second.store.batches.open(id).length === 0)
  expect(fakes.batches.size).toBe(0)
})

it('a batch that ended before it could be cancelled gives its answers', async () => {
  const fakes = await fakesWith({
    fault: ({ path }) => (path.endsWith('/cancel') ? { status: 409 } : undefined),
  })
  const stage = stageOn(fakes)
  const id = await start(stage, ['openai/gpt-4o'])
  await sent(stage, id, fakes, 1)
  await expect
    .poll(() => (stage.clock.advance(1_000), stage.store.batches.open(id)[0]?.handle))
    .toBe('batch_2')
  fakes.end([...fakes.batches.values()][0] ?? never())
  await stage.runs.stop(id)
  expect(await until(stage, id, ({ state }) => state === 'done')).toMatchObject({ done: 3 })
  expectBilledOnce(fakes, ['openai/gpt-4o'])
})

it('a run that is resumed with open batches stays within its cost limit', async () => {
  let isDown = false
  const fakes = await fakesWith({ fault: () => (isDown ? { status: 500 } : undefined) })
  const stage = stageOn(fakes)
  const plan = { setId: stage.addSet(questions), models: ['openai/gpt-4o'], repeats: 1 }
  const { costUsd } = await stage.runs.estimate(plan)
  const id = await start(stage, plan.models, { costLimitUsd: (costUsd ?? 0) / 2.9 })
  await sent(stage, id, fakes, 1)
  isDown = true
  await stage.runs.stop(id)
  isDown = false
  await stage.runs.resume(id)
  expect(stage.store.batches.open(id).flatMap(({ cells }) => cells)).toEqual([0, 1])
})

it('what batches of other runs may cost counts towards the limit on all spending', async () => {
  const fakes = await fakesWith()
  // Five requests of 0.005.
  const spending = { assertWithin: () => {}, remainingUsd: () => 0.0251 }
  const stage = stageOn(fakes, openTestStore(), { spending })
  const first = await start(stage, ['openai/gpt-4o'])
  const second = await start(stage, ['openai/gpt-4o'])
  const planned = [first, second].map((id) => stage.store.batches.open(id).flatMap(({ cells }) => cells))
  expect(planned).toEqual([
    [0, 1, 2],
    [0, 1],
  ])
})

it('an answer that the store refused is in no later batch, because it is paid for', async () => {
  const fakes = await fakesWith({ takesMs: 0 })
  const stage = stageOn(fakes)
  const { cells } = stage.store
  const finish = cells.finish.bind(cells)
  cells.finish = () => {
    throw new ParleyError('STORE_FULL', 'The disk is full')
  }
  const id = await start(stage, ['openai/gpt-4o'], { isBatch: false, atOnce: 1 })
  expect(await until(stage, id, ended)).toMatchObject({ state: 'store-failed', done: 0 })
  cells.finish = finish
  await stage.runs.resume(id, { isBatch: true })
  expect(await until(stage, id, ended)).toMatchObject({ state: 'done', done: 3 })
  expect([...fakes.billed.keys()].toSorted()).toEqual(['gpt-4o: Three?', 'gpt-4o: Two?'])
})

it('clocks that jump change nothing', async () => {
  const fakes = await fakesWith({ takesMs: 0 })
  const stored = openTestStore()
  const first = stageOn(fakes, stored)
  const id = await start(first)
  await sent(first, id, fakes, 3)
  await first.runs.close()
  const second = stageOn(fakes, stored)
  const now = second.clock.now.bind(second.clock)
  second.clock.now = () => now() - 40 * 86_400_000
  second.runs.continueBatches()
  expect(await until(second, id, ended)).toMatchObject({ state: 'done', done: 9 })
  expectBilledOnce(fakes)
})

it('a batch has as many requests as the cost limit allows', async () => {
  const fakes = await fakesWith({ takesMs: 0 })
  const stage = stageOn(fakes)
  const { costUsd } = await stage.runs.estimate({
    setId: stage.addSet(questions),
    models: ['openai/gpt-4o'],
    repeats: 1,
  })
  const id = await start(stage, ['openai/gpt-4o'], { costLimitUsd: (costUsd ?? 0) / 2.9 })
  expect(await until(stage, id, ended)).toMatchObject({ state: 'cost-limit', done: 2 })
  expect([...fakes.billed.keys()]).toEqual(['gpt-4o: One?', 'gpt-4o: Two?'])
  expect(stage.sent).toEqual([])
})

function never(): never {
  throw new Error('unreachable')
}
