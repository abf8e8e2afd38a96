import { describe, expect, test } from 'vitest'

import type { MessageId } from '../../../shared/ids'
import { messageText, type Message } from '../../../shared/sessions/messages'
import { FakeEnvironment } from '../../testing/fake-parley'
import {
  answerId,
  numbered,
  replayFromStart,
  runEnd,
  runId,
  runStart,
  sessionId,
  someMessages,
  someSession,
  storedAnswer,
  streamStart,
  sync,
  text,
} from '../../testing/run-events'
import { messageOf, shownMessageIds } from './conversation'
import { ConversationStore } from './conversation-store'
import { FrameQueue } from './frame-queue'

function setUp() {
  const environment = new FakeEnvironment()
  const frames = new FrameQueue((callback) => environment.nextFrame(callback))
  const conversation = new ConversationStore(environment, frames, sessionId)
  const watch = () => environment.parley.newest('session.watch')
  const shownText = () => {
    const message = messageOf(conversation.store.getState(), answerId)
    return message === undefined ? null : messageText(message)
  }
  return {
    environment,
    parley: environment.parley,
    conversation,
    watch,
    shownText,
    state: conversation.store.getState,
  }
}

const [question] = someMessages(1)
if (question === undefined) throw new Error('expected one message')

test('shows a run as it happens and replaces it with the stored message under the same id', () => {
  const { environment, conversation, watch, state, shownText } = setUp()
  conversation.show()
  watch().send(sync([]))
  watch().send(streamStart(question), replayFromStart, { type: 'replay-end' })
  watch().send(...numbered([runStart, text('Hello'), text(', world')]))
  environment.paint()
  expect(shownMessageIds(state())).toEqual([question.id, answerId])
  expect(shownText()).toBe('Hello, world')
  expect(state().isRunning).toBe(true)

  watch().send(...numbered([runEnd()], 4))
  environment.paint()
  watch().send(sync([question, storedAnswer(question, 'Hello, world')]))
  environment.paint()
  expect(state().live).toBeNull()
  expect(state().isRunning).toBe(false)
  expect(state().messages[0]).toBe(question)
  expect(state().messages.map((message) => message.status)).toEqual(['complete', 'complete'])
})

test('updates once per frame for any number of batches', () => {
  const { environment, conversation, watch } = setUp()
  conversation.show()
  let updates = 0
  conversation.store.subscribe(() => {
    updates += 1
  })
  watch().send(streamStart(question), replayFromStart, ...numbered([runStart]))
  for (let seq = 2; seq < 50; seq += 1) watch().send(...numbered([text('x')], seq))
  expect(environment.frameCount).toBe(1)
  expect(updates).toBe(0)
  environment.paint()
  expect(updates).toBe(1)
})

test('a replay with a snapshot replaces the state, and known events count once', () => {
  const { environment, conversation, watch, shownText } = setUp()
  conversation.show()
  watch().send(streamStart(question), replayFromStart, ...numbered([runStart, text('lost '), text('lost')]))
  const message = { ...storedAnswer(question, 'all of it '), status: 'streaming' as const }
  watch().send({
    type: 'replay-start',
    count: 2,
    throughSeq: 7,
    snapshot: { message, pending: { approvals: [], forms: [] }, notices: [] },
  })
  watch().send(...numbered([text('doubled'), text('and more')], 7))
  environment.paint()
  expect(shownText()).toBe('all of it and more')
})

test('a replay without a snapshot continues where the watcher was', () => {
  const { environment, conversation, watch, shownText, parley } = setUp()
  conversation.show()
  watch().send(streamStart(question), replayFromStart, ...numbered([runStart, text('one ')]))
  watch().end({ reason: 'disconnected' })
  environment.runTimers()
  expect(parley.streams).toHaveLength(2)
  expect(watch().input).toEqual({ sessionId, after: { runId, seq: 2 } })
  watch().send(
    streamStart(question),
    { type: 'replay-start', count: 1, throughSeq: 2 },
    ...numbered([text('two')], 3),
  )
  environment.paint()
  expect(shownText()).toBe('one two')
})

test('reports a missing event instead of ignoring it', () => {
  const { conversation, watch, parley } = setUp()
  parley.answers['window.reportError'] = () => ({})
  conversation.show()
  watch().send(streamStart(question), replayFromStart, ...numbered([runStart]), ...numbered([text('x')], 3))
  expect(parley.callsOf('window.reportError')).toMatchObject([
    { message: 'run run-1: event 3 follows event 1' },
  ])
})

test('leaving the view only detaches; returning attaches again', () => {
  const { conversation, watch, parley } = setUp()
  const leave = conversation.show()
  leave()
  leave()
  expect(watch().isClosed).toBe(true)
  expect(parley.calls).toEqual([])
  conversation.show()
  expect(parley.streams).toHaveLength(2)
})

test('ignores events that arrive after a watch was closed', () => {
  const { conversation, watch, environment, state } = setUp()
  const leave = conversation.show()
  const old = watch()
  leave()
  conversation.show()
  watch().send(sync(someMessages(2)))
  old.send(sync([]))
  environment.paint()
  expect(state().messages).toHaveLength(2)
})

test('prepends older pages and keeps them when the newest page arrives again', async () => {
  const { conversation, watch, environment, state, parley } = setUp()
  conversation.show()
  watch().send(sync(someMessages(4, 5), { hasMore: true }))
  environment.paint()
  parley.answers['sessions.get'] = () => ({
    session: someSession(),
    messages: someMessages(4),
    hasMore: false,
    hasNewer: true,
    versions: {},
    continuations: [],
  })
  await conversation.pages.loadOlder()
  expect(parley.callsOf('sessions.get')).toEqual([{ sessionId, limit: 50, before: 'm5' }])
  watch().send(sync(someMessages(4, 7), { hasMore: true }))
  environment.paint()
  expect(shownMessageIds(state())).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10'])
  expect(state().hasMore).toBe(false)
})

test('another answer or an edited question takes what it replaces off the path', () => {
  const { conversation, watch, environment, state } = setUp()
  conversation.show()
  const stored = someMessages(4)
  const third = stored[2]
  watch().send(sync(stored))
  watch().send(streamStart(third ?? null))
  environment.paint()
  expect(shownMessageIds(state())).toEqual(['m1', 'm2', 'm3', answerId])
  const edited = { ...question, id: 'edited' as typeof question.id, parentId: stored[1]?.id ?? null }
  watch().send(streamStart(edited))
  environment.paint()
  expect(shownMessageIds(state())).toEqual(['m1', 'm2', 'edited', answerId])
})

test('stops a driven run by closing its stream and adds the receipt to the answer', () => {
  const { conversation, environment, parley, state } = setUp()
  conversation.show()
  parley.newest('session.watch').send(sync([]))
  conversation.drive((observer) => parley.api.open('pane.run', { paneId: 'p', text: 'go' }, observer))
  expect(parley.newest('session.watch').isClosed).toBe(true)
  const run = parley.newest('pane.run')
  run.send(streamStart(question), replayFromStart, ...numbered([runStart, text('par')]))
  expect(conversation.stopDriven()).toBe(true)
  expect(run.isClosed).toBe(true)
  const receipt = { requestedAt: 1, generatorEndedMs: 0.4, upstreamClosedMs: 1, savedMs: 2, keptChars: 3 }
  run.send(...numbered([runEnd('stopped')], 3))
  run.end({ reason: 'stopped', receipt })
  environment.paint()
  expect(messageOf(state(), answerId)).toMatchObject({ status: 'partial', stopReason: 'user', receipt })
  expect(state().isRunning).toBe(false)
  expect(parley.newest('session.watch').isClosed).toBe(false)
})

test('a driven run does not block leaving once its end is shown, even before its stream has ended', () => {
  const { conversation, environment, parley } = setUp()
  conversation.show()
  conversation.drive((observer) => parley.api.open('pane.run', { paneId: 'p', text: 'go' }, observer))
  expect(conversation.isDriving).toBe(true)
  const run = parley.newest('pane.run')
  run.send(streamStart(question), replayFromStart, ...numbered([runStart, text('par')]))
  environment.paint()
  expect(conversation.isDriving).toBe(true)
  run.send(...numbered([runEnd('stopped')], 3))
  environment.paint()
  expect([conversation.isDriving, run.isClosed]).toEqual([false, false])
})

test('leaving the view does not stop a driven run', () => {
  const { conversation, parley, environment, shownText } = setUp()
  const leave = conversation.show()
  conversation.drive((observer) => parley.api.open('pane.run', { paneId: 'p', text: 'go' }, observer))
  leave()
  const run = parley.newest('pane.run')
  expect(run.isClosed).toBe(false)
  run.send(streamStart(question), ...numbered([runStart, text('still here')]))
  environment.paint()
  expect(shownText()).toBe('still here')
  expect(conversation.isInUse).toBe(true)
})

test('shows why a run was refused', () => {
  const { conversation, environment, parley, state } = setUp()
  conversation.drive((observer) => parley.api.open('pane.run', { paneId: 'p', text: 'go' }, observer))
  const error = { code: 'RUN_ACTIVE' as const, message: 'already running' }
  parley.newest('pane.run').end({ reason: 'refused', error })
  environment.paint()
  expect(state().runError).toEqual(error)
  expect(state().isRunning).toBe(false)
})

test('reports a missing session instead of loading forever', () => {
  const { conversation, watch, state } = setUp()
  conversation.show()
  watch().end({ reason: 'refused', error: { code: 'NOT_FOUND', message: 'gone' } })
  expect(state()).toMatchObject({ phase: 'failed', loadError: { code: 'NOT_FOUND' } })
})

test('a watcher that attaches during a run also loads the messages before it', async () => {
  const { conversation, watch, environment, state, parley } = setUp()
  const stored = someMessages(5)
  parley.answers['sessions.get'] = () => ({
    session: someSession(),
    messages: stored,
    hasMore: false,
    hasNewer: false,
    versions: {},
    continuations: [],
  })
  conversation.show()
  watch().send(streamStart(stored[4] ?? null), replayFromStart, ...numbered([runStart, text('on')]))
  await expect.poll(() => state().session).not.toBeNull()
  environment.paint()
  expect(shownMessageIds(state())).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', answerId])
  expect(parley.callsOf('sessions.get')).toHaveLength(1)
})

test('does not repeat an error that the stored answer shows', () => {
  const { conversation, parley, environment, state } = setUp()
  conversation.show()
  conversation.drive((observer) => parley.api.open('pane.run', { paneId: 'p', text: 'go' }, observer))
  const run = parley.newest('pane.run')
  const error = { code: 'PROVIDER_AUTH' as const, message: 'The key was refused.' }
  run.send(streamStart(question), ...numbered([runStart, { type: 'error', ...error }, runEnd('failed')]))
  run.send(
    sync([
      question,
      { ...storedAnswer(question, ''), status: 'failed', parts: [{ type: 'error', ...error }] },
    ]),
  )
  run.end({ reason: 'failed', error, messageId: answerId })
  environment.paint()
  expect(state().runError).toBeNull()
})

describe('a continuation that adds nothing', () => {
  const lost = { code: 'PROVIDER_UNREACHABLE' as const, message: 'The connection was lost.' }
  const cut: Message = {
    ...storedAnswer(question, 'Half of'),
    id: 'cut' as MessageId,
    status: 'failed',
    parts: [
      { type: 'text', text: 'Half of' },
      { type: 'error', ...lost },
    ],
  }
  const parts: Message['parts'] = [{ type: 'text', text: 'Half of' }]

  test.each([
    ['with the stored answer', true],
    ['before the stored answer arrives', false],
  ])('leaves the answer that it continued and shows why it failed, %s', (_when, isSynced) => {
    const { conversation, parley, environment, state } = setUp()
    conversation.show()
    parley.newest('session.watch').send(sync([question, cut]))
    conversation.drive((observer) => parley.api.open('pane.run', { paneId: 'p', text: 'go' }, observer))
    const run = parley.newest('pane.run')
    const error = { code: 'PROVIDER_AUTH' as const, message: 'The key was refused.' }
    run.send(
      streamStart(question),
      ...numbered([runStart, { type: 'continued', parts }, { type: 'error', ...error }, runEnd('failed')]),
    )
    if (isSynced) run.send({ ...sync([question, cut]), failure: error })
    run.end({ reason: 'failed', error, messageId: cut.id })
    environment.paint()
    expect(state()).toMatchObject({ runError: error, live: null, isRunning: false })
    expect(shownMessageIds(state())).not.toContain(answerId)
    if (isSynced) expect(shownMessageIds(state())).toEqual([question.id, cut.id])
  })

  test('is reported to a window that opens the chat later, until the next run', () => {
    const { conversation, watch, environment, state } = setUp()
    conversation.show()
    watch().send({ ...sync([question, cut]), failure: lost })
    environment.paint()
    expect(state().runError).toEqual(lost)
    watch().send(streamStart(question), replayFromStart, ...numbered([runStart]))
    environment.paint()
    expect(state().runError).toBeNull()
  })
})

test('reopens a refused watch once a request succeeds', () => {
  const { conversation, parley, watch } = setUp()
  conversation.show()
  watch().send(sync([]))
  watch().end({ reason: 'failed', error: { code: 'DEGRADED', message: 'the store does not answer' } })
  conversation.resume()
  expect(parley.streams.filter(({ name }) => name === 'session.watch')).toHaveLength(2)
  conversation.resume()
  expect(parley.streams.filter(({ name }) => name === 'session.watch')).toHaveLength(2)
})

test('does not claim that part of a run arrived that was never sent', () => {
  const { conversation, environment, parley, state } = setUp()
  conversation.drive((observer) => parley.api.open('pane.run', { paneId: 'p', text: 'go' }, observer))
  const error = { code: 'CANCELLED' as const, message: 'Parley cannot be reached. Try again in a moment.' }
  parley.newest('pane.run').end({ reason: 'disconnected', error })
  environment.paint()
  expect(state().runError).toEqual(error)
})

test('does not show a chat as answering while only its title is generated', () => {
  const { environment, conversation, watch, state } = setUp()
  conversation.show()
  watch().send(sync([question, storedAnswer(question, 'Because.')], { running: true }))
  environment.paint()
  expect(state()).toMatchObject({ phase: 'ready', isRunning: false })
})
