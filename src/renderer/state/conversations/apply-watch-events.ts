import { assertNever } from '../../../shared/invariant'
import { keptChars, type Message } from '../../../shared/sessions/messages'
import type { RunEvent, StreamControlEvent, WatchEvent } from '../../../shared/runs/events'
import { type GrowthPoint, withGrowthPoint } from '../../../shared/sessions/growth'
import { applyRunEvent, emptySnapshot, unansweredMessage } from '../../../shared/runs/reduce-run'
import { type Conversation, isOfMissingSession, type LiveRun, type Growth } from './conversation'
import {
  isContiguous,
  withNewestPage,
  withNewVersion,
  withoutPage,
  withParent,
  type NewestPage,
} from './loaded-range'
import type { ErrorData } from '../../../shared/errors'
import type { RunId, SessionId } from '../../../shared/ids'

/** Enough for a smooth line a few hundred pixels wide; beyond it, every second point is dropped. */
const maxPoints = 240

/** `growth` with another point; a new run starts a new line. */
function growthAfter(
  growth: Growth | null,
  runId: RunId,
  [elapsedMs, chars]: GrowthPoint,
  isLast: boolean,
): Growth {
  const before = growth?.runId === runId ? growth.points : []
  const points = withGrowthPoint(before, [elapsedMs, chars], { isLast, maxPoints })
  return growth !== null && points === growth.points ? growth : { runId, points }
}

/** The context in which events are applied. */
export interface ApplyContext {
  /** Milliseconds since the epoch. */
  now: number
  /** The user is at the end of the loaded messages. */
  isEndRead: boolean
  /** Called when an event is missing, which the wire guarantees never happens. */
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
  // The contestant is hidden: main decides when to send the answer, so its growth means nothing.
  if (message.model === undefined) return { ...conversation, growth: null }
  const elapsedMs = Math.max(0, context.now - live.startedAt)
  const isLast = message.status !== 'streaming'
  const growth = growthAfter(conversation.growth, live.runId, [elapsedMs, keptChars(message)], isLast)
  return { ...conversation, growth }
}

function afterControl(
  conversation: Conversation,
  event: StreamControlEvent,
  context: ApplyContext,
): Conversation {
  switch (event.type) {
    case 'stream-start': {
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
      return {
        ...withBeginning(conversation, live, event.parent),
        phase: 'ready',
        loadError: null,
        live,
        isRunning: true,
        compacting: null,
        runError: null,
        notice: null,
      }
    }
    case 'replay-start': {
      const { live } = conversation
      if (live === null || event.snapshot === undefined) return conversation
      const snapshot = event.snapshot
      const startedAt = snapshot.turn?.startedAt ?? snapshot.message.createdAt
      return { ...conversation, live: { ...live, snapshot, startedAt, seq: event.throughSeq } }
    }
    case 'replay-end':
      return conversation
    case 'queue':
      return { ...conversation, queue: event.queue }
    case 'session-sync': {
      const stays = event.running && conversation.live !== null && event.runId === conversation.live.runId
      return {
        ...withSyncedPage(conversation, event, context),
        phase: 'ready',
        loadError: null,
        runError: event.failure ?? withoutDeletion(conversation, event.session.id),
        session: event.session,
        queue: event.queue,
        // Without a visible run it is only generating a title, which blocks nothing.
        isRunning: event.running && event.runId !== undefined,
        live: stays ? conversation.live : null,
        compacting: event.compacting ?? null,
      }
    }
    default:
      return assertNever(event)
  }
}

/** Not the error of a session that was deleted and has since been restored. */
function withoutDeletion({ runError }: Conversation, sessionId: SessionId): ErrorData | null {
  return isOfMissingSession(runError, sessionId) ? null : runError
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
    startedAt: startOf(event) ?? live.startedAt,
  }
  // The time before its turn is not part of the answer.
  return { ...conversation, live: next, growth: event.type === 'turn' ? null : conversation.growth }
}

/** The start of the answer, if the event has it. */
function startOf(event: RunEvent): number | null {
  return event.type === 'run-start' || event.type === 'turn' ? event.startedAt : null
}

/** The path up to the answer that starts, without what it and its question replace. */
function withBeginning(conversation: Conversation, live: LiveRun, parent: Message | null): Conversation {
  const asked = parent === null ? conversation : withNewVersion(conversation, parent)
  const { id, parentId } = live.snapshot.message
  return withParent(withNewVersion(asked, { id, parentId }), parent)
}

/** The newest page does not replace messages that are being read, or loaded, elsewhere on the path. */
function withSyncedPage(conversation: Conversation, page: NewestPage, context: ApplyContext): Conversation {
  const isElsewhere = conversation.hasNewer || conversation.isMoving
  const joins = page.messages.length === 0 || isContiguous(conversation.messages, page.messages)
  return isElsewhere && !joins
    ? withoutPage(conversation, page)
    : withNewestPage(conversation, page, context.isEndRead)
}
