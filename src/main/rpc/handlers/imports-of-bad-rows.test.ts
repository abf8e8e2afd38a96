import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../renderer/rpc/parley-api'
import { setLimits } from '../../../shared/sets/sets'
import { importFile } from '../testing/import-file'
import { connectTo, startTestApp } from '../testing/test-app'

const shown = ['a', 'b'].map((key) => ({
  contestant: { key },
  pane: null,
  message: null,
  chars: 1,
  costUsd: null,
}))
const vote = { result: 'best', chosen: [0], shown, why: null, tags: [], isBlind: true }
const votesAt = (...times: number[]) => times.map((at) => ({ ...vote, at }))

const models = ['demo/a', 'demo/b'].map((model) => ({ model, params: {}, systemPrompt: null, key: model }))
const prompt = { text: 'Why?', systemPrompt: null, checks: [] }
const set = {
  format: 'parley-set',
  version: 1,
  name: 'Capitals',
  createdAt: 1,
  updatedAt: 2,
  prompts: [{ ...prompt, values: {} }],
  runs: [1],
}
const run = {
  format: 'parley-set-run',
  version: 1,
  name: 'Capitals',
  models,
  prompts: [prompt],
  repeats: 1,
  startedAt: 1,
  endedAt: null,
}
const judge = { ...run, name: 'Judge of capitals', prompts: [], pairs: [[0, 1]] }
const answer = {
  cell: 0,
  text: 'This.',
  error: null,
  finish: null,
  usage: {},
  costUsd: null,
  ttftMs: 1,
  durationMs: 1,
  checks: null,
  at: 1,
}
const answers = (...given: unknown[]) => ({ format: 'parley-set-answers', version: 1, answers: given })

const block = (...votes: unknown[]) => ({ format: 'parley-kept-votes', version: 1, votes })

async function imported(parley: ParleyApi, ...items: unknown[]) {
  const { summary, end } = await importFile(parley, Buffer.from(JSON.stringify(items)))
  expect(end).toEqual({ reason: 'completed' })
  return summary
}

test('leaves out only invalid votes, and reports the row and the problem of each', async () => {
  const parley = connectTo(await startTestApp())
  const more = Array.from({ length: 20 }, (_, index) => ({ ...vote, at: index === 0 ? 'noon' : -5 }))
  const summary = await imported(
    parley,
    block(...votesAt(1), { ...vote, at: 2, chosen: [7] }, ...votesAt(3)),
    block(
      ...votesAt(4),
      null,
      { ...vote, at: 5, shown: [{ ...shown[0], contestant: 5 }, shown[1]] },
      { ...vote, at: 5, shown: shown.map((each) => ({ ...each, pane: 0 })) },
      ...more,
    ),
  )
  expect(summary).toMatchObject({
    ownVoteCount: 3,
    skipped: [
      {
        code: 'badVotes',
        count: 24,
        examples: ['2: chosen', '5', '6: shown[0].contestant', '7: shown', '8: at'],
      },
    ],
  })
  expect(await parley.invoke('ranking.get', {})).toMatchObject({ voteCount: 3 })
})

test('an invalid answer, prompt or ballot does not affect the rest of its set', async () => {
  const parley = connectTo(await startTestApp())
  const ballots = [
    { prompt: 0, repeat: 0, cells: [0, 1], revealedAt: 3, vote: { ...vote, at: 4, result: 'none' } },
    { prompt: 'x', repeat: 0, cells: [] },
  ]
  const summary = await imported(
    parley,
    { ...set, prompts: [{ text: 5 }, ...set.prompts] },
    run,
    answers(answer, { ...answer, cell: -1 }),
    answers({ ...answer, cell: 1, text: undefined }, { ...answer, cell: 9 }),
    { format: 'parley-set-ballots', version: 1, ballots },
  )
  expect(summary).toMatchObject({ setCount: 1, setRunCount: 1, ownVoteCount: 0 })
  expect(summary?.skipped.map(({ code, count, examples }) => [code, count, ...examples])).toEqual([
    ['badAnswers', 2, '2: cell', '3: text'],
    ['badPrompts', 1, 'Capitals, 1: text'],
    ['badVotes', 1, '1: vote.result'],
    ['badBallots', 1, '2: prompt'],
    ['strayAnswers', 1],
  ])
  const { runs } = await parley.invoke('sets.runs', {})
  expect(runs).toMatchObject([{ done: 1 }])
  // Its models are known, though its vote is bad.
  const place = { runId: runs[0]?.id ?? '', prompt: 0, repeat: 0 }
  expect(await parley.invoke('sets.ballot', place)).toMatchObject({ isHidden: false, vote: null })
})

test('reports a judge without its run, and an invalid run or judge does not affect the others', async () => {
  const parley = connectTo(await startTestApp())
  const summary = await imported(
    parley,
    set,
    { ...run, repeats: 0 },
    answers(answer),
    judge,
    { ...run, startedAt: 5 },
    { ...judge, pairs: [[0, -1]] },
    answers(answer),
    { ...judge, name: 'Second judge' },
  )
  expect(summary).toMatchObject({ setCount: 1, setRunCount: 1 })
  expect(summary?.skipped.map(({ code, value, examples }) => [code, value, ...examples])).toEqual([
    ['damagedEntry', 'repeats', 'Capitals'],
    ['damagedEntry', 'pairs[0][1]', 'Judge of capitals'],
    ['judgeWithoutRun', undefined, 'Judge of capitals'],
  ])
  const { runs } = await parley.invoke('sets.runs', {})
  const result = await parley.invoke('sets.result', { runId: runs[0]?.id ?? '' })
  expect(result.judges).toMatchObject([{ run: { name: 'Second judge' } }])
})

const tooManyPrompts = Array.from({ length: setLimits.prompts + 1 }, () => set.prompts[0])

test.each<[string, unknown, string]>([
  [
    'a set with too many prompts',
    { ...set, prompts: tooManyPrompts },
    'It has 2001 prompts, but the maximum is 2000.',
  ],
  [
    'a run with too many models',
    { ...run, models: Array.from({ length: 17 }, () => models[0]) },
    'It has 17 models, but a run can have at most 16.',
  ],
  [
    'a run of too many answers',
    { ...run, repeats: 50, prompts: Array.from({ length: 400 }, () => prompt) },
    'It needs 40000 answers (prompts × models × repeats), but a run can have at most 32000.',
  ],
  [
    'a run with a name that is too long',
    { ...run, name: 'x'.repeat(201) },
    '“name” has 201 characters, but the maximum is 200.',
  ],
  [
    'parameters out of bounds',
    { ...run, models: [{ ...models[0], params: { temperature: 1e9 } }] },
    '“models[0].params.temperature” is 1000000000, but the maximum is 2.',
  ],
  ['an old version', { ...run, version: 0 }, 'It is damaged or was edited by hand: “version” is not valid.'],
  [
    'a newer version',
    { ...run, version: 2 },
    'It was created by a newer version of Parley. Update Parley to import it.',
  ],
  [
    'another kind',
    { format: 'parley-dream', version: 1 },
    'This version of Parley cannot import this kind of entry: “parley-dream”.',
  ],
  [
    'the result of a run for other programs',
    { ...run, startedAt: '2026-01-01T00:00:00.000Z' },
    'This JSON is the result of a run, for other programs. Export the run as “One file” to import it.',
  ],
])('an import of %s says so', async (_, item, reason) => {
  const summary = await imported(connectTo(await startTestApp()), item)
  expect(summary?.skipped.map((skip) => skip.reason)).toEqual([reason])
})

test('a file that is cut off, is not JSON or lacks panes is named, with what was found', async () => {
  const parley = connectTo(await startTestApp())
  const comparison = {
    format: 'parley-comparison',
    version: 1,
    title: 'Alone',
    pinned: false,
    archived: false,
    createdAt: 1,
    updatedAt: 2,
    panes: [{ position: 0 }, { position: 1 }],
  }
  const archive = zipSync({
    'comparisons/Alone.json': strToU8(JSON.stringify([comparison])),
    'sets/Capitals.json': strToU8(JSON.stringify([set, run]).slice(0, -9)),
    'other.json': strToU8('Dear diary'),
  })
  const { summary } = await importFile(parley, Buffer.from(archive))
  expect(summary?.skipped.map(({ reason, examples }) => [reason, ...examples])).toEqual(
    expect.arrayContaining([
      ['A comparison needs two to eight panes, but this one has 0 that Parley can read.', 'Alone'],
      [
        'The file ends too early, so its last entry is incomplete. Export it again to get the rest.',
        'sets/Capitals.json',
      ],
      ['Not a JSON file.', 'other.json'],
    ]),
  )
})
