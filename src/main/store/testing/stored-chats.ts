import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { SessionId } from '../../../shared/ids'
import { messageText } from '../../../shared/sessions/messages'
import { storeFiles } from '../database/store-files'
import { asMessage, asRun, type TestStore } from './test-store'

/** Adds a chat of `count` questions with answers; each text names its chat and its position. */
export function addChat(
  { store }: Pick<TestStore, 'store'>,
  name: string,
  count: number,
  options: { textChars?: number } = {},
): SessionId {
  const { id } = store.createSession({ title: name, model: 'demo/writer' })
  for (let place = 0; place < count; place += 1) {
    const runId = asRun(`run-${name}-${place}`)
    const messageId = asMessage(`answer-${name}-${place}`)
    const text = `${name} ${place}`.padEnd(options.textChars ?? 0, ' .')
    const user = { id: asMessage(`ask-${name}-${place}`), text: `ask ${text}` }
    store.beginRun({ runId, sessionId: id, messageId, kind: 'detached', model: 'demo/writer' }, { user })
    store.settleRun(runId, {
      id: messageId,
      sessionId: id,
      parentId: null,
      role: 'assistant',
      parts: [{ type: 'text', text: `answer ${text}` }],
      status: 'complete',
      stopReason: 'end',
      runId,
      model: 'demo/writer',
      createdAt: place,
    })
  }
  return id
}

/** The texts on each chat's path, by its title, without padding. */
export function shownChats({ store }: Pick<TestStore, 'store'>): Record<string, string[]> {
  return Object.fromEntries(
    store
      .listSessions({ limit: 1_000 })
      .sessions.map(({ id, title }) => [
        title,
        store.readPath(id).messages.map((message) => messageText(message).replace(/[ .]+$/, '')),
      ]),
  )
}

/** The texts that `addChat` creates. */
export function textsOf(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, place) => [
    `ask ${name} ${place}`,
    `answer ${name} ${place}`,
  ]).flat()
}

/** A folder with the files as they would be if the process were killed now. */
export function copyOfFolder(folder: string, target: string): string {
  const from = storeFiles(folder)
  const to = storeFiles(target)
  mkdirSync(target, { recursive: true })
  for (const key of ['database', 'openMark', 'commits', 'plan'] as const) {
    for (const suffix of key === 'database' ? ['', '-wal'] : ['']) {
      if (existsSync(`${from[key]}${suffix}`)) copyFileSync(`${from[key]}${suffix}`, `${to[key]}${suffix}`)
    }
  }
  return join(target)
}
