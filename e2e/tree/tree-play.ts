import { deepStrictEqual } from 'node:assert/strict'

import type { ParleyApi } from '../../src/renderer/rpc/parley-api.ts'
import { ParleyError } from '../../src/shared/errors.ts'
import type { MessageId, SessionId } from '../../src/shared/ids.ts'
import { assertNever } from '../../src/shared/invariant.ts'
import { type Message, messageText } from '../../src/shared/sessions/messages.ts'
import type { ImportEvent } from '../../src/shared/store/store.ts'
import type { FakeProvider } from '../fake-provider/fake-provider.ts'
import { completeStream } from '../fake-provider/script.ts'
import type { TreeAction } from './tree-actions.ts'
import {
  add,
  childrenOf,
  copied,
  emptyChat,
  forked,
  type ModelChat,
  newestBelow,
  pathTo,
  takeBack,
} from './tree-model.ts'

/** The app, as these sequences use it. */
export interface TreeSubject {
  readonly parley: ParleyApi
  /** Shuts the app down normally and restarts it on the same data. */
  restart(): Promise<void>
}

/** A chat in the app and in the model. `ids[n]` is the message of node `n`. */
interface PlayedChat {
  sessionId: SessionId
  model: ModelChat
  ids: MessageId[]
}

const answerText = 'Here is the answer.'
const cutText = 'Here is'

/** Scripts the fake provider to answer as the model expects: completely, without an end, or with a failure. */
export function scriptTreeModels(fake: FakeProvider): void {
  fake.script('complete', completeStream([{ type: 'tokens', tokens: ['Here is', ' the answer.'] }]))
  const opening = { type: 'tokens' as const, tokens: [cutText] }
  fake.script('stopped', { type: 'stream', steps: [opening, { type: 'silence' }] })
  fake.script('failed', { type: 'stream', steps: [opening], ending: 'cut' })
}

/** Plays one sequence in the app and in the model. Throws an assertion error at the first difference. */
export async function playTree(subject: TreeSubject, actions: readonly TreeAction[]): Promise<void> {
  const chats: PlayedChat[] = [await newChat(subject)]
  for (const action of actions) {
    const chat = chats[action.chat % chats.length]
    if (chat === undefined) continue
    const added = await playAction(subject, chat, action)
    if (added !== null) chats.push(added)
    for (const changed of added === null ? [chat] : [chat, added]) await compare(subject, changed)
  }
  for (const chat of chats) await compareWhole(subject, chat)
  for (const { sessionId } of chats) {
    await subject.parley.invoke('sessions.delete', { sessionId })
    await subject.parley.invoke('sessions.erase', { sessionId })
  }
}

/** Plays one action, and returns the chat that it created, if any. */
async function playAction(
  subject: TreeSubject,
  chat: PlayedChat,
  action: TreeAction,
): Promise<PlayedChat | null> {
  const { parley } = subject
  const { sessionId, model } = chat
  switch (action.type) {
    case 'new':
      return newChat(subject)
    case 'send':
      await parley.invoke('sessions.update', { sessionId, model: `fake/${action.how}` })
      await parley.invoke('runs.send', { sessionId, text: action.text })
      await untilAnswered(parley, sessionId, action.how)
      add(model, { parent: model.leaf, role: 'user', text: action.text, status: 'complete' })
      addAnswer(model, action.how)
      await learnNew(parley, chat)
      return null
    case 'retry': {
      const expected = takeBack(model)
      const outcome = await outcomeOf(parley.invoke('sessions.retry', { sessionId }))
      deepStrictEqual(
        typeof outcome === 'string' ? outcome : [outcome.lastUserText, outcome.removedCount],
        expected === null ? 'NO_PREVIOUS_MESSAGE' : [expected.text, expected.removedCount],
      )
      return null
    }
    case 'undo': {
      const expected = takeBack(model)
      const outcome = await outcomeOf(parley.invoke('sessions.undo', { sessionId }))
      deepStrictEqual(
        typeof outcome === 'string' ? outcome : outcome.removedCount,
        expected === null ? 'NOTHING_TO_UNDO' : expected.removedCount,
      )
      return null
    }
    case 'retries-at-once': {
      const outcomes = await Promise.all(
        Array.from({ length: action.count }, () => outcomeOf(parley.invoke('sessions.retry', { sessionId }))),
      )
      const expected = Array.from(
        { length: action.count },
        () => takeBack(model)?.text ?? 'NO_PREVIOUS_MESSAGE',
      )
      deepStrictEqual(
        outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : outcome.lastUserText)).toSorted(),
        expected.toSorted(),
      )
      return null
    }
    case 'set-leaf': {
      const node = action.node % (model.nodes.length + 1)
      const target = node === model.nodes.length ? null : node
      model.leaf = target === null || !action.descend ? target : newestBelow(model, target)
      const messageId = target === null ? null : idOf(chat, target)
      const { leafId } = await parley.invoke('sessions.setLeaf', {
        sessionId,
        messageId,
        descend: action.descend,
      })
      deepStrictEqual(leafId, model.leaf === null ? null : idOf(chat, model.leaf))
      return null
    }
    case 'edit': {
      const node = pick(model, action.node, ({ role }) => role === 'user')
      if (node === null) return null
      await answerAgain(parley, chat, { messageId: idOf(chat, node), text: action.text })
      const parent = model.nodes[node]?.parent ?? null
      add(model, { parent, role: 'user', text: action.text, status: 'complete' })
      addAnswer(model, 'complete')
      await learnNew(parley, chat)
      return null
    }
    case 'regenerate': {
      const node = pick(
        model,
        action.node,
        ({ role, parent }) => role === 'user' || (role === 'assistant' && parent !== null),
      )
      if (node === null) return null
      await answerAgain(parley, chat, { messageId: idOf(chat, node) })
      const { role, parent } = model.nodes[node] ?? { role: 'user', parent: null }
      model.leaf = role === 'user' ? node : parent
      addAnswer(model, 'complete')
      await learnNew(parley, chat)
      return null
    }
    case 'fork': {
      const node = pick(model, action.node, () => true)
      if (node === null) return null
      const { session } = await parley.invoke('sessions.fork', { sessionId, messageId: idOf(chat, node) })
      return learned(parley, session.id, forked(model, node))
    }
    case 'duplicate': {
      const { session } = await parley.invoke('sessions.duplicate', { sessionId })
      return learned(parley, session.id, copied(model))
    }
    case 'import': {
      const imported = emptyChat()
      for (const role of action.roles) {
        add(imported, { parent: imported.leaf, role, text: `${role} said`, status: 'complete' })
      }
      const messages = action.roles.map((role) => ({ role, content: `${role} said` }))
      const { session } = await parley.invoke('sessions.import', { title: 'Imported', messages })
      return learned(parley, session.id, imported)
    }
    case 'export-and-import': {
      const first = await parley.invoke('sessions.export', { sessionId, format: 'json' })
      const again = await importFile(parley, first.content)
      // Importing the same file again duplicates nothing.
      if (again === null) return null
      const second = await parley.invoke('sessions.export', { sessionId: again, format: 'json' })
      deepStrictEqual(second.content, first.content)
      return learned(parley, again, copied(model))
    }
    case 'delete-and-restore':
      await parley.invoke('sessions.delete', { sessionId })
      deepStrictEqual(await outcomeOf(parley.invoke('sessions.get', { sessionId })), 'NOT_FOUND')
      await parley.invoke('sessions.restore', { sessionId })
      return null
    case 'restart':
      await subject.restart()
      return null
    default:
      return assertNever(action)
  }
}

function addAnswer(model: ModelChat, how: 'complete' | 'stopped' | 'failed'): void {
  add(model, {
    parent: model.leaf,
    role: 'assistant',
    text: how === 'complete' ? answerText : cutText,
    status: how === 'complete' ? 'complete' : how === 'stopped' ? 'partial' : 'failed',
  })
}

async function newChat({ parley }: TreeSubject): Promise<PlayedChat> {
  const { session } = await parley.invoke('sessions.create', { model: 'fake/complete' })
  return { sessionId: session.id, model: emptyChat(), ids: [] }
}

async function answerAgain(
  parley: ParleyApi,
  { sessionId }: PlayedChat,
  what: { messageId: MessageId; text?: string },
): Promise<void> {
  await parley.invoke('runs.regenerate', { sessionId, model: 'fake/complete', ...what })
  await untilAnswered(parley, sessionId, 'complete')
}

/** Waits for the end of the run; stops a run without an end once it has produced text. */
async function untilAnswered(
  parley: ParleyApi,
  sessionId: SessionId,
  how: 'complete' | 'stopped' | 'failed',
): Promise<void> {
  const idle = Promise.withResolvers<void>()
  const spoken = Promise.withResolvers<void>()
  const watch = parley.open(
    'session.watch',
    { sessionId },
    {
      onEvents(events) {
        for (const event of events) {
          if (event.type === 'text-delta') spoken.resolve()
          if (event.type === 'session-sync' && !event.running) idle.resolve()
        }
      },
      onEnd: ({ reason }) => idle.reject(new Error(`the watch ended: ${reason}`)),
    },
  )
  if (how === 'stopped') {
    await Promise.race([spoken.promise, idle.promise])
    await parley.invoke('runs.stop', { sessionId })
  }
  await idle.promise
  watch.close()
}

/** The result of a call, or the code of its refusal. */
async function outcomeOf<Output>(call: Promise<Output>): Promise<Output | ParleyError['code']> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ParleyError) return error.code
    throw error
  }
}

/** Imports the file; null if it was imported before. */
async function importFile(parley: ParleyApi, content: string): Promise<SessionId | null> {
  const bytes = Buffer.from(content, 'utf8')
  const { importId } = await parley.invoke('imports.begin', {
    fileName: 'chat.json',
    sizeBytes: bytes.length,
  })
  await parley.invoke('imports.append', { importId, offset: 0, data: bytes.toString('base64') })
  const over = Promise.withResolvers<Extract<ImportEvent, { type: 'summary' }>>()
  let summary: Extract<ImportEvent, { type: 'summary' }> | null = null
  parley.open(
    'import.run',
    { importId },
    {
      onEvents(events) {
        for (const event of events) if (event.type === 'summary') summary = event
      },
      onEnd: ({ reason, error }) => {
        if (summary === null) over.reject(new Error(`the import ended: ${reason} ${error?.message ?? ''}`))
        else over.resolve(summary)
      },
    },
  )
  const { sessionIds, knownCount, skipped } = await over.promise
  const [sessionId] = sessionIds
  if (sessionId === undefined && knownCount === 0) {
    throw new Error(`nothing was imported: ${JSON.stringify(skipped)}`)
  }
  return sessionId ?? null
}

/** Picks a node for which `isMeant` is true, by any number; null if there is none. */
function pick(
  model: ModelChat,
  number: number,
  isMeant: (node: ModelChat['nodes'][number]) => boolean,
): number | null {
  const meant = model.nodes.flatMap((node, index) => (isMeant(node) ? [index] : []))
  return meant[number % Math.max(1, meant.length)] ?? null
}

function idOf(chat: PlayedChat, node: number): MessageId {
  const id = chat.ids[node]
  if (id === undefined) throw new Error(`node ${node} has no message`)
  return id
}

/** Adds the ids of new messages at the end of the path. */
async function learnNew(parley: ParleyApi, chat: PlayedChat): Promise<void> {
  const { messages } = await parley.invoke('sessions.get', { sessionId: chat.sessionId })
  const path = pathTo(chat.model, chat.model.leaf)
  path.forEach((node, index) => {
    const message = messages[index]
    if (chat.ids[node] === undefined && message !== undefined) chat.ids[node] = message.id
  })
}

/** Finds the messages of a chat that was created from another, by visiting every leaf of the model. */
async function learned(parley: ParleyApi, sessionId: SessionId, model: ModelChat): Promise<PlayedChat> {
  const chat: PlayedChat = { sessionId, model, ids: [] }
  const shown = model.leaf
  const roots = await siblingsBelow(parley, sessionId, null)
  const waiting = roots.map((id, index) => ({ id, node: childrenOf(model, null)[index] }))
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (next.node === undefined) throw new Error(`message ${next.id} is not a node of the model`)
    chat.ids[next.node] = next.id
    const children = childrenOf(model, next.node)
    const found = await siblingsBelow(parley, sessionId, next.id)
    waiting.push(...found.map((id, index) => ({ id, node: children[index] })))
  }
  const messageId = shown === null ? null : idOf(chat, shown)
  await parley.invoke('sessions.setLeaf', { sessionId, messageId })
  return chat
}

/** The messages after this one, in order of creation. */
async function siblingsBelow(
  parley: ParleyApi,
  sessionId: SessionId,
  messageId: MessageId | null,
): Promise<MessageId[]> {
  await parley.invoke('sessions.setLeaf', { sessionId, messageId })
  const { continuations } = await parley.invoke('sessions.get', { sessionId, limit: 1 })
  return continuations.toReversed()
}

/** Compares what is shown: the path, the versions of each message, its replies, and their number. */
async function compare({ parley }: TreeSubject, { sessionId, model, ids }: PlayedChat): Promise<void> {
  const page = await parley.invoke('sessions.get', { sessionId })
  const path = pathTo(model, model.leaf)
  const nameOf = (node: number) => ids[node] ?? `node ${node}`
  deepStrictEqual(
    page.messages.map(essence),
    path.map((node) => ({ id: nameOf(node), ...essenceOfNode(model, node) })),
  )
  const versions = path.flatMap((node) => {
    const beside = childrenOf(model, model.nodes[node]?.parent ?? null)
    return beside.length > 1 ? [[nameOf(node), beside.map(nameOf)] as const] : []
  })
  deepStrictEqual({ ...page.versions }, Object.fromEntries(versions))
  deepStrictEqual(page.continuations, childrenOf(model, model.leaf).toReversed().map(nameOf))
  const { messageCount, running } = await parley.invoke('sessions.status', { sessionId })
  deepStrictEqual([messageCount, running], [path.length, false])
}

/** Compares the path to every node. */
async function compareWhole(subject: TreeSubject, chat: PlayedChat): Promise<void> {
  const { sessionId, model } = chat
  const leaves = model.nodes.flatMap((_node, index) => (childrenOf(model, index).length === 0 ? [index] : []))
  for (const leaf of leaves) {
    await subject.parley.invoke('sessions.setLeaf', { sessionId, messageId: idOf(chat, leaf) })
    model.leaf = leaf
    await compare(subject, chat)
  }
}

function essence(message: Message) {
  return { id: message.id, role: message.role, text: messageText(message), status: message.status }
}

function essenceOfNode(model: ModelChat, index: number) {
  const { role, text, status } = model.nodes[index] ?? {}
  return { role, text, status }
}
