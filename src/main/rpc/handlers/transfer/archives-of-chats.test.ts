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

/** Gives chats and comparisons, also those in the trash, the titles of the archive's own files and folders. */
function fillWithReservedTitles(folder: string): number {
  const database = openSessionDatabase(folder, { clock: createManualClock(), onSlowStatement: () => {} })
  const titles = [
    'parley',
    'parley',
    'parley-files',
    'parley-prompts',
    'parley-line-ups',
    'parley-drafts',
    'parley-votes',
    'sets',
    'files',
    'bin',
  ]
  try {
    addFile(database, folder, picture, png)
    for (const [index, title] of titles.entries()) {
      for (const deletedAt of [null, Date.now()]) {
        const suffix = `${index}-${deletedAt === null ? 'kept' : 'binned'}`
        const chat = `chat-${suffix}`
        addSession(database, chat, { title, deleted_at: deletedAt, created_at: index })
        addMessage(database, [chat, `${chat}-ask`, null], { parts: JSON.stringify([picture]) })
        const comparison = `compare-${suffix}`
        insert(database, 'comparisons', {
          id: comparison,
          title,
          title_source: 'user',
          pinned: 0,
          archived: 0,
          created_at: index,
          updated_at: 4,
          deleted_at: deletedAt,
        })
        for (const position of [0, 1]) {
          const session = `pane-session-${suffix}-${position}`
          addSession(database, session, { kind: 'pane', deleted_at: deletedAt })
          addMessage(database, [session, `${session}-ask`, null])
          insert(database, 'panes', {
            id: `${session}-pane`,
            comparison_id: comparison,
            session_id: session,
            position,
          })
        }
      }
    }
  } finally {
    database.close()
  }
  return titles.length * 2
}

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

test('reports a comparison with a missing or broken pane and imports nothing of it', async () => {
  const from = temporaryFolder()
  fill(from)
  const entries = unzipSync(await exportedFrom(from))
  const [name = ''] = Object.keys(entries).filter((path) => path.startsWith('comparisons/'))
  const comparison = JSON.parse(strFromU8(entries[name] ?? new Uint8Array())) as unknown[]
  const parley = connectTo(await startTestApp())
  // A pane nested too deeply to be read counts as broken too.
  const deep: unknown = JSON.parse(`${'['.repeat(1_100)}${']'.repeat(1_100)}`)
  const broken = [
    [comparison[0], deep, comparison[2], comparison[3]],
    comparison.slice(0, 2),
    [comparison[0], comparison[1], null, { ...(comparison[2] as object), model: null }],
    comparison.slice(0, 1),
    [comparison[0], comparison[0], ...comparison.slice(1, 2)],
  ]
  for (const list of broken) {
    const archive = zipSync({
      'parley.json': entries['parley.json'] ?? new Uint8Array(),
      [name]: strToU8(JSON.stringify(list)),
    })
    const { summary, end } = await importFile(parley, Buffer.from(archive))
    expect(end.reason).toBe('completed')
    expect(summary?.skipped.map(({ code }) => code)).toContain('comparisonPanes')
  }
  expect((await parley.invoke('compare.list', {})).comparisons).toEqual([])
  expect((await parley.invoke('sessions.list', {})).sessions).toEqual([])
})

test('keeps chats, comparisons and files whose titles are names used by the archive, in any folder', async () => {
  const from = temporaryFolder()
  const count = fillWithReservedTitles(from)
  const entries = Object.entries(unzipSync(await exportedFrom(from)))
  for (const folder of ['', 'My archive/', 'parley.json/']) {
    const archive = zipSync(Object.fromEntries(entries.map(([name, bytes]) => [folder + name, bytes])), {
      level: 0,
    })
    const parley = connectTo(await startTestApp())
    const { summary } = await importFile(parley, Buffer.from(archive))
    expect([folder, summary]).toMatchObject([
      folder,
      { importedCount: count, comparisonCount: count, knownCount: 0, skipped: [], remarks: [] },
    ])
  }
})

test('imports all chats with the same content and times, and recognises all of them the next time', async () => {
  const from = temporaryFolder()
  const database = openSessionDatabase(from, { clock: createManualClock(), onSlowStatement: () => {} })
  const same = { title: 'Twin', title_source: 'user' }
  for (const id of ['twin-1', 'twin-2', 'twin-3']) {
    addSession(database, id, { ...same, deleted_at: id === 'twin-3' ? Date.now() : null })
    addMessage(database, [id, `${id}-ask`, null], { parts: '[{"type":"text","text":"same"}]' })
  }
  for (const comparison of ['same-1', 'same-2']) {
    insert(database, 'comparisons', {
      id: comparison,
      ...same,
      pinned: 0,
      archived: 0,
      created_at: 3,
      updated_at: 4,
    })
    for (const position of [0, 1]) {
      const session = `${comparison}-${position}`
      addSession(database, session, { ...same, kind: 'pane' })
      insert(database, 'panes', {
        id: `${session}-pane`,
        comparison_id: comparison,
        session_id: session,
        position,
      })
    }
  }
  database.close()
  const archive = await exportedFrom(from)
  const parley = connectTo(await startTestApp())
  expect((await importFile(parley, archive)).summary).toMatchObject({
    importedCount: 3,
    comparisonCount: 2,
    knownCount: 0,
    remarks: [],
  })
  expect((await importFile(parley, archive)).summary).toMatchObject({
    importedCount: 0,
    comparisonCount: 0,
    knownCount: 5,
  })
})

test('reports how many chats and comparisons are missing from an incomplete archive', async () => {
  const from = temporaryFolder()
  fill(from)
  const entries = unzipSync(await exportedFrom(from))
  const [comparison = ''] = Object.keys(entries).filter((name) => name.startsWith('comparisons/'))
  delete entries[comparison]
  delete entries['Title of chat-0000.json']
  delete entries['Title of archived-0.json']
  const { summary } = await importFile(connectTo(await startTestApp()), Buffer.from(zipSync(entries)))
  expect(summary?.remarks.map(({ code, count }) => `${count} ${code}`)).toEqual(
    expect.arrayContaining(['2 absentChats', '1 absentComparisons']),
  )
})

test('a damaged list of files costs the files, but not the chats', async () => {
  const from = temporaryFolder()
  fill(from)
  const entries = unzipSync(await exportedFrom(from))
  const archive = Buffer.from(zipSync(entries, { level: 0 }))
  archive.write('#', archive.indexOf('"parley-files"'))
  const { summary } = await importFile(connectTo(await startTestApp()), archive)
  expect(summary).toMatchObject({ importedCount: 4, comparisonCount: 2 })
  expect(summary?.remarks.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['missingFiles', 'zipDamaged']),
  )
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
