import { describe, expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { SessionId } from '../../../../shared/ids'
import { messageText } from '../../../../shared/sessions/messages'
import { wireLimits } from '../../../../shared/rpc/definitions/limits'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { connectOverSocket, watchSession } from '../../testing/app-client'
import { startTestApp } from '../../testing/test-app'

/** A chat that answers `first` until it is stopped, with `texts` in its queue. */
async function waiting(parley: ParleyApi, texts: readonly string[]) {
  const { session } = await parley.invoke('sessions.create', { model: 'fake/silent' })
  const sessionId = session.id
  await parley.invoke('runs.send', { sessionId, text: 'first' })
  const promised = await Promise.all(
    texts.map((text) => parley.invoke('runs.send', { sessionId, text, whenBusy: 'queue' })),
  )
  await parley.invoke('sessions.update', { sessionId, model: 'fake/brief' })
  const watch = watchSession(parley, sessionId)
  const { queue } = await watch.first('queue')
  return { sessionId, promised, watch, queued: queue.messages }
}

async function userTexts(parley: ParleyApi, sessionId: SessionId): Promise<string[]> {
  const { messages } = await parley.invoke('sessions.get', { sessionId })
  return messages.filter(({ role }) => role === 'user').map(messageText)
}

/** The queue as a client sees it; `runs/starting/run-queue.test.ts` covers the details. */
async function open(options: Parameters<typeof startTestApp>[0] = {}) {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const app = await startTestApp(options)
  const parley = await connectOverSocket(app)
  await parley.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl: fake.baseUrl })
  await parley.invoke('settings.set', { nameChats: false })
  return { app, parley }
}

describe('the queue', () => {
  test('a queued message is not part of the chat, and is sent under the ids returned for it', async () => {
    const { parley } = await open()
    const { sessionId, promised, watch } = await waiting(parley, ['second', 'third'])
    expect(promised).toMatchObject([{ isQueued: true }, { isQueued: true }])
    expect(await userTexts(parley, sessionId)).toEqual(['first'])
    expect(await parley.invoke('sessions.status', { sessionId })).toMatchObject({ messageCount: 1 })

    await parley.invoke('runs.stop', { sessionId })
    const { messages, queue } = await watch.idleWith(6)
    expect(messages.filter(({ role }) => role === 'user').map(messageText)).toEqual([
      'first',
      'second',
      'third',
    ])
    const answers = messages.filter(({ role }) => role === 'assistant')
    expect(answers.slice(1).map(({ id, runId }) => ({ runId, messageId: id, isQueued: true }))).toEqual(
      promised,
    )
    expect(answers.map(({ status }) => status)).toEqual(['partial', 'complete', 'complete'])
    expect(queue).toEqual({ messages: [], isHeld: false })
  })

  test('sends a message at once in an idle chat, even if it may wait', async () => {
    const { parley } = await open()
    const { session } = await parley.invoke('sessions.create', { model: 'fake/silent' })
    const sessionId = session.id
    const sent = await Promise.all(
      ['one', 'two'].map((text) => parley.invoke('runs.send', { sessionId, text, whenBusy: 'queue' })),
    )
    expect(sent.map(({ isQueued }) => isQueued ?? false)).toEqual([false, true])
    expect(await userTexts(parley, sessionId)).toEqual(['one'])
  })

  test('edits and removes queued messages, and notifies watchers', async () => {
    const { parley } = await open()
    const { sessionId, watch, queued } = await waiting(parley, ['secnod', 'third'])
    const [second, third] = queued.map(({ id }) => id)
    if (second === undefined || third === undefined) throw new Error('expected two queued messages')
    await parley.invoke('queue.edit', { sessionId, queuedId: second, text: 'second' })
    await watch.first('queue', ({ queue }) => queue.messages[0]?.text === 'second')
    expect(await parley.invoke('queue.remove', { sessionId, queuedId: third })).toEqual({ text: 'third' })
    await watch.first('queue', ({ queue }) => queue.messages.length === 1)

    await parley.invoke('runs.stop', { sessionId })
    await watch.idleWith(4)
    expect(await userTexts(parley, sessionId)).toEqual(['first', 'second'])
    const notFound = { code: 'NOT_FOUND' }
    for (const queuedId of [second, third]) {
      await expect(parley.invoke('queue.edit', { sessionId, queuedId, text: 'late' })).rejects.toMatchObject(
        notFound,
      )
      await expect(parley.invoke('queue.remove', { sessionId, queuedId })).rejects.toMatchObject(notFound)
    }
  })

  test('a stop that pauses the queue keeps it until it is resumed, and a plain message goes first', async () => {
    const { parley } = await open()
    const { sessionId, watch } = await waiting(parley, ['second'])
    expect(await parley.invoke('runs.stop', { sessionId, holdQueue: true })).toMatchObject({ stopped: true })
    expect((await watch.idleWith(2)).queue).toMatchObject({ isHeld: true, messages: [{ text: 'second' }] })
    await parley.invoke('runs.send', { sessionId, text: 'between' })
    expect((await watch.idleWith(4)).queue).toMatchObject({ isHeld: true })
    expect(await parley.invoke('queue.resume', { sessionId })).toEqual({})
    await watch.idleWith(6)
    expect(await userTexts(parley, sessionId)).toEqual(['first', 'between', 'second'])
  })

  test('a message that replaces the run goes first, then the queue', async () => {
    const { parley } = await open()
    const { sessionId, watch } = await waiting(parley, ['second'])
    await parley.invoke('runs.send', { sessionId, text: 'now', whenBusy: 'replace' })
    await watch.idleWith(6)
    expect(await userTexts(parley, sessionId)).toEqual(['first', 'now', 'second'])
  })

  test('a failed answer pauses the queue', async () => {
    const { parley } = await open()
    const { session } = await parley.invoke('sessions.create', { model: 'fake/reset' })
    const sessionId = session.id
    const watch = watchSession(parley, sessionId)
    await Promise.all(
      ['first', 'second'].map((text) => parley.invoke('runs.send', { sessionId, text, whenBusy: 'queue' })),
    )
    const { messages, queue } = await watch.idleWith(2)
    expect(messages.at(-1)).toMatchObject({ status: 'failed' })
    expect(queue).toMatchObject({ isHeld: true, messages: [{ text: 'second' }] })
  })

  test('a restart keeps the queue, paused', async () => {
    const dataFolder = temporaryFolder()
    const first = await open({ dataFolder })
    const { sessionId, queued } = await waiting(first.parley, ['second', 'third'])
    await first.app.close()

    const { parley } = await open({ dataFolder })
    const watch = watchSession(parley, sessionId)
    const { queue, running } = await watch.first('session-sync')
    expect([queue, running]).toEqual([{ messages: queued, isHeld: true }, false])
    expect((await parley.invoke('runs.list', {})).runs).toEqual([])
    await parley.invoke('queue.resume', { sessionId })
    await watch.idleWith(6)
    expect(await userTexts(parley, sessionId)).toEqual(['first', 'second', 'third'])
  })

  test('deleting a chat deletes its queue, and restoring it brings the queue back paused', async () => {
    const { parley } = await open()
    const { sessionId, queued } = await waiting(parley, ['second'])
    await parley.invoke('sessions.delete', { sessionId })
    expect((await parley.invoke('runs.list', {})).runs).toEqual([])
    await expect(parley.invoke('queue.resume', { sessionId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await parley.invoke('sessions.restore', { sessionId })
    const { queue, running } = await watchSession(parley, sessionId).first('session-sync')
    expect([queue, running]).toEqual([{ messages: queued, isHeld: true }, false])
  })

  test('erasing a chat erases its queue', async () => {
    const { parley } = await open()
    const { sessionId } = await waiting(parley, ['second'])
    await parley.invoke('sessions.delete', { sessionId })
    expect(await parley.invoke('sessions.erase', { sessionId })).toEqual({ erased: 1 })
    await expect(parley.invoke('sessions.restore', { sessionId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test.each([
    { what: 'runs are shut down', breakIt: (parley: ParleyApi) => parley.invoke('test.shutRuns', {}) },
    {
      what: 'the disk is full',
      breakIt: (parley: ParleyApi) => parley.invoke('test.storeFault', { kind: 'full' }),
    },
  ])('loses nothing when the next message cannot be sent because $what', async ({ breakIt }) => {
    const { parley } = await open({ environment: { PARLEY_TEST: '1' } })
    const { sessionId, watch } = await waiting(parley, ['second'])
    await breakIt(parley)
    await parley.invoke('runs.stop', { sessionId })
    await watch.first('queue', ({ queue }) => queue.isHeld)
    await expect(parley.invoke('queue.resume', { sessionId })).rejects.toMatchObject({ code: 'DEGRADED' })
    await parley.invoke('test.storeFault', { kind: null })
    const { queue } = await watchSession(parley, sessionId).first('session-sync')
    expect(queue).toMatchObject({ isHeld: true, messages: [{ text: 'second' }] })
  })

  test('refuses invalid messages and queues nothing', async () => {
    const { parley } = await open()
    const many = Array.from({ length: wireLimits.queuedMessages }, (_, index) => `message ${index}`)
    const { sessionId, queued } = await waiting(parley, many)
    const queue = (text: string) => parley.invoke('runs.send', { sessionId, text, whenBusy: 'queue' })
    const invalid = { code: 'INVALID_INPUT' }
    await expect(queue('one too many')).rejects.toMatchObject(invalid)
    await expect(queue('  ')).rejects.toMatchObject(invalid)
    const queuedId = queued[0]?.id ?? ''
    await expect(parley.invoke('queue.edit', { sessionId, queuedId, text: '' })).rejects.toMatchObject(
      invalid,
    )
    for (const input of [{ sessionId }, { queuedId }]) {
      await expect(parley.invoke('queue.remove', input as never)).rejects.toMatchObject(invalid)
    }
    await expect(
      parley.invoke('runs.send', { sessionId: 'nobody', text: 'Hi', whenBusy: 'queue' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(parley.invoke('queue.resume', { sessionId: 'nobody' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(queued).toHaveLength(wireLimits.queuedMessages)
  })
})
