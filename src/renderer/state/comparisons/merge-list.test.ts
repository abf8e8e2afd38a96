import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { ComparisonId, MergeId, PaneId } from '../../../shared/ids'
import type { StoredMerge } from '../../../shared/merges/merges'
import { FakeEnvironment } from '../../testing/fake-parley'
import { sessionId, streamStart } from '../../testing/run-events'
import { createAppState } from '../app/app-state'

const comparisonId = 'c' as ComparisonId
const merge: StoredMerge = {
  mergeId: 'm' as MergeId,
  comparisonId,
  sessionId,
  model: 'demo/brief',
  kind: 'best',
  instructions: null,
  answers: [],
  createdAt: 1,
}
const choice = { paneIds: ['a', 'b'] as PaneId[], model: 'demo/brief', kind: 'best' as const }

function setUp() {
  const environment = new FakeEnvironment()
  const { parley } = environment
  const app = createAppState(environment, '')
  parley.answers['merges.list'] = () => ({ merges: [merge] })
  const merges = app.comparisons.mergesOf(comparisonId)
  return { environment, parley, app, merges, state: merges.store.getState }
}

test('a merge is shown as soon as it has begun, and Stop closes its own stream', async () => {
  const { environment, parley, merges, state, app } = setUp()
  const starting = merges.start(choice)
  expect(state().isStarting).toBe(true)
  expect(await merges.start(choice)).toBeNull()
  const stream = parley.newest('merge.run')
  expect(stream.input).toEqual({ ...choice, comparisonId })
  stream.send(streamStart(null))
  expect(await starting).toEqual(merge)
  expect(state()).toMatchObject({ merges: [merge], isStarting: false, error: null })
  expect(app.conversations.drivenCount).toBe(1)

  stream.send({ type: 'text-delta', text: 'Iron.', seq: 1 })
  expect(merges.conversationOf(merge).store.getState().isRunning).toBe(true)
  await merges.stop(merge)
  expect(stream.isClosed).toBe(true)
  stream.end({ reason: 'stopped' })
  environment.paint()
  expect(merges.conversationOf(merge).store.getState().isRunning).toBe(false)
  expect(parley.callsOf('runs.stop')).toEqual([])
})

test('a refusal is shown, and nothing is in progress', async () => {
  const { parley, merges, state, app } = setUp()
  const starting = merges.start(choice)
  const error = { code: 'INVALID_INPUT' as const, message: 'Answer A is empty.' }
  parley.newest('merge.run').end({ reason: 'failed', error })
  expect(await starting).toBeNull()
  expect(state()).toMatchObject({ merges: null, isStarting: false, error })
  expect(app.conversations.drivenCount).toBe(0)
})

test('a refusal to load disappears once the merges are loaded', async () => {
  const { parley, merges, state } = setUp()
  parley.answers['merges.list'] = () => {
    throw new ParleyError('INVALID_INPUT', 'The contestants are hidden.')
  }
  await merges.load()
  expect(state()).toMatchObject({ merges: null, loadError: { code: 'INVALID_INPUT' } })
  parley.answers['merges.list'] = () => ({ merges: [merge] })
  await merges.load()
  expect(state()).toMatchObject({ merges: [merge], loadError: null })
})

test('a merge that another window drives is stopped through main', async () => {
  const { parley, merges } = setUp()
  parley.answers['runs.stop'] = () => ({ stopped: true, receipt: null })
  await merges.stop(merge)
  expect(parley.callsOf('runs.stop')).toEqual([{ sessionId }])
})
