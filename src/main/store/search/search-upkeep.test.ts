import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import type { SessionId } from '../../../shared/ids'
import { sha256 } from '../../base/sha256'
import { attachmentPath, attachmentsFolderName } from '../attachments/attachment-files'
import { openSearchedStore, type SearchedStore } from '../testing/searched-store'

function opened(): { store: SearchedStore; chat: SessionId } {
  const store = openSearchedStore()
  return { store, chat: store.store.createSession({ title: 'Untold' }).id }
}

/** Stores a file as the attachment store does. */
function attach({ folder, database }: SearchedStore, id: string, content: string, suffix = ''): void {
  const hash = sha256(id)
  const path = `${attachmentPath(join(folder, attachmentsFolderName), hash)}${suffix}`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  database
    .command(
      `INSERT INTO attachments (id, hash, name, media_type, size_bytes, used_at) VALUES (?, ?, 'f', ?, 1, 0)`,
    )
    .run(id, hash, suffix === '' ? 'text/plain' : 'application/pdf')
}

const file = (attachmentId: string, name: string) =>
  ({ type: 'attachment', attachmentId, name, mediaType: 'text/plain', sizeBytes: 1 }) as const

test('finds the text and the name of attached files, with the words around the match', async () => {
  const { store, chat } = opened()
  attach(store, 'log', 'line one\nthe grumblewort failed\n')
  attach(store, 'report', 'page of quibbleflax', '.txt')
  store.say(chat, [file('log', 'server.log'), { type: 'text', text: 'Why?' }])
  store.say(chat, [file('report', 'report.pdf'), file('gone', 'gone.txt')])
  await store.completeIndex()
  expect(store.found('grumblewort')).toEqual(['line one the [grumblewort] failed'])
  expect(store.search('quibbleflax').hits.map(({ field }) => field)).toEqual(['file'])
  expect(store.search('server.log').hits.map(({ field }) => field)).toEqual(['details'])
})

test('completes listed entries, while their messages can still be found as before', async () => {
  const { store, chat } = opened()
  for (let index = 0; index < 250; index += 1) store.say(chat, `grumblewort ${index} -> C#`)
  const { database } = store
  database.script(`
    UPDATE message_search SET text = ' grumblewort ', reasoning = '', names = '';
    INSERT INTO search_updates (number) SELECT number FROM messages`)
  const count = () => store.search('->', { limit: 500 }).hits.length
  expect([count(), store.search('grumblewort', { limit: 500 }).hits.length]).toEqual([0, 250])
  const problems = () => store.search('C#').problems.length
  expect(problems()).toBe(1)
  await store.completeIndex()
  expect([count(), store.search('C#', { limit: 500 }).hits.length, problems()]).toEqual([250, 250, 0])
  expect(database.query('SELECT * FROM search_updates').all()).toEqual([])
})

const filler = (length: number) => 'x '.repeat(length / 2)

test('finds the end of a long message once its index is complete, and tolerates a lone surrogate', async () => {
  const { store, chat } = opened()
  store.say(chat, `early ${filler(1_000_000)}late`)
  store.say(chat, `${'x'.repeat(999_999)}😀 beyond`)
  store.say(chat, [
    { type: 'reasoning', text: `pondered ${filler(500_000)}unpondered` },
    { type: 'text', text: `spoken ${filler(700_000)}` },
  ])
  await store.completeIndex()
  expect(
    ['early', 'late', 'beyond', 'pondered', 'unpondered', 'spoken'].map((word) => store.found(word).length),
  ).toEqual([1, 1, 1, 1, 1, 1])
  expect(store.found('spoken')[0]).toMatch(/^\[spoken\] x/)
})

test('finds phrases and symbols at the end of a long message of many different words', async () => {
  const { store, chat } = opened()
  const words = Array.from({ length: 150_000 }, (_, index) => `w${index}`).join(' ')
  store.say(chat, `馆书图 ${words} 图书馆 p->next in C#`)
  await store.completeIndex()
  for (const query of ['图书馆', 'p->next', '"in C#"']) {
    expect([query, store.search(query).hits.length]).toEqual([query, 1])
  }
})

test('leaves nothing behind for a message that is deleted before its entry is complete', async () => {
  const { store, chat } = opened()
  store.say(chat, 'a'.repeat(300_000))
  store.database.script('UPDATE sessions SET leaf_id = NULL; DELETE FROM messages')
  expect(store.database.query('SELECT * FROM search_updates').all()).toEqual([])
  await store.completeIndex()
})

const call = (toolCallId: string, input: unknown) =>
  ({ type: 'tool-call', toolCallId, toolName: 'look', input, state: 'done' }) as const

test('indexes tool values of any shape: nested deeply, without text, and with an image as text', async () => {
  const { store, chat } = opened()
  const deep = JSON.parse(`${'['.repeat(500)}"grumblewort"${']'.repeat(500)}`) as unknown
  const odd = JSON.parse(
    `{"__proto__":{"constructor":"quibbleflax"},"image":"${'QUJD'.repeat(100_000)}"}`,
  ) as unknown
  store.say(chat, [call('a', deep), call('b', odd), call('c', null), { type: 'text', text: 'answer' }])
  await store.completeIndex()
  for (const query of ['grumblewort', 'quibbleflax', 'constructor']) {
    expect([query, store.search(query).hits.length]).toEqual([query, 1])
  }
})
