import { expect, test } from 'vitest'

import type { Check } from '../../../shared/sets/checks'
import { openSetStage } from '../testing/set-stage'

const renders: Check = { kind: 'renders', seconds: 3, text: 'Hello' }
const isShort: Check = { kind: 'length', max: 100 }
const pending = { passed: false, isNotApplicable: true, problem: 'needs-window' }
const first = { cell: 0, check: 0 }

/** A run of two models and one prompt with these checks. */
async function openRun(checks: Check[]) {
  const stage = openSetStage({ onRequest: (sent) => sent.answer(`${sent.model}: "needs-window"`) })
  const setId = stage.addSet([{ text: 'A', checks }])
  const plan = { setId, models: ['one/a', 'two/b'], repeats: 1, atOnce: 1, costLimitUsd: null }
  const id = await stage.runs.start(plan)
  const run = await stage.ended(id)
  const figures = async () => {
    const [row] = (await stage.sets.result(id, null)).rows
    return row?.cells.map(({ judged, passed }) => [judged, passed])
  }
  return { stage, setId, id, run, figures }
}

test('a run without a window ends, and its pages count neither as passed nor as failed', async () => {
  const { stage, id, run, figures } = await openRun([renders])
  expect(run).toMatchObject({ state: 'done', judged: 0, passed: 0 })
  expect(await figures()).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(stage.sets.answers(id, 0, null).answers.map(({ checks }) => checks)).toEqual([[pending], [pending]])
})

test('a window gets one check after another and its results are stored, each only once', async () => {
  const { stage, id, figures } = await openRun([isShort, renders, renders])
  const ask = () => stage.runs.pageCheck(id)
  const text = 'one/a: "needs-window"'
  const waiting = (left: number) => ({ runId: id, left })
  expect(ask()).toEqual({ cell: 0, check: 1, wanted: renders, text })
  expect(stage.runs.waitingPages()).toEqual(waiting(2))

  const broken = { passed: false, problem: 'page-error', detail: '"needs-window"' } as const
  expect(stage.runs.finishPageCheck(id, { cell: 0, check: 1 }, { passed: true })).toBe(true)
  expect(stage.runs.finishPageCheck(id, { cell: 0, check: 1 }, broken)).toBe(false)
  expect(stage.runs.finishPageCheck(id, { cell: 0, check: 0 }, broken)).toBe(false)
  expect(stage.runs.finishPageCheck(id, { cell: 9, check: 1 }, broken)).toBe(false)
  expect(await figures()).toEqual([
    [1, 1],
    [1, 1],
  ])
  for (const [place, left] of [
    [{ cell: 0, check: 2 }, 1],
    [{ cell: 1, check: 1 }, 1],
    [{ cell: 1, check: 2 }, 0],
  ] as const) {
    expect(ask()).toMatchObject(place)
    expect(stage.runs.finishPageCheck(id, place, broken)).toBe(true)
    expect(stage.runs.waitingPages()).toEqual(left === 0 ? null : waiting(left))
  }
  expect(await figures()).toEqual([
    [1, 0],
    [1, 0],
  ])
  // The words of an error are no check that waits.
  expect(ask()).toBeNull()
})

test('no window runs the checks of a set that was deleted', async () => {
  const { stage, setId, id } = await openRun([renders])
  expect(stage.runs.waitingPages()).toEqual({ runId: id, left: 2 })
  await stage.sets.delete(setId)
  expect(stage.runs.waitingPages()).toBeNull()
})

test('results of a run that is still asking count in its progress', async () => {
  const stage = openSetStage({
    onRequest: (sent) => {
      if (sent.model === 'one/a') sent.answer('a')
    },
  })
  const setId = stage.addSet([{ text: 'A', checks: [renders] }])
  const plan = { setId, models: ['one/a', 'two/b'], repeats: 1, atOnce: 2, costLimitUsd: null }
  const id = await stage.runs.start(plan)
  await expect.poll(() => stage.runs.get(id).done).toBe(1)
  expect(stage.runs.finishPageCheck(id, first, { passed: true })).toBe(true)
  expect(stage.runs.get(id)).toMatchObject({ state: 'running', judged: 1, passed: 1 })
  await stage.runs.stop(id)
})

test('a check that is being edited comes with the answers, for a window to run', async () => {
  const { stage, setId } = await openRun([])
  const prompt = { text: 'A', systemPrompt: null, values: {}, checks: [renders] }
  expect(await stage.sets.tryChecks(setId, prompt)).toEqual(
    ['one/a: "needs-window"', 'two/b: "needs-window"'].map((text) => ({
      beginning: text,
      checks: [pending],
      text,
    })),
  )
})
