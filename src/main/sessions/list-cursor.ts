import { z } from 'zod'

import { invalidInput } from '../../shared/errors'

/** Where a page of the list of chats ended. */
export interface ListPosition {
  pinned: boolean
  updatedAt: number
  id: string
}

const position = z.tuple([z.boolean(), z.number(), z.string()])

/** The position as callers hand it back; they need not understand it. */
export function toCursor({ pinned, updatedAt, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([pinned, updatedAt, id])).toString('base64url')
}

/** @throws INVALID_INPUT the cursor is none that was given out */
export function fromCursor(cursor: string): ListPosition {
  try {
    const [pinned, updatedAt, id] = position.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')),
    )
    return { pinned, updatedAt, id }
  } catch (error) {
    throw invalidInput('cursor', 'this is not one of the list. Read the list from its start.', error)
  }
}
