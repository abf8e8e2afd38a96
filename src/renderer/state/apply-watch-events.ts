import { assertNever } from '../../shared/invariant'
import { keptChars, type Message } from '../../shared/messages'
import type { RunEvent, StreamControlEvent, WatchEvent } from '../../shared/runs/events'
import { applyRunEvent, emptySnapshot, unansweredMessage } from '../../shared/runs/reduce-run'
import type { Conversation, LiveRun } from './conversation'
import { deepEqual } from './deep-equal'
import { growthAfter } from './growth'

/** What applying events needs to know of the world. */
export interface ApplyContext {
  /** Milliseconds since the epoch. */
  now: number
  /** Called when an event is missing, which the wire promises never to happen. */
  onGap: (claim: string) => void
}

/** The conversation after one batch of a watched or driven stream. */
export function applyWatchEvents(
  start: Conversation,
  events: readonly WatchEvent[],
  context: ApplyContext,
): Conversation {
  let conversation = start
  for (const event of events) {
    conversation =
      'seq' in event
        ? afterRunEvent(conversation, event, context)
        : afterControl(conversation, event, context)
  }
  const { live } = conversation
  if (live === null || live === start.live) return conversation
  const { message } = live.snapshot
  const elapsedMs = Math.max(0, context.now - live.startedAt)
  const isLast = message.status !== 'streaming'
  const growth = growthAfter(conversation.growth, live.runId, elapsedMs, keptChars(message), isLast)
  return { ...conversation, growth }
}

function afterControl(
  conversation: Conversation,
  event: StreamControlEvent,
  context: ApplyContext,
): Conversation {
  switch (event.type) {
    case 'stream-start': {
      const messages = withParent(conversation.messages, event.parent)
      const known = conversation.live?.runId === event.runId ? conversation.live : null
      const parentId = event.parent?.id ?? null
      const message = unansweredMessage({ ...event, parentId, startedAt: context.now })
      const live: LiveRun = known ?? {
        runId: event.runId,
        messageId: event.messageId,
        snapshot: emptySnapshot(message),
        seq: 0,
        startedAt: context.now,
      }
      return { ...conversation, phase: 'ready', messages, live, isRunning: true, runError: null }
    }
    case 'replay-start': {
      const { live } = conversation
      if (live === null || event.snapshot === undefined) return conversation
      const snapshot = event.snapshot
      const startedAt = snapshot.message.createdAt
      return { ...conversation, live: { ...live, snapshot, startedAt, seq: event.throughSeq } }
    }
    case 'replay-end':
      return conversation
    case 'queue':
      return { ...conversation, queue: event.queue }
    case 'session-sync': {
      const stays = event.running && conversation.live !== null && event.runId === conversation.live.runId
      return {
        ...withNewestPage(conversation, event.messages, event.hasMore),
        phase: 'ready',
        session: event.session,
        queue: event.queue,
        isRunning: event.running,
        live: stays ? conversation.live : null,
      }
    }
    default:
      return assertNever(event)
  }
}

function afterRunEvent(conversation: Conversation, event: RunEvent, context: ApplyContext): Conversation {
  const { live } = conversation
  if (live === null || event.seq <= live.seq) return conversation
  if (event.seq !== live.seq + 1) {
    context.onGap(`run ${live.runId}: event ${event.seq} follows event ${live.seq}`)
  }
  const next: LiveRun = {
    ...live,
    snapshot: applyRunEvent(live.snapshot, event),
    seq: event.seq,
    ...(event.type === 'run-start' ? { startedAt: event.startedAt } : {}),
  }
  return { ...conversation, live: next }
}

/** The path that ends in `parent`: after an edit or a second answer, what stood there leaves the path. */
export function withParent(messages: readonly Message[], parent: Message | null): readonly Message[] {
  if (parent === null) return messages
  const at = messages.findLastIndex((message) => message.id === parent.id)
  if (at !== -1) return at === messages.length - 1 ? messages : messages.slice(0, at + 1)
  if (parent.parentId === null) return [parent]
  const above = messages.findLastIndex((message) => message.id === parent.parentId)
  return [...(above === -1 ? messages : messages.slice(0, above + 1)), parent]
}

/** Puts the stored newest page in place; older pages stay when they join on to it. */
export function withNewestPage(
  conversation: Conversation,
  page: readonly Message[],
  hasMore: boolean,
): Conversation {
  const known = new Map(conversation.messages.map((message) => [message.id, message]))
  const { live } = conversation
  if (live !== null) known.set(live.messageId, live.snapshot.message)
  const fresh = page.map((message) => {
    const old = known.get(message.id)
    return old !== undefined && deepEqual(old, message) ? old : message
  })
  const first = page[0]
  const joinsAt =
    first === undefined ? -1 : conversation.messages.findIndex((message) => message.id === first.id)
  if (joinsAt <= 0) return { ...conversation, messages: fresh, hasMore }
  return { ...conversation, messages: [...conversation.messages.slice(0, joinsAt), ...fresh] }
}
