import type { MessageId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { PathPage } from '../../../shared/sessions/sessions'
import type { Conversation } from './conversation'
import { deepEqual } from '../../../shared/deep-equal'

/** Limits of the loaded messages of one session: beyond `messages`, those farthest from the reader are dropped. */
export const loadedMessageLimits = { messages: 200, page: 50, around: 100 } as const

/** The newest page of a path, as a `session-sync` has it. */
export type NewestPage = Omit<PathPage, 'hasNewer'>

/** The changes of a page to a conversation. */
type LoadedRange = Pick<Conversation, 'messages' | 'hasMore' | 'hasNewer' | 'versions' | 'continuations'>

/** True if the page and the loaded messages are contiguous. */
export function isContiguous(messages: readonly Message[], page: readonly Message[]): boolean {
  const held = new Set(messages.map(({ id }) => id))
  return page.some(({ id }) => held.has(id))
}

/**
 * Adds the newest page; older messages stay if they are contiguous with it. Past the limit, the oldest are dropped if
 * the end is being read, otherwise the newest are left out.
 */
export function withNewestPage(
  conversation: Conversation,
  page: NewestPage,
  isEndRead: boolean,
): Conversation {
  const { older, hasMore } = olderThan(conversation, page)
  const joined = [...older, ...sameWhereEqual(conversation, page.messages)]
  if (isEndRead) {
    const messages = joined.slice(-loadedMessageLimits.messages)
    return taken(conversation, page, {
      messages,
      hasMore: hasMore || messages.length < joined.length,
      hasNewer: false,
    })
  }
  const messages = joined.slice(0, Math.max(loadedMessageLimits.messages, conversation.messages.length))
  return taken(conversation, page, { messages, hasMore, hasNewer: messages.length < joined.length })
}

/** Applies the other information of a newest page while another part of the path is loaded. */
export function withoutPage(conversation: Conversation, page: NewestPage): Conversation {
  return { ...conversation, hasNewer: true, continuations: sameIfEqual(conversation, page) }
}

/** Prepends the page before the first message. */
export function withOlderPage(conversation: Conversation, page: PathPage): Conversation {
  const joined = [...page.messages, ...conversation.messages]
  const messages = joined.slice(0, loadedMessageLimits.messages)
  return taken(conversation, page, {
    messages,
    hasMore: page.hasMore,
    hasNewer: conversation.hasNewer || messages.length < joined.length,
  })
}

/** Appends the page after the last message. */
export function withNewerPage(conversation: Conversation, page: PathPage): Conversation {
  const joined = [...conversation.messages, ...page.messages]
  const messages = joined.slice(-loadedMessageLimits.messages)
  return taken(conversation, page, {
    messages,
    hasMore: conversation.hasMore || messages.length < joined.length,
    hasNewer: page.hasNewer,
  })
}

/** Replaces the loaded messages by a page around a message; contiguous earlier ones stay. */
export function withPageAround(conversation: Conversation, page: PathPage): Conversation {
  const { older, hasMore } = olderThan(conversation, page)
  const joined = [...older, ...sameWhereEqual(conversation, page.messages)]
  const messages = joined.slice(-loadedMessageLimits.messages)
  return taken(conversation, page, {
    messages,
    hasMore: hasMore || messages.length < joined.length,
    hasNewer: page.hasNewer,
  })
}

/**
 * The path up to `parent`, which a starting answer will follow: after an edit or for another answer, what was there
 * leaves the path. Unchanged when `parent` is not contiguous with the loaded messages.
 */
export function withParent(conversation: Conversation, parent: Message | null): Conversation {
  if (parent === null) return conversation
  const { messages, hasNewer } = conversation
  const at = messages.findLastIndex((message) => message.id === parent.id)
  if (at !== -1) {
    const isLast = at === messages.length - 1
    return { ...conversation, messages: isLast ? messages : messages.slice(0, at + 1), hasNewer: false }
  }
  if (parent.parentId === null) {
    return { ...conversation, messages: [parent], hasMore: false, hasNewer: false }
  }
  const above = messages.findLastIndex((message) => message.id === parent.parentId)
  if (above !== -1) {
    return { ...conversation, messages: [...messages.slice(0, above + 1), parent], hasNewer: false }
  }
  return hasNewer ? conversation : { ...conversation, messages: [parent] }
}

/** True if an answer to `parent` can be shown at the end of the loaded messages. */
export function isContiguousWithParent(messages: readonly Message[], parent: Message | null): boolean {
  if (parent?.parentId == null) return true
  return messages.some(({ id }) => id === parent.id || id === parent.parentId)
}

/** Adds a question or answer that has just started as another version of the message in its place. */
export function withNewVersion(
  conversation: Conversation,
  created: { id: MessageId; parentId: MessageId | null },
): Conversation {
  const { messages, versions } = conversation
  const replaced = messages.find((message) => message.parentId === created.parentId)
  if (replaced === undefined || replaced.id === created.id) return conversation
  const others = versions[replaced.id] ?? [replaced.id]
  if (others.includes(created.id)) return conversation
  return { ...conversation, versions: { ...versions, [created.id]: [...others, created.id] } }
}

/** The messages that stay before a page that starts with a loaded message. */
function olderThan(
  { messages, hasMore }: Conversation,
  page: NewestPage,
): { older: readonly Message[]; hasMore: boolean } {
  const first = page.messages[0]
  const joinsAt = first === undefined ? -1 : messages.findIndex((message) => message.id === first.id)
  return joinsAt <= 0 ? { older: [], hasMore: page.hasMore } : { older: messages.slice(0, joinsAt), hasMore }
}

/** Unchanged messages keep their identity, so that they do not re-render. */
function sameWhereEqual({ messages, live }: Conversation, page: readonly Message[]): Message[] {
  const known = new Map(messages.map((message) => [message.id, message]))
  if (live !== null) known.set(live.messageId, live.snapshot.message)
  return page.map((message) => {
    const old = known.get(message.id)
    return old !== undefined && deepEqual(old, message) ? old : message
  })
}

function sameIfEqual({ continuations }: Conversation, page: NewestPage): readonly MessageId[] {
  return deepEqual(continuations, page.continuations) ? continuations : page.continuations
}

function taken(
  conversation: Conversation,
  page: NewestPage,
  stretch: Pick<LoadedRange, 'messages' | 'hasMore' | 'hasNewer'>,
): Conversation {
  return {
    ...conversation,
    ...stretch,
    versions: versionsOf(conversation, stretch.messages, page),
    continuations: sameIfEqual(conversation, page),
  }
}

/** Versions of all loaded messages: from the page, or else as known before. */
function versionsOf(
  { versions, live }: Conversation,
  messages: readonly Message[],
  page: NewestPage,
): Conversation['versions'] {
  const onPage = new Set(page.messages.map(({ id }) => id))
  const next: Record<MessageId, readonly MessageId[]> = {}
  for (const { id } of messages) {
    const old = versions[id]
    const now = onPage.has(id) ? page.versions[id] : old
    if (now !== undefined) next[id] = old !== undefined && deepEqual(old, now) ? old : now
  }
  const ofLive = live === null ? undefined : versions[live.messageId]
  if (live !== null && ofLive !== undefined && !onPage.has(live.messageId)) next[live.messageId] = ofLive
  return next
}
