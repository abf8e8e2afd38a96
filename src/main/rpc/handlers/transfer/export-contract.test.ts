import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { ExportId } from '../../../../shared/ids'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { ExportEvent, ImportEvent } from '../../../../shared/store/store'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { connectTo, startTestApp } from '../../testing/test-app'

/** The events and the end of an `export.run`. */
function runExport(
  client: ParleyApi,
  input: { format: 'json' | 'markdown' | 'html'; sessionIds?: string[] } | { what: 'everything' },
) {
  const events: ExportEvent[] = []
  const { promise: ended, resolve } = Promise.withResolvers<StreamEnd>()
  const stream = client.open('export.run', input, {
    onEvents: (batch) => events.push(...batch),
    onEnd: resolve,
  })
  return { events, ended, close: () => stream.close() }
}

async function finishedExport(client: ParleyApi, input: Parameters<typeof runExport>[1]) {
  const { events, ended } = runExport(client, input)
  expect(await ended).toEqual({ reason: 'completed' })
  const ready = events.at(-1)
  if (ready?.type !== 'ready') throw new Error('the completed export is not ready')
  return ready
}

async function readAll(client: ParleyApi, exportId: ExportId): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (let offset = 0; ;) {
    const { data, isLast } = await client.invoke('exports.read', { exportId, offset })
    const piece = Buffer.from(data, 'base64')
    pieces.push(piece)
    if (isLast) return Buffer.concat(pieces)
    offset += piece.length
  }
}

/** Uploads a file and waits until it was imported. */
async function takeIn(client: ParleyApi, file: Buffer): Promise<ImportEvent | undefined> {
  const { importId } = await client.invoke('imports.begin', { fileName: 'a', sizeBytes: file.length })
  await client.invoke('imports.append', { importId, offset: 0, data: file.toString('base64') })
  const events: ImportEvent[] = []
  const { promise: ended, resolve } = Promise.withResolvers<StreamEnd>()
  client.open('import.run', { importId }, { onEvents: (batch) => events.push(...batch), onEnd: resolve })
  expect(await ended).toEqual({ reason: 'completed' })
  return events.at(-1)
}

function settingsIn(zip: Buffer): string {
  return strFromU8(unzipSync(zip)['parley-settings.json'] ?? new Uint8Array())
}

/** The texts of all chats in a ZIP, by file name. */
function chatsIn(zip: Buffer): Record<string, string> {
  const files = Object.entries(unzipSync(zip)).filter(([name]) => name !== 'parley.json')
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]))
}

const filesIn = (dataFolder: string) => readdirSync(join(dataFolder, 'transfers'))

test('exports a chat as a file in each format over the wire', async () => {
  const client = connectTo(await startTestApp())
  const { session } = await client.invoke('sessions.create', { title: 'A: chat?' })
  const fileNames: string[] = []
  for (const format of ['json', 'markdown', 'html'] as const) {
    const { fileName, content } = await client.invoke('sessions.export', { sessionId: session.id, format })
    fileNames.push(fileName)
    expect(content).toContain('A: chat?')
  }
  expect(fileNames).toEqual(['A- chat.json', 'A- chat.md', 'A- chat.html'])
  await expect(client.invoke('sessions.export', { sessionId: 'none', format: 'json' })).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  )
})

test('transfers a ZIP in several pieces, and deletes it after the last', async () => {
  const dataFolder = temporaryFolder()
  const client = connectTo(await startTestApp({ dataFolder }))
  // Random content does not compress.
  const noise = Array.from({ length: 60_000 }, () => Math.random().toString(36)).join('')
  for (let count = 0; count < 4; count += 1) {
    await client.invoke('sessions.create', { systemPrompt: noise.slice(count * 150_000).slice(0, 190_000) })
  }
  const first = (await client.invoke('sessions.list', {})).sessions[0]
  for (let copies = 0; copies < 8; copies += 1) {
    await client.invoke('sessions.duplicate', { sessionId: first?.id ?? '' })
  }
  const { exportId, sizeBytes, fileName } = await finishedExport(client, { format: 'json' })
  expect(fileName).toMatch(/\.zip$/)
  expect(sizeBytes).toBeGreaterThan(1_000_000)
  expect(filesIn(dataFolder)).toHaveLength(1)
  const bytes = await readAll(client, exportId)
  expect(bytes.length).toBe(sizeBytes)
  expect(Object.keys(unzipSync(bytes))).toHaveLength(13)
  expect(filesIn(dataFolder)).toEqual([])
  await expect(client.invoke('exports.read', { exportId, offset: 0 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('exports a single chat without a ZIP', async () => {
  const client = connectTo(await startTestApp())
  const { session } = await client.invoke('sessions.create', { title: 'Alone' })
  const { exportId, fileName } = await finishedExport(client, { format: 'html', sessionIds: [session.id] })
  expect(fileName).toBe('Alone.html')
  expect(strFromU8(await readAll(client, exportId))).toMatch(/^<!doctype html>/)
})

test('deletes an unread export when it is discarded or its client disconnects', async () => {
  const dataFolder = temporaryFolder()
  const app = await startTestApp({ dataFolder })
  const client = connectTo(app)
  const other = connectTo(app)
  await client.invoke('sessions.create', {})
  const first = await finishedExport(client, { format: 'json' })
  const second = await finishedExport(client, { format: 'json' })

  await other.invoke('exports.discard', { exportId: first.exportId })
  await expect(other.invoke('exports.read', { exportId: first.exportId, offset: 0 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(filesIn(dataFolder)).toHaveLength(2)
  await client.invoke('exports.discard', { exportId: first.exportId })
  expect(filesIn(dataFolder)).toEqual([`export-${second.exportId}`])
  await expect(
    client.invoke('exports.read', { exportId: second.exportId, offset: second.sizeBytes }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  await app.close()
  const again = await startTestApp({ dataFolder })
  expect(again.health().status).toBe('ok')
  expect(filesIn(dataFolder)).toEqual([])
})

test('deletes an export that a killed process left behind at the next start', async () => {
  const dataFolder = temporaryFolder()
  mkdirSync(join(dataFolder, 'transfers'))
  writeFileSync(join(dataFolder, 'transfers', 'export-old'), 'half of it')
  await startTestApp({ dataFolder })
  expect(existsSync(join(dataFolder, 'transfers', 'export-old'))).toBe(false)
})

test('aborts an export when its stream is closed', async () => {
  const dataFolder = temporaryFolder()
  const client = connectTo(await startTestApp({ dataFolder }))
  const { session } = await client.invoke('sessions.create', { title: 'x' })
  for (let copies = 0; copies < 20; copies += 1) {
    await client.invoke('sessions.duplicate', { sessionId: session.id })
  }
  const { events, ended, close } = runExport(client, { format: 'json' })
  close()
  expect(await ended).toEqual({ reason: 'stopped' })
  expect(events.filter(({ type }) => type === 'ready')).toEqual([])
  // The next export has the thread to itself and finds its folder empty.
  const { exportId } = await finishedExport(client, { format: 'json' })
  expect(filesIn(dataFolder)).toEqual([`export-${exportId}`])
})

test('ends the stream with the reason when nothing or not everything can be exported, and leaves no file', async () => {
  const dataFolder = temporaryFolder()
  const client = connectTo(await startTestApp({ dataFolder }))
  for (const input of [{ format: 'json' as const }, { format: 'json' as const, sessionIds: ['none'] }]) {
    expect(await runExport(client, input).ended).toMatchObject({
      reason: 'failed',
      error: { code: 'NOT_FOUND' },
    })
  }
  expect(filesIn(dataFolder)).toEqual([])
})

test('a ZIP imported by another Parley restores the same files byte for byte, and so does its export', async () => {
  const first = connectTo(await startTestApp())
  const { session } = await first.invoke('sessions.import', {
    title: 'A \ud800 \u0000 title',
    model: 'demo/writer',
    pinned: true,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'one \udfff\u0000' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', durationMs: 12.5 },
          {
            type: 'tool-call',
            toolCallId: 'c',
            toolName: 't',
            input: { '2': 1, '1': [null] },
            state: 'failed',
          },
          { type: 'tool-result', toolCallId: 'c', output: 'no', isError: true },
          { type: 'error', code: 'PROVIDER_AUTH', message: 'no key', data: { status: 401 } },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'd', output: { deep: { er: 0.1 } } }] },
      { role: 'user', content: 'two' },
    ],
  })
  const { messages } = await first.invoke('sessions.get', { sessionId: session.id })
  await first.invoke('sessions.undo', { sessionId: session.id })
  await first.invoke('sessions.fork', { sessionId: session.id, messageId: messages[2]?.id ?? '' })
  await first.invoke('sessions.create', {})
  const { exportId } = await finishedExport(first, { format: 'json' })
  const zip = await readAll(first, exportId)
  expect(Object.keys(chatsIn(zip))).toHaveLength(3)

  let handed = zip
  for (let round = 2; round <= 3; round += 1) {
    const other = connectTo(await startTestApp())
    expect(await takeIn(other, handed)).toMatchObject({
      type: 'summary',
      importedCount: 3,
      skipped: [],
      remarks: [],
    })
    handed = await readAll(other, (await finishedExport(other, { format: 'json' })).exportId)
    expect(chatsIn(handed)).toEqual(chatsIn(zip))
    expect(await takeIn(other, handed)).toMatchObject({ importedCount: 0, knownCount: 3 })
  }
})

test('an export of everything has the settings and providers without keys, which an import offers and does not apply', async () => {
  const [from, into] = [connectTo(await startTestApp()), connectTo(await startTestApp())]
  const key = 'sk-planted-1234567890'
  const provider = {
    id: 'own',
    kind: 'openai-compatible',
    name: 'Own',
    baseUrl: 'http://127.0.0.1:9/v1',
  } as const
  await from.invoke('providers.save', { ...provider, apiKey: key })
  const { settings } = await from.invoke('settings.set', {
    theme: 'dark',
    panesPerProvider: 2,
    dayLimitUsd: 5,
  })
  const models = [
    { model: 'own/large', isHidden: true, label: 'Large', note: 'slow', params: { temperature: 0.5 } },
  ]
  await from.invoke('models.updateMany', { changes: models })
  const { exportId } = await finishedExport(from, { what: 'everything' })
  const archive = await readAll(from, exportId)
  expect(
    Object.values(unzipSync(archive))
      .map((bytes) => strFromU8(bytes))
      .join(),
  ).not.toContain(key)

  const before = await into.invoke('settings.get', {})
  const summary = await takeIn(into, archive)
  if (summary?.type !== 'summary') throw new Error('there is no summary')
  const offered = {
    settings: { theme: 'dark', panesPerProvider: 2, dayLimitUsd: 5 },
    providers: [provider],
    models,
  }
  expect(summary).toMatchObject({ importedCount: 0, skipped: [], remarks: [], settings: offered })
  expect(await into.invoke('settings.get', {})).toEqual(before)

  await into.invoke('models.updateMany', { changes: summary.settings?.models ?? [] })
  for (const each of summary.settings?.providers ?? []) await into.invoke('providers.save', each)
  expect(await into.invoke('settings.set', summary.settings?.settings ?? {})).toEqual({ settings })
  const { exportId: again } = await finishedExport(into, { what: 'everything' })
  expect(settingsIn(await readAll(into, again))).toBe(settingsIn(archive))
})
