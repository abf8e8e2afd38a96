import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { ComparisonId, MessageId, PaneId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { Comparison, Pane } from '../../../shared/sessions/sessions'
import { FakeEnvironment } from '../../testing/fake-parley'
import {
  numbered,
  replayFromStart,
  runEnd,
  runStart,
  someMessages,
  someSession,
  streamStart,
  sync,
  text as delta,
} from '../../testing/run-events'
import { createAppState } from '../app/app-state'

const pane = (position: number): Pane => ({
  paneId: `p${position}` as PaneId,
  sessionId: `s${position}` as SessionId,
  position,
  model: 'demo/brief',
  params: {},
  systemPrompt: null,
})
const [first, second, third] = [pane(0), pane(1), pane(2)]
const whole: Comparison = {
  id: 'c' as ComparisonId,
  title: 'Three',
  panes: [first, second, third],
  isBlind: false,
  revealedAt: null,
  createdAt: 1,
  updatedAt: 1,
}
const without = { ...whole, panes: [first, { ...third, position: 1 }] }
const ids = { comparisonId: whole.id, paneId: second.paneId }

const session = (id: SessionId) => someSession({ id, kind: 'pane' })

function setUp() {
  const environment = new FakeEnvironment()
  const { parley } = environment
  const app = createAppState(environment, '')
  parley.answers['compare.removePane'] = () => ({ comparison: without })
  parley.answers['compare.restorePane'] = () => ({ comparison: whole })
  const store = app.comparisons.of(whole.id, whole)
  return { environment, parley, app, store, state: store.store.getState }
}

test('offers to restore a removed pane and watches its conversation again', async () => {
  const { parley, store, state } = setUp()
  const conversation = store.conversationOf(second)
  conversation.show()
  await store.removePane(second)
  expect(state()).toMatchObject({ comparison: without, removed: [second] })
  parley.newest('session.watch').end({ reason: 'failed', error: { code: 'NOT_FOUND', message: 'deleted' } })

  await store.restorePane(second.paneId)
  expect(parley.callsOf('compare.restorePane')).toEqual([ids])
  expect(state()).toMatchObject({ comparison: whole, removed: [], error: null })
  expect(conversation.store.getState()).toMatchObject({ phase: 'loading', loadError: null, runError: null })
  expect(parley.streams.filter(({ name }) => name === 'session.watch')).toHaveLength(2)
})

test('offers to restore several removed panes, each until it is restored', async () => {
  const { parley, store, state } = setUp()
  await store.removePane(second)
  parley.answers['compare.removePane'] = () => ({ comparison: { ...whole, panes: [first] } })
  await store.removePane(third)
  expect(state().removed).toEqual([second, third])
  parley.answers['compare.restorePane'] = () => ({ comparison: { ...whole, panes: [first, second] } })
  await store.restorePane(second.paneId)
  expect(state().removed).toEqual([third])
  store.forgetRemoval(third)
  expect(state().removed).toEqual([])
})

test('no longer offers a pane that another window restored', async () => {
  const { parley, store, state } = setUp()
  await store.removePane(second)
  parley.answers['compare.get'] = () => ({ comparison: whole })
  await store.load()
  expect(state().removed).toEqual([])
})

test('watches panes and comparisons again without an error after another window restored them', async () => {
  const { environment, parley, app, store } = setUp()
  parley.answers['compare.get'] = () => ({ comparison: whole })
  const conversations = [first, second].map((one) => store.conversationOf(one))
  for (const conversation of conversations) conversation.show()
  const watches = () => parley.streams.filter(({ name }) => name === 'session.watch')
  const [loaded, loading] = watches()
  loaded?.send(sync([], { session: session(first.sessionId) }))
  environment.paint()
  for (const [index, watch] of watches().entries()) {
    const sessionId = `s${index}`
    watch.end({ reason: 'failed', error: { code: 'NOT_FOUND', message: 'deleted', data: { sessionId } } })
  }
  expect(conversations.map(({ store: { getState } }) => getState().phase)).toEqual(['ready', 'failed'])

  app.comparisons.refresh(whole.id)
  await expect.poll(() => watches()).toHaveLength(4)
  for (const [index, watch] of watches().slice(2).entries()) {
    watch.send(sync([], { session: session(`s${index}` as SessionId) }))
  }
  environment.paint()
  for (const conversation of conversations) {
    expect(conversation.store.getState()).toMatchObject({ phase: 'ready', loadError: null, runError: null })
  }
  // Nothing is watched twice, and nothing that is not shown.
  app.comparisons.refresh(whole.id)
  await expect.poll(() => parley.callsOf('compare.get')).toHaveLength(2)
  expect(watches()).toHaveLength(4)
  expect(loading?.isClosed).toBe(false)
})

test('keeps the error of a run although its session exists', () => {
  const { environment, parley, store } = setUp()
  const conversation = store.conversationOf(first)
  conversation.show()
  const watch = parley.newest('session.watch')
  const synced = sync([], { session: session(first.sessionId) })
  watch.send(synced)
  conversation.setRunError({ code: 'NOT_FOUND', message: 'There is no such model.', data: { model: 'x/y' } })
  watch.send(synced)
  environment.paint()
  expect(conversation.store.getState().runError).toMatchObject({ code: 'NOT_FOUND' })
})

test('offers only removed panes, and keeps offering one that could not be restored', async () => {
  const { parley, store, state } = setUp()
  const refused = new ParleyError('INVALID_INPUT', 'a comparison has at most 8 panes')
  parley.answers['compare.removePane'] = () => {
    throw refused
  }
  await store.removePane(second)
  expect(state()).toMatchObject({ removed: [], error: { code: 'INVALID_INPUT' } })
  parley.answers['compare.removePane'] = () => ({ comparison: without })
  await store.removePane(second)
  parley.answers['compare.restorePane'] = () => {
    throw refused
  }
  await store.restorePane(second.paneId)
  expect(state()).toMatchObject({ comparison: without, removed: [second], error: { code: 'INVALID_INPUT' } })
})

test('continues the last answer of every idle pane whose answer ended early, and shows a refusal in its pane', () => {
  const { environment, parley, store } = setUp()
  const show = ({ sessionId }: Pane, status: Message['status']) => {
    const [question, answer] = someMessages(2)
    if (question === undefined || answer === undefined) throw new Error('expected two messages')
    store.conversationOf({ ...first, sessionId }).show()
    const messages = [question, { ...answer, model: 'demo/brief', status }]
    parley.newest('session.watch').send(sync(messages, { session: session(sessionId) }))
  }
  show(first, 'partial')
  show(second, 'complete')
  show(third, 'failed')
  // A frame draws two panes.
  environment.paint()
  environment.paint()
  const answerId = 'm2' as MessageId
  expect(store.panesToContinue()).toEqual([
    { pane: first, messageId: answerId },
    { pane: third, messageId: answerId },
  ])

  store.continueAll()
  const runs = parley.streams.filter(({ name }) => name === 'pane.run')
  expect(runs.map(({ input }) => input)).toEqual([
    { paneId: first.paneId, messageId: answerId, continues: true },
    { paneId: third.paneId, messageId: answerId, continues: true },
  ])
  expect(store.panesToContinue()).toEqual([])
  const error = { code: 'INVALID_INPUT' as const, message: 'It cannot be continued.' }
  runs[1]?.end({ reason: 'refused', error })
  environment.paint()
  expect(store.conversationOf(third).store.getState().runError).toEqual(error)
  expect(store.conversationOf(first).store.getState().runError).toBeNull()
})

test('asks before leaving only while an answer would end with the window', async () => {
  const { environment, parley, store } = setUp()
  parley.answers['sessions.get'] = () => {
    throw new Error('unexpected call')
  }
  expect(environment.asksBeforeLeaving()).toBe(false)
  store.regenerate(first)
  const run = parley.newest('pane.run')
  expect(environment.asksBeforeLeaving()).toBe(true)
  run.send(streamStart(null), replayFromStart)
  expect(environment.asksBeforeLeaving()).toBe(true)
  run.end({ reason: 'completed' })
  expect(environment.asksBeforeLeaving()).toBe(false)

  // A chat's answer continues without any window.
  store.conversationOf(second).show()
  parley.newest('session.watch').send(streamStart(null), replayFromStart)
  expect(environment.asksBeforeLeaving()).toBe(false)
})

test.each([
  ['before its stored state has come', []],
  ['between that and the end of its stream', [sync([], { session: session(first.sessionId) })]],
])('a pane whose answer is complete is asked, once its stream has closed: %s', async (_when, stored) => {
  const { environment, parley, store } = setUp()
  parley.answers['sessions.get'] = () => {
    throw new Error('unexpected call')
  }
  store.regenerate(first)
  const run = parley.newest('pane.run')
  run.send(streamStart(null), replayFromStart, ...numbered([runStart, delta('Whole')]))
  environment.paint()
  expect(store.idlePanes()).toEqual([second, third])
  run.send(...numbered([runEnd()], 3), ...stored)
  environment.paint()
  // It is not left out of a question to all.
  expect(store.idlePanes()).toEqual(whole.panes)

  const asked = store.sendTo(first, { text: 'And now?', attachments: [] })
  expect(parley.newest('pane.run')).toBe(run)
  run.end({ reason: 'completed' })
  environment.paint()
  await expect.poll(() => parley.newest('pane.run')).not.toBe(run)
  parley.newest('pane.run').send(streamStart(null), replayFromStart)
  expect(await asked).toBe(true)
})

const question = (asked: Pane, number: number, text: string) => ({
  ...(someMessages(1)[0] as Message),
  id: `${asked.paneId}-${number}` as MessageId,
  sessionId: asked.sessionId,
  parts: [{ type: 'text' as const, text }],
})

test('edits a question in all idle panes that were asked it, once the pane that shows it accepts', async () => {
  const { environment, parley, store } = setUp()
  parley.answers['sessions.get'] = () => {
    throw new Error('unexpected call')
  }
  const show = (asked: Pane, texts: string[]) => {
    store.conversationOf(asked).show()
    const messages = texts.map((text, number) => question(asked, number, text))
    parley.newest('session.watch').send(sync(messages, { session: session(asked.sessionId) }))
    environment.paint()
    return messages
  }
  const [again] = show(first, ['Again', 'Other', 'Again'])
  show(second, ['Other', 'Again', 'More', 'Again'])
  show(third, ['Something else'])
  const changed = { text: 'Edited', attachments: [] }
  const runs = () => parley.streams.filter(({ name }) => name === 'pane.run')

  const refused = store.askAllAgain(first, again as Message, changed)
  parley.newest('pane.run').end({ reason: 'failed', error: { code: 'RUN_ACTIVE', message: 'busy' } })
  expect(await refused).toMatchObject({ code: 'RUN_ACTIVE' })
  expect(store.conversationOf(first).store.getState().runError).toBeNull()
  expect(runs()).toHaveLength(1)

  const accepted = store.askAllAgain(first, again as Message, changed)
  parley.newest('pane.run').send(streamStart(null), replayFromStart)
  expect(await accepted).toBeNull()
  expect(
    runs()
      .slice(1)
      .map(({ input }) => input),
  ).toEqual([
    { paneId: 'p0', regenerate: true, messageId: 'p0-0', ...changed },
    // It was asked twice in both; this was the first time.
    { paneId: 'p1', regenerate: true, messageId: 'p1-1', ...changed },
  ])
})
