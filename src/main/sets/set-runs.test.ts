import { expect, test } from 'vitest'

import type { ErrorCode } from '../../shared/errors'
import { ParleyError } from '../../shared/errors'
import type { SetId } from '../../shared/ids'
import type { ModelParams } from '../../shared/sessions/sessions'
import { openSetStage, type SentRequest } from './testing/set-stage'

const models = ['one/a', 'two/b']
const plan = (setId: SetId, more: object = {}) => ({
  setId,
  models,
  repeats: 1,
  atOnce: 2,
  costLimitUsd: null,
  ...more,
})

function failure(code: ErrorCode, data: Record<string, unknown> = {}): ParleyError {
  return new ParleyError(code, 'It failed.', { data })
}

/** Answers every request at once. */
const answering = (text: string, costUsd = 0) => ({
  onRequest: (sent: SentRequest) => sent.answer(text, costUsd),
})

test('asks each cell once, within the limit of parallel requests, and checks the answers', async () => {
  const stage = openSetStage(answering('It is Paris.', 0.01))
  const setId = stage.addSet([
    { text: 'Where?', checks: [{ kind: 'contains', value: 'Paris' }] },
    { text: 'When?', checks: [{ kind: 'equals', value: '1969' }] },
    'Why?',
  ])
  const id = await stage.runs.start(plan(setId, { repeats: 2, atOnce: 3 }))
  expect(await stage.ended(id)).toMatchObject({
    state: 'done',
    cells: 12,
    done: 12,
    judged: 8,
    passed: 4,
    failed: 0,
    spentUsd: expect.closeTo(0.12) as number,
    lostRequests: 0,
  })
  expect(stage.mostAtOnce()).toBe(3)
  const asked = stage.sent.map(({ model, text }) => `${model} ${text}`)
  expect(asked.filter((each) => each === 'two/b When?')).toHaveLength(2)
  expect(asked).toHaveLength(12)
})

test('a model that is chosen without parameters is asked with those that the user has set for it', async () => {
  const stage = openSetStage({
    ...answering('Yes'),
    paramsOf: (model): ModelParams => (model === 'one/a' ? { temperature: 0.2, seed: 7 } : {}),
  })
  const id = await stage.runs.start(
    plan(stage.addSet(['Why?']), { models: ['one/a', { model: 'one/a', params: { seed: 1 } }, 'two/b'] }),
  )
  await stage.ended(id)
  expect(stage.sent.map(({ params }) => params)).toEqual([{ temperature: 0.2, seed: 7 }, { seed: 1 }, {}])
  expect(stage.runs.get(id).models.map(({ params }) => params)).toEqual(
    stage.sent.map(({ params }) => params),
  )
})

test('a run keeps its prompts when the set changes', async () => {
  const stage = openSetStage(answering('Yes'))
  const setId = stage.addSet(['Before'])
  const id = await stage.runs.start(plan(setId))
  await stage.ended(id)
  const [prompt] = stage.sets.get(setId).prompts
  if (prompt === undefined) throw new Error('expected a prompt')
  stage.sets.changePrompt(setId, prompt.id, { ...prompt, text: 'After' })
  expect((await stage.sets.result(id, null)).rows.map(({ text }) => text)).toEqual(['Before'])
})

test('stop cancels the requests in progress; resuming asks only cells without an answer', async () => {
  const stage = openSetStage()
  const setId = stage.addSet(['A', 'B', 'C'])
  const id = await stage.runs.start(plan(setId))
  await expect.poll(() => stage.sent.length).toBe(2)
  stage.sent[0]?.answer('done')
  await expect.poll(() => stage.sent.length).toBe(3)
  expect(await stage.runs.stop(id)).toMatchObject({ state: 'stopped', done: 1, lostRequests: 2 })
  expect(stage.sent.slice(1).every(({ isAborted }) => isAborted())).toBe(true)

  await stage.runs.resume(id)
  for (let count = 4; count <= 8; count++) {
    await expect.poll(() => stage.sent.length).toBeGreaterThanOrEqual(count)
    stage.sent[count - 1]?.answer('done')
  }
  expect(await stage.ended(id)).toMatchObject({ state: 'done', done: 6 })
  expect(stage.sent).toHaveLength(8)
  await expect(stage.runs.resume(id)).rejects.toMatchObject({ data: { reason: 'run-is-done' } })
})

test('the cost limit is never exceeded, and raising it lets the run resume', async () => {
  const stage = openSetStage(answering('x', 0.01))
  const setId = stage.addSet(['A', 'B', 'C', 'D', 'E'])
  const id = await stage.runs.start(plan(setId, { costLimitUsd: 0.045 }))
  expect(await stage.ended(id)).toMatchObject({ state: 'cost-limit', done: 4 })
  await stage.runs.resume(id, { costLimitUsd: 1 })
  expect(await stage.ended(id)).toMatchObject({ state: 'done', done: 10, costLimitUsd: 1 })
  expect(stage.sent).toHaveLength(10)
})

test('stopping does not evade the cost limit: a request without a known cost counts with the average of its model', async () => {
  let isAnswering = true
  const stage = openSetStage({
    onRequest: (sent) => {
      if (isAnswering) sent.answer('x', 0.1)
    },
  })
  const setId = stage.addSet(['A', 'B', 'C', 'D'])
  const id = await stage.runs.start(plan(setId, { models: ['one/a'], atOnce: 1, costLimitUsd: 0.35 }))
  await expect.poll(() => stage.runs.get(id).state).toBe('cost-limit')
  isAnswering = false
  await stage.runs.resume(id, { costLimitUsd: 0.55 })
  await expect.poll(() => stage.sent.length).toBe(4)
  expect(await stage.runs.stop(id)).toMatchObject({
    spentUsd: expect.closeTo(0.3) as number,
    lostRequests: 1,
    lostUsd: expect.closeTo(0.1) as number,
  })
  await stage.runs.resume(id)
  await expect.poll(() => stage.sent.length).toBe(5)
  await stage.runs.stop(id)
  await stage.runs.resume(id)
  expect(await stage.ended(id)).toMatchObject({
    state: 'cost-limit',
    done: 3,
    lostRequests: 2,
    lostUsd: expect.closeTo(0.2) as number,
  })
  expect(stage.sent).toHaveLength(5)
})

test('a stopped request of a model without an answer so far counts with its estimate, and one of a free model with nothing', async () => {
  for (const [freeModels, expected] of [
    [[], { lostRequests: 1, state: 'cost-limit' }],
    [['one/a'], { lostRequests: 0, state: 'stopped' }],
  ] as const) {
    const stage = openSetStage({ freeModels })
    // An answer is expected to cost 0.01.
    const limits = { models: ['one/a'], atOnce: 1, costLimitUsd: 0.015 }
    const id = await stage.runs.start(plan(stage.addSet(['A']), limits))
    await expect.poll(() => stage.sent.length).toBe(1)
    await stage.runs.stop(id)
    await stage.runs.resume(id)
    if (freeModels.length === 0) await stage.ended(id)
    else await stage.runs.stop(id)
    expect(stage.runs.get(id)).toMatchObject(expected)
  }
})

test('a request that waits to be sent again costs nothing when it is stopped', async () => {
  const stage = openSetStage({ onRequest: (sent) => sent.wait(60_000) })
  const id = await stage.runs.start(plan(stage.addSet(['A']), { models: ['one/a'] }))
  await expect.poll(() => stage.sent.length).toBe(1)
  await stage.sent[0]?.waits
  expect(await stage.runs.stop(id)).toMatchObject({ state: 'stopped', lostRequests: 0, lostUsd: 0 })
})

test('an answer whose provider reports no usage counts towards the limit, also when the run is resumed', async () => {
  const stage = openSetStage({ onRequest: (sent) => sent.answer('x', null) })
  const setId = stage.addSet(['A', 'B', 'C', 'D', 'E'])
  const id = await stage.runs.start(plan(setId, { models: ['one/a'], atOnce: 1, costLimitUsd: 0.025 }))
  expect(await stage.ended(id)).toMatchObject({ state: 'cost-limit', done: 2, unpriced: 2 })
  await stage.runs.resume(id, { costLimitUsd: 0.035 })
  expect(await stage.ended(id)).toMatchObject({ state: 'cost-limit', done: 3, unpriced: 3 })
})

test('models with one key wait as long as their provider asks, and the others do not wait', async () => {
  let isLimited = true
  const stage = openSetStage({
    onRequest(sent) {
      const limited = failure('PROVIDER_RATE_LIMIT', { status: 429, retryAfterMs: 90_000 })
      if (sent.model.startsWith('one/') && isLimited) sent.fail(limited)
      else sent.answer('x')
    },
  })
  const setId = stage.addSet(['A', 'B'])
  const id = await stage.runs.start(plan(setId, { models: ['one/a', 'one/b', 'two/c'] }))
  await expect.poll(() => stage.runs.get(id).waitingUntil).toBe(stage.clock.now() + 90_000)
  expect(stage.runs.get(id)).toMatchObject({ done: 2, error: { code: 'PROVIDER_RATE_LIMIT' } })
  const before = stage.sent.length
  stage.clock.advance(89_999)
  expect(stage.sent).toHaveLength(before)
  isLimited = false
  stage.clock.advance(1)
  expect(await stage.ended(id)).toMatchObject({ state: 'done', done: 6, failed: 0, error: null })
})

test('a provider that refuses the key ends the run when the others are done, and it can be resumed', async () => {
  let isPaid = false
  const stage = openSetStage({
    onRequest(sent) {
      if (sent.model === 'one/a' && !isPaid) sent.fail(failure('PROVIDER_AUTH', { status: 401 }))
      else sent.answer('x')
    },
  })
  const id = await stage.runs.start(plan(stage.addSet(['A', 'B', 'C'])))
  expect(await stage.ended(id)).toMatchObject({
    state: 'provider-limit',
    done: 3,
    failed: 0,
    error: { code: 'PROVIDER_AUTH' },
  })
  isPaid = true
  await stage.runs.resume(id)
  expect(await stage.ended(id)).toMatchObject({ state: 'done', done: 6, error: null })
})

test.each([
  ['requires payment', failure('PROVIDER_RATE_LIMIT', { status: 402, isUnpaid: true })],
  ['is not allowed', failure('PROVIDER_AUTH', { status: 403 })],
  ['is not available for days', failure('PROVIDER_RATE_LIMIT', { retryAfterMs: 2 * 86_400_000 })],
])('a model that %s does not block requests to other models of its provider', async (_what, refusal) => {
  let isRefused = true
  const stage = openSetStage({
    onRequest(sent) {
      if (sent.model === 'one/a' && isRefused) sent.fail(refusal)
      else sent.answer('x')
    },
  })
  const id = await stage.runs.start(
    plan(stage.addSet(['A', 'B', 'C']), { models: ['one/a', 'one/b'], atOnce: 1 }),
  )
  expect(await stage.ended(id)).toMatchObject({
    state: 'provider-limit',
    done: 3,
    failed: 0,
    error: { code: refusal.code },
  })
  expect(stage.sent.filter(({ model }) => model === 'one/a')).toHaveLength(1)
  isRefused = false
  await stage.runs.resume(id)
  expect(await stage.ended(id)).toMatchObject({ state: 'done', done: 6, error: null })
})

test('signs of life from a provider keep a request from timing out as silent', async () => {
  const stage = openSetStage()
  const id = await stage.runs.start(plan(stage.addSet(['A']), { models: ['one/a'] }))
  await expect.poll(() => stage.sent.length).toBe(1)
  for (let count = 0; count < 5; count++) {
    stage.clock.advance(50_000)
    stage.sent[0]?.keepAlive()
  }
  expect(stage.sent[0]?.isAborted()).toBe(false)
  stage.sent[0]?.answer('x')
  expect(await stage.ended(id)).toMatchObject({ state: 'done', done: 1, failed: 0 })
})

test('a set does not wait after a permanent refusal', async () => {
  const blocked = failure('PROVIDER_UNREACHABLE', { cannotPass: true })
  const tooLarge = failure('PROVIDER_RATE_LIMIT', { cannotPass: true })
  const stage = openSetStage({ onRequest: (sent) => sent.fail(sent.model === 'one/a' ? blocked : tooLarge) })
  const id = await stage.runs.start(plan(stage.addSet(['A', 'B']), { models: ['one/a', 'two/b'], atOnce: 1 }))
  expect(await stage.ended(id)).toMatchObject({ state: 'provider-limit', done: 2, failed: 2 })
  expect(stage.sent.map(({ model }) => model)).toEqual(['one/a', 'two/b', 'two/b'])
  expect(stage.clock.pendingTimers).toBe(0)
})

test('a lasting error is the result of its cell, and passes no check', async () => {
  const stage = openSetStage({ onRequest: (sent) => sent.fail(failure('PROVIDER_BAD_REQUEST')) })
  const id = await stage.runs.start(plan(stage.addSet([{ text: 'A', checks: [{ kind: 'length', min: 0 }] }])))
  expect(await stage.ended(id)).toMatchObject({ state: 'done', failed: 2, judged: 2, passed: 0 })
  expect(stage.sets.answers(id, 0, null).answers.map(({ error }) => error?.code)).toEqual([
    'PROVIDER_BAD_REQUEST',
    'PROVIDER_BAD_REQUEST',
  ])
})

test('an answer that a full disk refused is kept, and saved without asking again', async () => {
  const stage = openSetStage()
  const id = await stage.runs.start(plan(stage.addSet(['A']), { models: ['one/a'] }))
  await expect.poll(() => stage.sent.length).toBe(1)
  stage.stored.database.setFault('full')
  stage.sent[0]?.answer('paid', 0.5)
  expect(await stage.ended(id)).toMatchObject({ state: 'interrupted', done: 0 })
  stage.stored.database.setFault(null)
  await stage.runs.resume(id)
  expect(await stage.ended(id)).toMatchObject({ state: 'done', done: 1, spentUsd: 0.5 })
  expect(stage.sent).toHaveLength(1)
})

test('requests in progress when the process ended are counted as lost, and asked again', async () => {
  const first = openSetStage()
  const id = await first.runs.start(plan(first.addSet(['A', 'B'])))
  await expect.poll(() => first.sent.length).toBe(2)
  first.sent[0]?.answer('kept', 0.01)
  await expect.poll(() => first.runs.get(id).done).toBe(1)
  await expect.poll(() => first.sent.length).toBe(3)

  // Another process opens the same store; the first one is no longer active.
  const next = openSetStage({ stored: first.stored, ...answering('again', 0.01) })
  expect(next.runs.get(id)).toMatchObject({ state: 'interrupted', done: 1, lostRequests: 2 })
  await next.runs.resume(id)
  expect(await next.ended(id)).toMatchObject({ state: 'done', done: 4, lostRequests: 2 })
  expect(next.sent).toHaveLength(3)
})

test('requests that were lost with the process count towards the cost limit, each at the price of its model', async () => {
  const first = openSetStage()
  const costLimitUsd = 0.5
  const id = await first.runs.start(plan(first.addSet(['A', 'B', 'C']), { costLimitUsd, atOnce: 3 }))
  await expect.poll(() => first.sent.length).toBe(3)
  first.sent[0]?.answer('kept', 0.2)
  await expect.poll(() => first.runs.get(id).done).toBe(1)
  await expect.poll(() => first.sent.length).toBe(4)

  const next = openSetStage({ stored: first.stored, ...answering('again', 0.2) })
  // Only the answered model has a price so far.
  expect(next.runs.get(id)).toMatchObject({ lostRequests: 3, lostUsd: expect.closeTo(0.2) })
  await next.runs.resume(id)
  expect(await next.ended(id)).toMatchObject({
    state: 'cost-limit',
    done: 2,
    spentUsd: expect.closeTo(0.4),
    lostUsd: expect.closeTo(0.6),
  })
})

test('an answer is stored before a slow check, so a kill during the check does not repeat the request', async () => {
  const checking = Promise.withResolvers<void>()
  const first = openSetStage({
    ...answering('[1]', 0.01),
    openCheckThread: () => {
      checking.resolve()
      return { run: () => new Promise(() => {}), close: () => Promise.resolve() }
    },
  })
  const setId = first.addSet([{ text: 'A', checks: [{ kind: 'json' }, { kind: 'contains', value: '1' }] }])
  const id = await first.runs.start(plan(setId, { models: ['one/a'] }))
  await checking.promise
  expect(first.runs.get(id)).toMatchObject({ state: 'running', done: 1, judged: 0, spentUsd: 0.01 })

  // Another process opens the same store; the first one is no longer active.
  const next = openSetStage({
    stored: first.stored,
    openCheckThread: () => ({
      run: ((name: string) => Promise.resolve(name === 'checkAnswer' ? { passed: true } : null)) as never,
      close: () => Promise.resolve(),
    }),
  })
  expect(next.runs.get(id)).toMatchObject({ state: 'interrupted', done: 1, lostRequests: 0 })
  await next.runs.resume(id)
  expect(await next.ended(id)).toMatchObject({ state: 'done', judged: 1, passed: 1, spentUsd: 0.01 })
  expect(next.sent).toEqual([])
})

test('a full disk after a slow check keeps the answer, whose checks run when the run is resumed', async () => {
  let isFull = true
  const stage = openSetStage({
    ...answering('[1]', 0.01),
    openCheckThread: () => ({
      run: ((name: string) => {
        if (isFull && name === 'checkAnswer') stage.stored.database.setFault('full')
        return Promise.resolve(name === 'checkAnswer' ? { passed: true } : null)
      }) as never,
      close: () => Promise.resolve(),
    }),
  })
  const setId = stage.addSet([{ text: 'A', checks: [{ kind: 'json' }] }])
  const id = await stage.runs.start(plan(setId, { models: ['one/a'] }))
  expect(await stage.ended(id)).toMatchObject({ done: 1, judged: 0 })
  isFull = false
  stage.stored.database.setFault(null)
  await stage.runs.resume(id)
  expect(await stage.ended(id)).toMatchObject({ state: 'done', done: 1, judged: 1, passed: 1 })
  expect(stage.sent).toHaveLength(1)
})

test('refuses an empty set, an agent, and more cells than the limit', async () => {
  const stage = openSetStage()
  const reasonOf = (more: object, texts = ['A']) =>
    stage.runs.start(plan(stage.addSet(texts), more)).catch((error: ParleyError) => error.data?.['reason'])
  expect(await reasonOf({}, [])).toBe('set-empty')
  expect(await reasonOf({ models: ['claude-code/default'] })).toBe('agent-folder-not-chosen')
  const many = Array.from({ length: 500 }, () => 'A')
  expect(await reasonOf({ repeats: 50 }, many)).toBe('cells-too-many')
})

test('an estimate comes from the prices, and later from earlier runs', async () => {
  const stage = openSetStage(answering('x', 0.25))
  const setId = stage.addSet(['A', 'B'])
  const wish = { setId, models, repeats: 3 }
  expect(await stage.runs.estimate(wish)).toEqual({ cells: 12, costUsd: expect.closeTo(0.12), unpriced: [] })
  await stage.ended(await stage.runs.start(plan(setId)))
  expect(await stage.runs.estimate(wish)).toMatchObject({ costUsd: 3 })
})
