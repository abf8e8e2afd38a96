import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'

import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { withReadOnly } from '../../../store/database/database'
import { openSessionDatabase, sessionDatabaseFile } from '../../../store/opening/open-session-database'
import { RowReader } from '../../../store/exchange/read-rows'
import { toWritten } from '../../../store/exchange/written-rows'
import { SealedRows } from '../../../store/sealed/sealed-rows'
import { asSession } from '../../../store/testing/test-store'
import { createManualClock } from '../../../base/testing/manual-clock'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'
import { exportedFrom, fill, letter, picture, png } from './testing/full-store'
import { addSession } from './testing/store-rows'

/** All rows that travel, in order. */
function rowsIn(folder: string): string[] {
  return withReadOnly(sessionDatabaseFile(folder), (database) =>
    [...new RowReader(database).read()].map((row) => JSON.stringify(toWritten(row))).toSorted(),
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
    knownCount: 6,
    setCount: 0,
    ownVoteCount: 0,
    comparisonCount: 0,
    promptCount: 0,
    lineUpCount: 0,
  })
  await app.close()
  expect(rowsIn(into)).toEqual(rowsIn(from))
  expect(contentOf(await exportedFrom(into))).toEqual(contentOf(archive))
})

test('includes comparisons whose contestants are hidden, which stay hidden where they are imported', async () => {
  const from = temporaryFolder()
  fill(from)
  const database = openSessionDatabase(from, { clock: createManualClock(), onSlowStatement: () => {} })
  const session = 'pane-session-compare-00-0'
  database.command("UPDATE comparisons SET revealed_at = NULL WHERE id = 'compare-00'").run()
  database.command("UPDATE sessions SET model = '' WHERE id = ?").run(session)
  new SealedRows(database).put(asSession(session), 'sessions', session, {
    id: session,
    model: 'hidden/snark',
    workspace: '/secret',
  })
  database.close()
  const archive = await exportedFrom(from)
  expect(JSON.stringify(contentOf(archive))).not.toMatch(/hidden\/snark/)
  const into = temporaryFolder()
  const app = await startTestApp({ dataFolder: into })
  const { summary } = await importFile(connectTo(app), archive)
  expect(summary).toMatchObject({ comparisonCount: 2, skipped: [], remarks: [] })
  await app.close()
  expect(rowsIn(into)).toEqual(rowsIn(from))
  const sealed = withReadOnly(sessionDatabaseFile(into), (found) =>
    found.query('SELECT columns FROM sealed').all(),
  )
  expect(sealed).toEqual([{ columns: JSON.stringify({ id: session, model: 'hidden/snark' }) }])
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
