import { expect, test } from 'vitest'

import { readOutline } from './outline'
import { openSearchedStore } from '../testing/searched-store'

/** A chat with these messages, from the user unless they start with a heading. */
function chatOf(...said: string[]) {
  const opened = openSearchedStore()
  const { id } = opened.store.createSession()
  const ids = said.map((text) => opened.say(id, text, { role: text.startsWith('#') ? 'assistant' : 'user' }))
  return { ...opened, id, ids }
}

test('lists the questions and headings of the path, oldest first, and nothing of other branches', () => {
  const chat = chatOf('first', '# One\ntext\n## Two', 'second')
  const { id, ids, database, store } = chat
  store.setLeaf(id, ids[1] ?? null)
  chat.say(id, 'instead of the second', { role: 'user' })
  chat.say(id, 'no heading here')
  chat.say(id, 'a form was filled in', { role: 'user', hidden: true })
  const { entries, isCut } = readOutline(database, id)
  expect(
    entries.map(({ role, level, text, messageId }) => ({ role, level, text, at: ids.indexOf(messageId) })),
  ).toEqual([
    { role: 'user', level: undefined, text: 'first', at: 0 },
    { role: 'assistant', level: 1, text: 'One', at: 1 },
    { role: 'assistant', level: 2, text: 'Two', at: 1 },
    { role: 'user', level: undefined, text: 'instead of the second', at: -1 },
  ])
  expect(isCut).toBeNull()
})

test('shortens a text to one line of 120 characters without splitting a surrogate pair', () => {
  const { id, database } = chatOf(`several\n\n  lines\tof ${'🦜'.repeat(100)}`)
  const text = readOutline(database, id).entries[0]?.text ?? ''
  expect(text.startsWith('several lines of 🦜')).toBe(true)
  expect(text.length).toBeLessThanOrEqual(120)
  expect(text.isWellFormed()).toBe(true)
})

test('names a question without text after its file, so that no line is empty', () => {
  const chat = chatOf()
  const { id, database } = chat
  const part = { type: 'attachment' as const, attachmentId: 'a', mediaType: 'image/png', sizeBytes: 1 }
  chat.say(id, [{ ...part, name: 'map.png' }], { role: 'user' })
  expect(readOutline(database, id).entries.map(({ text }) => text)).toEqual(['map.png'])
})

test('drops headings first from a chat that is too long, then the oldest questions, and says so', () => {
  const { id, database } = chatOf('first', '# One', 'second', '# Two', 'third')
  const textsOf = (most: number) => {
    const { entries, isCut } = readOutline(database, id, most)
    return { texts: entries.map(({ text }) => text), isCut }
  }
  expect(textsOf(5).isCut).toBeNull()
  expect(textsOf(4)).toEqual({ texts: ['first', 'second', 'third'], isCut: 'headings' })
  expect(textsOf(2)).toEqual({ texts: ['second', 'third'], isCut: 'oldest' })
})

test('is empty for a chat without messages', () => {
  const { id, database } = chatOf()
  expect(readOutline(database, id)).toEqual({ entries: [], isCut: null })
})
