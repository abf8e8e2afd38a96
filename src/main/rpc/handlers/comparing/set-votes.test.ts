import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { SetRunId } from '../../../../shared/ids'
import type { SetBallot } from '../../../../shared/sets/ballots'
import { connectOverSocket } from '../../testing/app-client'
import { startTestApp } from '../../testing/test-app'
import { exportedFile } from '../transfer/testing/bundle-pages'

const models = [
  'demo/brief',
  { model: 'demo/brief', systemPrompt: 'Be kind.' },
  { model: 'demo/brief', params: { temperature: 1 } },
]

/** A run that has asked these models `prompts`, `repeats` times. */
async function openRun({ prompts = ['First?', 'Second?'], repeats = 1, asked = models } = {}) {
  const parley = await connectOverSocket(await startTestApp())
  const { set } = await parley.invoke('sets.create', { name: 'Mine', prompts })
  const started = Promise.withResolvers<SetRunId>()
  const ended = Promise.withResolvers<void>()
  parley.open(
    'sets.run',
    { setId: set.id, models: asked, repeats },
    {
      onEvents: (events) => {
        for (const event of events) if (event.type === 'run') started.resolve(event.run.id)
      },
      onEnd: () => ended.resolve(),
    },
  )
  await ended.promise
  const runId = await started.promise
  return { parley, runId, ballot: (place = {}) => ballotOf(parley, runId, place) }
}

function ballotOf(parley: ParleyApi, runId: SetRunId, place: object): Promise<SetBallot> {
  return parley.invoke('sets.ballot', { runId, prompt: 0, repeat: 0, ...place })
}

const idsOf = ({ answers }: SetBallot) => answers.map(({ answerId }) => answerId)

test('a ballot names no model until the vote, which counts as blind and reveals them', async () => {
  const { parley, runId, ballot } = await openRun()
  const hidden = await ballot()
  expect(hidden).toMatchObject({ question: 'First?', isHidden: true, vote: null })
  expect(hidden.answers.map((answer) => Object.keys(answer))).toEqual([
    ['answerId', 'text'],
    ['answerId', 'text'],
    ['answerId', 'text'],
  ])
  expect(await ballot()).toEqual(hidden)

  const [first, second] = idsOf(hidden)
  if (first === undefined || second === undefined) throw new Error('expected answers')
  const place = { runId, prompt: 0, repeat: 0 }
  const { vote } = await parley.invoke('sets.vote', { ...place, result: 'order', answerIds: [second, first] })
  expect(vote).toMatchObject({ isBlind: true, comparisonId: null, result: 'order', chosen: [1, 0] })
  const shown = await ballot()
  expect(shown).toMatchObject({ isHidden: false, vote: { id: vote.id } })
  expect(idsOf(shown)).toEqual(idsOf(hidden))
  expect(vote.shown.map(({ contestant }) => contestant.key)).toEqual(shown.answers.map(({ key }) => key))
  expect((await ballot({ prompt: 1 })).isHidden).toBe(true)

  const { contestants } = await parley.invoke('ranking.get', { blindOnly: true })
  expect(contestants).toHaveLength(3)

  // A repeated decision is still the blind one; another is not, nor is one after the vote was removed.
  const cast = (answerIds: (typeof first)[]) =>
    parley.invoke('sets.vote', { ...place, result: 'order', answerIds })
  expect((await cast([second, first])).vote).toMatchObject({ id: vote.id, isBlind: true })
  expect((await cast([first, second])).vote).toMatchObject({ id: vote.id, isBlind: false })
  await parley.invoke('votes.remove', { voteId: vote.id })
  expect((await cast([second, first])).vote.isBlind).toBe(false)
})

test.each([
  [
    'the answers with their models',
    (parley: ParleyApi, runId: SetRunId) => parley.invoke('sets.answers', { runId, prompt: 0 }),
    { isHidden: true },
  ],
  [
    'the answers of a later run, compared with these',
    async (parley: ParleyApi, runId: SetRunId) => {
      await parley.invoke('sets.answers', { runId, prompt: 0, baselineRunId: runId })
    },
    { isHidden: true },
  ],
  [
    'a file with all answers',
    (parley: ParleyApi, runId: SetRunId) => exportedFile(parley, { runId, format: 'csv' }),
    { isHidden: false },
  ],
])('a vote after seeing %s is open, in every repeat', async (_, look, otherPrompt) => {
  const { parley, runId, ballot } = await openRun({ repeats: 2 })
  await look(parley, runId)
  const seen = await ballot({ repeat: 1 })
  expect(seen).toMatchObject({
    isHidden: false,
    answers: [{ key: expect.any(String) as string }, {}, {}],
  })
  const { vote } = await parley.invoke('sets.vote', {
    runId,
    prompt: 0,
    repeat: 1,
    result: 'tie',
    answerIds: idsOf(seen),
  })
  expect(vote.isBlind).toBe(false)
  expect(await ballot({ prompt: 1 })).toMatchObject(otherPrompt)
})

test('ratings of a ballot name no model, and stay out of results while its models are hidden', async () => {
  const { parley, runId, ballot } = await openRun()
  const { setId } = (await parley.invoke('sets.result', { runId })).run
  const criterion = {
    id: 'new',
    name: '__proto__',
    description: '',
    scale: 'one-to-five' as const,
    weight: 1,
  }
  const { set } = await parley.invoke('sets.setRubric', { setId, rubric: [criterion] })
  const id = set.rubric?.[0]?.id ?? ''
  const [first] = idsOf(await ballot())
  if (first === undefined) throw new Error('expected answers')
  const rated = { answerId: first, criterion: id, mark: 4 }
  const place = { runId, prompt: 0, repeat: 0 }
  expect(await parley.invoke('sets.rate', { ...place, ...rated })).toEqual({ ratings: [rated] })
  const hidden = await ballot()
  expect(hidden).toMatchObject({ isHidden: true, ratings: [rated] })
  expect(JSON.stringify(hidden)).not.toContain('brief')
  expect(hidden.answers.map((answer) => Object.keys(answer))).toEqual(
    hidden.answers.map(() => ['answerId', 'text']),
  )
  expect((await parley.invoke('sets.result', { runId, isBlind: true })).rubrics).toEqual([])
  await parley.invoke('sets.vote', { ...place, result: 'best', answerIds: [first] })
  const { key } = (await ballot()).answers[0] ?? {}
  const { rubrics, run } = await parley.invoke('sets.result', { runId, isBlind: true })
  expect(rubrics.map(({ total }) => total)).toEqual([
    run.models.map((model) => (model.key === key ? { share: 0.75, interval: null } : null)),
  ])
  expect(JSON.parse(String((await exportedFile(parley, { runId, format: 'json' })).content))).toMatchObject({
    rated: { rubric: [{ id }], marks: [{ prompt: 0, mark: 4, isBlind: true }] },
  })
})

test('a configuration for promptfoo shows no answers, so votes stay blind', async () => {
  const { parley, runId, ballot } = await openRun()
  await exportedFile(parley, { runId, format: 'promptfoo' })
  expect((await ballot()).isHidden).toBe(true)
})

test('a vote needs two answers, and a prompt and repeat of the run', async () => {
  const { parley, runId, ballot } = await openRun({ asked: ['demo/brief'] })
  expect(await ballot()).toMatchObject({ answers: [], problem: 'too-few' })
  await expect(
    parley.invoke('sets.vote', { runId, prompt: 0, repeat: 0, result: 'all-bad', answerIds: [] }),
  ).rejects.toMatchObject({ data: { reason: 'too-few-answers' } })
  await expect(ballot({ prompt: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(ballot({ repeat: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('votes on more answers than a comparison has are ranked and listed with the others', async () => {
  const asked = Array.from({ length: 12 }, (_, index) => ({
    model: 'demo/brief',
    params: { temperature: index / 10 },
  }))
  const { parley, runId, ballot } = await openRun({ prompts: ['One?', 'Two?', 'Three?'], asked })
  const results = [
    ['order', 4],
    ['best', 1],
    ['tie', 3],
  ] as const
  for (const [prompt, [result, count]] of results.entries()) {
    const answerIds = idsOf(await ballot({ prompt })).slice(0, count)
    await parley.invoke('sets.vote', { runId, prompt, repeat: 0, result, answerIds })
  }
  const ranking = await parley.invoke('ranking.get', {})
  expect(ranking).toMatchObject({ voteCount: 3, leftOut: 0 })
  expect(ranking.contestants).toHaveLength(12)
  const { votes } = await parley.invoke('votes.list', { ranked: { blindOnly: false } })
  expect(votes.map(({ question }) => question)).toEqual(['Three?', 'Two?', 'One?'])
})

test('with blind votes, the grid has no metrics of a row until the vote on it', async () => {
  const { parley, runId, ballot } = await openRun({ repeats: 2 })
  const grid = () => parley.invoke('sets.result', { runId, isBlind: true })
  const hidden = await grid()
  expect(hidden.rows).toMatchObject([
    { prompt: 0, text: 'First?', isHidden: true, cells: [] },
    { prompt: 1, text: 'Second?', isHidden: true, cells: [] },
  ])
  expect(hidden.totals.map(({ done, costUsd, medianMs }) => [done, costUsd, medianMs])).toEqual(
    models.map(() => [0, null, null]),
  )
  for (const repeat of [0, 1]) {
    // The figures are those of all repeats.
    expect((await grid()).rows[0]).toMatchObject({ isHidden: true })
    const [first] = idsOf(await ballot({ repeat }))
    if (first === undefined) throw new Error('expected answers')
    await parley.invoke('sets.vote', { runId, prompt: 0, repeat, result: 'best', answerIds: [first] })
  }
  const { rows, totals } = await grid()
  expect(rows).toMatchObject([
    { prompt: 0, cells: models.map(() => ({ done: 2 })) },
    { prompt: 1, isHidden: true, cells: [] },
  ])
  expect(rows[0]).not.toHaveProperty('isHidden')
  expect(totals.map(({ done }) => done)).toEqual([2, 2, 2])
  const open = await parley.invoke('sets.result', { runId })
  expect(open.rows.map(({ cells }) => cells.length)).toEqual([3, 3])
})

test('the next ballot shows three of many answers, until a vote on them reveals it or none is left', async () => {
  const kind = { model: 'demo/brief', systemPrompt: 'Answer kindly.' }
  const { parley, runId, ballot } = await openRun({ asked: [...models, kind] })
  const next = async (after = {}) =>
    (await parley.invoke('sets.nextBallot', { runId, order: 'telling', ...after })).next
  const first = await next()
  if (first === null) throw new Error('expected a ballot')
  const { only, ...place } = first
  expect(only).toHaveLength(3)
  expect(idsOf(await ballot({ ...place, only }))).toEqual(only)
  expect(idsOf(await ballot(place))).toEqual(expect.arrayContaining(only))
  expect(await next({ after: place })).toMatchObject({ prompt: 1 - place.prompt })

  const [best] = only
  if (best === undefined) throw new Error('expected answers')
  const cast = { runId, ...place, only, result: 'best' as const, answerIds: [best] }
  const { vote } = await parley.invoke('sets.vote', cast)
  expect(vote).toMatchObject({ isBlind: true, shown: [{ paneId: best }, {}, {}] })
  expect(await ballot({ ...place, only })).toMatchObject({ isHidden: false, vote: { id: vote.id } })
  // The fourth model did not take part.
  const { votes } = await parley.invoke('sets.result', { runId })
  expect(votes.map(({ won, of }) => `${won} of ${of}`).toSorted()).toEqual([
    '0 of 0',
    '0 of 1',
    '0 of 1',
    '1 of 1',
  ])
  const second = await next()
  expect(second).toMatchObject({ prompt: 1 - place.prompt })
  const { next: any } = await parley.invoke('sets.nextBallot', { runId, order: 'random' })
  expect(any?.only).toHaveLength(4)
  expect(await next({ after: { prompt: 1 - place.prompt, repeat: 0 } })).toBeNull()
})
