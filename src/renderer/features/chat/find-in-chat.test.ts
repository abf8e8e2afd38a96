import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { MessageId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { SearchHit } from '../../../shared/sessions/sessions'
import { FakeEnvironment } from '../../testing/fake-parley'
import { PathServer } from '../../testing/path-server'
import { sessionId, someMessages } from '../../testing/run-events'
import { ConversationStore } from '../../state/conversations/conversation-store'
import { FindInChat } from './find-in-chat'
import { FrameQueue } from '../../state/conversations/frame-queue'

const id = (number: number) => `m${number}` as MessageId

function hit(messageId: MessageId | null, snippet = 'the Word', at = 4): SearchHit {
  return {
    sessionId,
    sessionTitle: 'A chat',
    messageId,
    field: messageId === null ? 'title' : 'text',
    role: messageId === null ? null : 'user',
    model: null,
    createdAt: 1,
    snippet,
    highlights: [[at, at + 4]],
  }
}

/** A chat of 400 messages, opened at its end, in which every search returns `hits`. */
function openFind(hits: SearchHit[]) {
  const environment = new FakeEnvironment()
  const frames = new FrameQueue((callback) => environment.nextFrame(callback))
  const conversation = new ConversationStore(environment, frames, sessionId)
  const { parley } = environment
  const server = new PathServer(parley, someMessages(400))
  conversation.show()
  server.announce()
  environment.paint()
  parley.answers['sessions.search'] = () => ({ hits, hasMore: false, problems: [] })
  const find = new FindInChat(environment, conversation)
  const state = find.store.getState
  const type = async (query: string, inView: MessageId[] = []) => {
    find.setQuery(query, inView)
    environment.runTimers()
    await expect.poll(() => state().phase).toBe('done')
  }
  return { environment, parley, server, conversation, find, state, type }
}

test('searches once for a typed word, not for each letter', async () => {
  const { find, type, parley } = openFind([hit(id(390))])
  find.setQuery('w', [])
  find.setQuery('wo', [])
  await type('word')
  expect(parley.callsOf('sessions.search')).toEqual([{ query: 'word', sessionId, limit: 500 }])
})

test('counts each message once and no titles, and returns matches as written', async () => {
  const { type, state } = openFind([hit(null), hit(id(10)), hit(id(10), 'a wÖrd', 2), hit(id(20))])
  await type('word')
  expect(state()).toMatchObject({ found: ['m10', 'm20'], needles: ['word', 'wörd'] })
})

test('starts at the visible messages and wraps around at both ends', async () => {
  const { type, state, find, conversation } = openFind([10, 380, 395].map((number) => hit(id(number))))
  await type('word', [id(385), id(386)])
  expect(state().at).toBe(2)
  await find.step(1)
  expect(state().at).toBe(0)
  expect(conversation.store.getState().target?.messageId).toBe('m10')
  await find.step(-1)
  expect(state().at).toBe(2)
  expect(conversation.store.getState().target?.messageId).toBe('m395')
})

const other: Message = {
  id: 'b300' as MessageId,
  sessionId,
  parentId: id(299),
  role: 'assistant',
  parts: [{ type: 'text', text: 'word' }],
  status: 'complete',
  createdAt: 1,
}

test('typing never switches the branch, but going to the next match does', async () => {
  const { type, state, find, parley, server, conversation } = openFind([hit(other.id)])
  server.add(other)
  server.setLeaf(id(400))
  await type('word')
  await expect.poll(() => state().isElsewhere).toBe(true)
  expect(parley.callsOf('sessions.setLeaf')).toEqual([])
  await find.step(1)
  expect(parley.callsOf('sessions.setLeaf')).toHaveLength(1)
  expect(conversation.store.getState().messages.at(-1)?.id).toBe('b300')
  expect(state()).toMatchObject({ at: 0, isElsewhere: false, refusal: null })
  // Another path has another order.
  expect(parley.callsOf('sessions.search')).toHaveLength(2)
})

test('reports a branch that cannot be shown during a run, and can try again', async () => {
  const { type, state, find, parley, server } = openFind([hit(other.id)])
  server.add(other)
  server.setLeaf(id(400))
  await type('word')
  await expect.poll(() => state().isElsewhere).toBe(true)
  parley.answers['sessions.setLeaf'] = () => {
    throw new ParleyError('RUN_ACTIVE', 'an answer is being written')
  }
  await find.step(1)
  expect(state().refusal).toMatchObject({ code: 'RUN_ACTIVE' })
})

test('ignores an answer for a word that was typed before the current one', async () => {
  const { find, state, parley, environment, type } = openFind([])
  const slow = Promise.withResolvers<void>()
  parley.answers['sessions.search'] = async ({ query }) => {
    if (query === 'old') await slow.promise
    return { hits: [hit(query === 'old' ? id(1) : id(2))], hasMore: false, problems: [] }
  }
  find.setQuery('old', [])
  environment.runTimers()
  await type('new')
  slow.resolve()
  await expect.poll(() => parley.callsOf('sessions.search')).toHaveLength(2)
  expect(state().found).toEqual(['m2'])
})

test('an empty field finds nothing and sends no request', async () => {
  const { type, find, state, parley } = openFind([hit(id(1))])
  await type('word')
  find.setQuery('  ', [])
  expect(state()).toMatchObject({ phase: 'idle', found: [], needles: [] })
  expect(parley.callsOf('sessions.search')).toHaveLength(1)
})
