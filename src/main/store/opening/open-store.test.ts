import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import type { SnapshotId } from '../../../shared/ids'
import { createManualClock } from '../../base/testing/manual-clock'
import { openDatabase } from '../database/database'
import { type OpenStore } from './open-store'
import { knownSnapshots } from '../integrity/snapshot-files'
import { storeFiles } from '../database/store-files'
import { StorePlanFile } from './store-plan'
import { addChat, shownChats, textsOf } from '../testing/stored-chats'
import { needsFileModes, needsLinks } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { open, killed, titles, events, setAside, fill } from '../testing/opened-store'

const noticeText = ({ notices }: OpenStore) =>
  notices
    .list()
    .flatMap(({ paragraphs }) => paragraphs)
    .join('\n')

/** Replaces it everywhere, since free space on a page keeps old content. */
function replaceText(file: string, text: string, other: string): void {
  const bytes = readFileSync(file)
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes.write(other, at)
  writeFileSync(file, bytes)
}

function copySnapshots(from: string, to: string): void {
  const source = storeFiles(from).snapshots
  const target = storeFiles(to).snapshots
  cpSync(source, target, { recursive: true })
}

test('opens a new folder, a closed one, and one whose process was killed, without a notice', async () => {
  const first = await open()
  addChat(first, 'chat', 2)
  expect(titles(first)).toEqual([])
  const afterKill = await open(killed(first))
  expect([titles(afterKill), shownChats(afterKill)]).toEqual([[], { chat: textsOf('chat', 2) }])
  afterKill.close()
  const afterClose = await open(afterKill.folder)
  expect([titles(afterClose), shownChats(afterClose)]).toEqual([[], { chat: textsOf('chat', 2) }])
  expect(setAside(afterClose.folder)).toEqual([])
})

test.each([
  ['is not a database', (file: string) => writeFileSync(file, 'no database '.repeat(1_000))],
  ['is empty', (file: string) => writeFileSync(file, '')],
  ['is missing', (file: string) => rmSync(file)],
  ['is truncated', (file: string) => truncateSync(file, 8_192)],
  ['has an empty first page', (file: string) => fill(file, 0, 4_096)],
  ['claims another version', (file: string) => fill(file, 60, 64, 1)],
  ['claims a newer write format', (file: string) => fill(file, 18, 19, 3)],
  [
    'has one changed letter in its schema',
    (file: string) => replaceText(file, 'snapshot_number INTEGER', 'snapshot_numbex INTEGER'),
  ],
])('a file that %s: opens the snapshot, notifies the user and keeps the file', async (_what, damage) => {
  const first = await open()
  addChat(first, 'chat', 3)
  await first.take()
  first.close()
  const { database } = storeFiles(first.folder)
  damage(database)
  const damaged = existsSync(database) ? readFileSync(database) : null

  const second = await open(first.folder)
  expect(shownChats(second)).toEqual({ chat: textsOf('chat', 3) })
  expect(titles(second)).toHaveLength(1)
  expect(noticeText(second)).toContain('with 6 messages')
  const kept = setAside(first.folder)[0]
  if (damaged === null) expect(kept).toBeUndefined()
  else {
    expect(noticeText(second)).toContain(String(kept))
    expect(readFileSync(join(storeFiles(first.folder).setAside, String(kept)))).toEqual(damaged)
  }
  // The notice appears once.
  second.close()
  const third = await open(first.folder)
  expect([titles(third), shownChats(third)]).toEqual([titles(second), { chat: textsOf('chat', 3) }])
})

test('salvages rows newer than the snapshot, and names what is lost', async () => {
  const first = await open()
  addChat(first, 'old', 3)
  await first.take()
  addChat(first, 'new', 60, { textChars: 1_000 })
  first.close()
  const { database } = storeFiles(first.folder)
  const bytes = readFileSync(database)
  // A page with messages of the new chat, well after those of the old one.
  const page = bytes.indexOf('answer new 30')
  bytes.fill(0, page - (page % 4_096), page - (page % 4_096) + 4_096)
  writeFileSync(database, bytes)
  first.plan.change({ repair: 'found while it ran' })

  const second = await open(first.folder)
  const shown = shownChats(second)
  expect(shown['old']).toEqual(textsOf('old', 3))
  const missing = textsOf('new', 60).filter((said) => !(shown['new'] ?? []).includes(said))
  expect(missing.length).toBeGreaterThan(1)
  expect(missing.length).toBeLessThan(12)
  const count = missing.length
  expect(events(second)).toMatchObject([
    {
      code: 'repaired',
      damage: 'found-in-use',
      lost: { count, chats: [{ title: 'new', count }], moreChatCount: 0, unknownCount: 0 },
      isLostComplete: true,
    },
  ])
  expect(noticeText(second)).toContain(`${count} messages could not be recovered: ${count} in “new”.`)
})

test('restores what only the snapshot has when the log is missing after a kill', async () => {
  const first = await open()
  addChat(first, 'one', 2)
  first.close()
  const second = await open(first.folder)
  addChat(second, 'two', 2)
  await second.take()
  addChat(second, 'three', 2)
  const folder = killed(second)
  copySnapshots(second.folder, folder)
  rmSync(`${storeFiles(folder).database}-wal`)

  const third = await open(folder)
  expect(shownChats(third)).toEqual({ one: textsOf('one', 2), two: textsOf('two', 2) })
  expect(noticeText(third)).toContain('parley.db-wal')
  // The messages of 'three' were only in the log.
  expect(events(third)).toMatchObject([{ code: 'repaired', isLostComplete: false }])
})

test('without a snapshot, opens what is left when the log is missing after a kill, and says since when', async () => {
  const first = await open()
  addChat(first, 'one', 2)
  first.close()
  const second = await open(first.folder)
  addChat(second, 'two', 2)
  const folder = killed(second)
  rmSync(`${storeFiles(folder).database}-wal`)
  const third = await open(folder)
  expect(shownChats(third)).toEqual({ one: textsOf('one', 2) })
  expect(events(third)).toEqual([{ code: 'log-lost', newestMessageAt: expect.any(Number) }])
  expect(setAside(folder)).toEqual([])
})

test('a log damaged in the middle costs at most what was there and is kept; a truncated one is not reported', async () => {
  const first = await open()
  addChat(first, 'one', 40, { textChars: 500 })
  const folder = killed(first)
  const log = `${storeFiles(folder).database}-wal`
  const bytes = readFileSync(log)
  bytes.fill(7, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 100)
  writeFileSync(log, bytes)
  const second = await open(folder)
  expect(events(second)).toMatchObject([
    { code: 'repaired', damage: 'log-broken', base: 'file', isLostComplete: false },
  ])
  expect((shownChats(second)['one'] ?? []).length).toBeGreaterThan(60)
  expect(setAside(folder).filter((name) => name.endsWith('-wal'))).toHaveLength(1)

  const cut = killed(first)
  truncateSync(`${storeFiles(cut).database}-wal`, bytes.length - 2_000)
  expect(titles(await open(cut))).toEqual([])
})

test('damage found in use refuses writes from then on, and is repaired at the next start', async () => {
  const first = await open()
  addChat(first, 'chat', 60, { textChars: 1_000 })
  await first.take()
  first.close()
  const { database: file } = storeFiles(first.folder)
  const page = readFileSync(file).indexOf('answer chat 30')
  fill(file, page - (page % 4_096), page - (page % 4_096) + 4_096)

  const second = await open(first.folder)
  const [session] = second.store.listSessions().sessions
  const refusal = expect.objectContaining({ code: 'STORE_DAMAGED' })
  expect(() => session && second.store.readPath(session.id)).toThrow(refusal)
  expect(() => second.store.createSession()).toThrow(refusal)
  expect(second.store.listSessions().sessions).toHaveLength(1)
  second.close()
  const third = await open(first.folder)
  expect(shownChats(third)).toEqual({ chat: textsOf('chat', 60) })
  expect(events(third)).toMatchObject([{ code: 'repaired', damage: 'found-in-use' }])
})

test('uses the next older snapshot if the newest is bad, and salvages what it can without any', async () => {
  const first = await open()
  addChat(first, 'one', 1)
  await first.take()
  addChat(first, 'two', 1)
  await first.take()
  first.close()
  const { database, snapshots } = storeFiles(first.folder)
  writeFileSync(database, 'gone')
  fill(join(snapshots, 'snapshot-000002.db'), 5_000, 9_000)
  const second = await open(first.folder)
  expect(shownChats(second)).toEqual({ one: textsOf('one', 1) })

  second.close()
  rmSync(snapshots, { recursive: true })
  writeFileSync(database, 'gone')
  const third = await open(first.folder)
  expect(shownChats(third)).toEqual({})
  expect(events(third)[0]).toMatchObject({ code: 'repaired', snapshot: null, newestMessageAt: null })
})

test.each([
  ['before anything was moved', 0],
  ['after the old file was set aside', 1],
  ['after the new file took its place', 2],
])('a swap interrupted %s is completed at the next start, and reported once', async (_when, done) => {
  const first = await open()
  addChat(first, 'old', 1)
  first.close()
  const other = await open()
  addChat(other, 'new', 1)
  other.close()
  const { database, next, setAside: aside, plan } = storeFiles(first.folder)
  const notice = { id: 'n' as never, at: 1, title: 'repaired', paragraphs: [] }
  new StorePlanFile(plan, { clock: createManualClock(), onProblem: () => {} }).change({
    swap: { setAsideAs: 'parley-x.db', isSuperfluous: false, notice },
    repair: 'what the swap is about',
  })
  writeFileSync(next, readFileSync(storeFiles(other.folder).database))
  mkdirSync(aside)
  if (done >= 1) renameSync(database, join(aside, 'parley-x.db'))
  if (done >= 2) renameSync(next, database)

  const second = await open(first.folder)
  expect([shownChats(second), titles(second)]).toEqual([{ new: textsOf('new', 1) }, ['repaired']])
  expect(setAside(first.folder)).toEqual(['parley-x.db'])
  expect(existsSync(next)).toBe(false)
})

test('ignores a journal left by an earlier attempt at building the new file', async () => {
  const first = await open()
  addChat(first, 'one', 1)
  await first.take()
  addChat(first, 'two', 1)
  const { next, snapshots } = storeFiles(first.folder)
  first.plan.change({ restore: knownSnapshots(snapshots)[0]?.id ?? null })
  first.close()
  // As SQLite leaves it when killed before switching to its log: one page to restore.
  const journal = Buffer.alloc(512 + 4 + 4_096 + 4)
  Buffer.from('d9d505f920a163d7ffffffff', 'hex').copy(journal)
  journal.writeUInt32BE(4_096, 24)
  writeFileSync(`${next}-journal`, journal)
  const second = await open(first.folder)
  expect(shownChats(second)).toEqual({ one: textsOf('one', 1) })
  second.close()
  expect(readdirSync(first.folder).filter((name) => name.startsWith('parley.db'))).toEqual(['parley.db'])
})

test('a process killed while creating the file leaves nothing that prevents the next start', async () => {
  const folder = temporaryFolder()
  const { database } = storeFiles(folder)
  const making = openDatabase(database, {
    clock: createManualClock(),
    onSlowStatement: () => {},
    newestVersion: 1,
  })
  onTestFinished(() => making.close())
  // The disk at that moment has the new file, and a journal to undo it.
  making.script('PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1')
  making.script('BEGIN; CREATE TABLE x (y); INSERT INTO x SELECT randomblob(100000)')
  const killedFolder = temporaryFolder()
  for (const name of readdirSync(folder)) cpSync(join(folder, name), join(killedFolder, name))
  expect(readdirSync(killedFolder)).toContain('parley.db-journal')
  expect(statSync(join(killedFolder, 'parley.db')).size).toBeGreaterThan(0)
  const opened = await open(killedFolder)
  expect([titles(opened), shownChats(opened)]).toEqual([[], {}])
})

test('a dangling reference counts as damage: it is found, refuses writes, and is gone after a restart', async () => {
  const first = await open()
  addChat(first, 'chat', 2)
  first.database.script('PRAGMA foreign_keys = OFF')
  first.database.script("UPDATE runs SET session_id = 'nobody' WHERE id = 'run-chat-1'")
  const damaged = expect.objectContaining({ code: 'STORE_DAMAGED', data: { reason: 'damaged' } })
  await expect(first.take()).rejects.toEqual(damaged)
  expect(() => first.store.createSession()).toThrow(damaged)
  first.close()

  const second = await open(first.folder)
  await second.take()
  expect(shownChats(second)).toEqual({ chat: textsOf('chat', 2) })
})

test('opens the chats even if the plan can no longer be changed', async () => {
  const first = await open()
  addChat(first, 'one', 1)
  first.plan.change({ restore: 'snapshot-000009' as SnapshotId })
  first.close()
  // Blocks rewriting the plan, as a full disk would.
  mkdirSync(join(`${storeFiles(first.folder).plan}.new`, 'x'), { recursive: true })
  const second = await open(first.folder)
  expect(shownChats(second)).toEqual({ one: textsOf('one', 1) })
  expect(events(second)).toMatchObject([
    { code: 'not-restored', error: { code: 'NOT_FOUND', data: { reason: 'snapshot' } } },
  ])
})

test('does not leave a log that was already set aside beside the new file', async () => {
  const first = await open()
  addChat(first, 'old', 1)
  const folder = killed(first)
  const other = await open()
  addChat(other, 'new', 1)
  other.close()
  const { database, next, setAside: aside, plan } = storeFiles(folder)
  new StorePlanFile(plan, { clock: createManualClock(), onProblem: () => {} }).change({
    swap: { setAsideAs: 'parley-x.db', isSuperfluous: false, notice: null },
  })
  writeFileSync(next, readFileSync(storeFiles(other.folder).database))
  mkdirSync(aside)
  for (const suffix of ['', '-wal']) {
    writeFileSync(join(aside, `parley-x.db${suffix}`), readFileSync(`${database}${suffix}`))
  }
  expect(shownChats(await open(folder))).toEqual({ new: textsOf('new', 1) })
})

test('keeps a linked file in place: a kill raises no alarm, and a repair keeps the link', async (context) => {
  needsLinks(context)
  const far = temporaryFolder()
  const folder = temporaryFolder()
  const link = join(folder, 'parley.db')
  symlinkSync(join(far, 'chats.db'), link)
  const first = await open(folder)
  addChat(first, 'chat', 2)
  await first.take()
  first.close()
  const second = await open(folder)
  addChat(second, 'more', 1)
  const asKilled = ['chats.db', 'chats.db-wal'].map((name) => [name, readFileSync(join(far, name))] as const)
  second.close()
  for (const [name, bytes] of asKilled) writeFileSync(join(far, name), bytes)
  writeFileSync(storeFiles(folder).openMark, '')
  const third = await open(folder)
  expect([titles(third), Object.keys(shownChats(third)).toSorted()]).toEqual([[], ['chat', 'more']])
  third.close()

  writeFileSync(join(far, 'chats.db'), 'no database')
  expect(shownChats(await open(folder))).toEqual({ chat: textsOf('chat', 2) })
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readdirSync(join(far, 'set-aside'))).toHaveLength(1)
})

test('nobody else can read stored data, even in a folder that others may enter', async (context) => {
  needsFileModes(context)
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const first = await open(folder)
  addChat(first, 'chat', 1)
  await first.take()
  const openToOthers = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0)
      .map(({ name }) => name)
  expect(openToOthers()).toEqual([])
  first.close()
  writeFileSync(storeFiles(folder).database, '')
  rmSync(storeFiles(folder).snapshots, { recursive: true })
  await open(folder)
  expect(openToOthers()).toEqual([])
})
