import { describe, expect, test, vi } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { FailureReason } from '../../../shared/failures/failure'
import type { MessageId, SessionId } from '../../../shared/ids'
import type { AttachmentPart, MessageRole } from '../../../shared/sessions/messages'
import type { LeaseHolder } from '../../leases/session-leases'
import { TreeWriter } from '../../store/sessions/tree-writer'
import { BackgroundRun } from './background-run'
import { createRunHarness, turn } from '../testing/run-harness'
import { ScriptedSource } from '../testing/scripted-source'

const nobody = 'nobody' as SessionId
const file: AttachmentPart = {
  type: 'attachment',
  attachmentId: 'a'.repeat(64),
  name: 'notes.txt',
  mediaType: 'text/plain',
  sizeBytes: 5,
}

function managed() {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run)
  const sessionId = harness.newChat()
  const answered = async (begun: unknown) => {
    await begun
    source.end()
    await turn()
  }
  const messages = () => harness.store.readPath(sessionId).messages
  const messageAt = (index: number) => {
    const message = messages()[index]
    if (message === undefined) throw new Error(`no message ${index}`)
    return message
  }
  return { source, harness, manager: harness.manager, sessionId, answered, messages, messageAt }
}

/** Holds a session as a background run and records whether it was asked to stop. */
function holdInBackground({ harness, sessionId }: ReturnType<typeof managed>): { stops: string[] } {
  const stops: string[] = []
  const holder: LeaseHolder = { kind: 'background', stop: (reason) => void stops.push(reason) }
  harness.leases.acquire(sessionId, holder)
  return { stops }
}

describe('when no new answer can start', () => {
  const shutCause = new ParleyError('STORE_DAMAGED', 'The database is damaged.')

  test('sending with `replace` does not stop the active answer', async () => {
    const { source, harness, manager, sessionId } = managed()
    await manager.send({ sessionId, text: 'Hi' })
    await source.idle()
    harness.starter.shut(shutCause)
    await expect(manager.send({ sessionId, text: 'no', whenBusy: 'replace' })).rejects.toMatchObject({
      code: 'DEGRADED',
      data: { reason: 'no-answers', cause: { code: 'STORE_DAMAGED' } },
    })
    expect(source.signal?.aborted).toBe(false)
  })

  test('a message is not queued', async () => {
    const { source, harness, manager, sessionId } = managed()
    await manager.send({ sessionId, text: 'Hi' })
    await source.idle()
    harness.starter.shut(shutCause)
    await expect(manager.send({ sessionId, text: 'no', whenBusy: 'queue' })).rejects.toMatchObject({
      code: 'DEGRADED',
    })
    expect(harness.manager.queueOf(sessionId).messages).toEqual([])
  })

  test('neither regenerating nor continuing ends a background run', async () => {
    const given = managed()
    const { harness, manager, sessionId, answered, messageAt } = given
    await answered(manager.send({ sessionId, text: 'Hi' }))
    const { stops } = holdInBackground(given)
    harness.starter.shut(shutCause)
    expect(() => manager.regenerate({ sessionId, messageId: messageAt(1).id })).toThrow(
      expect.objectContaining({ code: 'DEGRADED' }),
    )
    expect(() => manager.continue(sessionId, messageAt(1).id)).toThrow(
      expect.objectContaining({ code: 'DEGRADED' }),
    )
    expect(stops).toEqual([])
  })

  test('because Parley is quitting, the error says so', async () => {
    const { manager, sessionId } = managed()
    await manager.close()
    await expect(manager.send({ sessionId, text: 'Hi' })).rejects.toMatchObject({
      code: 'DEGRADED',
      data: { cause: { code: 'CANCELLED', data: { reason: 'quitting' } } },
    })
  })
})

describe('a missing chat', () => {
  test('accepts neither messages nor stops', async () => {
    const { manager } = managed()
    await expect(manager.send({ sessionId: nobody, text: 'Hi' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(manager.stop(nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('adds no message to the queue that it kept when it was deleted', async () => {
    const { source, harness, manager, sessionId } = managed()
    await manager.send({ sessionId, text: 'one' })
    await manager.send({ sessionId, text: 'two', whenBusy: 'queue' })
    await source.idle()
    await manager.stop(sessionId, { holdQueue: true })
    harness.store.deleteSession(sessionId)
    await expect(manager.send({ sessionId, text: 'three', whenBusy: 'queue' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(harness.manager.queueOf(sessionId).messages.map(({ text }) => text)).toEqual(['two'])
  })
})

test('sending a message starts a detached run', async () => {
  const { harness, manager, sessionId, answered } = managed()
  const sent = manager.send({ sessionId, text: 'Hi' })
  expect(harness.leases.holder(sessionId)?.kind).toBe('detached')
  await answered(sent)
})

test('files for a temporary chat are refused before anything is queued or stopped', async () => {
  const { source, harness, manager, sessionId } = managed()
  const chat = harness.store.getSession(sessionId)
  vi.spyOn(harness.store, 'getSession').mockReturnValue({ ...chat, isTemporary: true })
  await manager.send({ sessionId, text: 'Hi' })
  await source.idle()
  for (const whenBusy of ['queue', 'replace'] as const) {
    await expect(
      manager.send({ sessionId, text: 'Read this', attachments: [file], whenBusy }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { reason: 'temporary-files' } })
  }
  expect([manager.queueOf(sessionId).messages, source.signal?.aborted]).toEqual([[], false])
})

describe('regenerating', () => {
  test('a question adds another answer with the returned run id', async () => {
    const { harness, manager, sessionId, answered, messages, messageAt } = managed()
    await answered(manager.send({ sessionId, text: 'Hi' }))
    const [question, first] = [messageAt(0), messageAt(1)]
    const { runId } = manager.regenerate({ sessionId, messageId: question.id })
    expect(harness.active.get(sessionId)?.spec.runId).toBe(runId)
    expect(harness.leases.holder(sessionId)?.kind).toBe('detached')
    await answered(null)
    expect(messages()).toMatchObject([
      { id: question.id },
      { role: 'assistant', parentId: question.id, runId },
    ])
    expect(messageAt(1).id).not.toBe(first.id)
  })

  test('an edited question keeps its files unless others are given', async () => {
    const { manager, sessionId, answered, messageAt } = managed()
    const filesOf = (index: number) => messageAt(index).parts.filter(({ type }) => type === 'attachment')
    await answered(manager.send({ sessionId, text: 'Hi', attachments: [file] }))
    const messageId = messageAt(0).id
    await answered(manager.regenerate({ sessionId, messageId, text: 'Edited' }))
    expect(filesOf(0)).toEqual([file])
    const other = { ...file, name: 'other.txt' }
    await answered(manager.regenerate({ sessionId, messageId, text: 'Edited', attachments: [other] }))
    expect(filesOf(0)).toEqual([other])
    await answered(manager.regenerate({ sessionId, messageId, text: 'Edited', attachments: [] }))
    expect(filesOf(0)).toEqual([])
  })

  test.each<
    [
      string,
      number,
      { text?: string; attachments?: AttachmentPart[] },
      { field: string; reason: FailureReason<'INVALID_INPUT'> },
    ]
  >([
    ['the text of an answer', 1, { text: 'mine' }, { field: 'text', reason: 'only-user-message-edited' }],
    ['files without a text', 0, { attachments: [file] }, { field: 'attachments', reason: 'only-with-text' }],
  ])('does not change %s', async (_what, index, change, data) => {
    const { harness, manager, sessionId, answered, messages, messageAt } = managed()
    await answered(manager.send({ sessionId, text: 'Hi' }))
    const before = messages()
    expect(() => manager.regenerate({ sessionId, messageId: messageAt(index).id, ...change })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', data }),
    )
    expect(messages()).toEqual(before)
    expect(harness.leases.holder(sessionId)).toBeNull()
  })
})

/** Stores a chat as an import would, possibly without a first question. */
async function importedChat({ harness }: ReturnType<typeof managed>, roles: readonly MessageRole[]) {
  let count = 0
  const writer = new TreeWriter(harness.database, {
    newId: <Id extends string>() => `imported-${++count}` as Id,
    pause: () => Promise.resolve(),
  })
  const messages = roles.map((role, index) => ({
    key: `${index}`,
    parentKey: index === 0 ? null : `${index - 1}`,
    role,
    parts: [{ type: 'text' as const, text: `${role} says` }],
    status: 'complete' as const,
    model: 'test/imported',
    createdAt: index,
  }))
  const leafKey = `${roles.length - 1}`
  const { id } = await writer.write({ created_at: 0, model: 'test/model' }, messages, leafKey)
  return { sessionId: id, ids: harness.store.readPath(id).messages.map((message) => message.id) }
}

describe('of an imported chat', () => {
  test.each(['system', 'tool'] as const)('a message of the %s cannot be answered again', async (role) => {
    const given = managed()
    const { sessionId, ids } = await importedChat(given, ['user', role])
    expect(() => given.manager.regenerate({ sessionId, messageId: ids[1] as MessageId })).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        data: { field: 'messageId', reason: 'wrong-message' },
      }),
    )
    expect(given.harness.leases.holder(sessionId)).toBeNull()
  })

  test('an answer without a question adds another version by the model of the chat', async () => {
    const given = managed()
    const { sessionId, ids } = await importedChat(given, ['assistant'])
    await given.answered(given.manager.regenerate({ sessionId, messageId: ids[0] as MessageId }))
    expect(given.harness.store.readPath(sessionId).messages).toMatchObject([
      { role: 'assistant', parentId: null, model: 'test/model' },
    ])
    expect(given.source.requests.at(-1)?.messages).toEqual([])
  })
})

describe('stopping', () => {
  test('reports whether there was an answer to stop', async () => {
    const { source, manager, sessionId } = managed()
    await manager.send({ sessionId, text: 'Hi' })
    await source.idle()
    expect(await manager.stop(sessionId)).toMatchObject({ stopped: true, receipt: { keptChars: 0 } })
    expect(await manager.stop(sessionId)).toEqual({ stopped: false, receipt: null })
  })

  test('ends a background run with `user` and reports it', async () => {
    const { harness, manager, sessionId } = managed()
    const source = new ScriptedSource()
    const background = new BackgroundRun(harness.clock)
    const request = { modelId: 'm', messages: [], systemPrompt: null, params: {} }
    const question = { source: source.run, request, deadlineMs: 1_000, maxChars: 10 }
    const answer = background.ask(harness.leases.acquire(sessionId, background), question)
    await source.idle()
    expect(await manager.stop(sessionId)).toEqual({ stopped: true, receipt: null })
    expect(source.signal?.reason).toMatchObject({ stopReason: 'user' })
    expect(await answer).toMatchObject({ outcome: 'made-way' })
  })

  test('does not affect operations on the chat', async () => {
    const { harness, manager, sessionId } = managed()
    const stops: string[] = []
    harness.leases.acquire(sessionId, { kind: 'operation', stop: (reason) => void stops.push(reason) })
    expect(await manager.stop(sessionId)).toEqual({ stopped: false, receipt: null })
    expect(stops).toEqual([])
  })
})

test('a message that waits for an operation is neither sent nor reported if Parley quits first', async () => {
  const { harness, manager, sessionId } = managed()
  const lease = harness.leases.acquire(sessionId, { kind: 'operation', stop: () => {} })
  await manager.send({ sessionId, text: 'later', whenBusy: 'queue' })
  await manager.close()
  lease.release()
  await turn()
  expect(harness.reported).toEqual([])
  expect(harness.manager.queueOf(sessionId)).toMatchObject({ messages: [{ text: 'later' }] })
  expect(harness.store.readPath(sessionId).messages).toEqual([])
})
