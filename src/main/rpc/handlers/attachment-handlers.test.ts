import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import type { ParleyApi } from '../../../renderer/rpc/parley-api'
import type { AttachmentId, SessionId } from '../../../shared/ids'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import { needsFileModes } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { attachFile } from '../../store/attachments/testing/attach-file'
import { samplePdf, samplePng } from '../../store/attachments/testing/sample-files'
import { connectOverSocket, watchSession } from '../testing/app-client'
import { importFile } from '../testing/import-file'
import { startTestApp } from '../testing/test-app'

const invalid = expect.objectContaining({ code: 'INVALID_INPUT' })
const notFound = expect.objectContaining({ code: 'NOT_FOUND' })
const png = samplePng(20, 10)

/** The stored contents, without other files beside them. */
function storedFiles(dataFolder: string): string[] {
  const folder = join(dataFolder, 'attachments')
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((part) =>
    readdirSync(join(folder, part)).map((name) => join(folder, part, name)),
  )
}

async function read(parley: ParleyApi, attachmentId: AttachmentId): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (let isLast = false, offset = 0; !isLast;) {
    const piece = await parley.invoke('attachments.read', { attachmentId, offset })
    const bytes = Buffer.from(piece.data, 'base64')
    pieces.push(bytes)
    offset += bytes.length
    isLast = piece.isLast
  }
  return Buffer.concat(pieces)
}

async function lastParts(parley: ParleyApi, sessionId: SessionId) {
  const { messages } = await parley.invoke('sessions.get', { sessionId })
  return messages.findLast(({ role }) => role === 'user')?.parts
}

async function open(environment: NodeJS.ProcessEnv = {}) {
  const dataFolder = temporaryFolder()
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const app = await startTestApp({ dataFolder, environment })
  const parley = await connectOverSocket(app)
  await parley.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl: fake.baseUrl })
  await parley.invoke('settings.set', { nameChats: false })
  const chat = async (model = 'fake/brief') => (await parley.invoke('sessions.create', { model })).session.id
  return { dataFolder, fake, app, parley, chat }
}

describe('attachments', () => {
  test('returns a file byte for byte, in pieces, and stores it readable by its owner only', async (context) => {
    const { parley, dataFolder } = await open()
    const text = Buffer.alloc(900_000, 'Zeile\n')
    const attachment = await attachFile(parley, text, 'notes/long.txt')
    expect(attachment).toEqual({
      type: 'attachment',
      attachmentId: attachment.attachmentId,
      name: 'long.txt',
      mediaType: 'text/plain',
      sizeBytes: text.length,
    })
    expect(await read(parley, attachment.attachmentId)).toEqual(text)
    const [file, ...others] = storedFiles(dataFolder)
    expect(others).toEqual([])
    expect(readdirSync(join(dataFolder, 'transfers'))).toEqual([])
    needsFileModes(context)
    expect(statSync(file ?? '').mode & 0o777).toBe(0o600)
  })

  test('stores the same content under two names once', async () => {
    const { parley, dataFolder } = await open()
    const one = await attachFile(parley, png, 'one.png')
    const other = await attachFile(parley, png, 'other.png')
    expect([one.name, other.name]).toEqual(['one.png', 'other.png'])
    expect(one.attachmentId).not.toBe(other.attachmentId)
    expect(storedFiles(dataFolder)).toHaveLength(1)
  })

  test('determines the type of a file by its bytes, not its name', async () => {
    const { parley } = await open()
    expect(await attachFile(parley, '<svg onload="alert(1)"/>', 'photo.png')).toMatchObject({
      mediaType: 'text/plain',
    })
    expect(await attachFile(parley, png, 'notes.txt')).toMatchObject({ mediaType: 'image/png', width: 20 })
    await expect(attachFile(parley, Buffer.from([1, 2, 3, 0]), 'photo.png')).rejects.toEqual(invalid)
  })

  test('refuses a file one byte too large before it is sent, and an empty one at its end', async () => {
    const { parley, dataFolder } = await open()
    const begin = (sizeBytes: number) =>
      parley.invoke('attachments.begin', { name: 'big.txt', mediaType: '', sizeBytes })
    await expect(begin(wireLimits.attachmentBytes + 1)).rejects.toEqual(invalid)
    await expect(attachFile(parley, '')).rejects.toEqual(invalid)
    expect(storedFiles(dataFolder)).toEqual([])
    expect(existsSync(join(dataFolder, 'transfers')) && readdirSync(join(dataFolder, 'transfers'))).toEqual(
      [],
    )
  })

  test('refuses a file that is incomplete, out of order or from another connection', async () => {
    const { parley, app } = await open()
    const { uploadId } = await parley.invoke('attachments.begin', { name: 'a', mediaType: '', sizeBytes: 4 })
    const append = (offset: number, data: string) =>
      parley.invoke('attachments.append', { uploadId, offset, data: Buffer.from(data).toString('base64') })
    await append(0, 'ab')
    await expect(append(3, 'd')).rejects.toEqual(invalid)
    await expect(append(2, 'cde')).rejects.toEqual(invalid)
    await expect(parley.invoke('attachments.finish', { uploadId })).rejects.toEqual(invalid)
    const stranger = await connectOverSocket(app)
    await expect(stranger.invoke('attachments.finish', { uploadId })).rejects.toEqual(notFound)
    await parley.invoke('attachments.discard', { uploadId })
    await expect(parley.invoke('attachments.finish', { uploadId })).rejects.toEqual(notFound)
    await expect(parley.invoke('attachments.finish', { uploadId: 'never' })).rejects.toEqual(notFound)
  })

  test('sends the model the bytes of an image, and the text of text files and PDFs with their names', async () => {
    const { parley, fake, chat } = await open()
    const sessionId = await chat()
    const image = await attachFile(parley, png, 'red.png')
    const code = await attachFile(parley, 'const x = `y`\n', 'x.ts')
    const pdf = await attachFile(parley, samplePdf(['The invoice is due.']), 'invoice.pdf')
    const attachments = [image, code, pdf].map(({ attachmentId }) => attachmentId)
    await parley.invoke('runs.send', { sessionId, text: 'What is this?', attachments })
    const { body } = await fake.waitForRequest('brief')
    const [message] = (body as { messages: { role: string; content: unknown }[] }).messages
    const words =
      'Attached file: x.ts\n```\nconst x = `y`\n```\n\nAttached PDF (extracted text): invoice.pdf\n```\n[Page 1]\nThe invoice is due.\n```\n\nWhat is this?'
    expect(message).toEqual({
      role: 'user',
      content: [
        {
          type: 'image_url',
          image_url: expect.objectContaining({ url: `data:image/png;base64,${png.toString('base64')}` }),
        },
        { type: 'text', text: words },
      ],
    })
    expect(await lastParts(parley, sessionId)).toEqual([
      image,
      code,
      { ...pdf, pageCount: 1 },
      { type: 'text', text: 'What is this?' },
    ])
  })

  test('accepts a message with only an image, and refuses one without text or files as empty', async () => {
    const { parley, fake, chat } = await open()
    const sessionId = await chat()
    const { attachmentId } = await attachFile(parley, png, 'only.png')
    await expect(parley.invoke('runs.send', { sessionId, text: ' ' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { field: 'text' },
    })
    await parley.invoke('runs.send', { sessionId, text: '', attachments: [attachmentId] })
    await fake.waitForRequest('brief')
    const { session } = await parley.invoke('sessions.get', { sessionId })
    expect(session.title).toBe('only.png')
  })

  test('refuses a file that was never attached, and neither stores nor sends anything', async () => {
    const { parley, chat } = await open()
    const sessionId = await chat()
    const attachments = ['nowhere' as AttachmentId]
    await expect(parley.invoke('runs.send', { sessionId, text: 'Hi', attachments })).rejects.toEqual(notFound)
    expect(await lastParts(parley, sessionId)).toBeUndefined()
  })

  test('editing keeps the files unless others are named, and retry returns them', async () => {
    const { parley, chat } = await open()
    const sessionId = await chat()
    const one = await attachFile(parley, png, 'one.png')
    const two = await attachFile(parley, 'two', 'two.txt')
    const watch = watchSession(parley, sessionId)
    const attachments = [one.attachmentId, two.attachmentId]
    await parley.invoke('runs.send', { sessionId, text: 'First', attachments })
    await watch.idleWith(2)
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    const messageId = messages[0]?.id
    if (messageId === undefined) throw new Error('the message was not stored')

    const edited = watchSession(parley, sessionId)
    await parley.invoke('runs.regenerate', { sessionId, messageId, text: 'Second' })
    await edited.first(
      'session-sync',
      ({ running, messages: [first] }) => !running && first?.id !== messageId,
    )
    expect(await lastParts(parley, sessionId)).toEqual([one, two, { type: 'text', text: 'Second' }])

    const fewer = watchSession(parley, sessionId)
    await parley.invoke('runs.regenerate', {
      sessionId,
      messageId,
      text: 'Third',
      attachments: [two.attachmentId],
    })
    await fewer.first(
      'session-sync',
      ({ running, messages: [first] }) => !running && first?.parts.length === 2,
    )
    expect(await parley.invoke('sessions.retry', { sessionId })).toMatchObject({
      lastUserText: 'Third',
      attachments: [two],
    })
  })

  test('a queued message keeps its files, returns them, and sends them with it', async () => {
    const { parley, fake, chat } = await open()
    const sessionId = await chat('fake/silent')
    const file = await attachFile(parley, 'words', 'words.txt')
    await parley.invoke('runs.send', { sessionId, text: 'first' })
    const send = () =>
      parley.invoke('runs.send', {
        sessionId,
        text: 'second',
        attachments: [file.attachmentId],
        whenBusy: 'queue',
      })
    await send()
    const { queue } = await watchSession(parley, sessionId).first('queue')
    expect(queue.messages).toMatchObject([{ text: 'second', attachments: [file] }])
    const queuedId = queue.messages[0]?.id
    if (queuedId === undefined) throw new Error('the message was not queued')
    expect(await parley.invoke('queue.remove', { sessionId, queuedId })).toEqual({
      text: 'second',
      attachments: [file],
    })
    await send()
    await parley.invoke('sessions.update', { sessionId, model: 'fake/brief' })
    await parley.invoke('runs.stop', { sessionId })
    await fake.waitForRequest('brief')
    expect(await lastParts(parley, sessionId)).toEqual([file, { type: 'text', text: 'second' }])
  })

  test('gives every pane of a comparison the same file', async () => {
    const { parley, fake } = await open()
    const { comparison } = await parley.invoke('compare.create', { models: ['fake/brief', 'fake/brief'] })
    const { attachmentId } = await attachFile(parley, png, 'red.png')
    await Promise.all(
      comparison.panes.map(
        ({ paneId }) =>
          new Promise((onEnd) => {
            const observer = { onEvents: () => {}, onEnd }
            parley.open('pane.run', { paneId, text: 'Look', attachments: [attachmentId] }, observer)
          }),
      ),
    )
    expect(fake.requests.map(({ body }) => JSON.stringify(body).includes(png.toString('base64')))).toEqual([
      true,
      true,
    ])
  })

  test('reports a file deleted outside Parley in its place, and the chat continues', async () => {
    const { parley, fake, chat, dataFolder } = await open()
    const sessionId = await chat()
    const { attachmentId } = await attachFile(parley, png, 'gone.png')
    rmSync(join(dataFolder, 'attachments'), { recursive: true })
    await expect(parley.invoke('attachments.read', { attachmentId, offset: 0 })).rejects.toEqual(notFound)
    await parley.invoke('runs.send', { sessionId, text: 'Look', attachments: [attachmentId] })
    const { body } = await fake.waitForRequest('brief')
    expect(JSON.stringify(body)).toContain(
      '[Attached file: gone.png (image/png). It is no longer available.]',
    )
  })

  test('a preview includes the text of a text file and a PDF, and none for an image', async () => {
    const { parley } = await open()
    const text = await attachFile(parley, 'ä\n', 'a.txt')
    const pdf = await attachFile(parley, samplePdf(['Hello']), 'b.pdf')
    const image = await attachFile(parley, png, 'c.png')
    const preview = ({ attachmentId }: { attachmentId: AttachmentId }) =>
      parley.invoke('attachments.text', { attachmentId })
    expect(await preview(text)).toEqual({ text: 'ä\n', isCut: false })
    expect(await preview(pdf)).toEqual({ text: '[Page 1]\nHello', isCut: false })
    await expect(preview(image)).rejects.toEqual(invalid)
  })

  test('a full disk refuses a file with the reason and leaves no partial file; later the upload succeeds', async () => {
    const { parley, dataFolder } = await open({ PARLEY_TEST: '1' })
    await parley.invoke('test.storeFault', { kind: 'full' })
    await expect(attachFile(parley, png, 'red.png')).rejects.toMatchObject({
      code: 'DEGRADED',
      data: { cause: { code: 'STORE_FULL' } },
    })
    expect(readdirSync(join(dataFolder, 'transfers'))).toEqual([])
    await parley.invoke('test.storeFault', { kind: null })
    const { attachmentId } = await attachFile(parley, png, 'red.png')
    expect(await read(parley, attachmentId)).toEqual(png)
    expect(storedFiles(dataFolder)).toHaveLength(1)
  })

  test('an exported chat names its files, shows its images in HTML, and imports without the files', async () => {
    const { parley, chat } = await open()
    const sessionId = await chat('demo/brief')
    const image = await attachFile(parley, png, 'red.png')
    const watch = watchSession(parley, sessionId)
    await parley.invoke('runs.send', { sessionId, text: 'Look', attachments: [image.attachmentId] })
    await watch.idleWith(2)
    const exported = async (format: 'json' | 'markdown' | 'html') =>
      (await parley.invoke('sessions.export', { sessionId, format })).content
    expect(await exported('markdown')).toContain('Attachment: red.png')
    expect(await exported('html')).toContain(`src="data:image/png;base64,${png.toString('base64')}"`)

    const elsewhere = await open()
    const { summary } = await importFile(elsewhere.parley, await exported('json'))
    const copyId = summary?.sessionIds[0]
    if (copyId === undefined) throw new Error('the chat was not imported')
    expect(await lastParts(elsewhere.parley, copyId)).toEqual([image, { type: 'text', text: 'Look' }])
    await expect(
      elsewhere.parley.invoke('attachments.read', { attachmentId: image.attachmentId, offset: 0 }),
    ).rejects.toEqual(notFound)
  })
})

test('keeps the files of stored messages across a restart', async () => {
  const dataFolder = temporaryFolder()
  const first = await startTestApp({ dataFolder })
  const before = await connectOverSocket(first)
  const { attachmentId } = await attachFile(before, png, 'red.png')
  await first.close()
  const after = await connectOverSocket(await startTestApp({ dataFolder }))
  expect(await after.invoke('attachments.read', { attachmentId, offset: 0 })).toEqual({
    mediaType: 'image/png',
    data: readFileSync(storedFiles(dataFolder)[0] ?? '').toString('base64'),
    isLast: true,
  })
})
