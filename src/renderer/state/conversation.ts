import type { ErrorData } from '../../shared/errors'
import type { MessageId, RunId } from '../../shared/ids'
import type { Message } from '../../shared/messages'
import type { RunSnapshot } from '../../shared/runs/events'
import type { MessageQueue } from '../../shared/runs/queue'
import type { Session } from '../../shared/sessions'

/** How an answer grew: pairs of milliseconds since its run started and characters so far. */
export interface Growth {
  runId: RunId
  points: readonly (readonly [elapsedMs: number, chars: number])[]
}

/** The run that is being shown as it happens. */
export interface LiveRun {
  runId: RunId
  messageId: MessageId
  snapshot: RunSnapshot
  /** The last event that was applied. */
  seq: number
  /** When the run began, in milliseconds since the epoch. */
  startedAt: number
}

/** A session as a window holds it: the newest part of its path, and the run on top of it. */
export interface Conversation {
  phase: 'loading' | 'ready' | 'failed'
  /** Why `phase` is `failed`. */
  loadError: ErrorData | null
  session: Session | null
  /** Stored messages of the path, oldest first, without the answer that is being written. */
  messages: readonly Message[]
  hasMore: boolean
  isLoadingOlder: boolean
  isRunning: boolean
  live: LiveRun | null
  growth: Growth | null
  /** Why the last run could not be started or carried on; null once another one starts. */
  runError: ErrorData | null
  /** What waits to be sent. */
  queue: MessageQueue
}

export const emptyConversation: Conversation = {
  phase: 'loading',
  loadError: null,
  session: null,
  messages: [],
  hasMore: false,
  isLoadingOlder: false,
  isRunning: false,
  live: null,
  growth: null,
  runError: null,
  queue: { messages: [], isHeld: false },
}

/** The ids of all that is shown, oldest first; hidden messages are left out. */
export function shownMessageIds(conversation: Conversation): MessageId[] {
  const ids = conversation.messages
    .filter((message) => message.hidden !== true && message.id !== conversation.live?.messageId)
    .map((message) => message.id)
  if (conversation.live !== null) ids.push(conversation.live.messageId)
  return ids
}

/** The message with this id as it stands now, live or stored. */
export function messageOf(conversation: Conversation, id: MessageId): Message | undefined {
  if (conversation.live?.messageId === id) return conversation.live.snapshot.message
  return conversation.messages.findLast((message) => message.id === id)
}

/** The newest answer, live or stored. */
export function lastAnswer(conversation: Conversation): Message | undefined {
  return (
    conversation.live?.snapshot.message ??
    conversation.messages.findLast((message) => message.role === 'assistant')
  )
}
