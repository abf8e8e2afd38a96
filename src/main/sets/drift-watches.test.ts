import { expect, test } from 'vitest'

import type { SetRunId } from '../../shared/ids'
import type { Check } from '../../shared/sets/checks'
import type { WatchPlan } from '../../shared/sets/drift'
import { openSetStage } from './testing/set-stage'

const isYes: Check = { kind: 'equals', value: 'yes' }
const dayMs = 24 * 60 * 60 * 1_000

/** A set of eight prompts with a baseline of five answers each by two models, which is watched. */
async function openWatch(changed: Partial<WatchPlan> = {}, costUsd = 0) {
  const says = { one: 'yes', two: 'yes', usage: { model: 'a-1', fingerprint: 'fp_1' } }
  const stage = openSetStage({
    onRequest: ({ model, answer, say, fail }) => {
      const said = model === 'one/a' ? says.one : says.two
      if (said === 'error') fail(new Error('no answer'))
      else if (model === 'one/a' && said === 'yes')
        say([
          { type: 'text-delta', text: said },
          { type: 'usage', usage: { costUsd, ...says.usage } },
        ])
      else if (said !== 'nothing') answer(said, costUsd)
    },
  })
  const prompts = Array.from({ length: 8 }, (_, index) => ({ text: `Question ${index}`, checks: [isYes] }))
  const setId = stage.addSet(prompts)
  const plan = { setId, models: ['one/a', 'two/b'], repeats: 5, atOnce: 4, costLimitUsd: null }
  const baselineId = await stage.runs.start(plan)
  await stage.ended(baselineId)
  const wish = { baselineId, every: 'day' as const, repeats: 1, limitUsd: null, control: 'two/b' }
  const set = (more: Partial<WatchPlan> = {}) => stage.watches.set(setId, { ...wish, ...changed, ...more })
  set()
  const report = () => stage.watches.report(setId)
  /** Lets a day pass, and waits for the run that is due. */
  const nextDay = async () => {
    const { looks } = await report()
    stage.clock.advance(dayMs)
    await expect.poll(async () => (await report()).looks.length).toBe(looks.length + 1)
    const runId = (await report()).looks.at(-1)?.runId ?? ('none' as SetRunId)
    await stage.ended(runId)
    return runId
  }
  return { stage, setId, baselineId, says, set, report, nextDay }
}

test('a watched set is asked again when it is due, and what was missed is made up for once', async () => {
  const { stage, setId, report, nextDay } = await openWatch()
  const due = stage.watches.get(setId)?.nextAt ?? 0
  stage.clock.advance(3.5 * dayMs)
  expect((await report()).looks).toEqual([])
  stage.watches.start()
  await expect.poll(async () => (await report()).looks.length).toBe(1)
  const [look] = (await report()).looks
  expect(look).toMatchObject({ dueAt: due, at: stage.clock.now() })
  expect(stage.watches.get(setId)?.nextAt).toBe(due + 3 * dayMs)
  await stage.ended(look?.runId ?? ('none' as SetRunId))
  await nextDay()
  // Two windows, or a window and the timer, start one run, from which on the period counts.
  stage.clock.advance(dayMs / 2)
  const started = await Promise.all([stage.watches.lookNow(setId), stage.watches.lookNow(setId)])
  expect(new Set(started).size).toBe(1)
  expect(stage.watches.get(setId)?.nextAt).toBe(stage.clock.now() + dayMs)
  await stage.ended(started[0])
  expect((await report()).looks).toHaveLength(3)

  // A run that is due while Parley closes is made up for.
  stage.clock.advance(dayMs - 1)
  const missed = stage.watches.get(setId)
  stage.clock.advance(1)
  stage.watches.start()
  stage.watches.close()
  await stage.runs.close()
  expect(stage.watches.get(setId)).toEqual(missed)
  stage.clock.advance(3 * dayMs)
  await new Promise((resolve) => setImmediate(resolve))
  expect((await report()).looks).toHaveLength(3)
  expect(stage.watches.remove(setId)).toBe(true)
  expect(stage.watches.get(setId)).toBeNull()
})

test('a run of a watch that the end of Parley interrupts is completed at the next start', async () => {
  const { stage, setId, says, report } = await openWatch()
  says.one = 'nothing'
  const runId = await stage.watches.lookNow(setId)
  const { nextAt } = stage.watches.get(setId) ?? {}
  stage.watches.close()
  await stage.runs.close()

  const later = openSetStage({ stored: stage.stored, onRequest: ({ answer }) => answer('yes') })
  later.watches.start()
  await expect.poll(() => later.runs.get(runId).state).toBe('done')
  expect((await report()).looks).toMatchObject([{ runId, counts: [{ passed: 8 }, { passed: 8 }] }])
  expect(later.watches.get(setId)).toMatchObject({ nextAt, problem: null })
  later.watches.close()
})

test('a change that chance does not explain is told once, and a request without an answer is none', async () => {
  const { stage, setId, says, report, nextDay } = await openWatch()
  stage.watches.start()
  says.one = 'error'
  await nextDay()
  const [down] = (await report()).models
  expect([down?.pairs, down?.eValue]).toEqual([0, 1])

  says.one = 'no'
  await nextDay()
  await nextDay()
  const { models } = await report()
  expect(models).toMatchObject([
    { key: 'one/a', isControl: false, worse: 16, better: 0, isSettled: true },
    { key: 'two/b', isControl: true, worse: 0, better: 0, eValue: expect.closeTo(1), isSettled: false },
  ])
  await expect.poll(() => stage.drifts).toMatchObject([{ setId, model: 'one/a', change: 'worse' }])
  // The control is no model that has changed.
  says.two = 'no'
  await nextDay()
  await nextDay()
  await expect.poll(async () => (await report()).models[1]).toMatchObject({ worse: 16, isSettled: true })
  expect(stage.drifts).toHaveLength(1)
})

test('another name or build of a model is told, whatever it answers', async () => {
  const { says, report, nextDay, stage } = await openWatch()
  stage.watches.start()
  const changesAfter = async (usage: typeof says.usage) => {
    says.usage = usage
    await nextDay()
    return (await report()).models.map(({ isRenamed, isRebuilt }) => [isRenamed, isRebuilt])
  }
  expect(await changesAfter({ model: 'a-1', fingerprint: 'fp_1' })).toEqual([
    [false, false],
    [false, false],
  ])
  expect((await changesAfter({ model: 'a-1', fingerprint: 'fp_2' }))[0]).toEqual([false, true])
  expect((await changesAfter({ model: 'a-2', fingerprint: 'fp_1' }))[0]).toEqual([true, true])
})

test('the limit of a month ends its runs, and the reason is kept', async () => {
  // A run costs 0.16 dollars.
  const { stage, setId, report, nextDay } = await openWatch({ limitUsd: 0.2 }, 0.01)
  stage.watches.start()
  await nextDay()
  expect(stage.watches.get(setId)).toMatchObject({ problem: null, spentUsd: expect.closeTo(0.16) })
  const capped = await nextDay()
  expect(stage.runs.get(capped)).toMatchObject({ state: 'cost-limit' })
  expect(stage.watches.get(setId)?.spentUsd).toBeLessThan(0.21)
  stage.clock.advance(dayMs)
  await expect
    .poll(() => stage.watches.get(setId)?.problem)
    .toMatchObject({ code: 'LIMIT_REACHED', data: { reason: 'watch-limit', limitUsd: 0.2 } })
  // In another month, the run that was cut short is completed.
  stage.clock.advance(31 * dayMs)
  await new Promise((resolve) => setImmediate(resolve))
  stage.clock.advance(dayMs)
  await expect.poll(() => stage.runs.get(capped).state).toBe('done')
  // What it cost now counts for this month, whenever the run began.
  expect(stage.watches.get(setId)?.spentUsd).toBeCloseTo(0.32 - 0.2, 1)
  expect((await report()).looks).toHaveLength(2)
})

test('only a complete run with checks is watched, and another baseline begins anew', async () => {
  const { stage, setId, baselineId, says, set, report, nextDay } = await openWatch()
  expect(() => stage.watches.set(stage.addSet(['Other']), { ...base(baselineId) })).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  )
  const unchecked = await stage.runs.start({
    setId: stage.addSet(['Unchecked']),
    models: ['one/a'],
    repeats: 1,
    atOnce: 1,
    costLimitUsd: null,
  })
  await stage.ended(unchecked)
  expect(() => stage.watches.set(stage.runs.get(unchecked).setId, base(unchecked))).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ reason: 'watch-needs-checks' }) }),
  )
  // A change of the limit does not postpone a run.
  const { nextAt } = stage.watches.get(setId) ?? {}
  stage.clock.advance(dayMs / 2)
  expect(set({ limitUsd: 1 })).toMatchObject({ nextAt, limitUsd: 1 })
  stage.watches.start()
  says.one = 'no'
  const look = await nextDay()
  set({ baselineId: look })
  expect((await report()).looks).toEqual([])
  expect(stage.watches.get(setId)?.baselineId).toBe(look)
})

function base(baselineId: SetRunId): WatchPlan {
  return { baselineId, every: 'week', repeats: 1, limitUsd: null, control: null }
}
