import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createParleyClient } from '../../../../renderer/rpc/client'
import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { SessionId } from '../../../../shared/ids'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { WindowEvent } from '../../../../shared/rpc/window-events'
import type { ImportEvent } from '../../../../shared/store/store'
import { createMemoryPair } from '../../testing/memory-pair'
import {
  chatgptConversation,
  claudeConversation,
} from '../../../store/transfer/import/testing/files-of-others'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'

async function open(environment: NodeJS.ProcessEnv = {}) {
  const dataFolder = temporaryFolder()
  const app = await startTestApp({ dataFolder, environment })
  return { parley: connectTo(app), app, dataFolder }
}

async function listed(parley: ParleyApi): Promise<{ id: SessionId; title: string }[]> {
  const { sessions } = await parley.invoke('sessions.list', { limit: 500 })
  return sessions.map(({ id, title }) => ({ id, title }))
}

async function shownTexts(parley: ParleyApi, sessionId: SessionId): Promise<string[]> {
  const { messages } = await parley.invoke('sessions.get', { sessionId })
  return messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
}

async function onlySession(parley: ParleyApi): Promise<SessionId> {
  const sessions = await listed(parley)
  const [session] = sessions
  if (session === undefined || sessions.length > 1)
    throw new Error(`expected one session, got ${sessions.length}`)
  return session.id
}

const branched = [
  { id: 'q', text: 'question' },
  { id: 'a1', text: 'first answer' },
  { id: 'a2', parent: 'q', role: 'assistant', text: 'second answer', metadata: { model_slug: 'gpt-4o' } },
  { id: 'q2', parent: 'a2', role: 'user', text: 'more' },
]

test('keeps branches, times, models and the shown path of a ChatGPT conversation', async () => {
  const { parley, dataFolder } = await open()
  const { summary, end } = await importFile(parley, JSON.stringify([chatgptConversation('one', branched)]))
  expect(end).toEqual({ reason: 'completed' })
  expect(summary).toMatchObject({
    source: 'chatgpt',
    importedCount: 1,
    messageCount: 4,
    skipped: [],
    remarks: [],
  })
  const sessionId = await onlySession(parley)
  expect(summary?.sessionIds).toEqual([sessionId])
  const { session, messages, versions } = await parley.invoke('sessions.get', { sessionId })
  expect(session).toMatchObject({
    title: 'Chat one',
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_100_000,
  })
  expect(messages.map(({ role, parts, model, createdAt }) => [role, parts, model, createdAt])).toEqual([
    ['user', [{ type: 'text', text: 'question' }], undefined, 1_700_000_000_500],
    ['assistant', [{ type: 'text', text: 'second answer' }], 'openai/gpt-4o', 1_700_000_002_500],
    ['user', [{ type: 'text', text: 'more' }], undefined, 1_700_000_003_500],
  ])
  expect(Object.values(versions).map((ids) => ids.length)).toEqual([2])
  expect(readdirSync(join(dataFolder, 'transfers'))).toEqual([])
})

test('restores a chat that Parley exported, and recognises it the second time', async () => {
  const { parley } = await open()
  await importFile(parley, JSON.stringify([chatgptConversation('one', branched)]))
  const sessionId = await onlySession(parley)
  const exported = await parley.invoke('sessions.export', { sessionId, format: 'json' })
  expect((await importFile(parley, exported.content)).summary).toMatchObject({
    source: 'parley',
    importedCount: 1,
  })
  expect((await importFile(parley, exported.content)).summary).toMatchObject({
    importedCount: 0,
    knownCount: 1,
  })
  const copyId = (await listed(parley)).find(({ id }) => id !== sessionId)?.id
  if (copyId === undefined) throw new Error('the copy was not imported')
  const again = await parley.invoke('sessions.export', { sessionId: copyId, format: 'json' })
  expect(again.content).toBe(exported.content)
})

test('importing the same file twice, one after the other or at once, duplicates nothing', async () => {
  const { parley, app } = await open()
  const file = JSON.stringify(
    Array.from({ length: 30 }, (_, index) => chatgptConversation(`c${index}`, branched)),
  )
  const both = await Promise.all([importFile(parley, file), importFile(connectTo(app), file)])
  const counts = both.map(({ summary }) => [summary?.importedCount ?? 0, summary?.knownCount ?? 0])
  expect(counts.map(([imported = 0, known = 0]) => imported + known)).toEqual([30, 30])
  expect(counts.reduce((sum, [imported = 0]) => sum + imported, 0)).toBe(30)
  expect((await importFile(parley, file)).summary).toMatchObject({ importedCount: 0, knownCount: 30 })
  expect((await listed(parley)).length).toBe(30)
})

test('a newer file adds new messages below those they follow, and the chat shows them', async () => {
  const { parley } = await open()
  await importFile(parley, JSON.stringify([chatgptConversation('one', branched)]))
  const sessionId = await onlySession(parley)
  const before = await shownTexts(parley, sessionId)
  const more = [...branched, { id: 'a3', parent: 'q2', role: 'assistant', text: 'an answer to that' }]
  const newer = JSON.stringify([chatgptConversation('one', more)])
  expect((await importFile(parley, newer)).summary).toMatchObject({
    importedCount: 0,
    extendedCount: 1,
    messageCount: 1,
    sessionIds: [sessionId],
  })
  expect(await shownTexts(parley, await onlySession(parley))).toEqual([...before, 'an answer to that'])
  expect((await importFile(parley, newer)).summary).toMatchObject({ extendedCount: 0, knownCount: 1 })
})

test('a newer file does not switch the path when the user has continued the chat', async () => {
  const { parley } = await open()
  await importFile(parley, JSON.stringify([chatgptConversation('one', branched)]))
  const sessionId = await onlySession(parley)
  await parley.invoke('sessions.update', { sessionId, model: 'demo/brief' })
  await parley.invoke('runs.send', { sessionId, text: 'my own question' })
  await expect.poll(async () => (await parley.invoke('sessions.status', { sessionId })).running).toBe(false)
  const before = await shownTexts(parley, sessionId)
  const more = [...branched, { id: 'a3', parent: 'q2', role: 'assistant', text: 'an answer to that' }]
  const { summary } = await importFile(parley, JSON.stringify([chatgptConversation('one', more)]))
  expect(summary).toMatchObject({ extendedCount: 1, messageCount: 1 })
  const { messages, versions } = await parley.invoke('sessions.get', { sessionId })
  expect(messages.length).toBe(before.length)
  // The user's message and the imported one are versions of each other.
  expect(Object.values(versions).some((ids) => ids.length === 2)).toBe(true)
})

test('skips and reports a chat that is running, and extends it at the next import', async () => {
  const { parley } = await open()
  await importFile(parley, JSON.stringify([chatgptConversation('one', branched)]))
  const sessionId = await onlySession(parley)
  await parley.invoke('sessions.update', { sessionId, model: 'demo/silent' })
  await parley.invoke('runs.send', { sessionId, text: 'wait' })
  const newer = JSON.stringify([chatgptConversation('one', [...branched, { id: 'a3', parent: 'q2' }])])
  expect((await importFile(parley, newer)).summary).toMatchObject({
    extendedCount: 0,
    skipped: [{ count: 1, examples: ['Chat one'], reason: expect.stringContaining('in use') as string }],
  })
  await parley.invoke('runs.stop', { sessionId })
  expect((await importFile(parley, newer)).summary).toMatchObject({ extendedCount: 1, skipped: [] })
})

test('keeps and reports a message that differs in a newer file', async () => {
  const { parley } = await open()
  await importFile(parley, JSON.stringify([chatgptConversation('one', branched)]))
  const changed = branched.map((node) => (node.id === 'q2' ? { ...node, text: 'changed' } : node))
  const { summary } = await importFile(parley, JSON.stringify([chatgptConversation('one', changed)]))
  expect(summary).toMatchObject({
    extendedCount: 0,
    knownCount: 1,
    remarks: [{ count: 1, examples: ['Chat one'] }],
  })
  expect(await shownTexts(parley, await onlySession(parley))).toContain('more')
})

test('imports a chat again when it is in the trash', async () => {
  const { parley } = await open()
  const file = JSON.stringify([chatgptConversation('one', branched)])
  await importFile(parley, file)
  await parley.invoke('sessions.delete', { sessionId: await onlySession(parley) })
  expect((await importFile(parley, file)).summary).toMatchObject({ importedCount: 1, knownCount: 0 })
})

test('closing the stream completes the current conversation and keeps those already imported', async () => {
  const { parley, dataFolder } = await open()
  const file = JSON.stringify(
    Array.from({ length: 3_000 }, (_, index) => chatgptConversation(`c${index}`, branched)),
  )
  const bytes = Buffer.from(file)
  const { importId } = await parley.invoke('imports.begin', { fileName: 'f', sizeBytes: bytes.length })
  for (let offset = 0; offset < bytes.length; offset += 500_000) {
    const data = bytes.subarray(offset, offset + 500_000).toString('base64')
    await parley.invoke('imports.append', { importId, offset, data })
  }
  const events: ImportEvent[] = []
  const end = await new Promise<StreamEnd>((resolve) => {
    const stream = parley.open(
      'import.run',
      { importId },
      {
        onEvents: (more) => {
          events.push(...more)
          stream.close()
        },
        onEnd: resolve,
      },
    )
  })
  expect(end).toEqual({ reason: 'stopped' })
  const summary = events.find((event) => event.type === 'summary')
  const sessions = await listed(parley)
  expect(summary?.importedCount).toBe(sessions.length)
  expect(sessions.length).toBeLessThan(3_000)
  for (const { id } of sessions) {
    expect(await shownTexts(parley, id)).toEqual(['question', 'second answer', 'more'])
  }
  expect(readdirSync(join(dataFolder, 'transfers'))).toEqual([])
})

test('notifies windows of changed lists at most every three seconds, not per session', async () => {
  const { parley } = await open()
  const events: WindowEvent[] = []
  parley.open('window.attach', {}, { onEvents: (more) => void events.push(...more), onEnd: () => {} })
  const file = JSON.stringify(
    Array.from({ length: 20 }, (_, index) => claudeConversation(`c${index}`, [{ id: 'a' }])),
  )
  const sinceMs = performance.now()
  await importFile(parley, file)
  await parley.invoke('app.info', {})
  const types = events.map(({ type }) => type).filter((type) => type.startsWith('session'))
  expect(new Set(types)).toEqual(new Set(['sessions-changed']))
  expect(types.length).toBeLessThanOrEqual(1 + (performance.now() - sinceMs) / 3_000)
})

test('a full disk ends the import with the reason and leaves nothing partial', async () => {
  const { parley } = await open({ PARLEY_TEST: '1' })
  await parley.invoke('test.storeFault', { kind: 'full' })
  const file = JSON.stringify([chatgptConversation('one', branched)])
  const { end, summary } = await importFile(parley, file)
  expect([end.reason, end.error?.code, summary?.importedCount]).toEqual(['failed', 'DEGRADED', 0])
  await parley.invoke('test.storeFault', { kind: null })
  expect(await listed(parley)).toEqual([])
  expect((await importFile(parley, file)).summary).toMatchObject({ importedCount: 1 })
})

test('refuses pieces that are out of order or exceed the announced size', async () => {
  const { parley } = await open()
  const { importId } = await parley.invoke('imports.begin', { fileName: 'f', sizeBytes: 4 })
  const append = (offset: number, text: string) =>
    parley.invoke('imports.append', { importId, offset, data: Buffer.from(text).toString('base64') })
  await expect(append(1, 'a')).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { field: 'offset' } })
  expect(await append(0, 'ab')).toEqual({ receivedBytes: 2 })
  await expect(append(0, 'ab')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(append(2, 'abc')).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { field: 'data' } })
  const end = await new Promise<StreamEnd>((resolve) => {
    parley.open('import.run', { importId }, { onEvents: () => {}, onEnd: resolve })
  })
  expect(end).toMatchObject({ reason: 'refused', error: { code: 'INVALID_INPUT' } })
  await parley.invoke('imports.discard', { importId })
  await expect(append(2, 'ab')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('deletes an upload when its sender disconnects, protects it from others, and refuses a fifth at once', async () => {
  const { parley, app, dataFolder } = await open()
  const { transport, wire, disconnect } = createMemoryPair()
  app.connect(transport)
  const sender = createParleyClient(wire)
  const begin = () => sender.invoke('imports.begin', { fileName: 'f', sizeBytes: 4 })
  const { importId } = await begin()
  await Promise.all([begin(), begin(), begin()])
  await expect(begin()).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(parley.invoke('imports.append', { importId, offset: 0, data: 'YWI=' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(readdirSync(join(dataFolder, 'transfers')).length).toBe(4)
  disconnect()
  await expect.poll(() => readdirSync(join(dataFolder, 'transfers'))).toEqual([])
})

test('deletes an upload that a closed app left behind at the next start', async () => {
  const dataFolder = temporaryFolder()
  mkdirSync(join(dataFolder, 'transfers'), { recursive: true })
  writeFileSync(join(dataFolder, 'transfers/import-old'), 'left')
  await startTestApp({ dataFolder })
  expect(existsSync(join(dataFolder, 'transfers/import-old'))).toBe(false)
})
