import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { attachmentsFolderName } from '../../../store/attachments/attachment-files'
import { exportFile } from '../../../store/transfer/export/export-jobs'
import { openSessionDatabase, sessionDatabaseFile } from '../../../store/opening/open-session-database'
import { asSession } from '../../../store/testing/test-store'
import { createManualClock } from '../../../base/testing/manual-clock'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'
import { context, exportedFrom, fill, picture, png } from './testing/full-store'
import { addFile, addMessage, addSession, insert } from './testing/store-rows'

test('exports one chat with files as a ZIP, and one without as a plain file', async () => {
  const folder = temporaryFolder()
  fill(folder)
  const file = join(temporaryFolder(), 'one')
  const input = {
    databaseFile: sessionDatabaseFile(folder),
    attachmentsFolder: join(folder, attachmentsFolderName),
    format: 'json' as const,
    unsaved: [],
    file,
  }
  const one = await exportFile({ ...input, sessionIds: [asSession('chat-0000')] }, context)
  expect(one.fileName).toMatch(/\.zip$/)
  const parley = connectTo(await startTestApp())
  const { summary } = await importFile(parley, readFileSync(file))
  expect(summary).toMatchObject({ importedCount: 1, remarks: [] })
  const [sessionId] = summary?.sessionIds ?? []
  const { data } = await parley.invoke('attachments.read', {
    attachmentId: picture.attachmentId,
    offset: 0,
  })
  expect(Buffer.from(data, 'base64').equals(png)).toBe(true)
  // Unsent text is not for the recipient of a chat.
  expect((await parley.invoke('drafts.list', {})).drafts).toEqual({})
  expect(sessionId).toBeDefined()
  const other = await exportFile(
    { ...input, file: `${file}-2`, sessionIds: [asSession('archived-0')] },
    context,
  )
  expect(other.fileName).toBe('Title of archived-0.json')
})

test('a ZIP of chats keeps those whose titles are names used by the ZIP, in any folder, equal ones too', async () => {
  const from = temporaryFolder()
  const database = openSessionDatabase(from, { clock: createManualClock(), onSlowStatement: () => {} })
  addFile(database, from, picture, png)
  const titles = ['parley', 'parley', 'parley-files', 'files', 'rows', 'Twin', 'Twin']
  const ids = titles.map((title, index) => {
    const id = `chat-${index}`
    addSession(database, id, { title, title_source: 'user', created_at: title === 'Twin' ? 0 : index })
    const parts = title === 'Twin' ? '[{"type":"text","text":"same"}]' : JSON.stringify([picture])
    addMessage(database, [id, `${id}-ask`, null], { parts })
    return asSession(id)
  })
  database.close()
  const file = join(temporaryFolder(), 'chats')
  const stored = {
    databaseFile: sessionDatabaseFile(from),
    attachmentsFolder: join(from, attachmentsFolderName),
  }
  await exportFile({ ...stored, format: 'json', unsaved: [], sessionIds: ids, file }, context)
  const entries = Object.entries(unzipSync(readFileSync(file)))
  for (const folder of ['', 'My archive/', 'parley.json/']) {
    const zip = zipSync(Object.fromEntries(entries.map(([name, bytes]) => [folder + name, bytes])), {
      level: 0,
    })
    const parley = connectTo(await startTestApp())
    for (const counts of [
      { importedCount: titles.length, knownCount: 0 },
      { importedCount: 0, knownCount: titles.length },
    ]) {
      const { summary } = await importFile(parley, Buffer.from(zip))
      expect([folder, summary]).toMatchObject([folder, { ...counts, skipped: [], remarks: [] }])
    }
  }
  const missing = zipSync(Object.fromEntries(entries.filter(([name]) => name !== 'Twin.json')))
  const { summary } = await importFile(connectTo(await startTestApp()), Buffer.from(missing))
  expect(summary?.remarks).toMatchObject([{ code: 'absentChats', count: 1 }])
})

test('an archive is read from any folder of a ZIP, and a missing part costs only what belongs to it', async () => {
  const from = temporaryFolder()
  fill(from)
  const entries = Object.entries(unzipSync(await exportedFrom(from)))
  const whole = { importedCount: 4, comparisonCount: 2, setCount: 1, skipped: [], remarks: [] }
  const zipped = (given: typeof entries) => Buffer.from(zipSync(Object.fromEntries(given)))
  const inFolder = entries.map(([name, bytes]): (typeof entries)[number] => [`My archive/${name}`, bytes])
  expect((await importFile(connectTo(await startTestApp()), zipped(inFolder))).summary).toMatchObject(whole)
  const without = async (left: string) => {
    const kept = entries.filter(([name]) => !name.startsWith(left))
    const { summary } = await importFile(connectTo(await startTestApp()), zipped(kept))
    const { importedCount = 0, comparisonCount = 0, skipped = [], remarks = [] } = summary ?? {}
    return [importedCount, comparisonCount, ...[...skipped, ...remarks].map(({ code }) => code)]
  }
  expect(await without('files/')).toEqual([4, 2, 'missingFiles'])
  expect(await without('rows/comparisons.jsonl')).toEqual([4, 0, 'strayRows'])
  expect(await without('rows/sessions.jsonl')).toEqual([0, 2, 'strayRows'])
})

test('an archive that was damaged or written by hand is imported except for its bad rows', async () => {
  const from = temporaryFolder()
  fill(from)
  const entries = unzipSync(await exportedFrom(from))
  const lines = strFromU8(entries['rows/messages.jsonl'] ?? new Uint8Array()).split('\n')
  const deep = `${'['.repeat(1_100)}${']'.repeat(1_100)}`
  const broken = [
    lines[0]?.replace('"role":"user"', '"role":"robot"') ?? '',
    '{"table":"messages","row":{"id":5}}',
    `{"table":"messages","row":${deep}}`,
    '{"table":"__proto__","row":{}}',
    '{"table":"runs","row":{}}',
    '{"table":"messages","row":}',
  ]
  const rows = [...broken, ...lines.slice(1), '{"table":"messages","row":'].join('\n')
  const archive = zipSync({ ...entries, 'rows/messages.jsonl': strToU8(rows) })
  const { summary, end } = await importFile(connectTo(await startTestApp()), Buffer.from(archive))
  expect([end.reason, summary?.importedCount, summary?.comparisonCount]).toEqual(['completed', 4, 2])
  const skipped = summary?.skipped.map(({ code, value = '', count }) => `${count} ${code} ${value}`.trim())
  expect(skipped).toEqual([
    '4 strayRows',
    '2 noConversation',
    '1 damagedEntry role',
    '1 damagedEntry id',
    '1 damagedEntry',
    '1 unreadable',
    '1 cut',
  ])
})

test('importing an archive into a Parley that was used since keeps what is newer on either side, and brings back what was erased', async () => {
  const from = temporaryFolder()
  const app = await startTestApp({ dataFolder: from })
  const parley = connectTo(app)
  const created = async (title: string) => (await parley.invoke('sessions.create', { title })).session.id
  const [one, two, three] = [await created('One'), await created('Two'), await created('Three')]
  const before = await exportedFrom(from)
  await parley.invoke('sessions.update', { sessionId: one, title: 'Renamed' })
  await parley.invoke('sessions.delete', { sessionId: two })
  await parley.invoke('sessions.delete', { sessionId: three })
  await parley.invoke('sessions.erase', { sessionId: three })
  await parley.invoke('sessions.create', { title: 'New' })
  const { summary } = await importFile(parley, before)
  expect(summary).toMatchObject({ importedCount: 1, knownCount: 2, skipped: [], remarks: [] })
  const { sessions } = await parley.invoke('sessions.list', {})
  expect(sessions.map(({ title }) => title).toSorted()).toEqual(['New', 'Renamed', 'Three'])
  expect(sessions.map(({ id }) => id)).toEqual(expect.arrayContaining([one, three]))
})

test('exports and imports a store with prompts and drafts but no chats', async () => {
  const from = temporaryFolder()
  const database = openSessionDatabase(from, { clock: createManualClock(), onSlowStatement: () => {} })
  insert(database, 'prompts', { id: 'p', name: 'Short', folded_name: 'short', text: 'Say', updated_at: 1 })
  insert(database, 'drafts', { place: 'chat:new', text: 'not begun', updated_at: 9 })
  database.close()
  const parley = connectTo(await startTestApp())
  const { summary, end } = await importFile(parley, await exportedFrom(from))
  expect(end).toEqual({ reason: 'completed' })
  expect(summary).toMatchObject({ promptCount: 1, remarks: [], skipped: [] })
  expect((await parley.invoke('drafts.list', {})).drafts).toMatchObject({ 'chat:new': { text: 'not begun' } })
})
