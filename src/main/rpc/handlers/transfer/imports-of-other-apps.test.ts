import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { ImportSummary } from '../../../../renderer/state/transfer/imports'
import { samplePng } from '../../../store/attachments/testing/sample-files'
import {
  cherryBackup,
  conversationsOfApps,
  janThread,
  openWebuiConversation,
} from '../../../store/transfer/import/testing/files-of-apps'
import { importFile } from '../../testing/import-file'
import { open } from './testing/bad-files'

const png = samplePng(3, 2)
const nodes = [{ id: 'q' }, { id: 'a' }]

function zipOf(entries: Record<string, unknown>): Buffer {
  const files = Object.entries(entries).map(([name, content]) => [
    name,
    Buffer.isBuffer(content)
      ? content
      : strToU8(typeof content === 'string' ? content : JSON.stringify(content)),
  ])
  return Buffer.from(zipSync(Object.fromEntries(files)))
}

async function firstChat(parley: ParleyApi, summary: ImportSummary | null) {
  return parley.invoke('sessions.get', { sessionId: summary?.sessionIds[0] ?? '' })
}

async function attachedBytes(parley: ParleyApi, summary: ImportSummary | null): Promise<Buffer | null> {
  const { messages } = await firstChat(parley, summary)
  const file = messages.flatMap(({ parts }) => parts).find((part) => part.type === 'attachment')
  if (file?.type !== 'attachment') return null
  const { data } = await parley.invoke('attachments.read', { attachmentId: file.attachmentId, offset: 0 })
  return Buffer.from(data, 'base64')
}

test('imports a file of each app once, however often it is imported', async () => {
  const parley = await open()
  for (const [source, conversation] of Object.entries(conversationsOfApps)) {
    const file = JSON.stringify(conversation('c', nodes))
    const first = await importFile(parley, file)
    expect(first.summary).toMatchObject({ source, importedCount: 1, messageCount: 2, skipped: [] })
    const again = await importFile(parley, file)
    expect(again.summary).toMatchObject({ source, importedCount: 0, knownCount: 1, extendedCount: 0 })
    const grown = await importFile(parley, JSON.stringify(conversation('c', [...nodes, { id: 'b' }])))
    expect([source, grown.summary?.extendedCount, grown.summary?.importedCount]).toEqual([source, 1, 0])
  }
})

test('stores a picture that a message contains', async () => {
  const parley = await open()
  const files = [{ type: 'image', url: `data:image/png;base64,${png.toString('base64')}` }]
  const chat = openWebuiConversation('c', [{ id: 'q', content: { files } }])
  const { summary } = await importFile(parley, JSON.stringify([chat]))
  expect(summary?.remarks).toEqual([])
  expect((await attachedBytes(parley, summary))?.equals(png)).toBe(true)
})

test('finds the files of a backup of Cherry Studio, and says that a newer one has a database', async () => {
  const parley = await open()
  const file = { id: 'p1', ext: '.png', origin_name: 'cat.png', type: 'image', size: png.length }
  const backup = cherryBackup('t', [{ id: 'q' }])
  const blocks: object[] = backup.indexedDB.message_blocks
  blocks.push({
    id: 'b2',
    messageId: 'q',
    type: 'image',
    content: '',
    status: 'success',
    file,
  })
  const [topic] = backup.indexedDB.topics
  topic?.messages[0]?.blocks.push('b2')
  const { summary } = await importFile(
    parley,
    zipOf({ 'data.json': backup, 'Data/Files/p1.png': png, 'Data/Files/other.json': {} }),
  )
  expect(summary).toMatchObject({ importedCount: 1, skipped: [] })
  expect((await attachedBytes(parley, summary))?.equals(png)).toBe(true)
  const newer = await importFile(
    parley,
    zipOf({ 'metadata.json': { version: 6 }, 'IndexedDB/file__0.indexeddb.leveldb/000003.log': 'x' }),
  )
  expect(newer.end).toMatchObject({ reason: 'failed', error: { code: 'INVALID_INPUT' } })
  expect(newer.end.error?.message).toContain('database')
})

function janLines(id: string): string[] {
  return janThread(id, nodes)['jan-messages'].map((each) => JSON.stringify(each))
}

test('reads the folder of Jan’s threads, where a broken line costs only one message', async () => {
  const parley = await open()
  const { summary } = await importFile(
    parley,
    zipOf({
      'threads/one/thread.json': janThread('one', [])['jan-thread'],
      'threads/one/messages.jsonl': [...janLines('one'), ''].join('\r\n'),
      'threads/two/thread.json': '{broken',
      'threads/two/messages.jsonl': ['{"id":', ...janLines('two')].join('\n'),
      'threads/three/thread.json': janThread('three', [])['jan-thread'],
      'assistants/jan/assistant.json': { id: 'jan' },
    }),
  )
  expect(summary).toMatchObject({ source: 'jan', importedCount: 2, messageCount: 4 })
  expect(summary?.remarks.map(({ code, count }) => [code, count])).toEqual([['badMessages', 1]])
})
