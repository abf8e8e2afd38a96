import { expect, test } from 'vitest'

import { earlierModel } from '../../shared/sets/sets'
import { saysWho } from '../store/sealed/contestant-names'
import { SetVoting } from './ballots/set-voting'
import { openSetStage, type SentRequest } from './testing/set-stage'

const given = (text: string, costUsd?: number) => ({
  text,
  usage: { model: 'old/model', ...(costUsd === undefined ? {} : { costUsd }) },
  durationMs: 1_200,
})
const plan = { models: ['one/a', earlierModel], repeats: 2, atOnce: 2, costLimitUsd: 0.1 }

/** A run with answers of chats to two of three prompts. */
function openRun() {
  const stage = openSetStage({ onRequest: (sent: SentRequest) => sent.answer('It is Rome.', 0.01) })
  const checks = [{ kind: 'contains' as const, value: 'Paris', ignoreCase: false }]
  const setId = stage.addSet([
    { text: 'Where?', checks, answer: given('It is Paris.', 5), seenBy: ['one'] },
    { text: 'When?', answer: given('In May.'), seenBy: ['one'] },
    { text: 'Why?', seenBy: ['one'] },
  ])
  return { stage, setId, start: () => stage.runs.start({ ...plan, setId }) }
}

test('answers of chats take part in a run without being asked or paid again, and a prompt without one has no cell', async () => {
  const { stage, setId, start } = openRun()
  const estimate = await stage.runs.estimate({ ...plan, setId })
  expect(estimate).toMatchObject({ cells: 6, unpriced: [] })
  expect(estimate).not.toHaveProperty('unseen')
  const id = await start()
  expect(await stage.ended(id)).toMatchObject({
    state: 'done',
    cells: 8,
    done: 8,
    failed: 0,
    unpriced: 0,
    lostRequests: 0,
    spentUsd: expect.closeTo(0.06) as number,
  })
  expect(stage.store.get(id)).toMatchObject({ spentUsd: expect.closeTo(0.06) as number, unpriced: 0 })
  expect(stage.sent.map(({ model }) => model)).toEqual(Array.from({ length: 6 }, () => 'one/a'))
  const spent = stage.stored.database.query<{ model: string }>('SELECT DISTINCT model FROM spending').all()
  expect(spent).toEqual([{ model: 'one/a' }])

  const { rows, totals } = await stage.sets.result(id, null)
  const byPrompt = rows.toSorted((one, other) => one.prompt - other.prompt)
  expect(byPrompt.map(({ cells }) => cells.map(({ done }) => done))).toEqual([
    [2, 1],
    [2, 1],
    [2, 0],
  ])
  expect(byPrompt[0]?.cells).toMatchObject([
    { passed: 0, judged: 2 },
    { passed: 1, judged: 1, costUsd: 5, medianMs: 1_200 },
  ])
  expect(totals[1]).toMatchObject({ done: 2 })
  const { answers } = stage.sets.answers(id, 0, null)
  expect(answers.find(({ model }) => model === 1)).toMatchObject({
    text: 'It is Paris.',
    usage: { model: 'old/model' },
    course: { isEarlier: true },
  })
  expect(stage.exported(id, 'csv').match(/It is Rome|It is Paris|In May/g)).toHaveLength(8)
})

test('answers of chats cannot judge, and a stopped run with them is resumed', async () => {
  const { stage, setId } = openRun()
  const id = await stage.runs.start({ ...plan, setId, costLimitUsd: 0.03 })
  expect(await stage.ended(id)).toMatchObject({ state: 'cost-limit' })
  await stage.runs.resume(id, { costLimitUsd: 1 })
  expect(await stage.ended(id)).toMatchObject({ state: 'done', done: 8, cells: 8 })
  const judging = stage.runs.judge(id, { model: earlierModel, atOnce: 1, costLimitUsd: null })
  await expect(judging).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(stage.runs.unfinished({ ...plan, setId })).toBeNull()
})

test('an earlier answer whose cost the chat does not know does not fail a check of the cost', async () => {
  const stage = openSetStage({ onRequest: (sent) => sent.answer('Rome.', 0.01) })
  const checks = [{ kind: 'cost' as const, maxUsd: 0.02 }]
  const setId = stage.addSet([{ text: 'Where?', checks, answer: given('Paris.') }])
  const id = await stage.runs.start({ ...plan, setId })
  expect(await stage.ended(id)).toMatchObject({ done: 3, judged: 2, passed: 2 })
})

test('prompts and repeats without two answers are not hidden, because nothing can be voted on there', async () => {
  const { stage, start } = openRun()
  const id = await start()
  await stage.ended(id)
  const hidden = async () => {
    const { rows } = await stage.sets.result(id, null, { isBlind: true })
    return rows.flatMap(({ prompt, isHidden }) => (isHidden === true ? [prompt] : []))
  }
  expect(await hidden()).toEqual([0, 1])
  stage.store.ballots.reveal({ runId: id, prompt: 0, repeat: 0 }, 1)
  expect(await hidden()).toEqual([1])
})

test('the model of an earlier answer is a name that marks every answer with it, not only its own', async () => {
  const stage = openSetStage({ onRequest: (sent) => sent.answer('As Zephyr says, in Rome.', 0) })
  const answer = { ...given('Zephyr thinks: in Paris.'), usage: { model: 'zephyr-7' } }
  const setId = stage.addSet([{ text: 'Where?', answer, seenBy: ['one'] }])
  const id = await stage.runs.start({ ...plan, setId, repeats: 1 })
  await stage.ended(id)
  const voting = new SetVoting({
    store: stage.store,
    run: (runId) => stage.sets.asked(runId),
    votes: { castOn: () => expect.unreachable(), voteOn: () => null, onRun: () => [] },
    shuffle: (items) => [...items],
    namesContestant: saysWho,
    clock: stage.clock,
    newId: stage.stored.newId,
  })
  const { answers } = voting.ballot({ runId: id, prompt: 0, repeat: 0 })
  expect(answers.map(({ namesContestant }) => namesContestant)).toEqual([true, true])
})
