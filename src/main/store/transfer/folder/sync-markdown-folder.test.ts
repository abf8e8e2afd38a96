import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { SessionId } from '../../../../shared/ids'
import type { Language } from '../../../../shared/locales/language'
import { needsLinks } from '../../../base/testing/needs'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { sessionDatabaseFile } from '../../opening/open-session-database'
import { converse, openTestStore } from '../../testing/test-store'
import { TreeWriter } from '../../sessions/tree-writer'
import { folderJobs } from './sync-markdown-folder'

function open() {
  const stored = openTestStore()
  const { store, clock } = stored
  const folder = join(temporaryFolder(), 'notes')
  mkdirSync(folder)
  const sync = (language: Language = 'en', signal = new AbortController().signal) =>
    folderJobs.syncMarkdownFolder(
      {
        databaseFile: sessionDatabaseFile(stored.folder),
        folder,
        recordFile: join(stored.folder, 'markdown-folder-files.json'),
        language,
      },
      {
        signal,
        report: () => {},
        ask: () => Promise.reject(new Error('asked')),
      },
    )
  const chat = (title: string, name: string): SessionId => {
    const { id } = store.createSession({ title, model: 'demo/writer' })
    converse(store, id, [name])
    return id
  }
  const rename = (id: SessionId, title: string) => {
    clock.advance(1_000)
    store.updateSession(id, { title })
  }
  const names = () => readdirSync(folder).toSorted()
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  /** A file that is written again is another one. */
  const inodes = () => names().map((name) => statSync(join(folder, name)).ino)
  return { ...stored, notes: folder, sync, chat, rename, names, read, write, inodes }
}

test('every chat is a file with front matter that YAML readers accept, and an unchanged one is not written again', async () => {
  const { sync, chat, names, read, inodes } = open()
  const id = chat('Bread: "rye" or\nwheat?', 'one')
  chat('Bread: "rye" or\nwheat?', 'two')
  expect(await sync()).toEqual({ fileCount: 2, problem: null })
  expect(names()).toEqual(['Bread- -rye- or wheat (2).md', 'Bread- -rye- or wheat.md'])
  const text = read('Bread- -rye- or wheat.md')
  expect(text.split('\n').slice(0, 7)).toEqual([
    '---',
    String.raw`title: "Bread: \"rye\" or\nwheat?"`,
    expect.stringMatching(/^created: \d{4}-\d\d-\d\dT[\d:.]+Z$/),
    expect.stringMatching(/^updated: \d{4}-\d\d-\d\dT[\d:.]+Z$/),
    'model: "demo/writer"',
    `parley: "${id}"`,
    '---',
  ])
  expect(text).toContain('to one')
  const before = inodes()
  await sync()
  expect(inodes()).toEqual(before)
  await sync('de')
  expect(read('Bread- -rye- or wheat.md')).toContain('Letzte Änderung')
})

test('panes of comparisons, whose models may be hidden, and chats in the trash are not written', async () => {
  const { sync, chat, store, names } = open()
  chat('Kept', 'one')
  store.deleteSession(chat('Deleted', 'two'))
  store.createSession({ title: 'A hidden pane', kind: 'pane' })
  await sync()
  expect(names()).toEqual(['Kept.md'])
})

test('a renamed chat renames its file, also where only the case differs, and a chat that grew keeps it', async () => {
  const { sync, chat, rename, store, names, read } = open()
  const id = chat('First', 'one')
  await sync()
  rename(id, 'Second')
  await sync()
  expect(names()).toEqual(['Second.md'])
  rename(id, 'SECOND')
  await sync()
  expect(names()).toEqual(['SECOND.md'])
  converse(store, id, ['more'])
  await sync()
  expect([names(), read('SECOND.md')]).toEqual([['SECOND.md'], expect.stringContaining('to more')])
})

test('a file that the user has edited is never touched again, whatever happens to its chat', async () => {
  const { sync, chat, rename, store, names, read, write } = open()
  const [renamed, grown, deleted] = [
    chat('Renamed', 'one'),
    chat('Grown', 'two'),
    chat('Deleted', 'three'),
  ] as const
  await sync()
  for (const name of ['Renamed.md', 'Grown.md', 'Deleted.md']) write(name, `${name} is mine`)
  rename(renamed, 'Other')
  converse(store, grown, ['more'])
  store.deleteSession(deleted)
  await sync()
  expect(names()).toEqual(['Deleted.md', 'Grown (2).md', 'Grown.md', 'Other.md', 'Renamed.md'])
  for (const name of ['Renamed.md', 'Grown.md', 'Deleted.md']) expect(read(name)).toBe(`${name} is mine`)
  expect(read('Grown (2).md')).toContain('to more')
})

test("the user's own files are never overwritten, whatever their case, nor what a link with that name points to", async (context) => {
  needsLinks(context)
  const { sync, chat, notes, names, read, write } = open()
  write('plans.MD', 'mine')
  const target = join(temporaryFolder(), 'elsewhere.md')
  writeFileSync(target, 'mine too')
  symlinkSync(target, join(notes, 'Linked.md'))
  mkdirSync(join(notes, 'Folder.md'))
  for (const title of ['Plans', 'Linked', 'Folder']) chat(title, title)
  await sync()
  expect(names()).toEqual([
    'Folder (2).md',
    'Folder.md',
    'Linked (2).md',
    'Linked.md',
    'Plans (2).md',
    'plans.MD',
  ])
  expect([read('plans.MD'), readFileSync(target, 'utf8')]).toEqual(['mine', 'mine too'])
})

test("a deleted chat's file is removed, and restoring the chat brings it back", async () => {
  const { sync, chat, store, names } = open()
  const id = chat('Gone for a while', 'one')
  chat('Stays', 'two')
  await sync()
  store.deleteSession(id)
  await sync()
  expect(names()).toEqual(['Stays.md'])
  store.restoreSession(id)
  await sync()
  expect(names()).toEqual(['Gone for a while.md', 'Stays.md'])
})

test('the file of a chat that the store has lost is the last copy, so it stays', async () => {
  const { sync, chat, database, newId, names } = open()
  const id = chat('Lost', 'one')
  chat('Stays', 'two')
  await sync()
  await new TreeWriter(database, { newId, pause: () => Promise.resolve() }).erase(id)
  await sync()
  expect(names()).toEqual(['Lost.md', 'Stays.md'])
})

test('after a kill before the record was saved, or in a moved folder, files are recognised by their content', async () => {
  const { sync, chat, folder, names } = open()
  chat('Written', 'one')
  await sync()
  for (const damaged of [
    null,
    '{',
    '{"folder":"x","files":[{"id":"1","name":"../../up.md","hash":"","stamp":""}]}',
  ]) {
    const record = join(folder, 'markdown-folder-files.json')
    if (damaged === null) rmSync(record)
    else writeFileSync(record, damaged)
    await sync()
    expect(names()).toEqual(['Written.md'])
  }
})

test('what a killed process left unfinished is removed, and a file that vanished is written again', async () => {
  const { sync, chat, notes, names, write } = open()
  chat('Here', 'one')
  chat('There', 'two')
  await sync()
  write('.parley-0123456789abcdef.tmp', 'half')
  rmSync(join(notes, 'There.md'))
  await sync()
  expect(names()).toEqual(['Here.md', 'There.md'])
})

test('a folder that vanished, and the empty place of a disk that is not connected, are left alone', async () => {
  const { sync, chat, notes, names } = open()
  chat('One', 'one')
  await sync()
  renameSync(notes, `${notes}-away`)
  expect(await sync()).toEqual({ fileCount: 1, problem: 'gone' })
  mkdirSync(notes)
  expect(await sync()).toEqual({ fileCount: 1, problem: 'gone' })
  expect(names()).toEqual([])
  rmSync(notes, { recursive: true })
  writeFileSync(notes, 'no folder')
  expect((await sync()).problem).toBe('gone')
  rmSync(notes)
  renameSync(`${notes}-away`, notes)
  expect(await sync()).toEqual({ fileCount: 1, problem: null })
})

test('cancelling keeps the record of what was written, so that nothing is written twice', async () => {
  const { sync, chat, names, inodes } = open()
  for (let number = 1; number <= 5; number += 1) chat(`Chat ${number}`, `q${number}`)
  const stopping = new AbortController()
  const cancelled = sync('en', stopping.signal)
  await expect.poll(() => names().length).toBeGreaterThan(0)
  stopping.abort()
  await expect(cancelled).rejects.toThrow()
  const before = inodes()
  await sync()
  expect(inodes().slice(0, before.length)).toEqual(before)
  expect(names()).toEqual(['Chat 1.md', 'Chat 2.md', 'Chat 3.md', 'Chat 4.md', 'Chat 5.md'])
})

test('many chats with one title get different names, which stay when one is deleted', async () => {
  const { sync, store, names } = open()
  const ids = Array.from({ length: 30 }, () => store.createSession({ title: 'New chat' }).id)
  await sync()
  expect(names()).toHaveLength(30)
  store.deleteSession(ids[1] as SessionId)
  await sync()
  expect(names()).toHaveLength(29)
  expect(names()).toContain('New chat (30).md')
})
