import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { MessageId, SessionId } from '../../../../shared/ids'
import { wireLimits } from '../../../../shared/rpc/definitions/limits'
import { isEditedAnswer, type Message, messageText } from '../../../../shared/sessions/messages'
import { connectOverSocket, watchSession } from '../../testing/app-client'
import { importFile } from '../../testing/import-file'
import { startTestApp } from '../../testing/test-app'

const missing = 'missing' as MessageId

/** A chat with two answered questions. */
async function open() {
  const parley = await connectOverSocket(await startTestApp())
  const { session } = await parley.invoke('sessions.create', { model: 'demo/brief' })
  const sessionId = session.id
  const watched = watchSession(parley, sessionId)
  await parley.invoke('runs.send', { sessionId, text: 'First?' })
  await watched.idleWith(2)
  await parley.invoke('runs.send', { sessionId, text: 'Second?' })
  await watched.idleWith(4)
  const [question, answer, , last] = await pathOf(parley, sessionId)
  if (question === undefined || answer === undefined || last === undefined) throw new Error('no answers')
  return { parley, sessionId, watched, question, answer, last }
}

async function pathOf(parley: ParleyApi, sessionId: SessionId): Promise<Message[]> {
  return (await parley.invoke('sessions.get', { sessionId })).messages
}

const refusedBecause = (reason: string) =>
  expect.objectContaining({ code: 'INVALID_INPUT', data: expect.objectContaining({ reason }) })

test('an edited answer is a version beside the old one, is marked as edited, and has no metrics', async () => {
  const { parley, sessionId, answer, last } = await open()
  const usage = await parley.invoke('sessions.usage', { sessionId })
  const { messageId } = await parley.invoke('messages.edit', {
    sessionId,
    messageId: answer.id,
    text: 'Mine.',
  })
  const path = await pathOf(parley, sessionId)
  expect(path).toEqual([
    expect.objectContaining({ id: answer.parentId }),
    {
      id: messageId,
      sessionId,
      parentId: answer.parentId,
      role: 'assistant',
      status: 'complete',
      model: 'demo/brief',
      parts: [{ type: 'text', text: 'Mine.', isEdited: true }],
      createdAt: expect.any(Number),
    },
  ])
  const { versions } = await parley.invoke('sessions.get', { sessionId })
  expect(versions[messageId]).toEqual([answer.id, messageId])
  // Messages after the old version are still there.
  await parley.invoke('sessions.setLeaf', { sessionId, messageId: answer.id, descend: true })
  expect((await pathOf(parley, sessionId)).at(-1)).toEqual(last)
  expect(await parley.invoke('sessions.usage', { sessionId })).toEqual(usage)

  for (const text of ['x'.repeat(wireLimits.messageBytes), '__proto__', '\u202Eabc\u0000</script>']) {
    await parley.invoke('messages.edit', { sessionId, messageId: answer.id, text })
    expect(messageText((await pathOf(parley, sessionId)).at(-1) ?? { parts: [] })).toBe(text)
  }
})

test('an edited question is a version without an answer, and is not marked; an edited answer keeps its tool calls', async () => {
  const { parley, sessionId, question } = await open()
  const { messageId } = await parley.invoke('messages.edit', {
    sessionId,
    messageId: question.id,
    text: 'Other?',
  })
  expect(await pathOf(parley, sessionId)).toMatchObject([
    { id: messageId, role: 'user', parts: [{ type: 'text', text: 'Other?' }] },
  ])
  expect((await pathOf(parley, sessionId)).some(isEditedAnswer)).toBe(false)

  const { session } = await parley.invoke('sessions.import', {
    title: 'With tools',
    messages: [
      { role: 'user', content: 'Look it up.' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Where?' },
          { type: 'text', text: 'Looking.' },
          { type: 'tool-call', toolCallId: 'one', toolName: 'look', input: {} },
          { type: 'tool-result', toolCallId: 'one', output: 'found' },
          { type: 'text', text: 'Found.' },
          { type: 'error', code: 'TIMEOUT', message: 'Too slow.' },
        ],
      },
    ],
  })
  const [, answer] = await pathOf(parley, session.id)
  await parley.invoke('messages.edit', {
    sessionId: session.id,
    messageId: answer?.id ?? missing,
    text: 'Found it.',
  })
  const edited = (await pathOf(parley, session.id)).at(-1)
  expect(edited?.parts.map(({ type }) => type)).toEqual(['tool-call', 'tool-result', 'text'])
  expect(edited).toMatchObject({ status: 'complete' })
})

test('refuses what cannot be edited, and changes nothing', async () => {
  const { parley, sessionId, answer } = await open()
  const { session: other } = await parley.invoke('sessions.import', {
    title: 'Tools',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Look.' },
      { role: 'tool', content: 'found' },
    ],
  })
  const [system, , tool] = await pathOf(parley, other.id)
  const edit = (input: { sessionId?: SessionId; messageId: MessageId; text?: string }) =>
    parley.invoke('messages.edit', { sessionId, text: 'Mine.', ...input })
  const notFound = expect.objectContaining({ code: 'NOT_FOUND' })
  await expect(edit({ messageId: missing })).rejects.toEqual(notFound)
  await expect(edit({ messageId: '__proto__' as MessageId })).rejects.toEqual(notFound)
  await expect(edit({ sessionId: '__proto__' as SessionId, messageId: answer.id })).rejects.toEqual(notFound)
  // A message of another chat.
  await expect(edit({ sessionId: other.id, messageId: answer.id })).rejects.toEqual(notFound)
  for (const message of [system, tool]) {
    await expect(edit({ sessionId: other.id, messageId: message?.id ?? missing })).rejects.toEqual(
      refusedBecause('not-editable'),
    )
  }
  const invalid = expect.objectContaining({ code: 'INVALID_INPUT' })
  for (const text of ['', ' \n\t', 'x'.repeat(wireLimits.messageBytes + 1)]) {
    await expect(edit({ messageId: answer.id, text })).rejects.toEqual(invalid)
  }
  await expect(edit({ messageId: '' as MessageId })).rejects.toEqual(invalid)
  const hostile = JSON.parse(`{"text":{"__proto__":{}},"messageId":"${answer.id}"}`) as {
    messageId: MessageId
  }
  await expect(edit(hostile)).rejects.toEqual(invalid)
  expect(await pathOf(parley, sessionId)).toHaveLength(4)
  expect((await parley.invoke('sessions.get', { sessionId })).versions).toEqual({})
})

test('two windows that edit the same answer get a version each, and during a run both are refused', async () => {
  const { parley, sessionId, answer } = await open()
  const edit = (text: string) => parley.invoke('messages.edit', { sessionId, messageId: answer.id, text })
  const [one, two] = await Promise.all([edit('One.'), edit('Two.')])
  const { messages, versions } = await parley.invoke('sessions.get', { sessionId })
  expect(messages.at(-1)?.id).toBe(two.messageId)
  expect(versions[two.messageId]).toEqual([answer.id, one.messageId, two.messageId])
  await parley.invoke('sessions.update', { sessionId, model: 'demo/silent' })
  await parley.invoke('runs.send', { sessionId, text: 'wait' })
  await expect(edit('Three.')).rejects.toEqual(expect.objectContaining({ code: 'RUN_ACTIVE' }))
  await parley.invoke('runs.stop', { sessionId })
  await edit('Three.')
})

test('an edited answer is sent to the model, found, forked, undone and continued like any other', async () => {
  const { parley, sessionId, watched, answer } = await open()
  const edited = await parley.invoke('messages.edit', {
    sessionId,
    messageId: answer.id,
    text: 'The xylophone is',
  })
  const { hits } = await parley.invoke('sessions.search', { query: 'xylophone' })
  expect(hits.map(({ messageId }) => messageId)).toEqual([edited.messageId])

  const fork = await parley.invoke('sessions.fork', { sessionId, messageId: edited.messageId })
  const copied = (await pathOf(parley, fork.session.id)).at(-1)
  expect(copied?.parts).toEqual([{ type: 'text', text: 'The xylophone is', isEdited: true }])

  await parley.invoke('runs.continue', { sessionId, messageId: edited.messageId })
  const { messages } = await watched.first(
    'session-sync',
    ({ running, messages: [, last] }) => !running && last?.runId !== undefined && isEditedAnswer(last),
  )
  const continued = messages.at(-1)
  expect(continued?.parts).toEqual([
    { type: 'text', text: expect.stringMatching(/^The xylophone is.+/s), isEdited: true },
  ])
  // The user's text cost nothing, so the answer costs what the continuation costs.
  expect(continued?.usage?.costUsd).toBe(0)
  expect((await parley.invoke('sessions.usage', { sessionId })).costUsd).toBe(0)

  await parley.invoke('sessions.undo', { sessionId })
  expect(await pathOf(parley, sessionId)).toEqual([])
})

test('exports say that an answer was edited, and an import keeps it', async () => {
  const { parley, sessionId, answer } = await open()
  await parley.invoke('messages.edit', { sessionId, messageId: answer.id, text: 'Mine.' })
  const exported = async (format: 'json' | 'markdown' | 'html') =>
    (await parley.invoke('sessions.export', { sessionId, format })).content
  expect(await exported('markdown')).toContain('demo/brief (edited)')
  expect(await exported('html')).toContain('demo/brief (edited)')
  const json = await exported('json')
  const other = await connectOverSocket(await startTestApp())
  await importFile(other, json)
  const [imported] = (await other.invoke('sessions.list', {})).sessions
  if (imported === undefined) throw new Error('nothing was imported')
  const path = await pathOf(other, imported.id)
  expect(path.at(-1)?.parts).toEqual([{ type: 'text', text: 'Mine.', isEdited: true }])
  const again = await other.invoke('sessions.export', { sessionId: imported.id, format: 'json' })
  expect(again.content).toBe(json)
})

test('the text of a version that is not shown can be read, but only through its own chat', async () => {
  const { parley, sessionId, answer } = await open()
  await parley.invoke('messages.edit', { sessionId, messageId: answer.id, text: 'Another text' })
  const textOf = (of: SessionId, messageId: MessageId) =>
    parley.invoke('messages.text', { sessionId: of, messageId })
  expect((await pathOf(parley, sessionId)).map(({ id }) => id)).not.toContain(answer.id)
  expect(await textOf(sessionId, answer.id)).toEqual({ text: messageText(answer) })
  const { session } = await parley.invoke('sessions.create', { model: 'demo/brief' })
  await expect(textOf(session.id, answer.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(textOf(sessionId, missing)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
