import { expect, test } from 'vitest'

import { ParleyError } from '../../shared/errors'
import type { SetId } from '../../shared/ids'
import { openSetStage, type SentRequest } from './testing/set-stage'

const models = ['one/a', 'two/b']
const plan = (setId: SetId, more: object = {}) => ({
  setId,
  models,
  repeats: 1,
  atOnce: 1,
  costLimitUsd: null,
  ...more,
})

/** The recorded spending, oldest first: the request, its purpose, model and cost. */
function entries({ stored }: Pick<ReturnType<typeof openSetStage>, 'stored'>) {
  return stored.database
    .query<{ id: string; purpose: string; model: string; cost: number | null }>(
      'SELECT id, purpose, model, cost_usd AS cost FROM spending ORDER BY number',
    )
    .all()
    .map(({ id, ...row }) => [id.split('/').slice(1).join('/'), ...Object.values(row)])
}

const costs = (stage: Pick<ReturnType<typeof openSetStage>, 'stored'>) =>
  entries(stage).map((entry) => entry.at(-1))

test('each answer of a run is recorded under the run, and those of a judge under the judge', async () => {
  const stage = openSetStage({
    onRequest: ({ model, answer }) =>
      answer(model === 'judge/j' ? '{"verdict":"1"}' : `From ${model}`, model === 'judge/j' ? 0.5 : 0.25),
  })
  const id = await stage.runs.start(plan(stage.addSet(['Where?'])))
  await stage.ended(id)
  await stage.ended(await stage.runs.judge(id, { model: 'judge/j', atOnce: 1, costLimitUsd: null }))
  expect(entries(stage)).toEqual([
    ['0', 'set', 'one/a', 0.25],
    ['1', 'set', 'two/b', 0.25],
    ['0', 'judge', 'judge/j', 0.5],
    ['1', 'judge', 'judge/j', 0.5],
  ])
  stage.stored.database.script('DELETE FROM prompt_sets')
  expect(entries(stage)).toHaveLength(4)
})

test('requests that a stop or the end of the process cuts off are recorded once, as unknown', async () => {
  const stage = openSetStage()
  const id = await stage.runs.start(plan(stage.addSet(['A']), { models: ['one/a'] }))
  await expect.poll(() => stage.sent.length).toBe(1)
  await stage.runs.stop(id)
  expect(entries(stage)).toEqual([['0/lost-1', 'set', 'one/a', null]])
  await stage.runs.resume(id)
  await expect.poll(() => stage.sent.length).toBe(2)

  // Other processes open the same store; the first one no longer acts.
  openSetStage({ stored: stage.stored })
  const next = openSetStage({ stored: stage.stored, onRequest: ({ answer }) => answer('B', 1) })
  const lost = ['0/lost-1', '0/lost-2'].map((request) => [request, 'set', 'one/a', null])
  expect(entries(stage)).toEqual(lost)
  await next.runs.resume(id)
  await next.ended(id)
  expect(entries(stage)).toEqual([...lost, ['0', 'set', 'one/a', 1]])
})

test('a request that timed out before anything arrived is recorded as unknown, one that was refused is not', async () => {
  const stage = openSetStage({
    onRequest: ({ text, fail }) => {
      if (text === 'Refused') fail(new ParleyError('PROVIDER_BAD_REQUEST', 'No.'))
    },
  })
  const id = await stage.runs.start(plan(stage.addSet(['Refused', 'Silent']), { models: ['one/a'] }))
  await expect.poll(() => stage.sent.length).toBe(2)
  stage.clock.advance(60_000)
  expect(await stage.ended(id)).toMatchObject({ state: 'done', failed: 2 })
  expect(entries(stage)).toEqual([['1', 'set', 'one/a', null]])
})

test('an answer that a full disk refused is recorded when it is saved', async () => {
  const stage = openSetStage()
  const id = await stage.runs.start(plan(stage.addSet(['A']), { models: ['one/a'] }))
  await expect.poll(() => stage.sent.length).toBe(1)
  stage.stored.database.setFault('full')
  stage.sent[0]?.answer('paid for', 2)
  await stage.ended(id)
  stage.stored.database.setFault(null)
  expect(costs(stage)).toEqual([])
  await stage.runs.resume(id)
  await stage.ended(id)
  expect(costs(stage)).toEqual([2])
})

test('a run stops when the spending limit is reached, and cannot be resumed or judged until it is raised', async () => {
  let limitUsd = 1
  const spentUsd = () => costs(stage).reduce<number>((sum, cost) => sum + Number(cost), 0)
  const refusal = new ParleyError('LIMIT_REACHED', 'Reached.')
  const stage = openSetStage({
    onRequest: (sent: SentRequest) => sent.answer('x', 0.4),
    spending: {
      remainingUsd: () => Math.max(0, limitUsd - spentUsd()),
      assertWithin() {
        if (spentUsd() >= limitUsd) throw refusal
      },
    },
  })
  const setId = stage.addSet(['A', 'B', 'C', 'D'])
  const id = await stage.runs.start(plan(setId, { models: ['one/a'] }))
  // A third answer is expected to exceed the limit.
  expect(await stage.ended(id)).toMatchObject({ state: 'cost-limit', done: 2 })
  limitUsd = 0.5
  await expect(stage.runs.resume(id)).rejects.toBe(refusal)
  await expect(stage.runs.start(plan(setId))).rejects.toBe(refusal)
  expect(stage.runs.get(id).state).toBe('cost-limit')
  limitUsd = 2
  await stage.runs.resume(id)
  expect(await stage.ended(id)).toMatchObject({ state: 'done', done: 4 })
})

test('a run of models that cost nothing has no spending limit', async () => {
  const stage = openSetStage({
    onRequest: ({ answer }) => answer('x', 0),
    freeModels: models,
    spending: {
      remainingUsd: () => 0,
      assertWithin() {
        throw new ParleyError('LIMIT_REACHED', 'Reached.')
      },
    },
  })
  const id = await stage.runs.start(plan(stage.addSet(['A'])))
  expect(await stage.ended(id)).toMatchObject({ state: 'done', done: 2 })
})
