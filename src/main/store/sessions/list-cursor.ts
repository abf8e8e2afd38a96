import { z } from 'zod'

import { failure } from '../../../shared/failures/failure'

/** The end of a page of the list of chats. */
export interface ListPosition {
  pinned: boolean
  /** The sort key: when it last changed, or was deleted. */
  at: number
  id: string
}

const position = z.tuple([z.boolean(), z.number(), z.string()])

/** The position as an opaque text for callers. */
export function toCursor({ pinned, at, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([pinned, at, id])).toString('base64url')
}

/** @throws INVALID_INPUT the cursor was not made by `toCursor` */
export function fromCursor(cursor: string): ListPosition {
  try {
    const [pinned, at, id] = position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return { pinned, at, id }
  } catch (error) {
    throw failure('INVALID_INPUT', 'cursor', { field: 'cursor' }, error)
  }
}
