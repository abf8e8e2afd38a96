import { describe, expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import { ParleyError } from '../../../../shared/errors'
import type { SessionId } from '../../../../shared/ids'
import type { RouteInput } from '../../../../shared/rpc/contract'
import { recordingObserver } from '../../testing/contract-setup'
import { connectOverSocket } from '../../testing/app-client'
import { startTestApp } from '../../testing/test-app'

type Imported = RouteInput<'sessions.import'>['messages'][number]

const user = (content: string): Imported => ({ role: 'user', content })
const assistant = (content: string): Imported => ({ role: 'assistant', content })
const tool = (output: string): Imported => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'call', output }],
})

/** The code and message with which a call was refused. */
async function refusal(call: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await call
  } catch (error) {
    if (error instanceof ParleyError) return { code: error.code, message: error.message }
    throw error
  }
  throw new Error('the call was not refused')
}

async function imported(parley: ParleyApi, messages: Imported[]): Promise<SessionId> {
  const { session } = await parley.invoke('sessions.import', { title: 'Brought in', messages })
  return session.id
}

async function texts(parley: ParleyApi, sessionId: SessionId): Promise<string[]> {
  const { messages } = await parley.invoke('sessions.get', { sessionId })
  return messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
}

/** Acts during a run, which ends when it is stopped. */
async function whileRunning(parley: ParleyApi, sessionId: SessionId, act: () => Promise<void>) {
  await parley.invoke('sessions.update', { sessionId, model: 'demo/silent' })
  await parley.invoke('runs.send', { sessionId, text: 'wait' })
  await act()
  await parley.invoke('runs.stop', { sessionId })
}

async function open(): Promise<ParleyApi> {
  return connectOverSocket(await startTestApp())
}

describe('sessions over the wire', () => {
  test('retry takes back the last user message and everything after it, including a tool message, and returns its text', async () => {
    const parley = await open()
    const sessionId = await imported(parley, [
      user('first question'),
      assistant('first answer'),
      user('second question'),
      assistant('second answer'),
      tool('found'),
    ])
    expect(await parley.invoke('sessions.retry', { sessionId })).toMatchObject({
      lastUserText: 'second question',
      removedCount: 3,
    })
    expect(await texts(parley, sessionId)).toEqual(['first question', 'first answer'])
  })

  test('retry refuses with a clear reason: no question, unknown session, no session named', async () => {
    const parley = await open()
    const { session } = await parley.invoke('sessions.create', {})
    expect(await refusal(parley.invoke('sessions.retry', { sessionId: session.id }))).toEqual({
      code: 'NO_PREVIOUS_MESSAGE',
      message: expect.stringContaining('no previous message'),
    })
    const onlyAnswers = await imported(parley, [assistant('unasked')])
    expect(await refusal(parley.invoke('sessions.retry', { sessionId: onlyAnswers }))).toMatchObject({
      code: 'NO_PREVIOUS_MESSAGE',
    })
    expect(await refusal(parley.invoke('sessions.retry', { sessionId: 'none' }))).toEqual({
      code: 'NOT_FOUND',
      message: expect.stringContaining('not found'),
    })
    expect(await refusal(parley.invoke('sessions.retry', {} as { sessionId: string }))).toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  test('four retries at once: two succeed, two find nothing, and the path is empty', async () => {
    const parley = await open()
    const sessionId = await imported(parley, [user('one'), assistant('1'), user('two'), assistant('2')])
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        try {
          return (await parley.invoke('sessions.retry', { sessionId })).lastUserText
        } catch (error) {
          return error instanceof ParleyError ? error.code : 'a fault'
        }
      }),
    )
    expect(outcomes.toSorted()).toEqual(['NO_PREVIOUS_MESSAGE', 'NO_PREVIOUS_MESSAGE', 'one', 'two'])
    expect(await texts(parley, sessionId)).toEqual([])
  })

  test('a message that is resent after retry appears only once on the path', async () => {
    const parley = await open()
    const sessionId = await imported(parley, [user('one'), assistant('1'), user('two'), assistant('2')])
    await parley.invoke('sessions.update', { sessionId, model: 'demo/silent' })
    const { lastUserText } = await parley.invoke('sessions.retry', { sessionId })
    await parley.invoke('runs.send', { sessionId, text: lastUserText })
    await parley.invoke('runs.stop', { sessionId })
    expect(await texts(parley, sessionId)).toEqual(['one', '1', 'two', ''])
  })

  test('undo returns a count and a preview of what it removed, until nothing is left', async () => {
    const parley = await open()
    const sessionId = await imported(parley, [user('the only question'), assistant('its answer')])
    expect(await parley.invoke('sessions.undo', { sessionId })).toMatchObject({
      removedCount: 2,
      removedPreview: expect.stringContaining('the only question'),
    })
    expect(await refusal(parley.invoke('sessions.undo', { sessionId }))).toEqual({
      code: 'NOTHING_TO_UNDO',
      message: expect.stringContaining('nothing to undo'),
    })
    expect(await refusal(parley.invoke('sessions.undo', { sessionId: 'none' }))).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await refusal(parley.invoke('sessions.undo', {} as { sessionId: string }))).toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  test('undo removes and counts a tool message after the last answer', async () => {
    const parley = await open()
    const sessionId = await imported(parley, [
      user('one'),
      assistant('1'),
      user('two'),
      assistant('2'),
      tool('found'),
    ])
    expect(await parley.invoke('sessions.undo', { sessionId })).toMatchObject({
      removedCount: 3,
      removedPreview: expect.stringContaining('two'),
    })
    expect(await texts(parley, sessionId)).toEqual(['one', '1'])
  })

  test('restores everything that was taken back', async () => {
    const parley = await open()
    const sessionId = await imported(parley, [user('one'), assistant('1'), user('two'), assistant('2')])
    const first = await parley.invoke('sessions.undo', { sessionId })
    await parley.invoke('sessions.retry', { sessionId })
    expect(await texts(parley, sessionId)).toEqual([])
    await parley.invoke('sessions.setLeaf', { sessionId, messageId: first.formerLeafId })
    expect(await texts(parley, sessionId)).toEqual(['one', '1', 'two', '2'])
  })

  test('after an undo the chat lists its continuations, and descending into one restores the path', async () => {
    const parley = await open()
    const sessionId = await imported(parley, [user('one'), assistant('1'), user('two'), assistant('2')])
    await parley.invoke('sessions.undo', { sessionId })
    const { continuations } = await parley.invoke('sessions.get', { sessionId })
    const [messageId = null] = continuations
    await parley.invoke('sessions.setLeaf', { sessionId, messageId, descend: true })
    expect(await texts(parley, sessionId)).toEqual(['one', '1', 'two', '2'])
  })

  test('refuses everything that changes the path during a run, and does not disturb the run', async () => {
    const parley = await open()
    const sessionId = await imported(parley, [user('one'), assistant('1')])
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    const messageId = messages[0]?.id ?? ''
    await whileRunning(parley, sessionId, async () => {
      const refusals = await Promise.all([
        refusal(parley.invoke('sessions.retry', { sessionId })),
        refusal(parley.invoke('sessions.undo', { sessionId })),
        refusal(parley.invoke('sessions.setLeaf', { sessionId, messageId: null })),
        refusal(parley.invoke('sessions.duplicate', { sessionId })),
        refusal(parley.invoke('sessions.fork', { sessionId, messageId })),
        refusal(parley.invoke('runs.regenerate', { sessionId, messageId })),
      ])
      expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 'RUN_ACTIVE'))
      expect((await parley.invoke('sessions.status', { sessionId })).running).toBe(true)
    })
    expect(await texts(parley, sessionId)).toEqual(['one', '1', 'wait', ''])
  })

  test('status includes title, model, workspace, count, times, and whether a run is active', async () => {
    const parley = await open()
    const { session } = await parley.invoke('sessions.create', {
      title: 'Looked at',
      model: 'demo/silent',
      workspace: '/a/place',
    })
    const sessionId = session.id
    const { createdAt } = session
    expect(await parley.invoke('sessions.status', { sessionId })).toEqual({
      sessionId,
      title: 'Looked at',
      model: 'demo/silent',
      workspace: '/a/place',
      messageCount: 0,
      createdAt,
      updatedAt: createdAt,
      running: false,
    })
    await whileRunning(parley, sessionId, async () => {
      const { running, messageCount } = await parley.invoke('sessions.status', { sessionId })
      const { messages } = await parley.invoke('sessions.get', { sessionId })
      expect([running, messageCount]).toEqual([true, messages.length])
    })
    const { running, messageCount } = await parley.invoke('sessions.status', { sessionId })
    expect([running, messageCount]).toEqual([false, 2])
    expect(await refusal(parley.invoke('sessions.status', { sessionId: 'none' }))).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await refusal(parley.invoke('sessions.status', {} as { sessionId: string }))).toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  test('usage is zero at first, then the sum of all answers, including those off the path', async () => {
    const parley = await open()
    const { session } = await parley.invoke('sessions.create', { model: 'demo/brief' })
    const sessionId = session.id
    expect(await parley.invoke('sessions.usage', { sessionId })).toEqual({
      inputTokens: 0,
      outputTokens: 0,
      totalTokens: 0,
      costUsd: 0,
    })
    const observer = recordingObserver<{ type: string }>()
    const watch = parley.open('session.watch', { sessionId }, observer)
    await parley.invoke('runs.send', { sessionId, text: 'count this' })
    await observer.batches.until((batches) => batches.flat().some(({ type }) => type === 'run-end'))
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    const usage = messages.at(-1)?.usage
    const spent = await parley.invoke('sessions.usage', { sessionId })
    expect(spent).toMatchObject({
      inputTokens: usage?.inputTokens,
      outputTokens: usage?.outputTokens,
      totalTokens: usage?.totalTokens,
    })
    expect(spent.totalTokens).toBeGreaterThan(0)
    await observer.batches.until((batches) => batches.flat().at(-1)?.type === 'session-sync')
    await parley.invoke('sessions.undo', { sessionId })
    expect(await parley.invoke('sessions.usage', { sessionId })).toEqual(spent)
    watch.close()
    expect(await refusal(parley.invoke('sessions.usage', { sessionId: 'none' }))).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await refusal(parley.invoke('sessions.usage', {} as { sessionId: string }))).toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  test('an imported chat gets a new id, whatever id it brings', async () => {
    const parley = await open()
    const first = await imported(parley, [user('mine')])
    const withIds = {
      title: 'Again',
      messages: [{ ...user('theirs'), id: 'x' }],
      id: first,
      sessionId: first,
    }
    const { session } = await parley.invoke('sessions.import', withIds)
    expect(session.id).not.toBe(first)
    expect(await texts(parley, first)).toEqual(['mine'])
    const { messages } = await parley.invoke('sessions.get', { sessionId: session.id })
    expect(messages.map(({ id, sessionId }) => [id === ('x' as string), sessionId])).toEqual([
      [false, session.id],
    ])
  })

  test('a fork has the path up to its message, a duplicate all branches; neither shares anything with the original', async () => {
    const parley = await open()
    const sessionId = await imported(parley, [user('one'), assistant('1'), user('two'), assistant('2')])
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    await parley.invoke('sessions.undo', { sessionId })
    const fork = await parley.invoke('sessions.fork', { sessionId, messageId: messages[2]?.id ?? '' })
    expect(await texts(parley, fork.session.id)).toEqual(['one', '1', 'two'])
    const copy = await parley.invoke('sessions.duplicate', { sessionId })
    expect([fork.session.title, copy.session.title]).toEqual(['Brought in (2)', 'Brought in (3)'])
    const shown = await parley.invoke('sessions.get', { sessionId: copy.session.id })
    expect(await texts(parley, copy.session.id)).toEqual(['one', '1'])
    expect(shown.continuations).toHaveLength(1)
    await parley.invoke('sessions.undo', { sessionId: copy.session.id })
    expect(await texts(parley, sessionId)).toEqual(['one', '1'])
  })
})
