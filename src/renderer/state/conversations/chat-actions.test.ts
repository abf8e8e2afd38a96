import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import { FakeEnvironment } from '../../testing/fake-parley'
import { PathServer } from '../../testing/path-server'
import {
  numbered,
  replayFromStart,
  runEnd,
  runStart,
  sessionId,
  someMessages,
  someSession,
  streamStart,
} from '../../testing/run-events'
import { createAppState } from '../app/app-state'
import { messageRefusal } from '../attachments/outbox'
import { hasAnswered } from './conversation'

const formerLeafId = 'm4' as MessageId

function openChat() {
  const environment = new FakeEnvironment()
  const { parley } = environment
  const app = createAppState(environment, '')
  const conversation = app.conversations.of(sessionId)
  const server = new PathServer(parley, someMessages(4))
  const leave = conversation.show()
  server.announce()
  environment.paint()
  return { environment, parley, leave, app, conversation, server, state: conversation.store.getState }
}

test('restoring keeps what the user typed even if it starts like a question of the chat', async () => {
  const { app, parley } = openChat()
  const place = `chat:${sessionId}`
  parley.answers['sessions.undo'] = () => ({ removedCount: 2, removedPreview: 'text 3', formerLeafId })
  for (const typed of ['text 3', 'text 3\n\nand more', 'text 1']) {
    app.drafts.set(place, typed)
    expect(await app.chat.undo(sessionId)).toBeNull()
    expect(await app.chat.restoreBranch(sessionId, formerLeafId)).toBeNull()
    expect(app.drafts.store.getState().byPlace[place]).toBe(typed)
  }
})

test('Undo of an answer that is whole waits for the end of its run, and not after the user has left', async () => {
  const { environment, app, parley, leave, server, state } = openChat()
  let asked = 0
  parley.answers['sessions.undo'] = () => {
    asked += 1
    return { removedCount: 2, removedPreview: 'text 3', formerLeafId }
  }
  const answered = () => {
    const watch = parley.newest('session.watch')
    watch.send(
      streamStart(state().messages.at(-1) ?? null),
      replayFromStart,
      ...numbered([runStart, runEnd()]),
    )
    environment.paint()
    expect(hasAnswered(state())).toBe(true)
  }
  answered()
  const undone = app.chat.undo(sessionId)
  await Promise.resolve()
  expect(asked).toBe(0)
  server.announce()
  environment.paint()
  expect([await undone, asked]).toEqual([null, 1])

  answered()
  const undoneElsewhere = app.chat.undo(sessionId)
  leave()
  expect(asked).toBe(1)
  expect([await undoneElsewhere, asked]).toEqual([null, 2])
})

test('Undo reports what it removed and restores it from the former leaf', async () => {
  const { app, parley, state } = openChat()
  parley.answers['sessions.undo'] = () => ({ removedCount: 2, removedPreview: 'text 3', formerLeafId })
  expect(await app.chat.undo(sessionId)).toBeNull()
  expect(state().notice).toEqual({ kind: 'took-back', preview: 'text 3', formerLeafId })
  expect(await app.chat.restoreBranch(sessionId, formerLeafId)).toBeNull()
  expect(parley.callsOf('sessions.setLeaf')).toEqual([{ sessionId, messageId: 'm4', descend: true }])
  expect(state().notice).toBeNull()
})

test('Undo reports what an agent keeps', async () => {
  const { app, parley, state } = openChat()
  const keptByAgent = { agentId: 'codex' as const, workspace: '/work', changedFiles: 2 }
  parley.answers['sessions.undo'] = () => ({ removedCount: 2, removedPreview: '', formerLeafId, keptByAgent })
  expect(await app.chat.undo(sessionId)).toBeNull()
  expect(state().notice).toEqual({ kind: 'took-back', preview: '', formerLeafId, keptByAgent })
})

test('stores how an agent works with a new chat and changes it in an open one', async () => {
  const { app, parley, state } = openChat()
  const work = { workspace: '/work', permission: 'workspace-write', isolation: 'copy' } as const
  parley.answers['sessions.create'] = () => ({ session: someSession() })
  parley.answers['sessions.update'] = () => ({ session: someSession(work) })
  await app.chat.create('codex/default', { params: {}, systemPrompt: null, tools: null, ...work })
  expect(parley.callsOf('sessions.create')).toEqual([{ model: 'codex/default', params: {}, ...work }])
  expect(await app.chat.setWork(sessionId, work)).toBeNull()
  expect(state().session).toMatchObject(work)
})

test('an answer is edited as another version, and the user is shown it', async () => {
  const { app, parley, state } = openChat()
  parley.answers['messages.edit'] = () => ({ messageId: 'mine' as MessageId })
  const { newestCalls } = state()
  expect(await app.chat.editAnswer(sessionId, 'm2' as MessageId, 'Mine.')).toBeNull()
  expect(parley.callsOf('messages.edit')).toEqual([{ sessionId, messageId: 'm2', text: 'Mine.' }])
  expect(state().newestCalls).toBe(newestCalls + 1)
})

test('stops offering to restore an exchange when something is sent', async () => {
  const { app, parley, state, environment } = openChat()
  parley.answers['sessions.undo'] = () => ({ removedCount: 2, removedPreview: 'text 3', formerLeafId })
  await app.chat.undo(sessionId)
  const [question] = someMessages(1, 5)
  parley.newest('session.watch').send(streamStart(question ?? null))
  environment.paint()
  expect(state().notice).toBeNull()
})

test('returns a refusal to the caller and changes nothing', async () => {
  const { app, parley, state } = openChat()
  parley.answers['sessions.undo'] = () => {
    throw new ParleyError('RUN_ACTIVE', 'An answer is being written.')
  }
  expect(await app.chat.undo(sessionId)).toMatchObject({ code: 'RUN_ACTIVE' })
  expect(app.drafts.store.getState().byPlace).toEqual({})
  expect(state().notice).toBeNull()
})

test('shows the end of the chat after sending from an older position', async () => {
  const { app, parley, conversation, server, environment, state } = openChat()
  server.add(...someMessages(396, 5))
  await conversation.pages.show('m5' as MessageId, { isHighlighted: true, mayLeavePath: true })
  expect(state().hasNewer).toBe(true)
  parley.answers['runs.send'] = () => ({ runId: 'r', messageId: 'a' }) as never
  expect(await app.chat.send(sessionId, 'more', 'reject')).toBeNull()
  environment.paint()
  expect(state()).toMatchObject({ hasNewer: false, newestCalls: 1 })
  expect(state().messages.at(-1)?.id).toBe('m400')
})

test('opens a fork and a copy', async () => {
  const { app, parley } = openChat()
  const other = 'session-2' as SessionId
  parley.answers['sessions.fork'] = () => ({ session: someSession({ id: other }) })
  expect(await app.chat.fork(sessionId, formerLeafId)).toBeNull()
  expect(app.navigation.getState().view).toEqual({ kind: 'chat', sessionId: other })
  const copy = 'session-3' as SessionId
  parley.answers['sessions.duplicate'] = () => ({ session: someSession({ id: copy }) })
  expect(await app.chat.duplicate(sessionId)).toBeNull()
  expect(app.navigation.getState().view).toEqual({ kind: 'chat', sessionId: copy })
})

test('reports a decision that came too late and keeps the notice of the chat', async () => {
  const { app, parley, conversation, state } = openChat()
  conversation.setRunError({ code: 'TIMEOUT', message: 'late' })
  parley.answers['approvals.answer'] = () => ({})
  expect(await app.chat.answerApproval('a1', 'once')).toBeNull()
  parley.answers['approvals.answer'] = () => {
    throw new ParleyError('NOT_FOUND', 'Nobody waits for it.')
  }
  expect(await app.chat.answerApproval('a1', 'deny')).toMatchObject({ code: 'NOT_FOUND' })
  expect(parley.callsOf('approvals.answer')).toEqual([
    { approvalId: 'a1', decision: 'once' },
    { approvalId: 'a1', decision: 'deny' },
  ])
  expect(state().runError?.code).toBe('TIMEOUT')
})

test('refuses a message before sending if it is empty, too long or has too many files', () => {
  const [longest, overLimit] = [wireLimits.messageBytes, wireLimits.messageBytes + 1].map((length) =>
    'a'.repeat(length),
  )
  expect(messageRefusal(' \n')).toMatchObject({ data: { reason: 'message-empty' } })
  expect(messageRefusal('', 1)).toBeNull()
  expect(messageRefusal(longest ?? '')).toBeNull()
  expect(messageRefusal(overLimit ?? '')).toMatchObject({
    data: { reason: 'message-too-long', megabytes: 1.01, max: 1 },
  })
  expect(messageRefusal('Look', wireLimits.attachments)).toBeNull()
  expect(messageRefusal('Look', wireLimits.attachments + 1)).toMatchObject({
    data: { reason: 'attachments-too-many' },
  })
})

test('an earlier Stop that is refused late does not take back a later one', async () => {
  const { environment, app, parley, state } = openChat()
  const begin = (name: string) => {
    const run = { runId: name as RunId }
    const start = { ...streamStart(state().messages.at(-1) ?? null), ...run }
    parley.newest('session.watch').send(start, replayFromStart, ...numbered([{ ...runStart, ...run }]))
    environment.paint()
  }
  const [first, second] = [Promise.withResolvers<never>(), Promise.withResolvers<never>()]
  const requests = [first, second]
  parley.answers['runs.stop'] = () => requests.shift()?.promise as never
  begin('run-1')
  const stopping = app.chat.stop(sessionId)
  expect(state().stoppedRun).toBe('run-1')
  begin('run-2')
  const stoppingNext = app.chat.stop(sessionId)
  first.reject(new ParleyError('NOT_FOUND', 'it is gone'))
  expect(await stopping).toMatchObject({ code: 'NOT_FOUND' })
  expect(state().stoppedRun).toBe('run-2')
  second.reject(new ParleyError('NOT_FOUND', 'it is gone'))
  await stoppingNext
  expect(state().stoppedRun).toBeNull()
})
