import type { MessageId, ProjectId, SessionId } from '../../../../../shared/ids'
import { isMergedAnswer, type Message, type TextPart } from '../../../../../shared/sessions/messages'
import type { ModelParams, Session } from '../../../../../shared/sessions/sessions'
import type { ReadableDatabase } from '../../../database/database'
import { messageColumns, type MessageRow, toMessage } from '../../../messages/message-rows'
import type { SessionRow, TitleSource } from '../../../sessions/session-rows'
import { fromJson } from '../../../database/stored-json'

/** Few enough that even very long messages fit into memory together. */
const rowsPerRead = 16

/** The exported data of a chat that precedes its messages. */
export interface ChatHead extends Omit<Session, 'title' | 'kind'> {
  /** Null when it has none. */
  title: string | null
  titleSource: TitleSource
  /** The position in the tree of the path's last message, counted from 1. */
  leafPosition: number | null
  /** The name of its project. */
  project: string | null
}

/** A chat to be written; its messages are read on demand. */
export interface StoredChat {
  head: ChatHead
  /** Every message of the tree, parents before children, in the order in which they were stored. */
  readonly tree: () => Generator<Message>
  /** The messages of the path to the leaf, oldest first. */
  readonly path: () => Generator<Message>
}

type HeadRow = Pick<
  SessionRow,
  | 'id'
  | 'title'
  | 'title_source'
  | 'model'
  | 'workspace'
  | 'system_prompt'
  | 'params'
  | 'pinned'
  | 'archived'
  | 'leaf_id'
  | 'created_at'
  | 'updated_at'
> & { project_name: string | null }

/** Reads chats message by message, so that a long one needs no more memory than a short one. */
export class StoredChats {
  readonly #all
  readonly #ofProject
  readonly #head
  readonly #position
  readonly #messageCount
  readonly #treePage
  readonly #pathNumbers
  readonly #message

  constructor(database: ReadableDatabase) {
    const isThere = "state = 'ready' AND deleted_at IS NULL"
    this.#all = database.query<{ id: SessionId }>(
      `SELECT id FROM sessions WHERE kind = 'chat' AND ${isThere} ORDER BY number`,
    )
    this.#ofProject = database.query<{ id: SessionId }>(
      `SELECT id FROM sessions WHERE project_id = ? AND kind = 'chat' AND ${isThere} ORDER BY number`,
    )
    this.#head = database.query<HeadRow>(`
      SELECT id, title, title_source, model, workspace, system_prompt, params, pinned, archived, leaf_id,
        created_at, updated_at, (SELECT name FROM projects WHERE id = project_id) AS project_name
      FROM sessions WHERE id = ? AND ${isThere}`)
    this.#position = database.query<{ position: number }>(`
      SELECT count(*) AS position FROM messages
      WHERE session_id = :sessionId
        AND number <= (SELECT number FROM messages WHERE id = :id AND session_id = :sessionId)`)
    this.#messageCount = database.query<{ count: number }>(
      'SELECT count(*) AS count FROM messages WHERE session_id = ?',
    )
    this.#treePage = database.query<MessageRow & { number: number }>(`
      SELECT number, ${messageColumns} FROM messages
      WHERE session_id = ? AND number > ? ORDER BY number LIMIT ${rowsPerRead}`)
    // UNION rather than UNION ALL: in a damaged file a message may be its own ancestor.
    this.#pathNumbers = database.query<{ number: number }>(`
      WITH RECURSIVE path (number, above) AS (
        SELECT number, parent_id FROM messages WHERE id = ?
        UNION
        SELECT messages.number, messages.parent_id FROM path JOIN messages ON messages.id = path.above
      )
      SELECT number FROM path`)
    this.#message = database.query<MessageRow>(`SELECT ${messageColumns} FROM messages WHERE number = ?`)
  }

  /** Every chat, or every one of a project, including archived ones, oldest first. */
  ids(projectId: ProjectId | null = null): SessionId[] {
    const rows = projectId === null ? this.#all.all() : this.#ofProject.all(projectId)
    return rows.map(({ id }) => id)
  }

  /** True if there is such a chat. */
  has(id: SessionId): boolean {
    return this.#head.get(id) !== undefined
  }

  /** The chat, including the answer `unsaved` that could not be saved to disk. Undefined when it does not exist. */
  get(id: SessionId, unsaved: Message | null): StoredChat | undefined {
    const row = this.#head.get(id)
    if (row === undefined) return undefined
    // It belongs to the path only if saving it would have made it the leaf.
    const isLeaf = unsaved !== null && unsaved.parentId === row.leaf_id
    return {
      head: toHead(row, isLeaf ? this.#count(id) + 1 : this.#positionOf(id, row.leaf_id)),
      tree: () => this.#tree(id, unsaved),
      path: () => this.#path(row.leaf_id, isLeaf ? unsaved : null),
    }
  }

  #positionOf(sessionId: SessionId, id: MessageId | null): number | null {
    const position = id === null ? 0 : (this.#position.get({ sessionId, id })?.position ?? 0)
    return position === 0 ? null : position
  }

  #count(id: SessionId): number {
    return this.#messageCount.get(id)?.count ?? 0
  }

  *#tree(id: SessionId, unsaved: Message | null): Generator<Message> {
    let isSaved = false
    let after = 0
    for (;;) {
      const rows = this.#treePage.all(id, after)
      for (const row of rows) {
        isSaved ||= row.id === unsaved?.id
        yield toMessage(row)
      }
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.number
    }
    // It may have been saved in the meantime.
    if (unsaved !== null && !isSaved) yield unsaved
  }

  *#path(leafId: MessageId | null, unsaved: Message | null): Generator<Message> {
    const numbers = leafId === null ? [] : this.#pathNumbers.all(leafId)
    for (const { number } of numbers.reverse()) {
      const row = this.#message.get(number)
      if (row !== undefined) yield toMessage(row)
    }
    if (unsaved !== null) yield unsaved
  }
}

function toHead(row: HeadRow, leafPosition: number | null): ChatHead {
  return {
    id: row.id,
    title: row.title,
    titleSource: row.title_source,
    model: row.model,
    workspace: row.workspace,
    systemPrompt: row.system_prompt,
    params: fromJson<ModelParams>(row.params),
    pinned: row.pinned === 1,
    archived: row.archived === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    leafPosition,
    project: row.project_name,
  }
}

/** The words of a merge besides its statements. */
export interface MergeTexts {
  title: string
  /** The letters of the merged answers. */
  letters: ReadonlyMap<MessageId, string>
  /** The mark of a statement without a source, as in the window. */
  addedMark: string
}

/** A merge as a chat whose text names its sources: `[A3]` is the third sentence of answer A. */
export function withSources(chat: StoredChat, texts: MergeTexts): StoredChat {
  const { title } = texts
  const shown = (message: Message): Message => ({
    ...message,
    parts: message.parts.map((part) => (part.type === 'text' ? marked(part, texts) : part)),
  })
  return {
    head: { ...chat.head, title, titleSource: 'user' },
    *tree() {
      for (const message of chat.tree()) yield shown(message)
    },
    *path() {
      for (const message of chat.path()) yield shown(message)
    },
  }
}

function marked({ text, statements }: TextPart, { letters, addedMark }: MergeTexts): TextPart {
  if (statements === undefined) return { type: 'text', text }
  const pieces = statements.map(({ from, to, sources }) => {
    const written = text.slice(from, to).trimEnd()
    const names = sources.map(({ messageId, sentence }) => `${letters.get(messageId) ?? '?'}${sentence}`)
    const mark = names.length === 0 ? addedMark : names.join(', ')
    // After a fence, a mark would keep its block open; in a table, it would become a cell.
    const isBlock = /(?:^|\n)\s*(?:`{3,}|~{3,}|\||\$\$)/.test(written)
    return `${written}${isBlock ? '\n\n' : ' '}[${mark}]`
  })
  return { type: 'text', text: pieces.join('') }
}

/** True if the latest answer of a pane is a copy of a merge. While its contestant is hidden, this is false. */
export function endsWithMerge({ path }: StoredChat): boolean {
  let last: Message | null = null
  for (const message of path()) last = message
  return last !== null && isMergedAnswer(last)
}
