import { onTestFinished } from 'vitest'

import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { RunIdentity } from '../../../shared/runs/run-identity'
import type { Message } from '../../../shared/sessions/messages'
import { createManualClock, type ManualClock } from '../../base/testing/manual-clock'
import type { NewId } from '../../base/new-id'
import type { WritableDatabase } from '../database/database'
import { openSessionDatabase } from '../opening/open-session-database'
import { SessionStore } from '../sessions/session-store'
import { newStoreFolder } from './new-store'

/** A store in a folder of its own, with a clock that the test moves. */
export interface TestStore {
  store: SessionStore
  database: WritableDatabase
  clock: ManualClock
  newId: NewId
  folder: string
}

/** Opens a store in `folder` (by default a new one) and closes it after the running test. */
export function openTestStore(folder = newStoreFolder()): TestStore {
  const clock = createManualClock()
  const database = openSessionDatabase(folder, { clock, onSlowStatement: () => {} })
  onTestFinished(() => database.close())
  const newId = countingIds()
  return { store: new SessionStore(database, { clock, newId }), database, clock, newId, folder }
}

/** Sequential ids: `id-1`, `id-2`, … */
function countingIds(): NewId {
  let count = 0
  return <Id extends string>() => `id-${++count}` as Id
}

/** Ids for tests, which name them as they like. */
export const asSession = (id: string) => id as SessionId
export const asMessage = (id: string) => id as MessageId
export const asRun = (id: string) => id as RunId

/**
 * Begins run `run-NAME`: `user` is the text of its question, stored as `ask-NAME`; its answer will be `answer-NAME`.
 */
export function beginRun(
  store: SessionStore,
  sessionId: SessionId,
  name: string,
  question: { user?: string; parentId?: MessageId | null } = { user: name },
) {
  const { user: text, ...place } = question
  const user = text === undefined ? undefined : { id: asMessage(`ask-${name}`), text }
  return store.beginRun(runOf(sessionId, name), { user, ...place })
}

/** The identity of run `run-NAME`. */
export function runOf(sessionId: SessionId, name: string): RunIdentity {
  return {
    runId: asRun(`run-${name}`),
    sessionId,
    messageId: asMessage(`answer-${name}`),
    kind: 'detached',
    model: 'demo/writer',
  }
}

/** The complete answer of run `run-NAME`. */
export function answer(sessionId: SessionId, name: string, text = `to ${name}`): Message {
  return {
    id: asMessage(`answer-${name}`),
    sessionId,
    parentId: null,
    role: 'assistant',
    parts: [{ type: 'text', text }],
    status: 'complete',
    stopReason: 'end',
    runId: asRun(`run-${name}`),
    model: 'demo/writer',
    createdAt: 1,
  }
}

/** Adds a question and its answer for each of `names`. */
export function converse(store: SessionStore, sessionId: SessionId, names: readonly string[]): void {
  for (const name of names) {
    beginRun(store, sessionId, name)
    store.settleRun(asRun(`run-${name}`), answer(sessionId, name))
  }
}

/** The ids on the path to the leaf, oldest first. */
export function pathIds(store: SessionStore, sessionId: SessionId): string[] {
  return store.readPath(sessionId).messages.map(({ id }) => id)
}
