import { expect, onTestFinished, test } from 'vitest'

import type { VoteId } from '../../shared/ids'
import type { WhichVerdict } from '../../shared/which-model/which-model'
import { insert } from '../rpc/handlers/transfer/testing/store-rows'
import { sessionDatabaseFile } from '../store/opening/open-session-database'
import { openTestStore } from '../store/testing/test-store'
import { VoteStore } from '../store/votes/vote-store'
import { type Evidence, type Item, readEvidence } from './evidence'
import { whichModelBy } from './which-model'
import { closeEvidence, whichModelJobs } from './which-model-jobs'

const everything = { scope: {}, withColumns: false }

/** An answer of a model to a prompt. */
function answer(model: string, prompt: string, values: Item['values'], more: Partial<Item> = {}): Item {
  const question = { text: prompt }
  return {
    model,
    prompt,
    values,
    settings: null,
    tags: [],
    setId: null,
    question,
    at: 1,
    place: null,
    ...more,
  }
}

/** Votes on two models, best first, each on a prompt of its own unless one is given. */
function votes(winner: string, loser: string, count: number, prompt?: string): Evidence['votes'] {
  return Array.from({ length: count }, (_, at) => ({
    ranked: { shown: [winner, loser], result: 'best', chosen: [0], at },
    group: prompt ?? null,
    tags: [],
    setId: null,
  }))
}

/** Prompts that only one of two models passes. */
function checked(passes: string, fails: string, count: number, prompt?: string): Item[] {
  return Array.from({ length: count }, (_, index) => prompt ?? `${passes} ${fails} ${index}`).flatMap(
    (each) => [
      answer(passes, each, { checks: 1 }),
      answer(fails, each, { checks: 0 }, { failedChecks: ['matches'] }),
    ],
  )
}

function known(ballots: Evidence['votes'], items: readonly Item[] = []) {
  return whichModelBy({ votes: ballots, items, columns: [], hidden: 0, isCut: false }, everything)
}

/** The verdict in short: whom it names, whom against, and what it needs. */
function inShort(verdict: WhichVerdict): string {
  if (verdict.kind === 'nothing') return 'nothing'
  if (verdict.kind === 'best') return `best ${verdict.model}`
  const { kind, model, rival, need } = verdict
  return `${kind} ${model} ${rival} ${typeof need === 'string' ? need : Object.keys(need).join()}`
}

test.each<[string, Evidence['votes'], Item[], string]>([
  ['nothing is known', [], [], 'nothing'],
  ['a single model', [], [answer('a', 'one', { checks: 1 })], 'nothing'],
  [
    'two models that were asked different things',
    [],
    [answer('a', '1', { checks: 1 }), answer('b', '2', { checks: 0 })],
    'nothing',
  ],
  ['eight votes for the same', votes('a', 'b', 8), [], 'best a'],
  ['seven of them', votes('a', 'b', 7), [], 'open a b early'],
  ['twelve to six', [...votes('a', 'b', 12), ...votes('b', 'a', 6)], [], 'open a b votes'],
  ['ten to ten', [...votes('a', 'b', 10), ...votes('b', 'a', 10)], [], 'open a b unclear'],
  ['many votes on one prompt', votes('a', 'b', 30, 'the same'), [], 'open a b early'],
  ['eight prompts that only one passes', [], checked('a', 'b', 8), 'best a'],
  ['one prompt, asked often', [], checked('a', 'b', 30, 'the same'), 'open a b early'],
  ['votes for a third one', [...votes('a', 'b', 8), ...votes('b', 'c', 8)], [], 'best a'],
  [
    'a third one that was voted on once',
    [...votes('a', 'b', 8), ...votes('a', 'c', 1)],
    [],
    'ahead a c early',
  ],
  [
    'a third one that passes the same',
    votes('a', 'b', 8),
    [answer('a', '1', { checks: 1 }), answer('c', '1', { checks: 1 })],
    'ahead a c early',
  ],
  [
    'votes in a circle',
    [...votes('a', 'b', 8), ...votes('b', 'c', 8), ...votes('c', 'a', 8)],
    [],
    'open a b unclear',
  ],
  [
    'votes and checks that contradict each other',
    votes('a', 'b', 8),
    checked('b', 'a', 8),
    'open a b unclear',
  ],
  [
    'a judge',
    [],
    Array.from({ length: 30 }, (_, index) => [
      answer('a', `${index}`, { judged: 1 }),
      answer('b', `${index}`, { judged: 0 }),
    ]).flat(),
    'nothing',
  ],
])('the verdict on %s claims what the evidence carries', (_, ballots, items, expected) => {
  expect(inShort(known(ballots, items).verdict)).toBe(expected)
})

/** Answers of two models to as many prompts, at these speeds; the second one is cheaper. */
const measured = (count: number, speeds: (index: number) => [number, number]) =>
  Array.from({ length: count }, (_, index) => {
    const [own, other] = speeds(index)
    return [
      answer('a', `speed ${index}`, { speed: own, cost: 0.02 + index / 1_000 }),
      answer('b', `speed ${index}`, { speed: other, cost: 0.002 + index / 10_000 }),
    ]
  }).flat()

const asidesOf = (items: Item[]) => {
  const { verdict } = known(votes('a', 'b', 8), items)
  return verdict.kind === 'best' ? verdict.asides : null
}

test('another model is called faster or cheaper only where intervals do not overlap', () => {
  expect(asidesOf(measured(8, (index) => [50 + index, 200 + 4 * index]))).toEqual([
    { kind: 'faster', model: 'b', times: 4 },
    { kind: 'cheaper', model: 'b', times: expect.closeTo(10) },
  ])
  // Too few for an interval.
  expect(asidesOf(measured(7, () => [50, 200]))).toEqual([])
  expect(asidesOf(measured(8, (index) => [50 * (index + 1), 60 * (index + 1)]))).toEqual([
    expect.objectContaining({ kind: 'cheaper' }),
  ])
  const fast = [...measured(8, () => [50, 200]), ...checked('a', 'b', 2)]
  expect(asidesOf(fast)?.map(({ kind }) => kind)).toEqual(['faster', 'cheaper'])
  const passed = ['1', '2'].map((prompt) => answer('b', prompt, { checks: 1 }))
  expect(asidesOf([...fast, ...passed])?.at(-1)).toEqual({
    kind: 'fails-only',
    model: 'b',
    check: 'matches',
    failed: 2,
    of: 4,
  })
})

test('figures count each prompt once in their intervals, and what is unknown is absent', () => {
  const items = [
    answer('a', 'one', { checks: 1, costPerPass: 0.25, failures: 0, cost: 0.25, firstWord: 100 }),
    answer('a', 'one', { checks: 1, costPerPass: 0.25, failures: 0, cost: 0.25, firstWord: 300 }),
    answer('a', 'two', { checks: 0, costPerPass: 0, failures: 1 }),
    answer('b', 'one', { checks: 1, failures: 0 }),
  ]
  const [first, second] = known([], items).models
  const share = (estimate = first?.figures.checks) => estimate?.interval?.map((bound) => bound.toFixed(2))
  expect(first?.figures).toEqual({
    checks: {
      value: 0.5,
      hits: 2,
      count: 3,
      prompts: 2,
      interval: expect.any(Array),
      standardDeviation: null,
    },
    costPerPass: { value: 0.25, count: 3, prompts: 2, interval: null, standardDeviation: null },
    failures: {
      value: 0.5,
      hits: 1,
      count: 3,
      prompts: 2,
      interval: expect.any(Array),
      standardDeviation: null,
    },
    cost: { value: 0.25, count: 2, prompts: 1, interval: null, standardDeviation: 0 },
    firstWord: {
      value: 200,
      count: 2,
      prompts: 1,
      interval: null,
      standardDeviation: expect.closeTo(141.42),
    },
  })
  // Wilson’s interval of one of two trials.
  expect(share()).toEqual(['0.09', '0.91'])
  // One of four votes on four models, of which none is better: three pairs of six.
  const voted = [1, 0, 0, 0].map((won, index) => ({
    ...answer('a', `${index}`, { votes: won }),
    pairs: won === 1 ? 3 : 1,
  }))
  expect(known([], voted).models[0]?.figures.votes).toMatchObject({
    value: 0.5,
    hits: 3,
    count: 6,
    prompts: 4,
  })
  // The cost of its only answer is unknown.
  expect(Object.keys(second?.figures ?? {})).toEqual(['checks', 'failures'])
  const many = Array.from({ length: 12 }, (_, index) =>
    answer('a', `${index}`, { speed: index + 1, cost: index }),
  )
  const { speed, cost } = known([], many).models[0]?.figures ?? {}
  expect(speed).toMatchObject({ value: 6.5, interval: [2, 11] })
  expect(cost).toMatchObject({ value: 5.5, interval: [1, 10] })
})

test('of the store, only what can be known counts: nothing deleted, hidden, imported, or still to be voted on blind', () => {
  const { database } = openTestStore()
  const session = (id: string, kind: 'chat' | 'pane', deletedAt: number | null = null) =>
    insert(database, 'sessions', {
      id,
      kind,
      state: 'ready',
      title_source: 'none',
      params: '{}',
      pinned: 0,
      archived: 0,
      unseen: 0,
      created_at: 1,
      updated_at: 1,
      deleted_at: deletedAt,
    })
  const answered = (id: string, sessionId: string, row: Record<string, string | number | null> = {}) =>
    insert(database, 'messages', {
      id,
      session_id: sessionId,
      depth: 0,
      role: 'assistant',
      status: 'complete',
      stop_reason: 'end',
      run_id: `run of ${id}`,
      model: 'lab/chat',
      hidden: 0,
      created_at: 1,
      usage: '{"outputTokens":100,"costUsd":0.5}',
      metrics: '{"ttftMs":200,"tokensPerSecond":50,"durationMs":2200}',
      parts: '[{"type":"text","text":"Well."}]',
      ...row,
    })
  const pane = (name: string, row: Record<string, string | number | null>) => {
    session(`s-${name}`, 'pane')
    insert(database, 'comparisons', { id: name, title_source: 'none', created_at: 1, updated_at: 1, ...row })
    insert(database, 'panes', { id: `p-${name}`, comparison_id: name, session_id: `s-${name}`, position: 0 })
    answered(`a-${name}`, `s-${name}`, { model: 'lab/pane' })
  }
  session('open', 'chat')
  session('binned', 'chat', 5)
  answered('good', 'open')
  answered('failed', 'open', { status: 'failed', usage: null, metrics: null })
  answered('stopped', 'open', { status: 'partial', stop_reason: 'user' })
  answered('copied', 'open', { run_id: null })
  answered('gone', 'binned')
  pane('shown', {})
  pane('blind', { is_blind: 1 })
  pane('trash', { deleted_at: 5 })

  const set = (id: string, deletedAt: number | null) =>
    insert(database, 'prompt_sets', { id, name: id, created_at: 1, updated_at: 1, deleted_at: deletedAt })
  const run = (id: string, setId: string, isChecked: boolean) => {
    const models = ['lab/x', 'lab/y'].map((model) => ({ model, params: {}, systemPrompt: null, key: model }))
    const prompts = [{ text: 'Why?', systemPrompt: null, checks: [{ kind: 'json' }] }]
    insert(database, 'set_runs', {
      id,
      set_id: setId,
      name: id,
      state: 'done',
      models: JSON.stringify(models),
      prompt_count: 1,
      repeats: 1,
      at_once: 1,
      started_at: 1,
      prompts: JSON.stringify(prompts),
    })
    for (const cell of [0, 1]) {
      insert(database, 'set_cells', {
        run_id: id,
        cell,
        is_done: 1,
        attempts: 1,
        lost_usd: 0,
        text: 'x',
        usage: '{"outputTokens":100}',
        ttft_ms: 100,
        duration_ms: 2_100,
        checks: isChecked ? `[{"passed":${cell === 0}}]` : null,
        passed: isChecked ? 1 - cell : null,
        answered_at: 1,
      })
    }
  }
  set('checked', null)
  set('unseen', null)
  set('deleted', 5)
  run('r1', 'checked', true)
  run('r2', 'unseen', false)
  run('r3', 'deleted', true)
  const vote = (id: string, row: { source?: string; tags?: string[] }) =>
    new VoteStore(database).save([
      {
        id: id as VoteId,
        comparisonId: null,
        answersKey: null,
        result: 'best',
        chosen: [0],
        why: null,
        isBlind: true,
        at: 1,
        tags: [],
        shown: ['lab/x', 'lab/y'].map((model, index) => ({
          contestant: { key: model, model },
          paneId: null,
          messageId: null,
          original: `set-run:r1 0 0 ${index}`,
          chars: 1,
          costUsd: null,
        })),
        ...row,
      },
    ])
  vote('own', { tags: ['code'] })
  vote('imported', { source: 'a file' })

  const evidence = readEvidence(database)
  const { models, answers, hidden, columns } = whichModelBy(evidence, everything)
  const counts = models.map(({ key, figures }) => [
    key,
    figures.failures?.count,
    figures.failures?.hits,
    figures.votes?.count,
  ])
  expect(counts.toSorted(([one = ''], [other = '']) => (String(one) < String(other) ? -1 : 1))).toEqual([
    ['lab/chat', 2, 1, undefined],
    ['lab/pane', 1, 0, undefined],
    ['lab/x', 1, 0, 1],
    ['lab/y', 1, 0, 1],
  ])
  expect({ answers, hidden, columns }).toEqual({
    answers: 5,
    hidden: 2,
    columns: [
      { kind: 'tag', tag: 'code' },
      { kind: 'set', setId: 'unseen', name: 'unseen' },
      { kind: 'set', setId: 'checked', name: 'checked' },
    ],
  })
  expect(models.find(({ key }) => key === 'lab/chat')?.figures).toMatchObject({
    firstWord: { value: 200, count: 1 },
    speed: { value: 50 },
    cost: { value: 0.5 },
  })
  const tagged = whichModelBy(evidence, { scope: { tag: 'code' }, withColumns: true })
  expect(tagged.models.map(({ key, figures }) => [key, figures.checks?.hits])).toEqual([
    ['lab/x', 1],
    ['lab/y', 0],
  ])
  expect(tagged.byColumn).toEqual([])
})

test('what was read is kept until someone writes', async () => {
  const { database, folder } = openTestStore()
  onTestFinished(closeEvidence)
  const query = { file: sessionDatabaseFile(folder), scope: {}, withColumns: false }
  const count = async () => (await whichModelJobs.whichModel(query)).votes
  expect(await count()).toBe(0)
  expect(await count()).toBe(0)
  insert(database, 'votes', {
    id: 'later',
    result: 'best',
    chosen: '[0]',
    shown: JSON.stringify(
      ['lab/x', 'lab/y'].map((model) => ({
        contestant: { key: model, model },
        paneId: null,
        messageId: null,
        chars: 1,
        costUsd: null,
      })),
    ),
    tags: '[]',
    is_blind: 0,
    voted_at: 1,
  })
  expect(await count()).toBe(1)
})
