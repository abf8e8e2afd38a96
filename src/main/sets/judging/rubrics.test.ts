import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'

import type { Criterion } from '../../../shared/sets/rubrics'
import { markIn } from '../../../shared/sets/judge-reply'
import { SetRunStore } from '../../store/sets/set-run-store'
import { SetVoting } from '../ballots/set-voting'
import { openSetStage, type SentRequest } from '../testing/set-stage'
import { pairsOf } from './judge-plan'

const plan = { models: ['one/a', 'two/b'], repeats: 1, atOnce: 4, costLimitUsd: null }
const byRubric = { model: 'judge/j', byRubric: true, atOnce: 2, costLimitUsd: null }

const criterion = (name: string, changed: Partial<Criterion> = {}): Criterion => ({
  id: name,
  name,
  description: '',
  scale: 'pass-fail',
  weight: 1,
  ...changed,
})

const graded = criterion('Tone', { scale: 'one-to-five', weight: 3, description: 'Is it friendly?' })
const answerOf = (model: string) => `The answer of ${model} is quite short.`

/** A run of two models with this rubric, and a judge that replies as the test wants. */
async function openRated({
  rubric = [criterion('Short'), graded],
  prompts = ['Q1', 'Q2'],
  judge = (sent: SentRequest) => sent.answer('Hm.'),
  ...options
}: {
  rubric?: Criterion[]
  prompts?: string[]
  judge?: (sent: SentRequest) => void
} & Omit<Parameters<typeof openSetStage>[0], 'onRequest'> = {}) {
  const stage = openSetStage({
    ...options,
    onRequest(sent) {
      if (sent.model.startsWith('judge/')) judge(sent)
      else sent.answer(answerOf(sent.model === 'one/a' ? 'first' : 'second'))
    },
  })
  const setId = stage.addSet(prompts)
  const { rubric: stored = [] } = stage.sets.setRubric(setId, rubric)
  const id = await stage.runs.start({ ...plan, setId })
  await stage.ended(id)
  const voting = new SetVoting({
    store: stage.store,
    run: (runId) => stage.sets.asked(runId),
    votes: { castOn: () => expect.unreachable(), voteOn: () => null, onRun: () => [] },
    shuffle: (items) => items.toReversed(),
    namesContestant: (text) => text.includes('named'),
    clock: stage.clock,
    newId: stage.stored.newId,
  })
  return { stage, setId, id, voting, rubric: stored }
}

const reply = (mark: string | number, quote: string) => JSON.stringify({ why: 'It says so.', quote, mark })

/** A judge that passes and grades everything, and prefers the first model. */
function fair(sent: SentRequest): void {
  const isFirst = sent.text.includes('of first')
  const quote = isFirst ? 'answer of first is quite' : 'answer of second is quite'
  sent.answer(reply(sent.text.includes('Is it friendly?') ? (isFirst ? 5 : 2) : 'pass', quote), 0.01)
}

test('a judge marks each answer by each criterion, without the names of models, and its marks are weighed', async () => {
  const { stage, id } = await openRated({ judge: fair })
  expect(await stage.runs.estimateJudge(id, byRubric)).toMatchObject({ cells: 8 })
  const before = stage.sent.length
  const judgeId = await stage.runs.judge(id, byRubric)
  expect(await stage.ended(judgeId)).toMatchObject({ state: 'done', done: 8, spentUsd: expect.closeTo(0.08) })
  const asked = stage.sent.slice(before)
  expect(asked.some(({ text }) => /one\/a|two\/b|Short.*friendly/s.test(text))).toBe(false)
  expect(asked[1]?.text).toContain('Criterion:\n=====\nTone\nIs it friendly?\n=====')
  const result = await stage.sets.result(id, null)
  expect(result.judges).toEqual([])
  const [{ total, criteria, unproven, unread } = expect.unreachable()] = result.rubrics
  // Passes, and 5 or 2 of 5 with three times the weight.
  expect(total.map((score) => score?.share)).toEqual([1, expect.closeTo((1 + 3 * 0.25) / 4)])
  expect(total[1]?.interval?.[0]).toBeLessThan(0.4)
  expect(criteria.map(({ scores }) => scores.map((score) => score?.share))).toEqual([
    [1, 1],
    [1, 0.25],
  ])
  expect([unproven, unread]).toEqual([0, 0])
  expect(stage.sets.answers(id, 1, null)).toMatchObject({
    judgements: [],
    marks: [
      { model: 0, name: 'Short', mark: 1, isQuoted: true, judge: 'judge/j' },
      { model: 0, name: 'Tone', mark: 5, scale: 'one-to-five', why: 'It says so.' },
      { model: 1, name: 'Short', mark: 1 },
      { model: 1, name: 'Tone', mark: 2 },
    ],
  })
  expect(JSON.parse(stage.exported(id, 'json'))).toMatchObject({
    judges: [{ rubric: [{ name: 'Short' }, { name: 'Tone' }], marks: Array.from({ length: 8 }, () => ({})) }],
    rated: { rubric: [{ name: 'Short' }, {}], marks: [] },
  })
  const lines: Record<string, string>[] = parse(stage.exported(id, 'csv'), { columns: true })
  expect(lines.map((line) => [line['judge_1 (judge/j): Short'], line['judge_1 (judge/j): Tone']])).toEqual([
    ['1', '5'],
    ['1', '2'],
    ['1', '5'],
    ['1', '2'],
  ])
})

test('a mark without a quote from the answer is shown, but does not count; anything else is no mark', async () => {
  const replies = [
    reply('pass', 'words that nobody wrote'),
    reply('pass', ''),
    reply('6', 'answer of second'),
    'I cannot judge this.',
  ]
  const { stage, id } = await openRated({
    rubric: [criterion('Short')],
    judge: (sent) => sent.answer(replies.shift() ?? ''),
  })
  await stage.ended(await stage.runs.judge(id, { ...byRubric, atOnce: 1 }))
  const [result] = (await stage.sets.result(id, null)).rubrics
  expect(result).toMatchObject({ total: [null, null], unproven: 2, unread: 2 })
  expect(stage.sets.answers(id, 0, null).marks).toMatchObject([
    { mark: 1, quote: 'words that nobody wrote', isQuoted: false },
    { mark: 1, quote: '', isQuoted: false },
  ])
  expect(stage.sets.answers(id, 1, null).marks).toMatchObject([
    { unread: { kind: 'no-verdict' } },
    { unread: { kind: 'refusal' } },
  ])
})

test('the weighted total leaves out answers that lack a mark', async () => {
  const { stage, id } = await openRated({
    judge: (sent) =>
      sent.text.includes('of second') && sent.text.includes('Q1') && sent.text.includes('Tone')
        ? sent.answer('Hm.')
        : fair(sent),
  })
  await stage.ended(await stage.runs.judge(id, byRubric))
  const [{ total, criteria } = expect.unreachable()] = (await stage.sets.result(id, null)).rubrics
  expect(criteria.map(({ scores }) => scores[1])).toMatchObject([
    { share: 1, interval: [expect.any(Number), 1] },
    { share: 0.25, interval: null },
  ])
  expect(total[1]).toEqual({ share: expect.closeTo(0.4375), interval: null })
})

test('a judge that was killed goes on where it was, by the criteria that it was started with', async () => {
  const killed = await openRated({
    judge: (sent) => (sent.text.includes('of first') ? fair(sent) : undefined),
  })
  const judgeId = await killed.stage.runs.judge(killed.id, byRubric)
  await expect.poll(() => killed.stage.runs.get(judgeId).done).toBe(2)
  killed.stage.sets.setRubric(killed.setId, [])

  const next = openSetStage({ stored: killed.stage.stored, onRequest: fair })
  expect(next.runs.get(judgeId)).toMatchObject({
    state: 'interrupted',
    rubric: [{ name: 'Short' }, { name: 'Tone' }],
  })
  await next.runs.resume(judgeId)
  expect(await next.ended(judgeId)).toMatchObject({ state: 'done', done: 8 })
  expect(next.sent).toHaveLength(6)
  const result = await next.sets.result(killed.id, null)
  expect(result.rubrics[0]?.total.map((score) => score?.share)).toEqual([1, expect.closeTo(0.4375)])
  expect(result.run).not.toHaveProperty('rubric')
})

test('twenty criteria are forecast for every answer, and too many marks are refused before anything is asked', async () => {
  const rubric = Array.from({ length: 20 }, (_, index) => criterion(`C${index}`))
  const { stage, id } = await openRated({ rubric })
  expect(await stage.runs.estimateJudge(id, byRubric)).toMatchObject({
    cells: 80,
    costUsd: expect.closeTo(0.8),
  })
  const store = new SetRunStore(stage.stored.database)
  const answer = {
    isFailed: false,
    passed: null,
    costUsd: 0,
    leastCostUsd: 0,
    durationMs: 1,
    isUnrecorded: false,
  }
  store.cells.summaries = () => Array.from({ length: 1_601 }, (_, cell) => ({ ...answer, cell }))
  const run = { ...stage.runs.get(id), promptCount: 801 }
  expect(() => pairsOf(store, run, rubric)).toThrow(
    expect.objectContaining({
      data: { reason: 'cells-too-many', field: 'runId', cells: 32_020, max: 32_000 },
    }),
  )
  expect(pairsOf(store, run, rubric.slice(1))).toHaveLength(30_419)
})

test('a criterion keeps its id unless its scale changes, and may be named like a property of objects', async () => {
  const { stage, setId, id, rubric } = await openRated({
    rubric: [criterion('__proto__'), graded],
    judge: fair,
  })
  const [proto = expect.unreachable(), tone = expect.unreachable()] = rubric
  const changed = stage.sets.setRubric(setId, [
    { ...tone, name: 'Friendly', weight: 2 },
    { ...proto, scale: 'one-to-five' },
  ])
  expect(changed.rubric?.map((each) => each.id === tone.id)).toEqual([true, false])
  expect(changed.rubric?.[1]?.id).not.toBe(proto.id)
  await stage.ended(await stage.runs.judge(id, byRubric))
  const [result] = (await stage.sets.result(id, null)).rubrics
  expect(result?.criteria.map(({ name, scores }) => [name, scores.map((score) => score?.share)])).toEqual([
    ['Friendly', [1, 0.25]],
    ['__proto__', [undefined, undefined]],
  ])
  expect(stage.exported(id, 'csv')).toContain('judge_1 (judge/j): __proto__')
})

test('blind ratings measure the judge from twenty on, and are hidden as long as the models are', async () => {
  const prompts = Array.from({ length: 12 }, (_, index) => `Q${index}`)
  const { stage, id, voting, rubric } = await openRated({ prompts, rubric: [graded], judge: fair })
  const [tone = expect.unreachable()] = rubric
  await stage.ended(await stage.runs.judge(id, byRubric))
  const rate = (prompt: number) => {
    const place = { runId: id, prompt, repeat: 0 }
    for (const { answerId, text } of voting.ballot(place).answers) {
      const mark = text.includes('of first') ? 5 : prompt % 4 === 0 ? 3 : 2
      expect(voting.rate(place, { answerId, criterion: tone.id, mark: 1 })).toContainEqual({
        answerId,
        criterion: tone.id,
        mark: 1,
      })
      voting.rate(place, { answerId, criterion: tone.id, mark })
    }
  }
  for (let prompt = 0; prompt < 9; prompt++) rate(prompt)
  const agreement = async () => {
    const { rubrics } = await stage.sets.result(id, null)
    return rubrics.map(({ run, criteria }) => [
      run?.models[0]?.key,
      criteria[0]?.common,
      criteria[0]?.agreement,
    ])
  }
  expect(await agreement()).toEqual([
    [undefined, 0, null],
    ['judge/j', 18, null],
  ])
  for (let prompt = 9; prompt < 12; prompt++) rate(prompt)
  const [, [, common, found] = expect.unreachable()] = await agreement()
  expect([common, found]).toMatchObject([24, { kappa: expect.closeTo(0.94, 1) }])

  const hidden = await stage.sets.result(id, null, { isBlind: true })
  expect(hidden.rubrics.map(({ total, criteria }) => [total, criteria[0]?.common])).toEqual([
    [[null, null], 0],
  ])
  expect(voting.ballot({ runId: id, prompt: 0, repeat: 0 })).toMatchObject({
    isHidden: true,
    ratings: [{ mark: 3 }, { mark: 5 }],
  })
  // Marks that are given with the models in view do not measure the judge.
  stage.sets.answers(id, 0, null)
  const place = { runId: id, prompt: 0, repeat: 0 }
  for (const rated of voting.ballot(place).ratings) voting.rate(place, rated)
  expect((await agreement())[1]?.[1]).toBe(24)
  rate(0)
  expect((await agreement())[1]?.[1]).toBe(22)
})

test('refuses marks beside the scale, for answers of other ballots and by criteria that are gone', async () => {
  const { id, voting, rubric, stage, setId } = await openRated()
  const [short = expect.unreachable()] = rubric
  const place = { runId: id, prompt: 0, repeat: 0 }
  const [{ answerId } = expect.unreachable()] = voting.ballot(place).answers
  const rated = { answerId, criterion: short.id, mark: 1 }
  const [{ answerId: elsewhere } = expect.unreachable()] = voting.ballot({ ...place, prompt: 1 }).answers
  for (const wrong of [{ mark: 2 }, { answerId: elsewhere }, { criterion: '__proto__' }]) {
    expect(() => voting.rate(place, { ...rated, ...wrong })).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    )
  }
  expect(voting.rate(place, rated)).toHaveLength(1)
  expect(voting.rate(place, { ...rated, mark: null })).toEqual([])
  voting.rate(place, rated)
  stage.sets.setRubric(setId, [])
  expect((await stage.sets.result(id, null)).rubrics).toEqual([])
  expect(() => voting.rate(place, rated)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
})

test.each([
  ['{"why": "x", "quote": "y", "mark": "pass"}', 'pass-fail', 1],
  ['Thoughts. ```json\n{"mark": "FAIL", "why": "x", "quote": "y"}\n```', 'pass-fail', 0],
  ['{"mark": "pass"} Wait. {"mark": "fail", "why": "z"}', 'pass-fail', 0],
  ['{"mark": 4, "why": "x"}', 'one-to-five', 4],
  ['{"mark": "４/5", "why": "x"}', 'one-to-five', 4],
  ['{"mark": true}', 'pass-fail', null],
  ['{"mark": 1}', 'pass-fail', null],
  ['{"mark": "pass or fail"}', 'pass-fail', null],
  ['{"mark": 0}', 'one-to-five', null],
  ['{"mark": 4.5}', 'one-to-five', null],
  ['{"mark": [5]}', 'one-to-five', null],
  ['{"__proto__": {"mark": 5}}', 'one-to-five', 5],
  ['{"better": "1"}', 'one-to-five', null],
  ['5', 'one-to-five', null],
  ['', 'pass-fail', null],
] as const)('reads the mark in %s', (said, scale, mark) => {
  expect(markIn(said, scale)?.mark ?? null).toBe(mark)
})
