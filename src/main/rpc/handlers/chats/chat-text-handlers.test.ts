import { expect, test } from 'vitest'

import { ParleyError } from '../../../../shared/errors'
import type { MessageId, SessionId } from '../../../../shared/ids'
import type { JobRunner } from '../../../base/threads/job'
import type { SentTexts } from '../../../store/composer/sent-texts'
import type { SessionStore } from '../../../store/sessions/session-store'
import type { TemporaryChats } from '../../../store/sessions/temporary-chats'
import type { StoreJobs } from '../../../store/store-jobs'
import { connectTo, startTestApp } from '../../testing/test-app'
import { chatTextHandlers } from './chat-text-handlers'

test('reads an outline in a thread, including what was just stored', async () => {
  const parley = connectTo(await startTestApp())
  const { session } = await parley.invoke('sessions.import', {
    title: 'Outlined',
    messages: [
      { role: 'user', content: 'How?', createdAt: 1 },
      { role: 'assistant', content: '## So\n\ntext\n\n## And so', createdAt: 2 },
    ],
  })
  const { messages } = await parley.invoke('sessions.get', { sessionId: session.id })
  const [askedId, answeredId] = messages.map(({ id }) => id)
  expect(await parley.invoke('sessions.outline', { sessionId: session.id })).toEqual({
    entries: [
      { messageId: askedId, role: 'user', text: 'How?', createdAt: 1 },
      { messageId: answeredId, role: 'assistant', level: 2, text: 'So', createdAt: 2 },
      { messageId: answeredId, role: 'assistant', level: 2, text: 'And so', createdAt: 2 },
    ],
    isCut: null,
  })
  expect(await parley.invoke('sessions.sentTexts', { sessionId: null })).toEqual({ texts: ['How?'] })
})

test('returns no outline for a chat that does not exist', async () => {
  const parley = connectTo(await startTestApp())
  const sessionId = 'gone' as SessionId
  await expect(parley.invoke('sessions.outline', { sessionId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(parley.invoke('sessions.sentTexts', { sessionId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('reports store failures in the thread to the rest of the app, and no other errors', async () => {
  const failures: ParleyError[] = []
  const damaged = new ParleyError('STORE_DAMAGED', 'damaged')
  const outline = (outcome: Error) => {
    const jobs: JobRunner<StoreJobs> = { run: () => Promise.reject(outcome) }
    const handlers = chatTextHandlers({
      jobs,
      databaseFile: 'nowhere',
      store: { getSession: () => ({}) } as unknown as SessionStore,
      temporary: { has: () => false } as unknown as TemporaryChats,
      sent: {} as SentTexts,
      onStoreFailure: (error) => failures.push(error),
    })
    const context = {
      signal: new AbortController().signal,
      connection: { closed: new AbortController().signal },
      afterAnswer: () => {},
    }
    return handlers['sessions.outline']({ sessionId: 'any' as SessionId }, context)
  }
  await expect(outline(damaged)).rejects.toBe(damaged)
  await expect(outline(new ParleyError('CANCELLED', 'given up'))).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(failures).toEqual([damaged])
})

test('a message may name the model that answers it, also in the queue, and the chat keeps its own', async () => {
  const parley = connectTo(await startTestApp())
  await parley.invoke('settings.set', { nameChats: false })
  const { session } = await parley.invoke('sessions.create', { model: 'demo/writer' })
  const sessionId = session.id
  const first = await parley.invoke('runs.send', { sessionId, text: 'long', model: 'demo/brief' })
  const queued = await parley.invoke('runs.send', {
    sessionId,
    text: 'short',
    model: 'demo/brief',
    whenBusy: 'queue',
  })
  const third = await parley.invoke('runs.send', { sessionId, text: 'own', whenBusy: 'queue' })
  const models: Record<MessageId, string> = {}
  while (Object.keys(models).length < 3) {
    await parley.invoke('runs.stop', { sessionId })
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    for (const { id, role, model } of messages) if (role === 'assistant') models[id] = model ?? 'none'
  }
  expect(models).toEqual({
    [first.messageId]: 'demo/brief',
    [queued.messageId]: 'demo/brief',
    [third.messageId]: 'demo/writer',
  })
  const after = await parley.invoke('sessions.get', { sessionId })
  expect(after.session.model).toBe('demo/writer')
  expect(await parley.invoke('sessions.retry', { sessionId })).not.toHaveProperty('model')
  const taken = await parley.invoke('sessions.retry', { sessionId })
  expect(taken).toMatchObject({ lastUserText: 'short', model: 'demo/brief' })
})
