import type { ReadableDatabase } from '../database/database'
import type { CarvedRows } from './carve-rows'
import { walkByKey } from './walk-rows'

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
export function findLostMessages(
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
export function findLostAmongCarved(
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
