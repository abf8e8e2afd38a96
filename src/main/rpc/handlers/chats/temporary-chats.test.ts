import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import { completeStream } from '../../../../../e2e/fake-provider/script'
import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import { ParleyError } from '../../../../shared/errors'
import type { AttachmentId, SessionId } from '../../../../shared/ids'
import { messageText } from '../../../../shared/sessions/messages'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { createRunHarness } from '../../../runs/testing/run-harness'
import { ScriptedSource } from '../../../runs/testing/scripted-source'
import { samplePng } from '../../../store/attachments/testing/sample-files'
import { connectOverSocket, watchSession } from '../../testing/app-client'
import { startTestApp } from '../../testing/test-app'
import { sessionHandlers } from './session-handlers'

const planted = 'xyzzy-planted'

async function open(dataFolder = temporaryFolder()) {
  const app = await startTestApp({ dataFolder })
  return { app, dataFolder, parley: await connectOverSocket(app) }
}

async function createTemporary(parley: ParleyApi, model = 'demo/brief'): Promise<SessionId> {
  const { session } = await parley.invoke('sessions.create', { model, isTemporary: true })
  expect(session.isTemporary).toBe(true)
  return session.id
}

async function ask(parley: ParleyApi, sessionId: SessionId, text: string): Promise<void> {
  const before = (await parley.invoke('sessions.get', { sessionId })).messages.length
  await parley.invoke('runs.send', { sessionId, text })
  await watchSession(parley, sessionId).idleWith(before + 2)
}

async function texts(parley: ParleyApi, sessionId: SessionId): Promise<string[]> {
  const { messages } = await parley.invoke('sessions.get', { sessionId })
  return messages.map(messageText)
}

async function reasonOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => null,
    (cause: unknown) => cause,
  )
  return error instanceof ParleyError ? (error.data?.['reason'] ?? error.code) : error
}

function readFile(parley: ParleyApi, attachmentId: AttachmentId) {
  return parley.invoke('attachments.read', { attachmentId, offset: 0 })
}

/** The files below `folder` that contain `text`. */
function filesWith(folder: string, text: string, encoding: BufferEncoding = 'utf8'): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return files
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => readFileSync(path).includes(text, 0, encoding))
}

test('a temporary chat works like any chat, and none of its text reaches the disk or anything that lists chats', async () => {
  const { app, dataFolder, parley } = await open()
  const sessionId = await createTemporary(parley)
  await parley.invoke('sessions.update', { sessionId, systemPrompt: `${planted} in the prompt` })
  await ask(parley, sessionId, `${planted} first`)
  await ask(parley, sessionId, `${planted} second`)
  await parley.invoke('drafts.set', { place: `chat:${sessionId}`, text: `${planted} draft`, updatedAt: 1 })

  const { messages } = await parley.invoke('sessions.get', { sessionId })
  const question = messages[2]
  await parley.invoke('runs.regenerate', { sessionId, messageId: messages[3]?.id ?? '' })
  await watchSession(parley, sessionId).first('session-sync', ({ running }) => !running)
  const { versions } = await parley.invoke('sessions.get', { sessionId })
  expect(Object.values(versions).map((ids) => ids.length)).toEqual([2])
  const { formerLeafId, lastUserText } = await parley.invoke('sessions.retry', { sessionId })
  expect(lastUserText).toBe(`${planted} second`)
  await parley.invoke('sessions.setLeaf', { sessionId, messageId: formerLeafId })
  expect(await parley.invoke('sessions.status', { sessionId })).toMatchObject({ messageCount: 4 })
  expect((await parley.invoke('sessions.usage', { sessionId })).outputTokens).toBeGreaterThan(0)
  expect((await parley.invoke('sessions.outline', { sessionId })).entries).toHaveLength(2)
  const found = await parley.invoke('sessions.search', { query: 'second', sessionId })
  expect(found.hits.some(({ messageId }) => messageId === question?.id)).toBe(true)
  const own = await parley.invoke('sessions.sentTexts', { sessionId })
  expect(own.texts).toEqual([`${planted} second`, `${planted} first`])

  expect((await parley.invoke('sessions.search', { query: planted })).hits).toEqual([])
  expect((await parley.invoke('sessions.sentTexts', { sessionId: null })).texts).toEqual([])
  expect((await parley.invoke('sessions.list', {})).sessions).toEqual([])
  expect((await parley.invoke('drafts.list', {})).drafts).toEqual({})
  const place = { messageId: question?.id ?? '', topPx: -7 }
  await parley.invoke('readingPlaces.set', { sessionId, place })
  expect((await parley.invoke('readingPlaces.list', {})).places).toEqual({})
  expect(await reasonOf(parley.invoke('sessions.export', { sessionId, format: 'json' }))).not.toBeNull()
  const spent = await parley.invoke('usage.report', { from: 0, to: Date.now() + 1_000, by: 'purpose' })
  expect(JSON.stringify(spent)).toContain('chat')
  await parley.invoke('snapshots.take', {})
  await app.close()
  expect(filesWith(dataFolder, planted)).toEqual([])

  const next = await open(dataFolder)
  expect(await reasonOf(next.parley.invoke('sessions.get', { sessionId }))).toBe('chat')
})

test('keeping a temporary chat stores it once, with its versions and its queue, and it survives a restart', async () => {
  const { app, dataFolder, parley } = await open()
  const sessionId = await createTemporary(parley)
  await ask(parley, sessionId, 'kept question')
  const before = await parley.invoke('sessions.get', { sessionId })
  await parley.invoke('runs.regenerate', { sessionId, messageId: before.messages[1]?.id ?? '' })
  await watchSession(parley, sessionId).first('session-sync', ({ running }) => !running)
  const { session: temporary, ...path } = await parley.invoke('sessions.get', { sessionId })
  const usage = await parley.invoke('sessions.usage', { sessionId })

  const [kept, again] = await Promise.all([
    parley.invoke('sessions.keep', { sessionId }),
    parley.invoke('sessions.keep', { sessionId }),
  ])
  expect(again).toEqual(kept)
  expect({ ...kept.session, isTemporary: true }).toEqual(temporary)
  await app.close()
  const next = await open(dataFolder)
  const { session, ...storedPath } = await next.parley.invoke('sessions.get', { sessionId })
  expect([session, storedPath]).toEqual([kept.session, path])
  expect(await next.parley.invoke('sessions.usage', { sessionId })).toEqual(usage)
  const { sessions } = await next.parley.invoke('sessions.list', {})
  expect(sessions.map(({ id }) => id)).toEqual([sessionId])
  expect((await next.parley.invoke('sessions.search', { query: 'kept question' })).hits).not.toEqual([])
})

test('an image in an answer of a temporary chat is shown and sent on, and reaches the disk only if the chat is kept', async () => {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const { app, dataFolder, parley } = await open()
  await parley.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl: fake.baseUrl })
  const png = samplePng(4, 3)
  const data = png.toString('base64')
  const images = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }]
  fake.script('draws', completeStream([{ type: 'event', data: { choices: [{ delta: { images } }] } }]))
  const drawn = async () => {
    const sessionId = await createTemporary(parley, 'fake/draws')
    await ask(parley, sessionId, 'draw')
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    const [part] = messages.at(-1)?.parts ?? []
    if (part?.type !== 'attachment') throw new Error('the answer has no image')
    return { sessionId, part, attachmentId: part.attachmentId as AttachmentId }
  }
  const onDisk = () => filesWith(dataFolder, png.toString('latin1'), 'latin1')

  const [kept, discarded] = [await drawn(), await drawn()]
  expect(kept.part).toMatchObject({ mediaType: 'image/png', sizeBytes: png.length, width: 4, height: 3 })
  const shown = { mediaType: 'image/png', data, isLast: true }
  expect(await readFile(parley, discarded.attachmentId)).toEqual(shown)
  await parley.invoke('snapshots.take', {})
  expect(onDisk()).toEqual([])
  await parley.invoke('sessions.delete', { sessionId: discarded.sessionId })
  expect(await reasonOf(readFile(parley, discarded.attachmentId))).toBe('attachment')
  await Promise.all([1, 2].map(() => parley.invoke('sessions.keep', { sessionId: kept.sessionId })))
  expect(onDisk()).toHaveLength(1)
  await app.close()
  const next = await open(dataFolder)
  expect(await readFile(next.parley, kept.attachmentId)).toEqual(shown)
})

test('keeping a temporary chat during an answer, with a message in the queue, loses and repeats nothing', async () => {
  const { app, dataFolder, parley } = await open()
  const sessionId = await createTemporary(parley, 'demo/slow')
  const watched = watchSession(parley, sessionId)
  await parley.invoke('runs.send', { sessionId, text: 'slowly' })
  await parley.invoke('runs.send', { sessionId, text: 'waits', whenBusy: 'queue' })
  await watched.first('text-delta')
  const { session } = await parley.invoke('sessions.keep', { sessionId })
  expect(session.isTemporary).toBeUndefined()
  const stopped = await parley.invoke('runs.stop', { sessionId, holdQueue: true })
  expect(stopped.receipt).not.toBeNull()
  const [question, answer, ...others] = await texts(parley, sessionId)
  expect([question, others]).toEqual(['slowly', []])
  expect(answer).not.toBe('')
  await app.close()

  const next = await open(dataFolder)
  expect(await texts(next.parley, sessionId)).toEqual([question, answer])
  const { queue } = await watchSession(next.parley, sessionId).first('session-sync')
  expect(queue.messages.map(({ text }) => text)).toEqual(['waits'])
})

test('deleting a temporary chat erases it, even during an answer, and leaves nothing in the trash', async () => {
  const { parley } = await open()
  const sessionId = await createTemporary(parley, 'demo/silent')
  await parley.invoke('runs.send', { sessionId, text: 'hush' })
  await parley.invoke('sessions.delete', { sessionId })
  expect(await reasonOf(parley.invoke('sessions.get', { sessionId }))).toBe('chat')
  expect(await reasonOf(parley.invoke('sessions.keep', { sessionId }))).toBe('chat')
  expect((await parley.invoke('sessions.list', { deleted: true })).sessions).toEqual([])
  expect((await parley.invoke('runs.list', {})).runs).toEqual([])
})

test('a temporary chat that is being deleted can no longer be kept, so nothing of it reaches the trash', async () => {
  const { store, leases, view, newChat } = createRunHarness(new ScriptedSource().run)
  const sessionId = newChat()
  const kept: SessionId[] = []
  const handlers = sessionHandlers({
    store,
    temporary: {
      create: () => store.getSession(sessionId),
      async keep(id: SessionId, assertMayKeep: () => void) {
        assertMayKeep()
        kept.push(id)
      },
    },
    view,
    leases,
    isShownElsewhere: () => false,
  } as unknown as Parameters<typeof sessionHandlers>[0])
  const answering = leases.acquire(sessionId, { kind: 'detached', stop: () => {} })
  const { signal } = new AbortController()
  const context = { signal, connection: { closed: signal }, afterAnswer: () => {} }
  expect(await handlers['sessions.keep']({ sessionId }, context)).toMatchObject({
    session: { id: sessionId },
  })
  const deleting = handlers['sessions.delete']({ sessionId }, context)
  await expect(handlers['sessions.keep']({ sessionId }, context)).rejects.toMatchObject({
    code: 'RUN_ACTIVE',
  })
  answering.release()
  expect([await deleting, kept]).toEqual([{ deleted: true }, [sessionId]])
})

test('leaving a temporary chat that another window shows does not delete it; the last window that leaves does', async () => {
  const { app, parley } = await open()
  const other = await connectOverSocket(app)
  const sessionId = await createTemporary(parley)
  const watched = watchSession(parley, sessionId)
  await watched.first('session-sync')
  const elsewhere = watchSession(other, sessionId)
  await elsewhere.first('session-sync')
  const leave = (by: ParleyApi) => by.invoke('sessions.delete', { sessionId, unlessShownElsewhere: true })
  expect(await leave(parley)).toEqual({ deleted: false })
  await ask(other, sessionId, 'still here')
  watched.close()
  expect(await leave(other)).toEqual({ deleted: true })
  expect(await reasonOf(other.invoke('sessions.get', { sessionId }))).toBe('chat')
})

test('files, agents, copies and lists are refused with their reason', async () => {
  const { parley } = await open()
  const sessionId = await createTemporary(parley)
  await ask(parley, sessionId, 'something')
  const { messages } = await parley.invoke('sessions.get', { sessionId })
  const [messageId = ''] = messages.map(({ id }) => id)
  const bytes = new TextEncoder().encode('notes')
  const { uploadId } = await parley.invoke('attachments.begin', {
    name: 'notes.txt',
    mediaType: 'text/plain',
    sizeBytes: bytes.length,
  })
  await parley.invoke('attachments.append', {
    uploadId,
    offset: 0,
    data: Buffer.from(bytes).toString('base64'),
  })
  const { attachment } = await parley.invoke('attachments.finish', { uploadId })
  const attachments = [attachment.attachmentId]
  const refused = [
    parley.invoke('runs.send', { sessionId, text: 'read this', attachments }),
    parley.invoke('runs.send', { sessionId, text: 'read this', attachments, whenBusy: 'queue' }),
    parley.invoke('runs.regenerate', { sessionId, messageId, text: 'read this', attachments }),
    parley.invoke('sessions.duplicate', { sessionId }),
    parley.invoke('sessions.fork', { sessionId, messageId }),
    parley.invoke('sessions.update', { sessionId, pinned: true }),
  ]
  expect(await Promise.all(refused.map(reasonOf))).toEqual([
    'temporary-files',
    'temporary-files',
    'temporary-files',
    'temporary-not-copied',
    'temporary-not-copied',
    'temporary-not-listed',
  ])
})
