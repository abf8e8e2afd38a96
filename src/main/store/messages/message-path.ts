import type { MessageId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { PathPage } from '../../../shared/sessions/sessions'
import type { MessagePlace, MessageRows, PathRange } from './message-rows'
import { messageNotFound } from '../database/store-errors'

/** The requested part of the path: the newest, or the one before, after or around a message. */
export interface PathRequest {
  limit?: number | undefined
  before?: MessageId | undefined
  after?: MessageId | undefined
  around?: MessageId | undefined
}

const emptyPage: PathPage = { messages: [], hasMore: false, hasNewer: false, versions: {}, continuations: [] }

/**
 * Reads one page of the path that ends with `leafId`, oldest first.
 * @throws NOT_FOUND the message named by `request` is not on the path
 */
export function readPathPage(
  rows: MessageRows,
  session: { id: SessionId; leafId: MessageId | null },
  request: PathRequest,
): PathPage {
  const continuations = rows.visibleAfter(session.id, session.leafId)
  const anchorId = request.before ?? request.after ?? request.around
  const leaf = session.leafId === null ? undefined : rows.place(session.leafId)
  if (leaf === undefined) {
    if (anchorId !== undefined) throw messageNotFound(anchorId)
    return { ...emptyPage, continuations }
  }
  const anchor = anchorId === undefined ? null : anchorBelow(rows, leaf, anchorId)
  const { fromDepth, toDepth } = depthsOf(request, anchor, leaf)
  // The walk up from the leaf may be long, so it is made once, to the last message needed.
  const topId = rows.idAt(leaf.id, Math.max(toDepth, anchor?.depth ?? 0)) ?? leaf.id
  if (anchor !== null && rows.idAt(topId, anchor.depth) !== anchor.id) throw messageNotFound(anchor.id)
  const position = { hasMore: fromDepth > 0, hasNewer: toDepth < leaf.depth, continuations }
  if (fromDepth > toDepth) return { ...emptyPage, ...position }
  const range = { leafId: topId, fromDepth, toDepth }
  return { messages: rows.range(range), versions: rows.versions(range), ...position }
}

/** The whole path that ends with `leafId`, oldest first. */
export function readPath(rows: MessageRows, leafId: MessageId): Message[] {
  return rows.range({ leafId, fromDepth: 0, toDepth: rows.place(leafId)?.depth ?? 0 })
}

/** The message, if it can be on the path. */
function anchorBelow(rows: MessageRows, leaf: MessagePlace, id: MessageId): MessagePlace {
  const anchor = rows.place(id)
  if (anchor === undefined || anchor.sessionId !== leaf.sessionId || anchor.depth > leaf.depth) {
    throw messageNotFound(id)
  }
  return anchor
}

function depthsOf(
  request: PathRequest,
  anchor: MessagePlace | null,
  leaf: MessagePlace,
): Pick<PathRange, 'fromDepth' | 'toDepth'> {
  const limit = request.limit ?? Infinity
  if (anchor === null) return { fromDepth: Math.max(0, leaf.depth - limit + 1), toDepth: leaf.depth }
  if (request.before !== undefined) {
    return { fromDepth: Math.max(0, anchor.depth - limit), toDepth: anchor.depth - 1 }
  }
  if (request.after !== undefined) {
    return { fromDepth: anchor.depth + 1, toDepth: Math.min(leaf.depth, anchor.depth + limit) }
  }
  const before = Math.floor((limit - 1) / 2)
  return {
    fromDepth: Math.max(0, anchor.depth - before),
    toDepth: Math.min(leaf.depth, anchor.depth + (limit - 1 - before)),
  }
}

/** Messages that leave the path when the last exchange is taken back. */
export interface RemovedExchange {
  /** The last visible user message, with which it begins. */
  message: Message
  /** The number of messages that leave the path, hidden ones included. */
  removedCount: number
  formerLeafId: MessageId
}

/**
 * Returns the exchange that retry and undo take off the path ending with `leafId`; null when it has no user message.
 */
export function lastExchange(rows: MessageRows, leafId: MessageId | null): RemovedExchange | null {
  if (leafId === null) return null
  const message = rows.lastOfUser(leafId, { isVisible: true })
  const leaf = rows.place(leafId)
  if (message === undefined || leaf === undefined) return null
  const depth = rows.place(message.id)?.depth ?? 0
  return { message, removedCount: leaf.depth - depth + 1, formerLeafId: leafId }
}
