import { expect, test, vi } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { createRunHarness, turn } from '../testing/run-harness'
import { ScriptedSource } from '../testing/scripted-source'

const storeFull = new ParleyError('STORE_FULL', 'The disk is full.')

/** A chat with an answer that the store refuses until `makeRoom` is called. */
async function withUnsavedAnswer() {
  const source = new ScriptedSource()
  let answering = source
  const harness = createRunHarness((...asked) => answering.run(...asked))
  const sessionId = harness.newChat()
  const settle = vi.spyOn(harness.store, 'settleRun').mockImplementation(() => {
    throw storeFull
  })
  await harness.manager.send({ sessionId, text: 'Hi' })
  source.text('kept')
  source.end()
  await turn()
  const answerWith = (next: ScriptedSource) => (answering = next)
  return { harness, sessionId, settle, makeRoom: () => settle.mockRestore(), answerWith }
}

/** Three chats whose answers have begun, and what happens from then on: last words that are sent, saves, turns. */
async function withThreeAnswers() {
  const happened: string[] = []
  const sources: ScriptedSource[] = []
  const harness = createRunHarness((...asked) => {
    const source = new ScriptedSource()
    sources.push(source)
    return source.run(...asked)
  })
  const { active, manager, store } = harness
  const settle = store.settleRun.bind(store)
  vi.spyOn(store, 'settleRun').mockImplementation((...given) => {
    happened.push('save')
    return settle(...given)
  })
  for (const text of ['a', 'b', 'c']) {
    const sessionId = harness.newChat()
    await manager.send({ sessionId, text })
    const run = active.get(sessionId)
    run?.log.onAppended((isUrgent) => isUrgent && !run.log.isEnded && happened.push(`send ${text}`))
  }
  for (const source of sources) source.text('first')
  await turn()
  happened.length = 0
  const passTurn = async () => {
    await turn()
    if (happened.at(-1) !== 'turn') happened.push('turn')
  }
  return { runs: active.list(), sources, happened, passTurn }
}

test('answers that end together are saved in turns, after the last words of all were sent', async () => {
  const { runs, sources, happened, passTurn } = await withThreeAnswers()
  for (const source of sources) {
    source.text('last')
    source.end()
    await passTurn()
  }
  while (runs.some(({ log }) => !log.isEnded)) await passTurn()
  expect(happened.join(', ')).toMatch(
    /^send a, turn, send b, turn, send c, turn, save, turn, save, turn, save\b/,
  )
})

test('an answer that is stopped is saved at once, also beside others', async () => {
  const { runs, happened, passTurn } = await withThreeAnswers()
  void runs[0]?.stop('user')
  await passTurn()
  expect(happened).toContain('save')
})

test('retries saving an answer every 5 s until it is saved', async () => {
  const { harness, sessionId, settle, makeRoom } = await withUnsavedAnswer()
  expect(harness.active.allUnsaved()).toMatchObject([{ sessionId, parts: [{ text: 'kept' }] }])
  harness.clock.advance(10_000)
  expect(settle).toHaveBeenCalledTimes(3)
  expect(harness.active.allUnsaved()).toHaveLength(1)
  makeRoom()
  harness.clock.advance(5_000)
  expect(harness.answersOf(sessionId)).toMatchObject([{ parts: [{ text: 'kept' }] }])
  expect([harness.active.allUnsaved(), harness.active.unsaved(sessionId)]).toEqual([[], null])
  const settleAgain = vi.spyOn(harness.store, 'settleRun')
  harness.clock.advance(20_000)
  expect(settleAgain).not.toHaveBeenCalled()
})

test('a saved answer does not replace the next unsaved one', async () => {
  const { harness, sessionId, makeRoom, answerWith } = await withUnsavedAnswer()
  // The retry of the first comes after 5 s, before that of the second.
  harness.clock.advance(1_000)
  makeRoom()
  const next = answerWith(new ScriptedSource())
  await harness.manager.send({ sessionId, text: 'And now?' })
  const settleNext = vi.spyOn(harness.store, 'settleRun').mockImplementation(() => {
    throw storeFull
  })
  next.text('kept too')
  next.end()
  await turn()
  harness.clock.advance(4_000)
  expect(harness.active.unsaved(sessionId)).toMatchObject({ parts: [{ text: 'kept too' }] })
  settleNext.mockRestore()
  harness.clock.advance(5_000)
  expect(harness.answersOf(sessionId)).toMatchObject([
    { parts: [{ text: 'kept' }] },
    { parts: [{ text: 'kept too' }] },
  ])
})

test('reports answers that are still refused when Parley quits, and does not block quitting', async () => {
  const { harness } = await withUnsavedAnswer()
  const before = harness.reported.length
  await harness.manager.close()
  expect(harness.reported.slice(before)).toEqual([{ level: 'warning', source: 'store', error: storeFull }])
})

test('notifies when a run starts and stops waiting for the user', async () => {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run)
  const sessionId = harness.newChat()
  const told: unknown[] = []
  const stopTelling = harness.active.onWaiting((id) => told.push([id, harness.view.runState(id)]))
  expect(harness.view.runState(sessionId)).toEqual({ running: false })
  await harness.manager.send({ sessionId, text: 'Hi' })
  await source.idle()
  const schema = { type: 'object' }
  const form = { formId: 'f', title: 'Where to?', schema }
  const answered = source.context?.requestForm(form)
  harness.active.get(sessionId)?.answerForm('f', { to: 'Rome' })
  expect(await answered).toEqual({ to: 'Rome' })
  expect(told).toEqual([
    [sessionId, { running: true, needsDecision: true }],
    [sessionId, { running: true }],
  ])
  stopTelling()
  void source.context?.requestForm({ ...form, formId: 'g' })
  expect(told).toHaveLength(2)
})
