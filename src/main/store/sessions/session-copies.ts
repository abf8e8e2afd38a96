import type { MessageId, SessionId } from '../../../shared/ids'
import { invariant } from '../../../shared/invariant'
import { type Message, withoutStatements } from '../../../shared/sessions/messages'
import type { Session } from '../../../shared/sessions/sessions'
import type { Clock } from '../../base/clock'
import type { WritableDatabase } from '../database/database'
import { ProjectMembership } from '../projects/project-members'
import { messageColumns, type MessageRow, MessageRows, toMessage } from '../messages/message-rows'
import { columnsWith } from './session-rows'
import type { SessionStore } from './session-store'
import { untitledSession } from '../messages/title'
import type { TreeMessage, TreeWriter } from './tree-writer'

/** Few enough not to block others. */
const rowsPerRead = 50

/**
 * Copies messages into new chats with new ids, in the same project. The caller holds the original's lease. The
 * workspace of an agent is copied; its permission and its own session are not, since they were given to the other chat.
 * The tools that are on stay on, but consents to their calls are not copied. A chat that is kept on this machine has
 * copies that are, too.
 */
export class SessionCopies {
  readonly #store: SessionStore
  readonly #writer: TreeWriter
  readonly #clock: Clock
  readonly #messages: MessageRows
  readonly #titles: FreeTitles
  readonly #projects: ProjectMembership
  readonly #treePage

  constructor(database: WritableDatabase, deps: { store: SessionStore; writer: TreeWriter; clock: Clock }) {
    this.#store = deps.store
    this.#writer = deps.writer
    this.#clock = deps.clock
    this.#messages = new MessageRows(database)
    this.#titles = new FreeTitles(database)
    this.#projects = new ProjectMembership(database)
    this.#treePage = database.query<MessageRow & { number: number }>(`
      SELECT number, ${messageColumns} FROM messages
      WHERE session_id = ? AND number > ? ORDER BY number LIMIT ${rowsPerRead}`)
  }

  /** A copy with every branch and the same path; no chat or comparison has its title. @throws NOT_FOUND, STORE_FULL */
  copyAll(sessionId: SessionId, title?: string): Promise<Session> {
    const leafId = this.#store.leafOf(sessionId)
    return this.#copy(sessionId, this.#tree(sessionId), { leafId, title })
  }

  /** The path up to and including `messageId`, on any branch. @throws NOT_FOUND, STORE_FULL */
  copyPath(sessionId: SessionId, messageId: MessageId): Promise<Session> {
    this.#store.getMessage(sessionId, messageId)
    return this.#copy(sessionId, this.#path(sessionId, messageId), { leafId: messageId })
  }

  #copy(
    sessionId: SessionId,
    messages: Iterable<TreeMessage>,
    shown: { leafId: MessageId | null; title?: string | undefined },
  ): Promise<Session> {
    const { title: former, isFolderImported = false, ...session } = this.#store.getSession(sessionId)
    const { model, workspace, isolation, systemPrompt, params, tools, isLocal } = session
    const named = shown.title ?? (former === untitledSession ? null : former)
    const title = named === null ? undefined : this.#titles.of(named)
    const projectId = this.#projects.projectOf(sessionId)
    return this.#writer.write(
      {
        ...columnsWith({
          title,
          model,
          workspace,
          isolation,
          systemPrompt,
          params,
          tools,
          projectId,
          isLocal,
        }),
        created_at: this.#clock.now(),
        ...(title === undefined ? {} : { title_source: 'user' as const }),
        folder_imported: Number(isFolderImported),
      },
      messages,
      shown.leafId,
    )
  }

  /** Every message of the session's tree, parents before children; each is read on demand. */
  *#tree(sessionId: SessionId): Generator<TreeMessage> {
    let rows = this.#treePage.all(sessionId, 0)
    while (rows.length > 0) {
      for (const row of rows) yield toTreeMessage(toMessage(row))
      rows = this.#treePage.all(sessionId, rows.at(-1)?.number ?? Infinity)
    }
  }

  *#path(sessionId: SessionId, leafId: MessageId): Generator<TreeMessage> {
    for (const id of this.#messages.pathIds(leafId)) {
      const message = this.#messages.get(sessionId, id)
      invariant(message !== undefined, 'a leased session loses no messages')
      yield withEarlierElsewhere(toTreeMessage(message))
    }
  }
}

/** A path has only one version of each answer, so its copy lacks the versions that a continued answer continues. */
function withEarlierElsewhere(message: TreeMessage): TreeMessage {
  const { usage } = message
  if (usage?.earlier === undefined) return message
  return { ...message, usage: { ...usage, earlier: { ...usage.earlier, isElsewhere: true } } }
}

function toTreeMessage(message: Message): TreeMessage {
  const { id, sessionId: _session, parentId, runId: _run, ...content } = message
  // A merged answer becomes ordinary text: its sources are not in the new chat.
  const parts = content.parts.map((part) => (part.type === 'text' ? withoutStatements(part) : part))
  return { ...content, parts, key: id, parentKey: parentId }
}

/** The longest title that may be entered, in UTF-16 units. */
const maxUnits = 500
/** Not years, which belong to the title. */
const numberAtEnd = / \((?<number>\d{1,3})\)$/

/** Titles that no other chat or comparison has. A number tells copies apart in every language. */
export class FreeTitles {
  readonly #alike

  constructor(database: WritableDatabase) {
    const isAlike = "title IN (:title, :base) OR substr(title, 1, length(:base) + 2) = :base || ' ('"
    this.#alike = database.query<{ title: string }>(`
      SELECT title FROM sessions WHERE kind = 'chat' AND (${isAlike})
      UNION SELECT title FROM comparisons WHERE ${isAlike}`)
  }

  /** `title` if it is free, otherwise with the next number: `Heron (2)`. */
  of(title: string): string {
    const base = title
      .replace(numberAtEnd, '')
      .slice(0, maxUnits - ' (9999)'.length)
      .toWellFormed()
    const taken = new Set(this.#alike.all({ title, base }).map((row) => row.title))
    if (!taken.has(title)) return title
    let number = 2
    for (const other of taken) {
      const used = Number(numberAtEnd.exec(other)?.groups?.['number'] ?? 0)
      if (used >= number && other === `${base} (${used})`) number = used + 1
    }
    while (taken.has(`${base} (${number})`)) number += 1
    return `${base} (${number})`
  }
}
