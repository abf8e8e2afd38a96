import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { ComparisonId, PaneId } from '../../../shared/ids'
import { FakeEnvironment } from '../../testing/fake-parley'
import {
  numbered,
  replayFromStart,
  runId,
  runStart,
  sessionId,
  someSession,
  streamStart,
} from '../../testing/run-events'
import { createAppState } from '../../state/app/app-state'
import { dismissedDraft, draftForForm } from './form-status'
import { dismissForm, submitForm } from './open-form'

const comparison = (session = sessionId) => ({
  id: 'c' as ComparisonId,
  title: 'Two',
  panes: [
    {
      paneId: 'p0' as PaneId,
      sessionId: session,
      position: 0,
      model: 'demo/form',
      params: {},
      systemPrompt: null,
    },
  ],
  isBlind: false,
  revealedAt: null,
  createdAt: 1,
  updatedAt: 1,
})
const values = { city: 'Bern' }

function setUp({ isPane }: { isPane: boolean }) {
  const environment = new FakeEnvironment()
  const { parley } = environment
  const app = createAppState(environment, '')
  parley.answers['forms.submit'] = () => ({ runId })
  parley.answers['sessions.get'] = () => ({
    session: someSession(),
    messages: [],
    hasMore: false,
    hasNewer: false,
    versions: {},
    continuations: [],
  })
  if (isPane) app.comparisons.of(comparison().id, comparison())
  const paneRuns = () => parley.streams.filter(({ name }) => name === 'pane.run')
  const state = () => app.conversations.of(sessionId).store.getState()
  return { environment, parley, app, paneRuns, state, submit: () => submitForm(app, sessionId, 'f1', values) }
}

test('submits a form of a chat to main and returns the result', async () => {
  const { parley, paneRuns, submit } = setUp({ isPane: false })
  expect(await submit()).toBeNull()
  expect(parley.callsOf('forms.submit')).toEqual([{ sessionId, formId: 'f1', values }])
  expect(paneRuns()).toEqual([])
})

test('answers a form of an idle pane with a run of this window', async () => {
  const { parley, paneRuns, state, submit } = setUp({ isPane: true })
  const submitting = submit()
  const [run] = paneRuns()
  expect(run?.input).toEqual({ paneId: 'p0', form: { formId: 'f1', values } })
  run?.send(streamStart(null), replayFromStart)
  expect(await submitting).toBeNull()
  expect(state().isRunning).toBe(true)
  expect(parley.callsOf('forms.submit')).toEqual([])
})

test('shows its refusal in the form, not under the pane as well', async () => {
  const { paneRuns, state, submit } = setUp({ isPane: true })
  const error = { code: 'INVALID_INPUT' as const, message: 'values: city is missing' }
  const submitting = submit()
  paneRuns()[0]?.end({ reason: 'refused', error })
  expect(await submitting).toEqual(error)
  expect(state()).toMatchObject({ isRunning: false, runError: null })

  const stopped = submit()
  paneRuns()[1]?.end({ reason: 'stopped' })
  // It was not accepted, so the values stay.
  expect(await stopped).toMatchObject({ code: 'CANCELLED' })
})

test('submits a form to the run that waits for it, or to a new one if that has ended in the meantime', async () => {
  const { environment, parley, app, paneRuns, submit } = setUp({ isPane: true })
  const conversation = app.conversations.of(sessionId)
  conversation.show()
  const watch = parley.newest('session.watch')
  const request = { type: 'form-request' as const, formId: 'f1', title: 'Where to?', schema: {} }
  watch.send(streamStart(null), replayFromStart, ...numbered([runStart, request]))
  environment.paint()
  expect(conversation.store.getState().live?.snapshot.pending.forms).toHaveLength(1)
  expect(await submit()).toBeNull()
  expect(paneRuns()).toEqual([])

  parley.answers['forms.submit'] = () => {
    watch.end({ reason: 'completed' })
    conversation.store.setState({ live: null })
    throw new ParleyError('INVALID_INPUT', 'this conversation is a pane of a comparison')
  }
  void submit()
  await expect.poll(paneRuns).toHaveLength(1)
})

test('hides a form that no run waits for any more, and leaves no draft of one that a run declines', async () => {
  const { parley, app } = setUp({ isPane: false })
  const draft = () => app.drafts.store.getState().byPlace[draftForForm(sessionId, 'f1')]
  // The run has ended since the form was drawn.
  parley.answers['forms.dismiss'] = () => ({ runId: null })
  expect(await dismissForm(app, sessionId, 'f1')).toBeNull()
  expect(draft()).toBe(dismissedDraft)

  parley.answers['forms.dismiss'] = () => ({ runId })
  expect(await dismissForm(app, sessionId, 'f1')).toBeNull()
  expect(draft() ?? '').toBe('')

  parley.answers['forms.dismiss'] = () => {
    throw new ParleyError('NOT_FOUND', 'gone')
  }
  expect(await dismissForm(app, sessionId, 'f1')).toMatchObject({ code: 'NOT_FOUND' })
  expect(draft() ?? '').toBe('')
})
