import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { MessageId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import { FakeEnvironment } from '../../testing/fake-parley'
import { PathServer } from '../../testing/path-server'
import {
  answerId,
  numbered,
  replayFromStart,
  runEnd,
  runStart,
  sessionId,
  someMessages,
  storedAnswer,
  streamStart,
  text,
} from '../../testing/run-events'
import { currentVisit, shownMessageIds, shownPlaces } from './conversation'
import { ConversationStore } from './conversation-store'
import { FrameQueue } from './frame-queue'

const byHit = { isHighlighted: true, mayLeavePath: true }

/** A chat of `count` messages, opened at its end. */
function openChat(count: number) {
  const environment = new FakeEnvironment()
  const frames = new FrameQueue((callback) => environment.nextFrame(callback))
  const conversation = new ConversationStore(environment, frames, sessionId)
  const { parley } = environment
  const messages = someMessages(count)
  const server = new PathServer(parley, messages)
  const leave = conversation.show()
  server.announce()
  environment.paint()
  const { pages } = conversation
  const state = conversation.store.getState
  const watch = () => parley.newest('session.watch')
  return { environment, parley, server, conversation, pages, state, watch, leave, messages }
}

type Opened = ReturnType<typeof openChat>

/** The first and last number of the loaded messages, after checking that there is no gap. */
function held({ state }: Opened): [first: number, last: number] {
  const numbers = state().messages.map(({ id }) => Number(id.slice(1)))
  const [first = 0] = numbers
  expect(numbers).toEqual(numbers.map((_, index) => first + index))
  return [first, numbers.at(-1) ?? 0]
}

const id = (number: number) => `m${number}` as MessageId
const otherId = (number: number) => `b${number}` as MessageId

/** Another version of message `number`, with `below` messages after it. */
function branch(number: number, below: number): Message[] {
  const [first] = someMessages(1, number)
  if (first === undefined) throw new Error('expected one message')
  return Array.from({ length: below + 1 }, (_, index) => ({
    ...first,
    id: otherId(number + index),
    parentId: index === 0 ? first.parentId : otherId(number + index - 1),
    role: (number + index) % 2 === 1 ? 'user' : 'assistant',
  }))
}

test('scrolling through a long chat keeps a bounded number of messages without gaps in both directions', async () => {
  const chat = openChat(1_000)
  chat.pages.setEndRead(false)
  for (let page = 0; page < 6; page += 1) await chat.pages.loadOlder()
  expect(held(chat)).toEqual([651, 850])
  expect(chat.state()).toMatchObject({ hasMore: true, hasNewer: true })
  for (let page = 0; page < 2; page += 1) await chat.pages.loadNewer()
  expect(held(chat)).toEqual([751, 950])
  await chat.pages.loadNewer()
  expect(held(chat)).toEqual([801, 1_000])
  expect(chat.state()).toMatchObject({ hasMore: true, hasNewer: false })
})

test('drops the start of a chat that grows while its end is read', async () => {
  const chat = openChat(1_000)
  for (let page = 0; page < 3; page += 1) await chat.pages.loadOlder()
  chat.server.add(...someMessages(2, 1_001))
  chat.server.announce()
  chat.environment.paint()
  expect(held(chat)).toEqual([803, 1_002])
})

test('drops nothing when a chat grows while another part is read', async () => {
  const chat = openChat(1_000)
  chat.pages.setEndRead(false)
  for (let page = 0; page < 3; page += 1) await chat.pages.loadOlder()
  chat.server.add(...someMessages(2, 1_001))
  chat.server.announce()
  chat.environment.paint()
  expect(held(chat)).toEqual([801, 1_000])
  expect(chat.state().hasNewer).toBe(true)
})

test('shows a distant message with its surroundings and highlights it', async () => {
  const chat = openChat(1_000)
  expect(await chat.pages.show(id(300), byHit)).toBeNull()
  expect(held(chat)).toEqual([251, 350])
  expect(chat.state()).toMatchObject({
    target: { messageId: 'm300', isHighlighted: true },
    hasMore: true,
    hasNewer: true,
    isMoving: false,
  })
  expect(chat.parley.callsOf('sessions.setLeaf')).toEqual([])
})

test('a chat opened at a message shows nothing else first', async () => {
  const environment = new FakeEnvironment()
  const frames = new FrameQueue((callback) => environment.nextFrame(callback))
  const conversation = new ConversationStore(environment, frames, sessionId)
  const server = new PathServer(environment.parley, someMessages(1_000))
  conversation.show()
  const shown: number[] = []
  conversation.store.subscribe(({ messages }) => shown.push(messages.length))
  const done = conversation.pages.show(id(10), byHit)
  server.announce()
  environment.paint()
  expect(new Set(shown)).toEqual(new Set([0]))
  expect(await done).toBeNull()
  expect(conversation.store.getState().messages.at(0)?.id).toBe('m1')
})

test('switches to another branch to show a message on it', async () => {
  const chat = openChat(200)
  chat.server.add(...branch(50, 100))
  chat.server.announce()
  expect(await chat.pages.show(id(150), byHit)).toBeNull()
  chat.environment.paint()
  expect(chat.parley.callsOf('sessions.setLeaf')).toEqual([
    { sessionId, messageId: 'm150', descend: true, isVisit: true },
  ])
  expect(held(chat)).toEqual([101, 200])
})

test('a hit on another branch is a visit: the way back leads to the former branch, as does leaving the chat', async () => {
  const chat = openChat(20)
  chat.server.add(...branch(5, 2))
  chat.server.announce()
  chat.environment.paint()
  await chat.pages.show(id(15), byHit)
  // A second hit does not make the first one the branch to return to.
  await chat.pages.show(id(16), byHit)
  const visit = currentVisit(chat.state())
  expect(visit).toEqual({ leafId: 'm20', formerLeafId: 'b7' })
  if (visit === null) throw new Error('expected a visit')
  expect(await chat.pages.endVisit(visit)).toBeNull()
  chat.environment.paint()
  expect([currentVisit(chat.state()), shownMessageIds(chat.state()).at(-1)]).toEqual([null, 'b7'])

  await chat.pages.show(id(15), byHit)
  chat.leave()
  expect(chat.parley.callsOf('sessions.setLeaf').at(-1)).toEqual({
    sessionId,
    messageId: 'b7',
    isVisit: true,
  })
})

test('the way back from a visit does not restore removed exchanges', async () => {
  for (const leafId of [id(18), null]) {
    for (const hit of [otherId(6), id(19)]) {
      const chat = openChat(20)
      chat.server.add(...branch(5, 2))
      chat.server.setLeaf(leafId)
      chat.server.announce()
      chat.environment.paint()
      await chat.pages.show(hit, byHit)
      chat.environment.paint()
      const visit = currentVisit(chat.state())
      if (visit === null) throw new Error(`expected a visit to ${hit}`)
      expect(await chat.pages.endVisit(visit)).toBeNull()
      chat.environment.paint()
      expect([chat.server.leafId, shownMessageIds(chat.state()).at(-1) ?? null]).toEqual([leafId, leafId])

      await chat.pages.show(hit, byHit)
      chat.leave()
      expect(chat.server.leafId).toBe(leafId)
    }
  }
})

test('a chat that is left while a visit starts returns to its own branch', async () => {
  const chat = openChat(20)
  chat.server.add(...branch(5, 2))
  chat.server.announce()
  chat.environment.paint()
  const setLeaf = chat.parley.answers['sessions.setLeaf']
  const moved = Promise.withResolvers<void>()
  chat.parley.answers['sessions.setLeaf'] = async (input) => {
    if (setLeaf === undefined) throw new Error('expected a scripted answer')
    const answer = await setLeaf(input)
    if (input.messageId === id(15)) await moved.promise
    return answer
  }
  const visiting = chat.pages.show(id(15), byHit)
  await expect.poll(() => chat.server.leafId).toBe('m20')
  chat.leave()
  moved.resolve()
  expect(await visiting).toBeNull()
  expect([chat.server.leafId, chat.state().visit, chat.state().target]).toEqual(['b7', null, null])
})

test('a hit that is still loading does not undo the way back from a visit', async () => {
  const chat = openChat(20)
  chat.server.add(...branch(5, 2))
  chat.server.announce()
  chat.environment.paint()
  await chat.pages.show(id(15), byHit)
  const visit = currentVisit(chat.state())
  if (visit === null) throw new Error('expected a visit')
  const get = chat.parley.answers['sessions.get']
  const looked = Promise.withResolvers<void>()
  chat.parley.answers['sessions.get'] = async (input) => {
    if (input.around !== undefined) await looked.promise
    if (get === undefined) throw new Error('expected a scripted answer')
    return get(input)
  }
  const visiting = chat.pages.show(otherId(6), byHit)
  const returning = chat.pages.endVisit(visit)
  looked.resolve()
  await Promise.all([visiting, returning])
  chat.environment.paint()
  expect([chat.server.leafId, chat.state().target?.messageId]).toEqual(['b7', 'm15'])
})

test('a branch that the user continues, stays on or switches to is not left again', async () => {
  for (const act of ['continue', 'stay', 'switch'] as const) {
    const chat = openChat(20)
    chat.server.add(...branch(5, 2))
    chat.server.announce()
    chat.environment.paint()
    await chat.pages.show(id(15), byHit)
    if (act === 'stay') chat.pages.stay()
    if (act === 'switch') await chat.pages.switchTo(id(5))
    if (act === 'continue') {
      const [next] = someMessages(1, 20)
      if (next === undefined) throw new Error('expected one message')
      chat.server.add({ ...next, id: id(21), parentId: id(20) })
      chat.server.announce()
    }
    chat.environment.paint()
    const { length } = chat.parley.callsOf('sessions.setLeaf')
    expect(currentVisit(chat.state()), act).toBeNull()
    chat.leave()
    expect(chat.parley.callsOf('sessions.setLeaf'), act).toHaveLength(length)
  }
})

test('does not switch the branch when the caller may not leave it', async () => {
  const chat = openChat(20)
  chat.server.add(...branch(5, 2))
  chat.server.announce()
  const refusal = await chat.pages.show(id(15), { isHighlighted: false, mayLeavePath: false })
  expect(refusal).toMatchObject({ code: 'NOT_FOUND' })
  expect(chat.parley.callsOf('sessions.setLeaf')).toEqual([])
})

test('returns the refusal to switch during a run and keeps the current messages', async () => {
  const chat = openChat(200)
  chat.server.add(...branch(50, 100))
  chat.server.announce()
  chat.environment.paint()
  const before = chat.state().messages
  chat.parley.answers['sessions.setLeaf'] = () => {
    throw new ParleyError('RUN_ACTIVE', 'an answer is being written')
  }
  expect(await chat.pages.show(id(150), byHit)).toMatchObject({ code: 'RUN_ACTIVE' })
  expect(chat.state()).toMatchObject({ messages: before, hasNewer: false, isMoving: false, target: null })
})

test('shows the later of two requested messages, whichever loads first', async () => {
  const chat = openChat(1_000)
  const get = chat.parley.answers['sessions.get']
  const first = Promise.withResolvers<void>()
  chat.parley.answers['sessions.get'] = async (input) => {
    if (input.around === 'm300') await first.promise
    if (get === undefined) throw new Error('expected a scripted answer')
    return get(input)
  }
  const slow = chat.pages.show(id(300), byHit)
  await chat.pages.show(id(600), byHit)
  first.resolve()
  expect(await slow).toBeNull()
  expect(held(chat)).toEqual([551, 650])
  expect(chat.state().target?.messageId).toBe('m600')
})

test('shows a version with a long branch in place of the other, not at its end', async () => {
  const chat = openChat(60)
  await chat.pages.loadOlder()
  chat.server.add(...branch(30, 200))
  chat.server.setLeaf(id(60))
  chat.server.announce()
  chat.environment.paint()
  expect(chat.state().versions['m30' as MessageId]).toEqual(['m30', 'b30'])
  const placesBefore = shownPlaces(chat.state())
  const kept = chat.state().messages.slice(0, 29)

  expect(await chat.pages.switchTo('b30' as MessageId)).toBeNull()
  chat.environment.paint()
  const { messages, versions } = chat.state()
  expect(messages.slice(0, 29)).toEqual(kept)
  expect(messages.slice(0, 29).every((message, index) => message === kept[index])).toBe(true)
  expect(messages[29]?.id).toBe('b30')
  expect(versions['b30' as MessageId]).toEqual(['m30', 'b30'])
  // The same row is rendered there.
  expect(shownPlaces(chat.state())[29]).toBe(placesBefore[29])
  expect(chat.state().hasNewer).toBe(true)
})

test('does not report that messages after a version could not be loaded while it is being replaced', async () => {
  const chat = openChat(2)
  chat.server.add(...branch(1, 1))
  chat.server.announce()
  chat.environment.paint()
  const get = chat.parley.answers['sessions.get']
  const surroundings = Promise.withResolvers<void>()
  chat.parley.answers['sessions.get'] = async (input) => {
    if (input.after !== undefined) throw new ParleyError('NOT_FOUND', 'not on this path')
    await surroundings.promise
    if (get === undefined) throw new Error('expected a scripted answer')
    return get(input)
  }
  const switching = chat.pages.switchTo(id(1))
  await expect.poll(() => chat.parley.callsOf('sessions.setLeaf')).toHaveLength(1)
  // Main reports the new path before the window has loaded it.
  chat.server.announce()
  chat.environment.paint()
  expect(chat.state()).toMatchObject({ hasNewer: true, isMoving: true })
  await chat.pages.loadNewer()
  surroundings.resolve()
  expect(await switching).toBeNull()
  expect(chat.state()).toMatchObject({ runError: null, isLoadingNewer: false, hasNewer: false })
  expect(shownMessageIds(chat.state())).toEqual(['m1', 'm2'])
})

test('notices when another window switches the branch being read', async () => {
  const chat = openChat(400)
  await chat.pages.show(id(200), byHit)
  chat.server.add(...branch(100, 100))
  chat.server.announce()
  await expect.poll(() => chat.state().messages.at(-1)?.id).toBe('b200')
  expect(chat.state().hasNewer).toBe(false)
})

test('keeps messages that are still on the path when it changes elsewhere', async () => {
  const chat = openChat(400)
  await chat.pages.show(id(200), byHit)
  const before = held(chat)
  chat.server.add(...someMessages(2, 401))
  chat.server.announce()
  await expect.poll(() => chat.parley.callsOf('sessions.get')).toHaveLength(2)
  chat.environment.paint()
  expect(held(chat)).toEqual(before)
  expect(chat.state().hasNewer).toBe(true)
})

test('does not show a new answer in the middle of older messages', async () => {
  const chat = openChat(400)
  await chat.pages.show(id(200), byHit)
  const shown = shownMessageIds(chat.state())
  const [question] = someMessages(1, 401)
  if (question === undefined) throw new Error('expected one message')
  chat.server.add(question)
  chat.watch().send(streamStart(question), replayFromStart, ...numbered([runStart, text('new')]))
  chat.environment.paint()
  expect(chat.state().isRunning).toBe(true)
  expect(shownMessageIds(chat.state())).toEqual(shown)

  await chat.pages.goToNewest()
  expect(shownMessageIds(chat.state()).slice(-2)).toEqual(['m401', answerId])
  expect(chat.state().newestCalls).toBe(1)
  chat.server.add(storedAnswer(question, 'new'))
  chat.watch().send(...numbered([runEnd()], 3), chat.server.sync())
  chat.environment.paint()
  expect(shownMessageIds(chat.state()).slice(-2)).toEqual(['m401', answerId])
})

test('loads the path to an answer whose question is not loaded', async () => {
  const chat = openChat(100)
  const edited = branch(5, 0)[0]
  if (edited === undefined) throw new Error('expected one message')
  chat.server.add(edited)
  chat.watch().send(streamStart(edited), replayFromStart, ...numbered([runStart, text('again')]))
  await expect.poll(() => chat.state().messages).toHaveLength(5)
  chat.environment.paint()
  expect(shownMessageIds(chat.state())).toEqual(['m1', 'm2', 'm3', 'm4', 'b5', answerId])
})

test('counts an edited question as a version at once, before its answer is stored', () => {
  const chat = openChat(4)
  const edited = branch(3, 0)[0]
  chat.watch().send(streamStart(edited ?? null), replayFromStart)
  chat.environment.paint()
  expect(chat.state().versions).toEqual({ b3: ['m3', 'b3'] })
})

test('knows the messages taken off the path and shows them all again', async () => {
  const chat = openChat(6)
  chat.server.setLeaf(id(4))
  chat.server.announce()
  chat.environment.paint()
  expect(chat.state().continuations).toEqual(['m5'])
  expect(await chat.pages.switchTo(id(5))).toBeNull()
  chat.environment.paint()
  expect(held(chat)).toEqual([1, 6])
  expect(chat.state().continuations).toEqual([])
})

test('shows only the end of the chat when the user leaves and returns', async () => {
  const chat = openChat(1_000)
  await chat.pages.show(id(300), byHit)
  chat.leave()
  expect(chat.state()).toMatchObject({ messages: [], phase: 'loading', hasNewer: false, target: null })
  chat.conversation.show()
  chat.server.announce()
  chat.environment.paint()
  expect(held(chat)).toEqual([951, 1_000])
})
