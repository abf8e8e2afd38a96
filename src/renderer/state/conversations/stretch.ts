import type { MessageId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { PathPage } from '../../../shared/sessions/sessions'
import type { Conversation } from './conversation'
import { deepEqual } from '../../../shared/deep-equal'

/** Messages that a window holds of one session: past the first it lets go of what is farthest from what is read. */
export const stretchLimits = { messages: 200, page: 50, around: 100 } as const

/** The newest page of a path, as a `session-sync` has it. */
export type NewestPage = Omit<PathPage, 'hasNewer'>

/** What a page changes about a conversation. */
type Stretch = Pick<Conversation, 'messages' | 'hasMore' | 'hasNewer' | 'versions' | 'continuations'>

/** Whether the page is part of the same unbroken stretch as what is held. */
export function joinsOn(messages: readonly Message[], page: readonly Message[]): boolean {
  const held = new Set(messages.map(({ id }) => id))
  return page.some(({ id }) => held.has(id))
}

/**
 * The newest page put in place; older ones stay when it joins on to them. When that is too much, the oldest go if the
 * end is being read, else the newest stay out.
 */
export function withNewestPage(
  conversation: Conversation,
  page: NewestPage,
  isEndRead: boolean,
): Conversation {
  const { older, hasMore } = olderThan(conversation, page)
  const joined = [...older, ...sameWhereEqual(conversation, page.messages)]
  if (isEndRead) {
    const messages = joined.slice(-stretchLimits.messages)
    return taken(conversation, page, {
      messages,
      hasMore: hasMore || messages.length < joined.length,
      hasNewer: false,
    })
  }
  const messages = joined.slice(0, Math.max(stretchLimits.messages, conversation.messages.length))
  return taken(conversation, page, { messages, hasMore, hasNewer: messages.length < joined.length })
}

/** What else a newest page tells, while the stretch that is read lies elsewhere on the path. */
export function withoutPage(conversation: Conversation, page: NewestPage): Conversation {
  return { ...conversation, hasNewer: true, continuations: sameIfEqual(conversation, page) }
}

/** The page before the first message put in front. */
export function withOlderPage(conversation: Conversation, page: PathPage): Conversation {
  const joined = [...page.messages, ...conversation.messages]
  const messages = joined.slice(0, stretchLimits.messages)
  return taken(conversation, page, {
    messages,
    hasMore: page.hasMore,
    hasNewer: conversation.hasNewer || messages.length < joined.length,
  })
}

/** The page after the last message put behind it. */
export function withNewerPage(conversation: Conversation, page: PathPage): Conversation {
  const joined = [...conversation.messages, ...page.messages]
  const messages = joined.slice(-stretchLimits.messages)
  return taken(conversation, page, {
    messages,
    hasMore: conversation.hasMore || messages.length < joined.length,
    hasNewer: page.hasNewer,
  })
}

/** The page around a message instead of what was held; what it joins on to in front stays. */
export function withPageAround(conversation: Conversation, page: PathPage): Conversation {
  const { older, hasMore } = olderThan(conversation, page)
  const joined = [...older, ...sameWhereEqual(conversation, page.messages)]
  const messages = joined.slice(-stretchLimits.messages)
  return taken(conversation, page, {
    messages,
    hasMore: hasMore || messages.length < joined.length,
    hasNewer: page.hasNewer,
  })
}

/**
 * The path that ends in `parent`, which an answer that begins now will follow: after an edit or a second answer, what
 * stood there leaves the path. Unchanged when a stretch is read that `parent` does not join on to.
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

/** Whether an answer to `parent` can be shown at the end of what is held. */
export function joinsParent(messages: readonly Message[], parent: Message | null): boolean {
  if (parent?.parentId == null) return true
  return messages.some(({ id }) => id === parent.id || id === parent.parentId)
}

/** A question or an answer that has just begun, as one more version of what stands in its place. */
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

/** What stays in front of a page that begins with a message that is held. */
function olderThan(
  { messages, hasMore }: Conversation,
  page: NewestPage,
): { older: readonly Message[]; hasMore: boolean } {
  const first = page.messages[0]
  const joinsAt = first === undefined ? -1 : messages.findIndex((message) => message.id === first.id)
  return joinsAt <= 0 ? { older: [], hasMore: page.hasMore } : { older: messages.slice(0, joinsAt), hasMore }
}

/** Messages that did not change keep their identity, so that nothing is drawn anew. */
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
  stretch: Pick<Stretch, 'messages' | 'hasMore' | 'hasNewer'>,
): Conversation {
  return {
    ...conversation,
    ...stretch,
    versions: versionsOf(conversation, stretch.messages, page),
    continuations: sameIfEqual(conversation, page),
  }
}

/** Of all that is held now: what the page says, else what was known before. */
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
