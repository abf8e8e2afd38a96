import { expect, test } from 'vitest'

import { ParleyError } from '../../shared/errors'
import type { ComparisonId, PaneId, SessionId } from '../../shared/ids'
import type { Comparison, Pane } from '../../shared/sessions'
import { FakeEnvironment } from '../testing/fake-parley'
import { replayFromStart, streamStart } from '../testing/run-events'
import { createAppState } from './app-state'

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
  createdAt: 1,
  updatedAt: 1,
}
const without = { ...whole, panes: [first, { ...third, position: 1 }] }
const ids = { comparisonId: whole.id, paneId: second.paneId }

function setUp() {
  const environment = new FakeEnvironment()
  const { parley } = environment
  const app = createAppState(environment, '')
  parley.answers['compare.removePane'] = () => ({ comparison: without })
  parley.answers['compare.restorePane'] = () => ({ comparison: whole })
  const store = app.comparisons.of(whole.id, whole)
  return { environment, parley, app, store, state: store.store.getState }
}

test('a removed pane is offered back, and comes back to a conversation that is watched again', async () => {
  const { parley, store, state } = setUp()
  const conversation = store.conversationOf(second)
  conversation.show()
  await store.removePane(second)
  expect(state()).toMatchObject({ comparison: without, removed: second })
  parley.newest('session.watch').end({ reason: 'failed', error: { code: 'NOT_FOUND', message: 'deleted' } })

  await store.undoRemoval()
  expect(parley.callsOf('compare.restorePane')).toEqual([ids])
  expect(state()).toMatchObject({ comparison: whole, removed: null, error: null })
  expect(conversation.store.getState()).toMatchObject({ phase: 'loading', loadError: null, runError: null })
  expect(parley.streams.filter(({ name }) => name === 'session.watch')).toHaveLength(2)
  await store.undoRemoval()
  expect(parley.callsOf('compare.restorePane')).toHaveLength(1)
})

test('what was not removed is not offered back, and what cannot be brought back says why', async () => {
  const { parley, store, state } = setUp()
  const refused = new ParleyError('INVALID_INPUT', 'a comparison has at most 8 panes')
  parley.answers['compare.removePane'] = () => {
    throw refused
  }
  await store.removePane(second)
  expect(state()).toMatchObject({ removed: null, error: { code: 'INVALID_INPUT' } })
  parley.answers['compare.removePane'] = () => ({ comparison: without })
  await store.removePane(second)
  parley.answers['compare.restorePane'] = () => {
    throw refused
  }
  await store.undoRemoval()
  expect(state()).toMatchObject({ comparison: without, removed: null, error: { code: 'INVALID_INPUT' } })
})

test('the user is asked before leaving only while an answer would end with the window', async () => {
  const { environment, parley, store } = setUp()
  parley.answers['sessions.get'] = () => {
    throw new Error('not asked for here')
  }
  expect(environment.asksBeforeLeaving()).toBe(false)
  store.rerun(first)
  const run = parley.newest('pane.run')
  expect(environment.asksBeforeLeaving()).toBe(true)
  run.send(streamStart(null), replayFromStart)
  expect(environment.asksBeforeLeaving()).toBe(true)
  run.end({ reason: 'completed' })
  expect(environment.asksBeforeLeaving()).toBe(false)

  // The answer of a chat goes on without any window.
  store.conversationOf(second).show()
  parley.newest('session.watch').send(streamStart(null), replayFromStart)
  expect(environment.asksBeforeLeaving()).toBe(false)
})
