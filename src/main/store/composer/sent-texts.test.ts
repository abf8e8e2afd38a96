import { expect, test } from 'vitest'

import { SentTexts } from './sent-texts'
import { openSearchedStore } from '../testing/searched-store'
import { ProjectStore } from '../projects/project-store'

function openChats() {
  const opened = openSearchedStore()
  const sent = new SentTexts(opened.database)
  const { id: own } = opened.store.createSession()
  const { id: other } = opened.store.createSession()
  const { id: pane } = opened.store.createSession({ kind: 'pane', model: 'demo/writer' })
  return { ...opened, sent, own, other, pane }
}

test('lists the newest texts of this chat, then those of other chats, without duplicates', () => {
  const chats = openChats()
  const { sent, own, other } = chats
  chats.say(own, 'one', { role: 'user' })
  chats.say(own, 'two', { role: 'user' })
  chats.say(other, 'elsewhere', { role: 'user' })
  chats.say(other, 'one', { role: 'user' })
  chats.say(own, 'one', { role: 'user' })
  expect(sent.newest(own)).toEqual(['one', 'two', 'elsewhere'])
  expect(sent.newest(null)).toEqual(['one', 'elsewhere', 'two'])
  expect(sent.newest(own, { limit: 1 })).toEqual(['one'])
})

test('lists only the texts of other chats in the same project', () => {
  const chats = openChats()
  const { sent, own, other, store, database, clock, newId } = chats
  const project = new ProjectStore(database, { clock, newId }).save({ name: 'Tides' })
  const { id: inside } = store.createSession({ projectId: project.id })
  chats.say(inside, 'inside', { role: 'user' })
  chats.say(other, 'outside', { role: 'user' })
  expect(sent.newest(null, { projectId: project.id })).toEqual(['inside'])
  expect(sent.newest(null, { projectId: null })).toEqual(['outside'])
  expect(sent.newest(own)).toEqual(['outside', 'inside'])
})

test('offers only what users typed in chats: no answers, forms, panes, deleted chats or very long texts', () => {
  const chats = openChats()
  const { sent, own, other, pane, store } = chats
  chats.say(own, 'an answer')
  chats.say(own, 'a form', { role: 'user', hidden: true })
  chats.say(own, 'x'.repeat(100_000), { role: 'user' })
  chats.say(own, '', { role: 'user' })
  chats.say(pane, 'asked of several', { role: 'user' })
  chats.say(other, 'deleted', { role: 'user' })
  store.deleteSession(other)
  expect(sent.newest(own)).toEqual([])
})
