import { expect, test } from 'vitest'

import { type ErrorData, ParleyError } from '../../../shared/errors'
import type { MessageId, SessionId, WindowId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import { FakeEnvironment } from '../../testing/fake-parley'
import { someSession } from '../../testing/run-events'
import { draftForChat, newChatDraft, newCompareDraft, newTemporaryDraft } from '../drafts/draft-places'
import { createAppState } from './app-state'

const session = { ...someSession(), isTemporary: true as const }
const sessionId: SessionId = session.id
const { isTemporary: _, ...keptSession } = session
const question: Message = {
  id: 'm' as MessageId,
  sessionId,
  parentId: null,
  role: 'user',
  parts: [{ type: 'text', text: 'hush' }],
  status: 'complete',
  createdAt: 1,
}

function setUp(messages: Message[] = [question]) {
  const environment = new FakeEnvironment()
  const { parley } = environment
  parley.answers['sessions.delete'] = () => ({ deleted: true })
  parley.answers['sessions.keep'] = () => ({ session: keptSession })
  parley.answers['drafts.set'] = () => ({})
  const app = createAppState(environment, `#/temporary/${sessionId}`)
  app.conversations.of(sessionId).show()
  parley.newest('session.watch').send({
    type: 'session-sync',
    session,
    messages,
    hasMore: false,
    versions: {},
    continuations: [],
    running: false,
    queue: { messages: [], isHeld: false },
  })
  environment.paint()
  const view = () => app.navigation.getState().view
  const stored = () => JSON.stringify([[...environment.saved], parley.callsOf('drafts.set')])
  return { environment, parley, app, view, stored }
}

const busy: ErrorData = { code: 'RUN_ACTIVE', message: 'still answering' }
const elsewhere = { kind: 'chat', sessionId: null } as const

test('leaving a temporary chat with messages asks first; staying keeps it, discarding erases it', () => {
  const { app, parley, view } = setUp()
  app.newChat()
  expect(view()).toMatchObject({ sessionId, isTemporary: true })
  expect(app.dialogs.find('leave')).toEqual({ kind: 'leave', to: elsewhere })
  app.dialogs.close('leave')
  expect(view()).toMatchObject({ sessionId, isTemporary: true })
  app.newChat()
  app.temporary.discardAndLeave()
  expect([view(), app.dialogs.find('leave')]).toEqual([elsewhere, null])
  expect(parley.callsOf('sessions.delete')).toEqual([{ sessionId, unlessShownElsewhere: true }])
})

test('leaving an empty temporary chat does not ask, and going to one of its messages is not leaving', () => {
  const { app, parley, view } = setUp([])
  app.go({ kind: 'chat', sessionId, messageId: question.id })
  expect(view()).toEqual({ kind: 'chat', sessionId, messageId: question.id, isTemporary: true })
  app.newCompare()
  expect(view().kind).toBe('compare')
  expect(parley.callsOf('sessions.delete')).toEqual([{ sessionId, unlessShownElsewhere: true }])
})

test('keeping a chat while leaving stores it; when that is refused, the user stays', async () => {
  const { app, parley, view } = setUp()
  app.newChat()
  parley.answers['sessions.keep'] = () => {
    throw new ParleyError('STORE_FULL', 'no space')
  }
  expect(await app.temporary.keepAndLeave()).toMatchObject({ code: 'STORE_FULL' })
  expect(view()).toMatchObject({ sessionId, isTemporary: true })
  parley.answers['sessions.keep'] = () => ({ session: keptSession })
  expect(await app.temporary.keepAndLeave()).toBeNull()
  expect([view(), parley.callsOf('sessions.delete')]).toEqual([elsewhere, []])
})

test('a chat whose session is not known yet stays temporary, and one that is known decides', () => {
  const { app, view } = setUp()
  app.temporary.noteState(null)
  expect(view()).toMatchObject({ isTemporary: true })
  app.temporary.noteState(keptSession)
  expect(view()).toMatchObject({ isTemporary: undefined })
})

test('text written in a temporary chat is saved nowhere until the chat is kept', async () => {
  const { app, environment, stored, view } = setUp()
  const place = draftForChat(sessionId)
  app.drafts.set(place, 'secret draft')
  app.drafts.flush()
  environment.runTimers()
  expect(app.drafts.store.getState().byPlace[place]).toBe('secret draft')
  expect(stored()).not.toContain('secret')
  await app.temporary.keep(sessionId)
  expect(view()).toEqual({ kind: 'chat', sessionId, isTemporary: undefined })
  environment.runTimers()
  expect(stored()).toContain('secret draft')
})

test('a draft is discarded with the chat, and a draft moved into a temporary chat is removed from its old place', () => {
  const { app, environment, stored } = setUp()
  app.drafts.set(draftForChat(sessionId), 'secret draft')
  app.newChat()
  app.temporary.discardAndLeave()
  expect(app.drafts.store.getState().byPlace).toEqual({})
  app.drafts.set(newChatDraft, 'typed first')
  app.newTemporaryChat()
  environment.runTimers()
  expect(app.drafts.store.getState().byPlace).toEqual({ [newTemporaryDraft]: 'typed first' })
  expect(stored()).not.toContain('typed first')
  app.newTemporaryChat()
  expect(app.drafts.store.getState().byPlace).toEqual({ [newChatDraft]: 'typed first' })
})

test('a question that was moved to a comparison survives discarding the chat, and is saved nowhere', () => {
  const { app, environment, stored } = setUp()
  app.drafts.restore(newCompareDraft, 'hush')
  app.newCompare()
  app.temporary.discardAndLeave()
  environment.runTimers()
  expect(app.drafts.store.getState().byPlace).toEqual({ [newCompareDraft]: 'hush' })
  expect(stored()).not.toContain('hush')
  app.drafts.set(newCompareDraft, 'hush, all of you')
  environment.runTimers()
  expect(stored()).toContain('hush, all of you')
})

test('a temporary chat is in no list until another window keeps it', () => {
  const { app, parley, view } = setUp()
  app.windowLink.attach()
  const stream = parley.newest('window.attach')
  const summary = { ...session, running: false, unseen: false }
  parley.answers['sessions.list'] = () => ({ sessions: [], nextCursor: null })
  parley.answers['compare.list'] = () => ({ comparisons: [] })
  stream.send({ type: 'attached', windowId: 'w' as WindowId, bootId: 'b' })
  stream.send({ type: 'session-upserted', session: summary })
  expect(app.sessionList.store.getState().sessions).toEqual([])
  stream.send({ type: 'session-upserted', session: { ...keptSession, running: false, unseen: false } })
  expect(app.sessionList.store.getState().sessions.map(({ id }) => id)).toEqual([sessionId])
  expect(view()).toEqual({ kind: 'chat', sessionId, isTemporary: undefined })
  expect(app.conversations.of(sessionId).store.getState().session?.isTemporary).toBeUndefined()
})

test('messages under way when the chat is discarded are saved nowhere, whether they are accepted or refused', async () => {
  const { app, stored } = setUp()
  const place = draftForChat(sessionId)
  const answer = Promise.withResolvers<ErrorData | null>()
  const send = (text: string) => app.outbox.send(place, text, () => answer.promise)
  const sent = [send('hush one'), send('hush two')]
  app.newChat()
  app.temporary.discardAndLeave()
  answer.resolve(busy)
  await Promise.all(sent)
  app.drafts.flush()
  expect([app.drafts.of(place), app.outbox.isSending(place)]).toEqual(['', false])
  expect(stored()).not.toContain('hush')
})

test('the first message of a chat that is left while it is created is saved nowhere if it is refused', async () => {
  const { app, stored } = setUp([])
  app.newTemporaryChat()
  const answer = Promise.withResolvers<ErrorData | null>()
  app.drafts.set(newTemporaryDraft, 'hush')
  const sent = app.outbox.send(newTemporaryDraft, 'hush', () => {
    app.outbox.redirect(newTemporaryDraft, draftForChat(sessionId))
    return answer.promise
  })
  app.newCompare()
  answer.resolve(busy)
  await sent
  app.drafts.flush()
  expect(app.drafts.of(draftForChat(sessionId))).toBe('hush')
  expect(stored()).not.toContain('hush')
})
