import { expect, test } from 'vitest'

import { SentTexts } from './sent-texts'
import { openSearchedStore } from '../testing/searched-store'

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
  expect(sent.newest(own, 1)).toEqual(['one'])
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
