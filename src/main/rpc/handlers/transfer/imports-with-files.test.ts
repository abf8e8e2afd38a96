import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { strToU8, type Zippable, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { AttachmentPart } from '../../../../shared/sessions/messages'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { samplePng } from '../../../store/attachments/testing/sample-files'
import {
  chatgptConversation,
  claudeConversation,
} from '../../../store/transfer/import/testing/files-of-others'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'

const png = samplePng(3, 2)

function asking(pointer: string, id = 'one') {
  const part = { content_type: 'image_asset_pointer', asset_pointer: pointer, size_bytes: png.length }
  return chatgptConversation(id, [
    { id: `q-${id}`, content: { content_type: 'multimodal_text', parts: [part, 'what is this?'] } },
  ])
}

function withPicture(bytes: Buffer, id: string): Zippable {
  return {
    'conversations.json': strToU8(JSON.stringify([asking('file-service://file-x', id)])),
    'file-x-1.png': bytes,
  }
}

async function imported(parley: ParleyApi, entries: Zippable) {
  const { summary } = await importFile(parley, Buffer.from(zipSync(entries)))
  const remarks = summary?.remarks.map(({ code, count }) => `${count} ${code}`) ?? []
  const files: AttachmentPart[] = []
  for (const sessionId of summary?.sessionIds ?? []) {
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    files.push(...messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'attachment')))
  }
  return { summary, remarks, files }
}

async function bytesOf(parley: ParleyApi, { attachmentId }: AttachmentPart): Promise<Buffer> {
  const { data } = await parley.invoke('attachments.read', { attachmentId, offset: 0 })
  return Buffer.from(data, 'base64')
}

const pictures: [pointer: string, name: string][] = [
  ['file-service://file-Abc123', 'file-Abc123-cat.png'],
  ['sediment://file_00000000aa', 'file_00000000aa-sanitized.png'],
  ['sediment://file_00000000aa#file_1#p_0.png', 'user-x/file_00000000aa-1b2c.png'],
  ['file-service://file-Dal1e', 'dalle-generations/file-Dal1e-0123-4567.webp'],
]

test('imports the bytes of a picture, however a chat points to it', async () => {
  const parley = connectTo(await startTestApp())
  for (const [pointer, name] of pictures) {
    const chats = [asking(pointer, `one with ${name}`), asking(pointer, `two with ${name}`)]
    const { remarks, files } = await imported(parley, {
      'conversations.json': strToU8(JSON.stringify(chats)),
      [name]: png,
    })
    expect([pointer, remarks]).toEqual([pointer, []])
    expect(files, pointer).toMatchObject([
      { mediaType: 'image/png', sizeBytes: png.length, width: 3, height: 2 },
      { mediaType: 'image/png' },
    ])
    for (const file of files) expect((await bytesOf(parley, file)).equals(png), pointer).toBe(true)
  }
})

const attachedNames = ['notes.txt', 'a.md', 'main.js', 'style.css', 'page.html', 'data.json']

test('finds an attached file among the export’s own pages and JSON files, whatever its kind', async () => {
  const parley = connectTo(await startTestApp())
  for (const [index, name] of attachedNames.entries()) {
    const id = `file-abc${index}`
    const attachments = [{ id, name, size: 7, mime_type: 'text/plain' }]
    const conversation = chatgptConversation(name, [
      { id: 'q', content: { content_type: 'text', parts: ['read this'] }, metadata: { attachments } },
    ])
    const { remarks, files } = await imported(parley, {
      'conversations.json': strToU8(JSON.stringify([conversation])),
      [`${id}-${name}`]: strToU8(`{"a":${index}}`),
      'chat.html': strToU8('<p>'),
      'user.json': strToU8('{}'),
    })
    expect([name, remarks]).toEqual([name, []])
    expect(files).toMatchObject([{ name, sizeBytes: 7 }])
  }
})

test('reports missing and unsupported files once, and the same export again changes nothing', async () => {
  const parley = connectTo(await startTestApp())
  const entries = {
    'conversations.json': strToU8(
      JSON.stringify([
        asking('file-service://file-gone', 'gone'),
        asking('file-service://file-bad', 'bad'),
        asking('file-service://file-good', 'good'),
      ]),
    ),
    'file-bad-x.png': png.subarray(0, 40),
    'file-good-x.png': png,
  }
  const first = await imported(parley, entries)
  expect(first.summary?.importedCount).toBe(3)
  expect(first.remarks.toSorted()).toEqual(['1 missingFiles', '1 refusedFiles'])
  const again = await imported(parley, entries)
  expect(again.summary).toMatchObject({ importedCount: 0, knownCount: 3, remarks: [] })
})

test('keeps the id of a local file when an imported one brings the same id', async () => {
  const parley = connectTo(await startTestApp())
  const other = samplePng(5, 5)
  const [mine] = (await imported(parley, withPicture(png, 'one'))).files
  const [theirs] = (await imported(parley, withPicture(other, 'two'))).files
  if (mine === undefined || theirs === undefined) throw new Error('expected two imported files')
  expect((await bytesOf(parley, mine)).equals(png)).toBe(true)
  expect((await bytesOf(parley, theirs)).equals(other)).toBe(true)
})

test('reports missing files of a Parley chat only when they are not already stored', async () => {
  const from = connectTo(await startTestApp())
  const { summary } = await imported(from, withPicture(png, 'one'))
  const [sessionId] = summary?.sessionIds ?? []
  if (sessionId === undefined) throw new Error('the chat was not imported')
  const { content } = await from.invoke('sessions.export', { sessionId, format: 'json' })
  expect((await importFile(from, content)).summary).toMatchObject({ importedCount: 1, remarks: [] })
  const elsewhere = connectTo(await startTestApp())
  expect((await importFile(elsewhere, content)).summary?.remarks).toMatchObject([{ code: 'missingFiles' }])
})

test('an import stopped among pictures keeps only conversations with all of theirs', async () => {
  const dataFolder = temporaryFolder()
  const parley = connectTo(await startTestApp({ dataFolder }))
  const ids = Array.from({ length: 60 }, (_, index) => `c${index}`)
  const content = Buffer.from(
    zipSync({
      'conversations.json': strToU8(JSON.stringify(ids.map((id) => asking(`file-service://file-${id}`, id)))),
      ...Object.fromEntries(ids.map((id) => [`file-${id}-x.png`, png])),
    }),
  )
  const { importId } = await parley.invoke('imports.begin', { fileName: 'f', sizeBytes: content.length })
  await parley.invoke('imports.append', { importId, offset: 0, data: content.toString('base64') })
  const end = await new Promise<StreamEnd>((resolve) => {
    const stream = parley.open('import.run', { importId }, { onEvents: () => stream.close(), onEnd: resolve })
  })
  expect(end).toEqual({ reason: 'stopped' })
  const { sessions } = await parley.invoke('sessions.list', { limit: 100 })
  expect(sessions.length).toBeLessThan(60)
  for (const { id } of sessions) {
    const { messages } = await parley.invoke('sessions.get', { sessionId: id })
    expect(messages[0]?.parts[0]).toMatchObject({ type: 'attachment', mediaType: 'image/png' })
  }
  expect(readdirSync(join(dataFolder, 'transfers'))).toEqual([])
})

test("imports projects and memories from Claude's export as chats", async () => {
  const parley = connectTo(await startTestApp())
  const project = {
    uuid: 'p',
    name: 'Garden',
    prompt_template: 'Answer as a gardener.',
    docs: [{ filename: 'plan.md', content: 'Beans' }],
    created_at: '2025-01-01T00:00:00Z',
  }
  const memories = [{ conversations_memory: 'Likes tea.', project_memories: { p: 'Grows beans.' } }]
  const { summary } = await imported(parley, {
    'conversations.json': strToU8(JSON.stringify([claudeConversation('c', [{ id: 'm' }])])),
    'projects.json': strToU8(JSON.stringify([project])),
    'memories.json': strToU8(JSON.stringify(memories)),
    'users.json': strToU8('[{}]'),
  })
  expect(summary).toMatchObject({ importedCount: 3, skipped: [], remarks: [] })
  const chats = new Map<string, unknown>()
  for (const sessionId of summary?.sessionIds ?? []) {
    const { session, messages } = await parley.invoke('sessions.get', { sessionId })
    chats.set(session.title, [session.systemPrompt, ...messages.flatMap(({ parts }) => parts)])
  }
  expect(chats.get('Project: Garden')).toEqual([
    'Answer as a gardener.',
    { type: 'text', text: 'plan.md\n\n```\nBeans\n```' },
  ])
  expect(chats.get('Claude’s memory')).toEqual([
    null,
    { type: 'text', text: 'Likes tea.' },
    { type: 'text', text: 'Grows beans.' },
  ])
})

test('a file that ChatGPT named by its id gets the name that the export lists for it', async () => {
  const parley = connectTo(await startTestApp())
  const { files, remarks } = await imported(parley, {
    'conversations-000.json': strToU8(JSON.stringify([asking('sediment://file_00000000aa')])),
    'file_00000000aa.dat': png,
    'conversation_asset_file_names.json': strToU8('{"file_00000000aa.dat":"cat.png","__proto__":"x","a":5}'),
    'export_manifest.json': strToU8('{"logical_files":{}}'),
  })
  expect(files.map(({ name, mediaType }) => [name, mediaType])).toEqual([['cat.png', 'image/png']])
  expect(remarks).toEqual([])
})
