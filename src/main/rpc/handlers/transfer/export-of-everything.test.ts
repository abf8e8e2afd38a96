import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'

import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { openReadOnly, withReadOnly } from '../../../store/database/database'
import { openSessionDatabase, sessionDatabaseFile } from '../../../store/opening/open-session-database'
import { storedRows } from '../../../store/testing/stored-rows'
import { createManualClock } from '../../../base/testing/manual-clock'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'
import { everythingFrom, exportedFrom, fill, letter, picture, png } from './testing/full-store'
import { addSession, insert } from './testing/store-rows'

function rowsIn(folder: string) {
  const database = openReadOnly(sessionDatabaseFile(folder), {
    clock: createManualClock(),
    onSlowStatement: () => {},
  })
  try {
    return storedRows(database)
  } finally {
    database.close()
  }
}

/** The folders of knowledge that may be read without asking the user. */
function allowedFoldersIn(folder: string): unknown[] {
  return withReadOnly(sessionDatabaseFile(folder), (database) =>
    database.query("SELECT path FROM knowledge_sources WHERE kind = 'folder' AND is_allowed = 1").all(),
  )
}

/** The content of an archive, except for its date. */
function contentOf(archive: Buffer): Record<string, string> {
  const entries = Object.entries(unzipSync(archive)).map(([name, bytes]) => [
    name,
    strFromU8(bytes, true).replace(/"exportedAt": \d+/, ''),
  ])
  return Object.fromEntries(entries) as Record<string, string>
}

test('imports an export of everything into an empty Parley as the same rows, table by table', async () => {
  const [from, into] = [temporaryFolder(), temporaryFolder()]
  fill(from)
  const archive = await exportedFrom(from)
  const app = await startTestApp({ dataFolder: into })
  const parley = connectTo(app)
  const { summary, end } = await importFile(parley, archive)
  expect(end).toEqual({ reason: 'completed' })
  expect(summary).toMatchObject({
    importedCount: 4,
    comparisonCount: 2,
    promptCount: 1,
    lineUpCount: 1,
    setCount: 1,
    setRunCount: 1,
    ownVoteCount: 4,
    skipped: [],
    remarks: [],
  })
  const { data } = await parley.invoke('attachments.read', {
    attachmentId: picture.attachmentId,
    offset: 0,
  })
  expect(Buffer.from(data, 'base64').equals(png)).toBe(true)
  expect((await parley.invoke('attachments.text', { attachmentId: letter.attachmentId })).text).toContain(
    'one page',
  )
  const again = await importFile(parley, archive)
  expect(again.summary).toMatchObject({
    importedCount: 0,
    knownCount: 8,
    setCount: 0,
    ownVoteCount: 0,
    comparisonCount: 0,
    promptCount: 0,
    lineUpCount: 0,
  })
  await app.close()
  const rows = rowsIn(from)
  expect(Object.entries(rows).filter(([, { length }]) => length === 0)).toEqual([])
  expect(rowsIn(into)).toEqual(rows)
  expect(allowedFoldersIn(into)).toEqual([])
  expect(contentOf(await exportedFrom(into))).toEqual(contentOf(archive))
})

test('leaves out comparisons whose contestants are hidden, and says how many', async () => {
  const from = temporaryFolder()
  fill(from)
  const database = openSessionDatabase(from, { clock: createManualClock(), onSlowStatement: () => {} })
  database.command("UPDATE comparisons SET revealed_at = NULL, title = 'Grumblewort'").run()
  database.command("UPDATE messages SET model = 'hidden/snark' WHERE session_id LIKE 'pane%'").run()
  database.command("DELETE FROM votes WHERE comparison_id = 'compare-00'").run()
  database.close()
  const { archive, hiddenCount } = await everythingFrom(from)
  expect(hiddenCount).toBe(2)
  const content = JSON.stringify(contentOf(archive))
  expect(content).not.toMatch(/Grumblewort|hidden\/snark/)
  const { summary } = await importFile(connectTo(await startTestApp()), archive)
  expect(summary).toMatchObject({ importedCount: 4, comparisonCount: 0, skipped: [], remarks: [] })
})

test('with nothing but hidden comparisons, there is nothing to export, and the error says why', async () => {
  const from = temporaryFolder()
  const database = openSessionDatabase(from, { clock: createManualClock(), onSlowStatement: () => {} })
  insert(database, 'comparisons', {
    id: 'c',
    title: null,
    title_source: 'none',
    pinned: 0,
    archived: 0,
    created_at: 3,
    updated_at: 4,
    is_blind: 1,
  })
  database.close()
  await expect(exportedFrom(from)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    data: { reason: 'only-hidden' },
  })
})

test('does not export agents’ consents and unlimited folders', async () => {
  const [from, into] = [temporaryFolder(), temporaryFolder()]
  const database = openSessionDatabase(from, { clock: createManualClock(), onSlowStatement: () => {} })
  addSession(database, 'chat-0000', { permission: 'unlimited', isolation: 'same' })
  database.close()
  const app = await startTestApp({ dataFolder: into })
  const parley = connectTo(app)
  const { summary } = await importFile(parley, await exportedFrom(from))
  const { session } = await parley.invoke('sessions.get', {
    sessionId: summary?.sessionIds[0] ?? '',
  })
  expect([session.title, session.permission, session.isolation]).toEqual([
    'Title of chat-0000',
    undefined,
    undefined,
  ])
})
