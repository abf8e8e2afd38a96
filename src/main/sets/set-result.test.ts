import { expect, test } from 'vitest'

import type { Check } from '../../shared/sets/checks'
import { earlierModel } from '../../shared/sets/sets'
import { matchModels } from './set-result'
import { openSetStage } from './testing/set-stage'

const run = (...keys: string[]) => ({
  models: keys.map((key) => ({ key, model: key, params: {}, systemPrompt: null })),
})
const isYes: Check = { kind: 'equals', value: 'yes' }

test('puts what got worse first, compares the same prompts, and calls no change a regression that may be chance', async () => {
  let answers = new Map<string, string[]>()
  const stage = openSetStage({
    onRequest: (sent) => sent.answer(answers.get(sent.text)?.shift() ?? 'yes'),
  })
  const setId = stage.addSet(['A', 'B', 'C'].map((text) => ({ text, checks: [isYes] })))
  const plan = { setId, models: ['one/a'], repeats: 2, atOnce: 1, costLimitUsd: null }
  answers = new Map([['A', ['no', 'no']]])
  const before = await stage.runs.start(plan)
  await stage.ended(before)

  await stage.sets.add(setId, { prompts: [{ text: 'New', checks: [isYes], systemPrompt: null, values: {} }] })
  answers = new Map([
    ['B', ['no']],
    ['C', ['no', 'no']],
  ])
  const after = await stage.runs.start({ ...plan, models: ['one/newer'] })
  await stage.ended(after)

  const { rows, totals, regressions, withinNoise, matched } = await stage.sets.result(after, before)
  const shown = rows.map(({ text, cells: [cell] }) => [
    text,
    `${cell?.passed} of ${cell?.judged}`,
    cell?.change,
    cell?.baseline,
  ])
  expect(shown).toEqual([
    ['C', '0 of 2', 'within-noise', { judged: 2, passed: 2 }],
    ['B', '1 of 2', 'within-noise', { judged: 2, passed: 2 }],
    ['A', '2 of 2', 'within-noise', { judged: 2, passed: 0 }],
    ['New', '2 of 2', undefined, undefined],
  ])
  expect([regressions, withinNoise, matched, totals[0]?.passed, totals[0]?.judged]).toEqual([0, 3, [0], 5, 8])
  expect(totals[0]?.difference).toMatchObject({ prompts: 3, isSettled: false, morePrompts: null })
  expect(stage.sets.answers(after, 2, before).baseline.map(({ text }) => text)).toEqual(['yes', 'yes'])
})

test('models are compared on the prompts that both answered, and a difference beyond chance is settled', async () => {
  const stage = openSetStage({
    onRequest: ({ model, text, answer }) =>
      answer(model === 'one/a' || (model === 'two/b' && Number(text) % 4 === 0) ? 'yes' : 'no'),
  })
  const setId = stage.addSet(Array.from({ length: 12 }, (_, text) => ({ text: `${text}`, checks: [isYes] })))
  const plan = { setId, models: ['one/a', 'two/b', 'two/c'], repeats: 1, atOnce: 4, costLimitUsd: null }
  expect((await stage.runs.estimate(plan)).power).toMatchObject({ isMeasured: false })
  const first = await stage.runs.start(plan)
  await stage.ended(first)
  const { differences, totals } = await stage.sets.result(first, null)
  expect(differences.map(({ better, worse, isSettled }) => [better, worse, isSettled])).toEqual([
    [0, 2, true],
    [0, 1, true],
    [1, 2, false],
  ])
  // Exact tests of 12, 9 and 3 prompts that differ, corrected for three.
  expect(differences.map(({ pValue }) => pValue)).toEqual([3 * 2 * 0.5 ** 12, 2 * 2 * 0.5 ** 9, 0.25])
  expect(totals.map(({ interval }) => interval?.map((limit) => limit.toFixed(3)))).toEqual([
    ['0.758', '1.000'],
    ['0.089', '0.532'],
    ['0.000', '0.242'],
  ])
  expect((await stage.runs.estimate(plan)).power).toMatchObject({ isMeasured: true })

  // With enough repeats, chance does not explain that single prompts pass no more.
  const repeated = { ...plan, models: ['one/a'], repeats: 8 }
  const before = await stage.runs.start(repeated)
  await stage.ended(before)
  const after = await stage.runs.start({ ...repeated, models: ['two/b'] })
  await stage.ended(after)
  const result = await stage.sets.result(after, before)
  expect([result.regressions, result.withinNoise]).toEqual([9, 0])
  expect(result.totals[0]?.difference).toMatchObject({ difference: -0.75, isSettled: true })
})

test('edited checks are tried on the answers of the newest run, in an order that does not tell whose they are', async () => {
  const stage = openSetStage({ onRequest: (sent) => sent.answer(sent.model === 'one/a' ? 'yes' : 'no') })
  const setId = stage.addSet([{ text: 'A', checks: [isYes] }])
  const prompt = { text: 'A', systemPrompt: null, values: {}, checks: [isYes] }
  expect(await stage.sets.tryChecks(setId, prompt)).toEqual([])
  const plan = { setId, models: ['one/a', 'two/b'], repeats: 1, atOnce: 1, costLimitUsd: null }
  await stage.ended(await stage.runs.start(plan))
  const edited = {
    ...prompt,
    text: '{{letter}}',
    values: { letter: 'A' },
    checks: [isYes, { kind: 'command' as const, command: 'true', seconds: 1 }],
  }
  const skipped = { passed: false, isNotApplicable: true }
  expect(await stage.sets.tryChecks(setId, edited)).toEqual([
    { beginning: 'no', checks: [{ passed: false }, skipped] },
    { beginning: 'yes', checks: [{ passed: true }, skipped] },
  ])
  expect(await stage.sets.tryChecks(setId, { ...prompt, text: 'Another' })).toEqual([])
})

test('says how many answers of a model to a prompt are equal, ignoring case and surrounding white space', async () => {
  const answers = new Map([
    ['A', ['Yes', ' yes\n', 'YES', 'No']],
    ['B', ['1', '2', '3', '4']],
  ])
  const stage = openSetStage({ onRequest: (sent) => sent.answer(answers.get(sent.text)?.shift() ?? '') })
  const setId = stage.addSet(['A', 'B'])
  const plan = { setId, models: ['one/a'], repeats: 4, atOnce: 1, costLimitUsd: null }
  const id = await stage.runs.start(plan)
  await stage.ended(id)
  const { rows } = await stage.sets.result(id, null)
  expect(rows.map(({ text, cells: [cell] }) => [text, cell?.equal, cell?.done])).toEqual([
    ['A', 3, 4],
    ['B', 1, 4],
  ])
  const single = await stage.runs.start({ ...plan, repeats: 1 })
  await stage.ended(single)
  expect((await stage.sets.result(single, null)).rows[0]?.cells[0]).not.toHaveProperty('equal')
})

test('compares a model with itself, and a new model with the one that it replaces', () => {
  expect(matchModels(run('b', 'new', 'a'), run('a', 'b', 'old'))).toEqual([1, 2, 0])
  expect(matchModels(run('a', 'a', 'x', 'y'), run('a', 'z'))).toEqual([0, 1, null, null])
  expect(matchModels(run('a'), null)).toEqual([null])
  expect(matchModels(run('a', earlierModel, 'b'), run('a', 'z'))).toEqual([0, null, 1])
  expect(matchModels(run('a', 'b'), run('a', earlierModel))).toEqual([0, null])
})
