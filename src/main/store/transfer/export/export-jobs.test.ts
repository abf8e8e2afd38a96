import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'

import { needsFileModes } from '../../../base/testing/needs'
import { ParleyError } from '../../../../shared/errors'
import type { SessionId } from '../../../../shared/ids'
import { tooDeepMark } from '../../../../shared/json-depth'
import type { Message } from '../../../../shared/sessions/messages'
import type { JobContext } from '../../../base/threads/job'
import { sessionDatabaseFile } from '../../opening/open-session-database'
import { readChat } from '../parley-file'
import {
  answer,
  asSession,
  beginRun,
  converse,
  openTestStore,
  type TestStore,
} from '../../testing/test-store'
import type { ExportFormat } from './documents/chat-document'
import { exportFile, type ExportProgress, exportText } from './export-jobs'

/** A context that is never cancelled and records reports. */
function listening(signal = new AbortController().signal) {
  const reports: ExportProgress[] = []
  const context: JobContext<ExportProgress> = {
    signal,
    report: (report) => reports.push(report),
    ask: () => Promise.reject(new Error('unexpected question')),
  }
  return { context, reports }
}

function stored({ folder }: TestStore, format: ExportFormat = 'json') {
  return { databaseFile: sessionDatabaseFile(folder), format, unsaved: [] }
}

/** The result of `sessions.export`. */
async function textOf(
  given: TestStore,
  sessionId: SessionId,
  options: { format?: ExportFormat; unsaved?: Message[] } = {},
): Promise<{ fileName: string; content: string }> {
  const { format = 'json', unsaved = [] } = options
  const input = { ...stored(given, format), unsaved, sessionId }
  const json = await exportText(input, listening().context)
  return JSON.parse(new TextDecoder().decode(json)) as { fileName: string; content: string }
}

function chatFrom(content: string) {
  const { chat, problem } = readChat(JSON.parse(content))
  if (chat === undefined) throw new Error(problem.code)
  return chat
}

/** The files of a ZIP by name. */
function entries(file: string): Record<string, string> {
  const unzipped = unzipSync(readFileSync(file))
  return Object.fromEntries(Object.entries(unzipped).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

test('JSON includes branches off the path; readable formats include only the path', async () => {
  const given = openTestStore()
  const { store } = given
  const { id } = store.createSession({ title: 'Two ways' })
  converse(store, id, ['left'])
  beginRun(store, id, 'right', { user: 'right', parentId: null })
  const file = await textOf(given, id)
  const chat = chatFrom(file.content)
  expect(file.fileName).toBe('Two ways.json')
  expect(chat.messages.map(({ key, parent, role }) => [key, parent, role])).toEqual([
    ['m1', null, 'user'],
    ['m2', 'm1', 'assistant'],
    ['m3', null, 'user'],
  ])
  expect(chat.leaf).toBe('m3')
  for (const [format, ending] of [
    ['markdown', 'md'],
    ['html', 'html'],
  ] as const) {
    const { fileName, content } = await textOf(given, id, { format })
    expect(fileName).toBe(`Two ways.${ending}`)
    expect(content).toContain('right')
    expect(content).not.toContain('to left')
  }
})

test('cuts values stored before the depth limit existed, and exports the rest', async () => {
  const given = openTestStore()
  const { store, database } = given
  const { id } = store.createSession({ title: 'Deep' })
  converse(store, id, ['question'])
  const deep = `${'{"a":['.repeat(20_000)}${']}'.repeat(20_000)}`
  const parts = `[{"type":"text","text":"kept"},{"type":"tool-result","toolCallId":"c","output":${deep}}]`
  database.command("UPDATE messages SET parts = ? WHERE role = 'assistant'").run(parts)
  for (const format of ['json', 'markdown', 'html'] as const) {
    const file = join(given.folder, `all-${format}.zip`)
    await exportFile({ ...stored(given, format), sessionIds: null, file }, listening().context)
    const [text] = Object.entries(entries(file)).flatMap(([name, chat]) =>
      name.startsWith('Deep') ? [chat] : [],
    )
    expect(text).toContain('kept')
    expect(text).toContain(tooDeepMark)
  }
})

test('exports an answer that could not be saved, once, with the stored ones', async () => {
  const given = openTestStore()
  const { store } = given
  const { id } = store.createSession()
  beginRun(store, id, 'a')
  const unsaved = { ...answer(id, 'a', 'not on the disk'), parentId: store.leafOf(id) }
  const read = async (format: ExportFormat) =>
    (await textOf(given, id, { format, unsaved: [unsaved] })).content
  const chat = chatFrom(await read('json'))
  expect(chat.messages.map(({ role, parent }) => [role, parent])).toEqual([
    ['user', null],
    ['assistant', 'm1'],
  ])
  expect(chat.leaf).toBe('m2')
  expect(await read('markdown')).toContain('not on the disk')

  store.settleRun(unsaved.runId ?? ('' as never), unsaved)
  const later = chatFrom(await read('json'))
  expect(later.messages).toHaveLength(2)
  expect(later.leaf).toBe('m2')
  expect((await read('markdown')).split('not on the disk')).toHaveLength(2)
})

test('leaves out an answer in progress and exports the rest of the chat', async () => {
  const given = openTestStore()
  const { id } = given.store.createSession()
  beginRun(given.store, id, 'a')
  expect(chatFrom((await textOf(given, id)).content)).toMatchObject({ leaf: 'm1', messages: [{ key: 'm1' }] })
})

test('does not export a deleted or unknown chat', async () => {
  const given = openTestStore()
  const { id } = given.store.createSession()
  given.store.deleteSession(id)
  await expect(textOf(given, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(textOf(given, asSession('other'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const file = join(given.folder, 'out')
  const both = { ...stored(given), sessionIds: [given.store.createSession().id, id], file }
  await expect(exportFile(both, listening().context)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(existsSync(file)).toBe(false)
})

test('exports all chats as one ZIP with archived ones, without the trash and panes, under unique names', async (thisTest) => {
  const given = openTestStore()
  const { store } = given
  for (let count = 0; count < 3; count += 1) store.createSession()
  const archived = store.createSession({ title: 'new CHAT' })
  store.updateSession(archived.id, { archived: true })
  store.createSession({ title: 'a/b\\c: ../d' })
  store.createSession({ title: 'parley' })
  store.deleteSession(store.createSession({ title: 'gone' }).id)
  store.createSession({ title: 'pane', kind: 'pane', model: 'demo/writer' })
  const file = join(given.folder, 'out')
  const { context, reports } = listening()
  const { fileName, sizeBytes } = await exportFile({ ...stored(given), sessionIds: null, file }, context)
  expect(fileName).toMatch(/^Parley chats \d{4}-\d\d-\d\d\.zip$/)
  expect(sizeBytes).toBe(statSync(file).size)
  expect(reports.at(-1)).toEqual({ doneCount: 6, totalCount: 6 })
  needsFileModes(thisTest)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const found = entries(file)
  expect(Object.keys(found)).toEqual([
    'parley.json',
    'New chat.json',
    'New chat (2).json',
    'New chat (3).json',
    'new CHAT (4).json',
    'a-b-c- ..-d.json',
    'parley (2).json',
  ])
  expect(JSON.parse(found['parley.json'] ?? '')).toMatchObject({
    format: 'parley-archive',
    version: 1,
    content: 'json',
    chatCount: 6,
  })
  expect(chatFrom(found['new CHAT (4).json'] ?? '')).toMatchObject({ title: 'new CHAT', archived: true })
})

test('in readable formats, leaves out the trash and makes a comparison a folder with a file per pane and merge', async () => {
  const given = openTestStore()
  const { store, database } = given
  store.createSession({ title: 'Chat' })
  store.deleteSession(store.createSession({ title: 'gone' }).id)
  database
    .command(
      `INSERT INTO comparisons (id, title, title_source, created_at, updated_at) VALUES ('c', 'Which', 'user', 1, 1)`,
    )
    .run()
  for (const [position, model] of ['demo/a', 'demo/b'].entries()) {
    const { id } = store.createSession({ kind: 'pane', model })
    converse(store, id, [model])
    database
      .command('INSERT INTO panes (id, comparison_id, session_id, position) VALUES (?, ?, ?, ?)')
      .run(`p${position}`, 'c', id, position)
  }
  const merge = store.createSession({ kind: 'pane', model: 'demo/m' }).id
  converse(store, merge, ['merged'])
  const answers = JSON.stringify([{ paneId: 'p1', messageId: 'm' }])
  database.command(`INSERT INTO merges VALUES ('m', 'c', ?, 'best', NULL, ?, 0, NULL)`).run(merge, answers)
  const file = join(given.folder, 'out')
  await exportFile({ ...stored(given, 'markdown'), sessionIds: null, file }, listening().context)
  const found = entries(file)
  expect(Object.keys(found)).toEqual([
    'parley.json',
    'Chat.md',
    'comparisons/Which/1 demo-a.md',
    'comparisons/Which/2 demo-b.md',
    'comparisons/Which/merge 1.md',
  ])
  expect(found['comparisons/Which/merge 1.md']).toContain('# Which · Merge of B')
  expect(found['comparisons/Which/2 demo-b.md']).toContain('to demo/b')
})

test('exports one selected chat as a plain file, and several as a ZIP without duplicates', async () => {
  const given = openTestStore()
  const one = given.store.createSession({ title: 'One' }).id
  const two = given.store.createSession({ title: 'Two' }).id
  const alone = await exportFile(
    { ...stored(given, 'markdown'), sessionIds: [one, one], file: join(given.folder, 'alone') },
    listening().context,
  )
  expect(alone.fileName).toBe('One.md')
  expect(readFileSync(join(given.folder, 'alone'), 'utf8')).toMatch(/^# One\n/)
  const both = join(given.folder, 'both')
  await exportFile({ ...stored(given, 'html'), sessionIds: [two, one, two], file: both }, listening().context)
  expect(Object.keys(entries(both))).toEqual(['parley.json', 'Two.html', 'One.html'])
})

test('refuses to export an empty store and says so', async () => {
  const given = openTestStore()
  const file = join(given.folder, 'out')
  await expect(
    exportFile({ ...stored(given), sessionIds: null, file }, listening().context),
  ).rejects.toMatchObject({ code: 'NOT_FOUND', data: { reason: 'no-chats' } })
  expect(existsSync(file)).toBe(false)
})

test('an aborted export leaves no file', async () => {
  const given = openTestStore()
  const { id } = given.store.createSession()
  converse(
    given.store,
    id,
    Array.from({ length: 200 }, (_, index) => String(index)),
  )
  const file = join(given.folder, 'out')
  const controller = new AbortController()
  const { context } = listening(controller.signal)
  const giveUp = { ...context, report: () => controller.abort(new ParleyError('CANCELLED', 'enough')) }
  await expect(exportFile({ ...stored(given), sessionIds: null, file }, giveUp)).rejects.toMatchObject({
    code: 'CANCELLED',
  })
  expect(existsSync(file)).toBe(false)
})
