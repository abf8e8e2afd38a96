import type { Part } from '../../../shared/sessions/messages'
import { errorCode } from '../../base/error-code'
import type { Command, ReadableDatabase, WritableDatabase } from '../database/database'
import { titleFromText } from '../messages/title'
import type { CarvedRows } from './carve-rows'
import { insertionOf, type RepairedMessage, repairedMessage } from './repaired-rows'
import { type RawRow, walkByKey } from './walk-rows'

/** Rows written per transaction. */
const rowsPerStep = 500

/** The salvaged and the lost messages. */
interface SalvagedMessages {
  /** The number of salvaged messages per session. */
  bySession: Map<string, number>
  lost: LostMessage[]
  /** `lost` is known to be complete. */
  isLostComplete: boolean
}

/** Sources of rows: what SQLite can still read of a damaged file, and what was found on its pages. */
export interface SalvageSources {
  source: ReadableDatabase | null
  carved: CarvedRows | null
  /** The pages are newer than what SQLite reads, because it stops at a hole in the log. */
  isCarvedNewer?: boolean
}

/**
 * Copies every message of a damaged file that `target` lacks. A message whose parent is lost is attached to the nearest
 * remaining ancestor, or starts a branch.
 */
export class MessageSalvage {
  readonly #target: WritableDatabase
  readonly #bySession = new Map<string, number>()
  /** Messages whose parent has not been found yet. */
  readonly #waiting = new Map<string, RepairedMessage>()
  readonly #place
  readonly #twin
  readonly #numbered
  readonly #session
  readonly #standIn
  #insert: Command | null = null

  constructor(target: WritableDatabase) {
    this.#target = target
    this.#place = target.query<{ sessionId: string; depth: number }>(
      'SELECT session_id AS sessionId, depth FROM messages WHERE id = ?',
    )
    this.#twin = target.query<{ number: number }>(
      'SELECT number FROM messages WHERE number = :number AND created_at = :created_at AND role = :role',
    )
    this.#numbered = target.query<{ id: string }>('SELECT id FROM messages WHERE number = ?')
    this.#session = target.query<{ id: string }>('SELECT id FROM sessions WHERE id = ?')
    this.#standIn = target.command(`
      INSERT INTO sessions (id, kind, state, title, title_source, model, params, pinned, archived, unseen,
        created_at, updated_at)
      VALUES (:id, 'chat', 'ready', :title, 'auto', :model, '{}', 0, 0, 0, :at, :at)`)
  }

  /** Copies the messages in `rows`, then looks in the indexes for those missing. */
  run(rows: Iterable<RawRow>, from: SalvageSources): SalvagedMessages {
    let step: RawRow[] = []
    const write = () => {
      this.#target.transaction(() => {
        for (const row of step) this.#take(row)
      })
      step = []
    }
    for (const row of rows) {
      step.push(row)
      if (step.length === rowsPerStep) write()
    }
    write()
    const found = this.#findLost(from)
    this.#target.transaction(() => this.#placeWaiting(found.lost))
    return { bySession: this.#bySession, lost: found.lost, isLostComplete: found.isComplete }
  }

  #findLost({ source, carved, isCarvedNewer = false }: SalvageSources): {
    lost: LostMessage[]
    isComplete: boolean
  } {
    const isHere = (id: string) => this.#waiting.has(id) || this.#place.get(id) !== undefined
    const indexed = source === null ? { lost: [], isComplete: false } : findLostMessages(source, isHere)
    // An index that ends at a hole in the log does not know what came after it.
    if (carved === null || (indexed.isComplete && !isCarvedNewer)) return indexed
    const numbers = new Set((carved.rows.get('messages') ?? []).map(({ walked }) => walked))
    const isKnown = {
      message: isHere,
      session: (id: string) => this.#session.get(id) !== undefined,
      number: (number: number) => numbers.has(number) || this.#numbered.get(number) !== undefined,
    }
    const lost = new Map(findLostAmongCarved(carved, isKnown).map((message) => [message.id, message]))
    for (const message of indexed.lost) lost.set(message.id, message)
    return { lost: [...lost.values()], isComplete: false }
  }

  #take(raw: RawRow): void {
    const row = repairedMessage(raw)
    if (row === null || this.#waiting.has(row.id) || this.#place.get(row.id) !== undefined) return
    // A twin exists: this is a copy of it under an id changed by damage.
    const { number, created_at, role } = row
    if (this.#twin.get({ number, created_at, role }) !== undefined) return
    if (row.parent_id !== null && this.#place.get(row.parent_id) === undefined) this.#waiting.set(row.id, row)
    else this.#add(row)
  }

  /** First places messages below those found or lost; the rest wait for each other in a cycle. */
  #placeWaiting(lost: readonly LostMessage[]): void {
    const lostParents = new Map(lost.map(({ id, parentId }) => [id, parentId]))
    const rows = [...this.#waiting.values()].toSorted((one, other) => one.number - other.number)
    const children = Map.groupBy(rows, (row) => row.parent_id)
    const placeWithAllBelow = (top: RepairedMessage) => {
      const next = [top]
      for (let row = next.pop(); row !== undefined; row = next.pop()) {
        if (!this.#waiting.delete(row.id)) continue
        this.#add({ ...row, parent_id: this.#nearestAncestor(row.parent_id, lostParents) })
        for (const child of children.get(row.id) ?? []) next.push(child)
      }
    }
    const isBelowNone = ({ parent_id: parentId }: RepairedMessage) => !this.#waiting.has(parentId ?? '')
    for (const row of rows.filter(isBelowNone)) placeWithAllBelow(row)
    for (const row of rows) placeWithAllBelow(row)
  }

  #nearestAncestor(
    id: RepairedMessage['parent_id'],
    lostParents: ReadonlyMap<string, string | null>,
  ): RepairedMessage['parent_id'] {
    const passed = new Set<string>()
    for (let at: string | null = id; at !== null && !passed.has(at); at = lostParents.get(at) ?? null) {
      if (this.#place.get(at) !== undefined) return at as RepairedMessage['parent_id']
      passed.add(at)
    }
    return null
  }

  #add(given: RepairedMessage): void {
    const parent = given.parent_id === null ? undefined : this.#place.get(given.parent_id)
    let row = given
    if (this.#session.get(row.session_id) === undefined) {
      // Either the session is lost or this row's reference to it.
      if (parent === undefined) this.#addStandIn(row)
      else row = { ...row, session_id: parent.sessionId as RepairedMessage['session_id'] }
    } else if (parent !== undefined && parent.sessionId !== row.session_id) {
      row = { ...row, parent_id: null }
    }
    try {
      const depth = parent === undefined || row.parent_id === null ? 0 : parent.depth + 1
      const columns = { ...row, depth }
      this.#insert ??= this.#target.command(insertionOf('messages', columns))
      this.#insert.run(columns)
    } catch (error) {
      // An answer of this run, or this row's source, already exists under another id.
      if (isConstraint(error)) return
      throw error
    }
    this.#bySession.set(row.session_id, (this.#bySession.get(row.session_id) ?? 0) + 1)
  }

  #addStandIn(row: RepairedMessage): void {
    const title = titleFromText(textOf(row.parts)) ?? 'Salvaged chat'
    this.#standIn.run({ id: row.session_id, title, model: row.model, at: row.created_at })
  }
}

function textOf(parts: string): string {
  return (JSON.parse(parts) as Part[]).map((part) => (part.type === 'text' ? part.text : '')).join(' ')
}

/** True if a row was refused because it conflicts with existing ones. */
export function isConstraint(error: unknown): boolean {
  return errorCode(error)?.startsWith('SQLITE_CONSTRAINT') === true
}

/** A message known only from the indexes. */
export interface LostMessage {
  id: string
  sessionId: string | null
  parentId: string | null
}

/**
 * The messages that a damaged file's indexes name and `isHere` does not know. `isComplete` means that the index could
 * be read to its end, so there are no others.
 */
function findLostMessages(
  source: ReadableDatabase,
  isHere: (id: string) => boolean,
): { lost: LostMessage[]; isComplete: boolean } {
  const byNumber = new Map<number, LostMessage>()
  const ids = walkByKey(source, 'messages', { columns: 'id, rowid AS number', key: ['id'] })
  let step = ids.next()
  for (; step.done !== true; step = ids.next()) {
    const { id, number } = step.value
    if (typeof id !== 'string' || typeof number !== 'number' || isHere(id)) continue
    byNumber.set(number, { id, sessionId: null, parentId: null })
  }
  if (byNumber.size > 0) {
    findSessions(source, byNumber)
    findParents(source, byNumber)
  }
  return { lost: [...byNumber.values()], isComplete: step.value }
}

/** Like `findLostMessages`, from carved pages, which never guarantee that these are all. */
function findLostAmongCarved(
  carved: CarvedRows,
  isKnown: {
    session: (id: string) => boolean
    message: (id: string) => boolean
    number: (number: number) => boolean
  },
): LostMessage[] {
  const byNumber = new Map<number, LostMessage>()
  for (const { number, sessionId, parentId } of carved.places) {
    if (isKnown.number(number) || !isKnown.session(sessionId)) continue
    byNumber.set(number, { id: `number ${number}`, sessionId, parentId })
  }
  // Runs have numbers and ids too. A lost message is one that others follow and that is nowhere else.
  const parents = new Set(carved.places.map(({ parentId }) => parentId))
  for (const [id, numbers] of carved.numbers) {
    if (!parents.has(id) || isKnown.message(id)) continue
    for (const number of numbers) {
      const message = byNumber.get(number)
      if (message !== undefined) message.id = id
    }
  }
  return [...byNumber.values()]
}

function findSessions(source: ReadableDatabase, byNumber: ReadonlyMap<number, LostMessage>): void {
  const rows = walkByKey(source, 'messages INDEXED BY messages_by_session', {
    columns: 'session_id, rowid AS number',
    key: ['session_id', 'rowid'],
  })
  for (const { session_id: sessionId, number } of rows) {
    const message = byNumber.get(Number(number))
    if (message !== undefined && typeof sessionId === 'string') message.sessionId = sessionId
  }
}

function findParents(source: ReadableDatabase, byNumber: ReadonlyMap<number, LostMessage>): void {
  const rows = walkByKey(source, 'messages INDEXED BY messages_by_parent', {
    columns: 'parent_id, session_id, rowid AS number',
    key: ['parent_id', 'session_id', 'rowid'],
    filter: 'parent_id IS NOT NULL',
  })
  for (const { parent_id: parentId, number } of rows) {
    const message = byNumber.get(Number(number))
    if (message !== undefined && typeof parentId === 'string') message.parentId = parentId
  }
}
