import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { MessageId, QueuedId, RunId } from '../../../shared/ids'
import { FakeEnvironment } from '../../testing/fake-parley'
import { sessionId, sync } from '../../testing/run-events'
import { createAppState } from '../app/app-state'

const queuedId = 'q1' as QueuedId

function openChat() {
  const environment = new FakeEnvironment()
  const { parley } = environment
  const app = createAppState(environment, '')
  const conversation = app.conversations.of(sessionId)
  conversation.show()
  const tell = (...texts: string[]) => {
    const messages = texts.map((text, index) => ({ id: `q${index + 1}` as QueuedId, text, createdAt: 1 }))
    parley.newest('session.watch').send(sync([]), { type: 'queue', queue: { messages, isHeld: false } })
    environment.paint()
  }
  return { app, parley, conversation, tell }
}

test('Stop pauses the queue unless it is empty', async () => {
  const { app, parley, tell } = openChat()
  parley.answers['runs.stop'] = () => ({ stopped: true, receipt: null })
  tell()
  await app.chat.stop(sessionId)
  tell('waits')
  await app.chat.stop(sessionId)
  expect(parley.callsOf('runs.stop')).toEqual([{ sessionId }, { sessionId, holdQueue: true }])
})

test('scrolls to the end for a message that is answered at once, but not for a queued one', async () => {
  const { app, parley, conversation, tell } = openChat()
  tell()
  const ids = { runId: 'r' as RunId, messageId: 'm' as MessageId }
  parley.answers['runs.send'] = () => ({ ...ids, isQueued: true })
  const before = conversation.store.getState().newestCalls
  await app.chat.send(sessionId, 'later', 'queue')
  expect(conversation.store.getState().newestCalls).toBe(before)
  parley.answers['runs.send'] = () => ids
  await app.chat.send(sessionId, 'now', 'queue')
  expect(conversation.store.getState().newestCalls).toBe(before + 1)
})

test('returns a removed message, and the error if its run has already begun', async () => {
  const { app, parley } = openChat()
  const taken: string[] = []
  parley.answers['queue.remove'] = () => ({ text: 'as it stood' })
  expect(await app.chat.removeQueued(sessionId, queuedId, (text) => taken.push(text))).toBeNull()
  parley.answers['queue.remove'] = () => {
    throw new ParleyError('NOT_FOUND', 'its answer has begun')
  }
  const refusal = await app.chat.removeQueued(sessionId, queuedId, (text) => taken.push(text))
  expect(refusal).toEqual({ code: 'NOT_FOUND', message: 'its answer has begun' })
  expect(taken).toEqual(['as it stood'])
})

test('returns the invalid fields of a refused form', async () => {
  const { app, parley } = openChat()
  const errors = [{ field: 'name', message: 'is required' }]
  parley.answers['forms.submit'] = () => {
    throw new ParleyError('INVALID_INPUT', 'values: name is required', { data: { errors } })
  }
  expect(await app.chat.submitForm(sessionId, 'f', {})).toMatchObject({ data: { errors } })
  expect(parley.callsOf('forms.submit')).toEqual([{ sessionId, formId: 'f', values: {} }])
})
