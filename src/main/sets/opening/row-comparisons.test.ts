import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { earlierModel } from '../../../shared/sets/sets'
import { createManualClock } from '../../base/testing/manual-clock'
import type { CellAnswer } from '../../store/sets/stored-answers'
import { openTestStore } from '../../store/testing/test-store'
import { TreeWriter } from '../../store/sessions/tree-writer'
import { AnsweredComparisons } from '../../store/comparisons/answered-comparisons'
import { openSetStage } from '../testing/set-stage'
import { cellMessages, RowComparisons } from './row-comparisons'

const plan = { models: ['one/a', 'two/b'], repeats: 1, atOnce: 2, costLimitUsd: null }

function openRows(stage: ReturnType<typeof openSetStage>) {
  const { database, newId } = stage.stored
  const { clock } = stage
  const writer = new TreeWriter(database, { newId, pause: () => Promise.resolve() })
  return new RowComparisons({
    store: stage.store,
    run: (id) => stage.sets.asked(id),
    comparisons: new AnsweredComparisons(database, { writer, newId, clock }),
    clock,
  })
}

test('a row opens only when every model has answered or failed, and a failed answer says why', async () => {
  const stage = openSetStage()
  const rows = openRows(stage)
  const id = await stage.runs.start({ ...plan, setId: stage.addSet(['Q']) })
  const place = { runId: id, prompt: 0, repeat: 0 }
  const [first, second] = stage.sent
  first?.answer('Here.', 0.25)
  await expect(rows.open(place)).rejects.toMatchObject({ data: { reason: 'row-unanswered' } })
  expect(stage.store.ballots.get(place).revealedAt).toBe(null)
  second?.fail(new ParleyError('PROVIDER_BAD_REQUEST', 'Refused'))
  await stage.ended(id)

  await expect(rows.open(place, { onlyKnown: true })).rejects.toMatchObject({
    data: { reason: 'row-vote-open' },
  })
  await rows.open(place)
  const stored = stage.stored.database
    .query<{ status: string; parts: string; usage: string | null }>(
      "SELECT status, parts, usage FROM messages WHERE role = 'assistant' ORDER BY number",
    )
    .all()
  expect(stored.map(({ status }) => status)).toEqual(['complete', 'failed'])
  expect(stored[0]?.usage).toContain('0.25')
  expect(stored[1]?.parts).toContain('"type":"error"')
})

test('a row without an earlier answer opens with the others', async () => {
  const stage = openSetStage({ onRequest: (sent) => sent.answer(`From ${sent.model}.`) })
  const rows = openRows(stage)
  const answer = { text: 'From a chat.', usage: {}, durationMs: null }
  const setId = stage.addSet([{ text: 'Q', answer }, { text: 'R' }])
  const ofThree = await stage.runs.start({ ...plan, models: [...plan.models, earlierModel], setId })
  const ofTwo = await stage.runs.start({ ...plan, models: ['one/a', earlierModel], setId })
  await Promise.all([stage.ended(ofThree), stage.ended(ofTwo)])
  const panesOf = async (prompt: number) => {
    const id = await rows.open({ runId: ofThree, prompt, repeat: 0 })
    return stage.stored.database.query<object>('SELECT 1 FROM panes WHERE comparison_id = ?').all(id).length
  }
  expect([await panesOf(0), await panesOf(1)]).toEqual([3, 2])
  await expect(rows.open({ runId: ofTwo, prompt: 1, repeat: 0 })).rejects.toMatchObject({
    data: { reason: 'too-few-answers' },
  })
})

test('the answers of a single model in all repeats open as one comparison, of the first eight at most', async () => {
  let count = 0
  const stage = openSetStage({ onRequest: (sent) => sent.answer(`Answer ${(count += 1)}.`) })
  const rows = openRows(stage)
  const setId = stage.addSet(['Q'])
  for (const [repeats, shown] of [
    [3, 3],
    [10, 8],
  ] as const) {
    const id = await stage.runs.start({ ...plan, models: ['one/a'], repeats, setId })
    await stage.ended(id)
    const comparisonId = await rows.open({ runId: id, prompt: 0, repeat: 1 })
    expect(await rows.open({ runId: id, prompt: 0, repeat: 0 })).toBe(comparisonId)
    const panes = stage.stored.database.query('SELECT 1 FROM panes WHERE comparison_id = ?').all(comparisonId)
    expect(panes).toHaveLength(shown)
  }
})

test('a row is refused if its run has one answer to each prompt, or more models than a comparison has panes', async () => {
  const stage = openSetStage({ onRequest: (sent) => sent.answer('Yes.') })
  const rows = openRows(stage)
  const setId = stage.addSet(['Q'])
  for (const count of [1, 9]) {
    const models = Array.from({ length: count }, (_, index) => `one/${index}`)
    const id = await stage.runs.start({ ...plan, models, setId })
    await stage.ended(id)
    await expect(rows.open({ runId: id, prompt: 0, repeat: 0 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { reason: 'row-models' },
    })
  }
})

test('of a run with too many models, chosen answers open as a comparison of their own, and each choice as the same one', async () => {
  const stage = openSetStage({ onRequest: ({ model, answer }) => answer(`From ${model}.`) })
  const rows = openRows(stage)
  const lineUp = Array.from({ length: 9 }, (_, index) => `one/${index}`)
  const id = await stage.runs.start({ ...plan, models: lineUp, setId: stage.addSet(['Q']) })
  await stage.ended(id)
  const open = (models: number[]) => rows.open({ runId: id, prompt: 0, repeat: 0 }, { models })
  const first = await open([8, 2])
  const other = await open([2, 3])
  expect(await Promise.all([open([8, 2]), open([2, 3])])).toEqual([first, other])
  const models = stage.stored.database
    .query<{ model: string }>(
      'SELECT model FROM panes JOIN sessions ON sessions.id = session_id WHERE comparison_id = ? ORDER BY position',
    )
    .all(first)
  expect(models.map(({ model }) => model)).toEqual(['one/8', 'one/2'])
  await expect(open([2, 9])).rejects.toMatchObject({ data: { reason: 'row-models' } })
})

test('the same answers opened twice at once become one comparison', async () => {
  const { database, newId } = openTestStore()
  const writer = new TreeWriter(database, { newId, pause: () => Promise.resolve() })
  const comparisons = new AnsweredComparisons(database, { writer, newId, clock: createManualClock() })
  const panes = ['one', 'two'].map((name) => ({
    origin: `merge:m ${name}`,
    model: `p/${name}`,
    params: {},
    systemPrompt: null,
    messages: cellMessages({ text: 'Q' }, `p/${name}`, answerOf(name)),
  }))
  // As after a shuffle.
  const opened = await Promise.all(
    [panes, panes.toReversed()].map((some) => comparisons.findOrCreate('Q', some)),
  )
  expect(new Set(opened).size).toBe(1)
  expect(database.query('SELECT id FROM comparisons').all()).toHaveLength(1)
})

function answerOf(text: string): CellAnswer {
  return {
    text,
    error: null,
    finish: null,
    usage: {},
    costUsd: null,
    ttftMs: null,
    durationMs: null,
    checks: [],
    at: 1,
  }
}
