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

test('answers that end together are saved in turns, and each is sent to its watchers before one blocks', async () => {
  const happened: string[] = []
  const sources = new Map<string, ScriptedSource>()
  const harness = createRunHarness((request, context) => {
    const text = request.messages.at(-1)?.parts[0]
    const source = new ScriptedSource()
    sources.set(text?.type === 'text' ? text.text : '', source)
    return source.run(request, context)
  })
  const { store } = harness
  const settle = store.settleRun.bind(store)
  vi.spyOn(store, 'settleRun').mockImplementation((...given) => {
    happened.push('save')
    return settle(...given)
  })
  for (const text of ['a', 'b', 'c']) {
    const sessionId = harness.newChat()
    await harness.manager.send({ sessionId, text })
    const run = harness.active.get(sessionId)
    run?.log.onAppended((isUrgent) => isUrgent && !run.log.isEnded && happened.push(`send ${text}`))
  }
  happened.length = 0
  for (const source of sources.values()) {
    source.text('last')
    source.end()
  }
  for (let turns = 0; turns < 5; turns += 1) {
    await turn()
    happened.push('turn')
  }
  expect(happened.slice(0, 3)).toEqual(['send a', 'send b', 'send c'])
  expect(happened.join(' ')).not.toContain('save save save')
  expect(happened.filter((what) => what === 'save')).toHaveLength(3)
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
