import { failure } from '../../../shared/failures/failure'
import type { AttachmentId, SessionId } from '../../../shared/ids'
import type { Outline, Session } from '../../../shared/sessions/sessions'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import type { HeldFile } from '../attachments/attachment-store'
import { type DatabaseOptions, openDatabase, type WritableDatabase } from '../database/database'
import { migrate, newestVersion } from '../database/migrations/migrations'
import { readOutline } from '../messages/outline'
import { type SearchInput, type SearchResult, SessionSearch } from '../search/session-search'
import type { NewSession, SessionPatch } from './session-rows'
import { type ListedSession, SessionStore } from './session-store'
import { SpendingLedger } from '../spending/spending-ledger'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { inspectImage, inspectSound } from '../attachments/inspect-media'
import { invariant } from '../../../shared/invariant'
import { insertionInto } from '../database/table'

/** The database of temporary chats, and its sessions. */
interface Memory {
  database: WritableDatabase
  store: TemporaryStore
  /** True if it has a session, message or run with this id. */
  knows: (id: string) => boolean
}

interface TemporaryChatsDeps {
  clock: Clock
  newId: NewId
  onSlowStatement: DatabaseOptions['onSlowStatement']
}

/** The work outside the databases that keeping a chat involves. */
interface KeepingChat {
  storeFile: (file: HeldFile) => Promise<void>
  /** Never rejects. */
  dropFiles: (files: readonly HeldFile[]) => Promise<void>
  assertMayKeep: () => void
}

/**
 * Chats that exist only in memory, until they are kept. They have a database of their own with the tables of the stored
 * one, so that everything that works on chats works on them: `beside` gives a store service a second instance for this
 * database and calls the one that has the chat.
 *
 * @see docs/decisions/2026-11-24-temporary-chats.md
 */
export class TemporaryChats {
  readonly #stored: WritableDatabase
  readonly #deps: TemporaryChatsDeps
  /** The images in their answers. */
  readonly files: HeldFiles
  #memory: Memory | null = null
  #lastKeep: Promise<void> = Promise.resolve()

  /** `stored`: the database of all other chats, which also records the cost of temporary ones. */
  constructor(stored: WritableDatabase, deps: TemporaryChatsDeps) {
    this.#stored = stored
    this.#deps = deps
    this.files = new HeldFiles(deps.newId)
  }

  /** @throws INVALID_INPUT it would belong to a project */
  create(input: NewSession): Session {
    if (input.projectId != null) throw temporaryInProject()
    return this.#open().store.createSession(input)
  }

  has(id: SessionId): boolean {
    return this.#knows(id)
  }

  /** True if a draft was written in a temporary chat: its place names the chat, or one of its messages. */
  ownsDraft(place: string): boolean {
    return place.split(':').some((part) => part === 'temporary' || this.#knows(part))
  }

  /** The ids of all temporary chats, with the time of their last change. */
  list(): { id: SessionId; updatedAt: number }[] {
    if (this.#memory === null) return []
    return this.#memory.database
      .query<{ id: SessionId; updatedAt: number }>('SELECT id, updated_at AS updatedAt FROM sessions')
      .all()
  }

  /**
   * Calls `stored` for everything except temporary chats; for those, calls what `open` creates for their database. The
   * first argument of a call decides: the id of a chat, run or message, or an object with a `sessionId`.
   */
  beside<Service extends object>(stored: Service, open: (memory: Memory) => Service): Service {
    let opened: Service | null = null
    const serviceOf = (asked: unknown): Service => {
      const id = typeof asked === 'object' && asked !== null && 'sessionId' in asked ? asked.sessionId : asked
      return typeof id === 'string' && this.#knows(id) ? (opened ??= open(this.#open())) : stored
    }
    return new Proxy(stored, {
      get: (_stored, name) => {
        const member: unknown = Reflect.get(stored, name, stored)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          const service = serviceOf(given[0])
          const method: unknown = Reflect.get(service, name, service)
          return Reflect.apply(method as typeof member, service, given)
        }
      },
    })
  }

  /**
   * Stores a temporary chat completely, even while an answer is being written: what the run adds from now on is stored,
   * too. Its images come first, through `storeFile`; after them, `assertMayKeep` may refuse. If the chat is not stored
   * after all, `dropFiles` removes them again. Does nothing when it is not temporary.
   * @throws STORE_FULL, STORE_DAMAGED it stays temporary
   */
  keep(id: SessionId, keeping: KeepingChat): Promise<void> {
    // In turns: one that fails removes the images that another one may just have stored.
    const turn = this.#lastKeep.then(() => this.#keep(id, keeping))
    this.#lastKeep = turn.catch(() => {})
    return turn
  }

  async #keep(id: SessionId, { storeFile, dropFiles, assertMayKeep }: KeepingChat): Promise<void> {
    const files: HeldFile[] = []
    let isStored = false
    try {
      for (const file of this.files.ofChat(id)) {
        files.push(file)
        await storeFile(file)
      }
      assertMayKeep()
      if (this.#memory === null || !this.has(id)) return
      const { database, store } = this.#memory
      copySession(database, this.#stored, id)
      isStored = true
      store.deleteSession(id)
    } finally {
      if (!isStored && files.length > 0) await dropFiles(files)
    }
  }

  /** Searches one temporary chat. Its index is small enough for this thread. */
  search(input: SearchInput): SearchResult {
    return new SessionSearch(this.#open().database).search(input)
  }

  outline(id: SessionId): Outline {
    return readOutline(this.#open().database, id)
  }

  close(): void {
    this.#memory?.database.close()
    this.#memory = null
  }

  #open(): Memory {
    this.#memory ??= this.#opened()
    return this.#memory
  }

  #opened(): Memory {
    const database = openMemoryDatabase(this.#deps)
    const ledger = new SpendingLedger(this.#stored)
    const known = database.query<object>(`
      SELECT 1 FROM sessions WHERE id = :id UNION ALL SELECT 1 FROM messages WHERE id = :id
      UNION ALL SELECT 1 FROM runs WHERE id = :id LIMIT 1`)
    return {
      database,
      store: new TemporaryStore(database, this.files, { ...this.#deps, ledger }),
      knows: (id) => known.get({ id }) !== undefined,
    }
  }

  #knows(id: string): boolean {
    return this.#memory?.knows(id) === true
  }
}

/** Opens an empty in-memory database with the tables of the stored one. None of it reaches a disk. */
export function openMemoryDatabase(options: {
  clock: Clock
  onSlowStatement: DatabaseOptions['onSlowStatement']
}): WritableDatabase {
  const database = openDatabase(':memory:', { ...options, newestVersion })
  // SQLite would use a file to sort large results.
  database.script('PRAGMA temp_store = MEMORY')
  migrate(database)
  return database
}

/** The sessions of a database in memory. They are in no list, and deleting one erases it. */
class TemporaryStore extends SessionStore {
  readonly #memory: WritableDatabase
  readonly #files: HeldFiles

  constructor(
    memory: WritableDatabase,
    files: HeldFiles,
    deps: ConstructorParameters<typeof SessionStore>[1],
  ) {
    super(memory, deps)
    this.#memory = memory
    this.#files = files
  }

  override getSession(id: SessionId): Session {
    return { ...super.getSession(id), isTemporary: true }
  }

  override getSummary(id: SessionId): ListedSession {
    return { ...super.getSummary(id), isTemporary: true }
  }

  /** @throws INVALID_INPUT also when it would be pinned, archived or assigned to a project: it is in no list */
  override updateSession(id: SessionId, patch: SessionPatch): Session {
    const field = patch.pinned === true ? 'pinned' : 'archived'
    if (patch[field] === true) throw failure('INVALID_INPUT', 'temporary-not-listed', { field })
    if (patch.projectId != null) throw temporaryInProject()
    return { ...super.updateSession(id, patch), isTemporary: true }
  }

  override deleteSession(id: SessionId): void {
    this.getSession(id)
    eraseSession(this.#memory, id)
    this.#files.forget(id)
  }

  /** Nothing is in the trash, so there is nothing to restore. */
  override restoreSession(id: SessionId): Session {
    return this.getSession(id)
  }
}

/** The error for a temporary chat that would belong to a project. */
function temporaryInProject() {
  return failure('INVALID_INPUT', 'temporary-not-listed', { field: 'projectId' })
}

/** The limit for all temporary chats together. Files that exceed it are not shown, as where the disk is full. */
const maxHeldBytes = 256 * 1024 * 1024

/** The images and sounds in answers of temporary chats. They are only in memory, and disappear with their chat. */
class HeldFiles {
  readonly #byChat = new Map<SessionId, Map<string, HeldFile>>()
  readonly #newId: NewId
  #heldBytes = 0

  constructor(newId: NewId) {
    this.#newId = newId
  }

  /** @throws INVALID_INPUT it is neither an image nor a sound, damaged or too large; STORE_FULL too much is held already */
  add(sessionId: SessionId, { name, bytes: given }: { name: string; bytes: Uint8Array }): AttachmentPart {
    const buffer = Buffer.from(given)
    const inspected = inspectImage(buffer) ?? inspectSound(buffer)
    if (inspected === null) throw failure('INVALID_INPUT', 'unknown-kind', { field: 'uploadId' })
    const { bytes, mediaType, ...size } = inspected
    const sizeBytes = bytes.length
    if (this.#heldBytes + sizeBytes > maxHeldBytes) throw failure('STORE_FULL', 'full')
    const attachmentId = this.#newId<AttachmentId>()
    const part: AttachmentPart = {
      type: 'attachment',
      attachmentId,
      name,
      mediaType,
      sizeBytes,
      ...size,
    }
    const files = this.#byChat.get(sessionId) ?? new Map<string, HeldFile>()
    this.#byChat.set(sessionId, files.set(attachmentId, { part, bytes }))
    this.#heldBytes += sizeBytes
    return part
  }

  get(attachmentId: string): HeldFile | undefined {
    for (const files of this.#byChat.values()) {
      const file = files.get(attachmentId)
      if (file !== undefined) return file
    }
    return undefined
  }

  /** The files of a chat. One that is added while they are read comes, too. */
  *ofChat(sessionId: SessionId): Generator<HeldFile, void, undefined> {
    yield* this.#byChat.get(sessionId)?.values() ?? []
  }

  /** The chat is gone, or its files are stored. */
  forget(sessionId: SessionId): void {
    for (const { bytes } of this.ofChat(sessionId)) this.#heldBytes -= bytes.length
    this.#byChat.delete(sessionId)
  }
}

type Row = Record<string, string | number | null>

/** The tables with rows of a chat, in the order in which they refer to each other, and which rows belong to it. */
const tables = [
  { name: 'messages', rows: 'messages.session_id = ?', order: 'messages.number' },
  { name: 'runs', rows: 'runs.session_id = ?', order: 'runs.started_at' },
  {
    name: 'run_journal',
    rows: 'run_journal.run_id IN (SELECT id FROM runs WHERE session_id = ?)',
    order: 'run_journal.run_id, run_journal.chunk',
  },
  { name: 'queued_messages', rows: 'queued_messages.session_id = ?', order: 'queued_messages.number' },
  { name: 'tool_consents', rows: 'tool_consents.session_id = ?', order: 'tool_consents.id' },
  { name: 'file_edits', rows: 'file_edits.session_id = ?', order: 'file_edits.at, file_edits.rowid' },
] as const

/** The names of the tables that `copySession` and `eraseSession` know, with that of the session itself. */
export const sessionTables: readonly string[] = ['sessions', ...tables.map(({ name }) => name)]

/**
 * Copies a session with its messages, runs, journals, queue and decisions about tools from one database to another,
 * where each row gets a new number. All or nothing. @throws STORE_FULL, STORE_DAMAGED
 */
function copySession(from: WritableDatabase, to: WritableDatabase, id: SessionId): void {
  const session = from.query<Row>('SELECT * FROM sessions WHERE id = ?').get(id)
  invariant(session !== undefined, 'a session that is copied has a row')
  to.transaction(() => {
    // The leaf is a message, and messages refer to their session.
    insertAll(to, 'sessions', [{ ...session, leaf_id: null }])
    for (const { name, rows, order } of tables) {
      insertAll(to, name, from.query<Row>(`SELECT * FROM ${name} WHERE ${rows} ORDER BY ${order}`).all(id))
    }
    to.command('UPDATE sessions SET leaf_id = ? WHERE id = ?').run(session['leaf_id'] ?? null, id)
  })
}

/** Erases a session with everything that `copySession` copies. */
function eraseSession(database: WritableDatabase, id: SessionId): void {
  database.transaction(() => {
    database.command('UPDATE sessions SET leaf_id = NULL WHERE id = ?').run(id)
    for (const name of [
      'run_journal',
      'runs',
      'queued_messages',
      'tool_consents',
      'file_edits',
      'messages',
    ] as const) {
      const rows = tables.find((table) => table.name === name)?.rows
      invariant(rows !== undefined, 'a table of a session is known')
      database.command(`DELETE FROM ${name} WHERE ${rows}`).run(id)
    }
    database.command('DELETE FROM sessions WHERE id = ?').run(id)
  })
}

function insertAll(database: WritableDatabase, table: string, rows: readonly Row[]): void {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first).filter((column) => column !== 'number')
  const insert = database.command(insertionInto(table, columns))
  for (const { number: _number, ...row } of rows) insert.run(row)
}
