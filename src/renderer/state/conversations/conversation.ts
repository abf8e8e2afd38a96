import type { KeptByAgent } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { RunSnapshot } from '../../../shared/runs/events'
import type { MessageQueue } from '../../../shared/runs/queue'
import type { Session } from '../../../shared/sessions/sessions'
import type { FoundWords } from '../search/found-words'

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

/** A message that is to be brought into view; a new object each time. */
export interface MessageTarget {
  messageId: MessageId
  /** Whether the keyboard goes on from there, and the eye is led to it. */
  isPointedOut: boolean
  /** What was found in it. */
  found?: FoundWords | undefined
  /** Where to begin to read; absent: all of it is meant, in the middle of the view. */
  from?: ReadingStart | undefined
}

/**
 * The beginning of a message, a heading of it by its first characters and how often they came before, or its top at so
 * many pixels below that of the view.
 */
export type ReadingStart = 'beginning' | { heading: string; repetition: number } | { topPx: number }

/** Where somebody reads: the first message in view, and how far below the top of the view it begins. */
export interface ReadingPlace {
  messageId: MessageId
  topPx: number
}

/** What is said above the composer, for a while or until something else happens. */
export type ChatNotice =
  | { kind: 'took-back'; preview: string; formerLeafId: MessageId; keptByAgent?: KeptByAgent | undefined }
  | { kind: 'refused'; error: ErrorData }

/** A session as a window holds it: an unbroken stretch of its path, and the run on top of it. */
export interface Conversation {
  phase: 'loading' | 'ready' | 'failed'
  /** Why `phase` is `failed`. */
  loadError: ErrorData | null
  session: Session | null
  /** Stored messages of the path, oldest first, without the answer that is being written. */
  messages: readonly Message[]
  /** The path goes on before the first of them. */
  hasMore: boolean
  /** The path goes on after the last of them. The answer that is being written then stands out of sight. */
  hasNewer: boolean
  isLoadingOlder: boolean
  isLoadingNewer: boolean
  /** For each message that has others beside it: all of them, itself too, in the order they came in. */
  versions: Readonly<Record<MessageId, readonly MessageId[]>>
  /** Messages that follow the last one of the path and were taken off it, the newest first. */
  continuations: readonly MessageId[]
  /** Another place of the path is on its way: until it is here, what is shown stays where it is. */
  isMoving: boolean
  target: MessageTarget | null
  /** Grows each time the end is to be shown. */
  newestCalls: number
  notice: ChatNotice | null
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
  hasNewer: false,
  isLoadingOlder: false,
  isLoadingNewer: false,
  versions: {},
  continuations: [],
  isMoving: false,
  target: null,
  newestCalls: 0,
  notice: null,
  isRunning: false,
  live: null,
  growth: null,
  runError: null,
  queue: { messages: [], isHeld: false },
}

/** Whether the error says that this session itself is not there, and not something in it. */
export function isOfMissingSession(error: ErrorData | null, sessionId: SessionId): boolean {
  return error?.code === 'NOT_FOUND' && error.data?.['sessionId'] === sessionId
}

/** All that is shown, oldest first; hidden messages are left out, and a run that the path has not come to yet. */
function shownMessages({ messages, live, hasNewer }: Conversation): Message[] {
  const shown = messages.filter((message) => message.hidden !== true && message.id !== live?.messageId)
  if (live !== null && !hasNewer) shown.push(live.snapshot.message)
  return shown
}

/** The ids of all that is shown, oldest first. */
export function shownMessageIds(conversation: Conversation): MessageId[] {
  return shownMessages(conversation).map(({ id }) => id)
}

/** When all that is shown was written, oldest first. */
export function shownTimes(conversation: Conversation): number[] {
  return shownMessages(conversation).map(({ createdAt }) => createdAt)
}

/**
 * For each message that is shown, the name of its place: all versions of a message stand in the same one, so that
 * what takes another's place does so on the screen too.
 */
export function shownPlaces(conversation: Conversation): string[] {
  const places = new Set<string>()
  for (const { id, parentId } of shownMessages(conversation)) {
    const place = `after ${parentId ?? 'nothing'}`
    places.add(places.has(place) ? id : place)
  }
  return [...places]
}

/** The last question on the path that a person can see; undefined also while the end is not here. */
export function lastQuestionId({ messages, hasNewer }: Conversation): MessageId | undefined {
  if (hasNewer) return undefined
  return messages.findLast((message) => message.role === 'user' && message.hidden !== true)?.id
}

/** The message with this id as it stands now, live or stored. */
export function messageOf(conversation: Conversation, id: MessageId): Message | undefined {
  if (conversation.live?.messageId === id) return conversation.live.snapshot.message
  return conversation.messages.findLast((message) => message.id === id)
}

/** Whether an answer is being written. What else keeps the session busy, such as naming it, makes way for anything. */
export function isAnswering({ live }: Conversation): boolean {
  return live !== null
}

/** Whether its run waits for the user to decide something. */
export function needsDecision({ live }: Conversation): boolean {
  return live !== null && live.snapshot.pending.approvals.length > 0
}

/** The newest answer, live or stored. */
export function lastAnswer(conversation: Conversation): Message | undefined {
  return (
    conversation.live?.snapshot.message ??
    conversation.messages.findLast((message) => message.role === 'assistant')
  )
}
