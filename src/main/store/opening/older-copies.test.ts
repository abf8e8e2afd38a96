import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { temporaryFolder } from '../../base/testing/temporary-folder'
import { storeFiles } from '../database/store-files'
import { events, killed, open, type Opened, setAside, titles } from '../testing/opened-store'
import { addChat, shownChats, textsOf } from '../testing/stored-chats'

const databaseOf = (folder: string) => storeFiles(folder).database
const chatCount = ({ store }: Opened) => store.listSessions().sessions.length

test.each(['closed cleanly', 'killed'])(
  'an older whole log beside a newer database that was %s is set aside, and hides nothing',
  async (ending) => {
    const first = await open()
    for (let index = 0; index < 10; index += 1) addChat(first, `old ${index}`, 1)
    const older = killed(first)
    for (let index = 0; index < 30; index += 1) addChat(first, `new ${index}`, 1)
    first.close()
    copyFileSync(`${databaseOf(older)}-wal`, `${databaseOf(first.folder)}-wal`)
    if (ending === 'killed') writeFileSync(storeFiles(first.folder).openMark, '')

    const second = await open(first.folder)
    expect(chatCount(second)).toBe(40)
    expect(events(second)).toEqual([{ code: 'older-log', keptAs: expect.stringMatching(/-wal$/) }])
    expect(setAside(first.folder)).toHaveLength(1)
    addChat(second, 'later', 1)
    second.close()
    const third = await open(first.folder)
    expect([chatCount(third), events(third)]).toEqual([41, events(second)])
  },
)

test('an older log of the same file, which has the newest changes only in its log, is reported', async () => {
  const first = await open()
  for (let index = 0; index < 10; index += 1) addChat(first, `old ${index}`, 1)
  const older = killed(first)
  for (let index = 0; index < 30; index += 1) addChat(first, `new ${index}`, 1)
  const folder = killed(first)
  copyFileSync(`${databaseOf(older)}-wal`, `${databaseOf(folder)}-wal`)
  const second = await open(folder)
  expect(events(second)).toMatchObject([{ code: 'older-store' }])
  expect(second.notices.list()[0]?.paragraphs[0]).toMatch(
    /^\d\d+ changes that Parley had saved are missing\. The newest remaining/,
  )
})

test('an older database in the place of a newer one is opened and reported once', async () => {
  const first = await open()
  for (let index = 0; index < 10; index += 1) addChat(first, `old ${index}`, 1)
  first.close()
  const backup = join(temporaryFolder(), 'backup.db')
  copyFileSync(databaseOf(first.folder), backup)
  const second = await open(first.folder)
  for (let index = 0; index < 30; index += 1) addChat(second, `new ${index}`, 1)
  second.close()
  copyFileSync(backup, databaseOf(first.folder))

  const third = await open(first.folder)
  expect(chatCount(third)).toBe(10)
  expect(events(third)).toMatchObject([{ code: 'older-store', newestMessageAt: expect.any(Number) }])
  const [notice] = third.notices.list()
  if (notice !== undefined) third.notices.dismiss(notice.id)
  addChat(third, 'later', 1)
  third.close()
  expect(events(await open(first.folder))).toEqual([])
})

test('a data folder that is copied or restored as a whole raises no alarm', async () => {
  const first = await open()
  addChat(first, 'one', 3)
  first.close()
  const backup = temporaryFolder()
  cpSync(first.folder, backup, { recursive: true })
  const second = await open(first.folder)
  addChat(second, 'two', 3)
  expect(titles(await open(killed(second)))).toEqual([])
  second.close()
  rmSync(first.folder, { recursive: true })
  cpSync(backup, first.folder, { recursive: true })
  const third = await open(first.folder)
  expect([titles(third), shownChats(third)]).toEqual([[], { one: textsOf('one', 3) }])
})

test('a counter that is missing, damaged or behind raises no alarm', async () => {
  for (const content of [null, '', 'garbage', 'folder', `${'1'.padStart(15)}\n`]) {
    const first = await open()
    addChat(first, 'one', 3)
    first.close()
    const { commits } = storeFiles(first.folder)
    rmSync(commits)
    if (content === 'folder') mkdirSync(commits)
    else if (content !== null) writeFileSync(commits, content)
    expect(titles(await open(first.folder)), String(content)).toEqual([])
  }
})

/** Chats that are stored without waiting for the disk, as imports do. */
function addRelaxed(opened: Opened, name: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    opened.database.relaxed(() => addChat(opened, `${name} ${index}`, 1))
  }
}

test('an older database beside the log of a newer one is not mixed with it, and what is missing is reported', async () => {
  const first = await open()
  addRelaxed(first, 'old', 10)
  first.close()
  const backup = join(temporaryFolder(), 'backup.db')
  copyFileSync(databaseOf(first.folder), backup)
  const second = await open(first.folder)
  for (let index = 0; index < 10; index += 1) addChat(second, `checkpointed ${index}`, 1)
  second.close()
  const third = await open(first.folder)
  addChat(third, 'only in the log', 1)
  const folder = killed(third)
  copyFileSync(backup, databaseOf(folder))
  const after = await open(folder)
  expect([chatCount(after), events(after)]).toMatchObject([10, [{ code: 'older-store' }]])
  expect(after.database.query('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(setAside(folder)).toHaveLength(1)
})

test('changes that did not wait for the disk count once it has them', async () => {
  const first = await open()
  addRelaxed(first, 'old', 10)
  first.close()
  const backup = join(temporaryFolder(), 'backup.db')
  copyFileSync(databaseOf(first.folder), backup)
  const second = await open(first.folder)
  addRelaxed(second, 'imported', 30)
  second.database.flush()
  const flushed = killed(second)
  copyFileSync(backup, databaseOf(flushed))
  rmSync(`${databaseOf(flushed)}-wal`)
  rmSync(storeFiles(flushed).openMark)
  expect(events(await open(flushed))).toMatchObject([{ code: 'older-store' }])
  second.close()
  copyFileSync(backup, databaseOf(first.folder))
  expect(events(await open(first.folder))).toMatchObject([{ code: 'older-store' }])
})

test('changes that a power cut may undo raise no alarm when it does', async () => {
  const first = await open()
  addChat(first, 'one', 1)
  const before = killed(first)
  addRelaxed(first, 'lost', 30)
  copyFileSync(storeFiles(first.folder).commits, storeFiles(before).commits)
  expect([titles(await open(before)), setAside(before)]).toEqual([[], []])
})

test('an older log of changes that did not wait for the disk hides nothing newer', async () => {
  const first = await open()
  addChat(first, 'one', 1)
  first.close()
  const second = await open(first.folder)
  addRelaxed(second, 'two', 1)
  const older = killed(second)
  addRelaxed(second, 'three', 30)
  second.close()
  copyFileSync(`${databaseOf(older)}-wal`, `${databaseOf(first.folder)}-wal`)
  const third = await open(first.folder)
  expect([chatCount(third), events(third)]).toMatchObject([32, [{ code: 'older-log' }]])
})
