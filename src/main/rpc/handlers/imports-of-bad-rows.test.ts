import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../renderer/rpc/parley-api'
import { setLimits } from '../../../shared/sets/sets'
import { importFile } from '../testing/import-file'
import { connectTo, startTestApp } from '../testing/test-app'
import { answer, asked, head, row, runRows } from './transfer/testing/bundle-pages'

/** A file of the user's own, with these items. */
async function imported(parley: ParleyApi, ...items: unknown[]) {
  const { sharedAs: _sharedAs, ...own } = head
  const { summary, end } = await importFile(parley, Buffer.from(JSON.stringify([own, ...items])))
  expect(end).toEqual({ reason: 'completed' })
  return summary
}

test('leaves out only invalid rows, and reports the table and the problem of each', async () => {
  const parley = connectTo(await startTestApp())
  const summary = await imported(
    parley,
    row('votes', { id: 'v1' }),
    row('votes', { id: 'v2', chosen: [7] }),
    row('votes', { id: 'v3', shown: [{ ...answer, contestant: 5 }, answer] }),
    row('votes', { id: 'v4', voted_at: 'noon' }),
    row('votes', { id: 'v5', voted_at: -5 }),
    row('votes', { id: 'v6', result: 'none' }),
    ...runRows(),
    row('set_prompts', { id: 'sp2', text: 5 }),
    row('set_cells', { cell: -1 }),
    row('set_cells', { cell: 9 }),
    row('set_ballots', { answers: [{ id: 'b1', cell: 9 }] }),
    row('votes', { id: 'v7', voted_at: 9 }),
  )
  expect(summary).toMatchObject({ setCount: 1, setRunCount: 1, ownVoteCount: 2 })
  expect(
    summary?.skipped.map(({ code, value, count, examples }) => [code, value, count, ...examples]),
  ).toEqual([
    ['damagedEntry', 'voted_at', 2, 'votes', 'votes'],
    ['refusedRows', undefined, 2],
    ['damagedEntry', 'chosen', 1, 'votes'],
    ['damagedEntry', 'shown[0].contestant', 1, 'votes'],
    ['damagedEntry', 'result', 1, 'votes'],
    ['damagedEntry', 'text', 1, 'set_prompts'],
    ['damagedEntry', 'cell', 1, 'set_cells'],
  ])
  expect(await parley.invoke('ranking.get', {})).toMatchObject({ voteCount: 2 })
  expect((await parley.invoke('sets.runs', {})).runs).toMatchObject([{ done: 1 }])
})

const run = (columns: object) => row('set_runs', { ...columns })
const model = { model: 'demo/a', params: {}, systemPrompt: null, key: 'a' }

/** Each item with what the import says of it. */
const bad: [string, unknown, string][] = [
  [
    'a run with too many prompts',
    run({ prompts: Array.from({ length: setLimits.prompts + 1 }, () => asked), prompt_count: 2001 }),
    'It has 2001 prompts, but the maximum is 2000.',
  ],
  [
    'a run with too many models',
    run({ models: Array.from({ length: 17 }, () => model) }),
    'It has 17 models, but a run can have at most 16.',
  ],
  [
    'a run of too many answers',
    run({ repeats: 50, prompts: Array.from({ length: 700 }, () => asked), prompt_count: 700 }),
    'It is damaged or was edited by hand: “prompts” is not valid.',
  ],
  [
    'a run with a name that is too long',
    run({ name: 'x'.repeat(201) }),
    '“name” has 201 characters, but the maximum is 200.',
  ],
  [
    'parameters out of bounds',
    run({ models: [{ ...model, params: { temperature: 1e9 } }] }),
    '“models[0].params.temperature” is 1000000000, but the maximum is 2.',
  ],
  [
    'a run that is running, which nobody would end',
    run({ state: 'running' }),
    'It is damaged or was edited by hand: “state” is not valid.',
  ],
  [
    'a negative cost limit',
    run({ cost_limit_usd: -1 }),
    'It is damaged or was edited by hand: “cost_limit_usd” is not valid.',
  ],
  [
    'a judge without the run that it judges',
    run({ judge_of: 'none', prompts: [[0, 1]], set_id: 'set' }),
    'Some entries belong to something that is not in the file.',
  ],
  [
    'a row without a column',
    { table: 'votes', row: { id: 'v' } },
    'It is damaged or was edited by hand: “comparison_id” is not valid.',
  ],
  [
    'an old version',
    { format: 'parley-settings', version: 0 },
    'It is damaged or was edited by hand: “version” is not valid.',
  ],
  [
    'a newer version',
    { format: 'parley-settings', version: 2 },
    'It was created by a newer version of Parley. Update Parley to import it.',
  ],
  [
    'another kind',
    { format: 'parley-dream', version: 1 },
    'This version of Parley cannot import this kind of entry: “parley-dream”.',
  ],
  [
    'the result of a run for other programs',
    { format: 'parley-set-run', version: 1, startedAt: '2026-01-01T00:00:00.000Z' },
    'This JSON is the result of a run, for other programs. Export the run as “One file” to import it.',
  ],
]

test('an import says what is wrong with each item', async () => {
  const parley = connectTo(await startTestApp())
  for (const [what, item, reason] of bad) {
    const summary = await imported(parley, item)
    expect(
      summary?.skipped.map((skip) => skip.reason),
      what,
    ).toEqual([reason])
  }
})

const lines = (rows: readonly unknown[]) => rows.map((each) => `${JSON.stringify(each)}\n`).join('')

test('a file of an archive that is cut off or not JSON is named, and what precedes it is imported', async () => {
  const archive = zipSync({
    'parley.json': strToU8(JSON.stringify(head)),
    'rows/set_runs.jsonl': strToU8(lines(runRows()).slice(0, -9)),
    'rows/votes.jsonl': strToU8('Dear diary'),
  })
  const { summary } = await importFile(connectTo(await startTestApp()), Buffer.from(archive))
  expect(summary).toMatchObject({ setRunCount: 1 })
  expect(summary?.skipped.map(({ reason, examples }) => [reason, ...examples])).toEqual([
    [
      'The file ends too early, so its last entry is incomplete. Export it again to get the rest.',
      'rows/set_runs.jsonl',
    ],
    ['Not a JSON file.', 'rows/votes.jsonl'],
  ])
})
