import type { KeptByAgent } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { CompactionProgress } from '../../../shared/sessions/compaction'
import type { Message } from '../../../shared/sessions/messages'
import type { GrowthPoint } from '../../../shared/sessions/growth'
import type { RunSnapshot } from '../../../shared/runs/events'
import type { MessageQueue } from '../../../shared/runs/queue'
import type { Session } from '../../../shared/sessions/sessions'
import type { FoundWords } from '../search/found-words'

/** The growth of an answer: pairs of milliseconds since its run started and characters so far. */
export interface Growth {
  runId: RunId
  points: readonly GrowthPoint[]
}

/** The run shown as it happens. */
export interface LiveRun {
  runId: RunId
  messageId: MessageId
  snapshot: RunSnapshot
  /** The last applied event. */
  seq: number
  /** Start of the run, in milliseconds since the epoch. */
  startedAt: number
}

/** A message to scroll to; a new object each time. */
export interface MessageTarget {
  messageId: MessageId
  /** Focus and highlight it. */
  isHighlighted: boolean
  /** The search matches in it. */
  found?: FoundWords | undefined
  /** The words to start reading at; absent: the whole message, centred. */
  from?: ReadingStart | undefined
}

/**
 * The start of a message; one of its headings, by its first characters and the number of equal ones before it; or its
 * top at this many pixels below that of the view.
 */
export type ReadingStart = 'beginning' | { heading: string; repetition: number } | { topPx: number }

/** Another branch is shown because of a search hit or a link. The chat returns to its own unless the user acts on it. */
export interface BranchVisit {
  /** The end of the branch that is shown. */
  leafId: MessageId
  /** The end of the path that the chat returns to; null is an empty path. */
  formerLeafId: MessageId | null
}

/** A notice above the composer, shown for a while or until something else happens. */
export type ChatNotice =
  | { kind: 'took-back'; preview: string; formerLeafId: MessageId; keptByAgent?: KeptByAgent | undefined }
  | { kind: 'refused'; error: ErrorData }

/** A session in a window: a contiguous part of its path, and the run on top of it. */
export interface Conversation {
  phase: 'loading' | 'ready' | 'failed'
  /** Why `phase` is `failed`. */
  loadError: ErrorData | null
  session: Session | null
  /** Stored messages of the path, oldest first, without the answer in progress. */
  messages: readonly Message[]
  /** The path continues before the first of them. */
  hasMore: boolean
  /** The path continues after the last of them; an answer in progress is then out of view. */
  hasNewer: boolean
  isLoadingOlder: boolean
  isLoadingNewer: boolean
  /** For each message with alternatives: the ids of all versions, including its own, oldest first. */
  versions: Readonly<Record<MessageId, readonly MessageId[]>>
  /** Messages after the last one of the path that were taken off it, newest first. */
  continuations: readonly MessageId[]
  /** Another part of the path is loading; until then, the view does not scroll. */
  isMoving: boolean
  target: MessageTarget | null
  /** Incremented each time the end should be shown. */
  newestCalls: number
  notice: ChatNotice | null
  visit: BranchVisit | null
  isRunning: boolean
  /** A model is summarising the older messages. */
  compacting: CompactionProgress | null
  live: LiveRun | null
  /** The run that the user has stopped. Ending it may take seconds; what is sent until then follows it. */
  stoppedRun: RunId | null
  growth: Growth | null
  /** Why the last run could not start or continue; null once another one starts. */
  runError: ErrorData | null
  /** Messages that wait to be sent. */
  queue: MessageQueue
}

/** A conversation of which nothing has arrived yet. */
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
  visit: null,
  isRunning: false,
  compacting: null,
  live: null,
  stoppedRun: null,
  growth: null,
  runError: null,
  queue: { messages: [], isHeld: false },
}

/** True if the error means that this session itself is missing, not something in it. */
export function isOfMissingSession(error: ErrorData | null, sessionId: SessionId): boolean {
  return error?.code === 'NOT_FOUND' && error.data?.['sessionId'] === sessionId
}

/** Everything shown, oldest first, without hidden messages, and without the run unless the end is loaded. */
function shownMessages({ messages, live, hasNewer }: Conversation): Message[] {
  const shown = messages.filter((message) => message.hidden !== true && message.id !== live?.messageId)
  if (live !== null && !hasNewer) shown.push(live.snapshot.message)
  return shown
}

/** The ids of everything shown, oldest first. */
export function shownMessageIds(conversation: Conversation): MessageId[] {
  return shownMessages(conversation).map(({ id }) => id)
}

/** Everything shown, by question: the ids of a question and of what follows it, separated by spaces. */
export function shownExchanges(conversation: Conversation): string[] {
  const exchanges: string[] = []
  for (const { id, role } of shownMessages(conversation)) {
    const last = exchanges.at(-1)
    if (role === 'user' || last === undefined) exchanges.push(id)
    else exchanges[exchanges.length - 1] = `${last} ${id}`
  }
  return exchanges
}

/** The creation times of everything shown, oldest first. */
export function shownTimes(conversation: Conversation): number[] {
  return shownMessages(conversation).map(({ createdAt }) => createdAt)
}

/**
 * A key for each shown message that all its versions share, so that a version replaces another one in place.
 */
export function shownPlaces(conversation: Conversation): string[] {
  const places = new Set<string>()
  for (const { id, parentId } of shownMessages(conversation)) {
    const place = `after ${parentId ?? 'nothing'}`
    places.add(places.has(place) ? id : place)
  }
  return [...places]
}

/** The last visible question on the path; also undefined while the end is not loaded. */
export function lastQuestionId({ messages, hasNewer }: Conversation): MessageId | undefined {
  if (hasNewer) return undefined
  return messages.findLast((message) => message.role === 'user' && message.hidden !== true)?.id
}

/** The message with this id in its current state, live or stored. */
export function messageOf(conversation: Conversation, id: MessageId): Message | undefined {
  if (conversation.live?.messageId === id) return conversation.live.snapshot.message
  return conversation.messages.findLast((message) => message.id === id)
}

/** True while an answer is in progress. Other background runs, such as a title, give way to anything. */
export function isAnswering({ live }: Conversation): boolean {
  return live !== null
}

/** True if the answer of the run in progress is complete, and only the end of the run is still to come. */
export function hasAnswered({ isRunning, live }: Conversation): boolean {
  return isRunning && live !== null && live.snapshot.message.status !== 'streaming'
}

/** True while an incomplete answer is in progress. */
export function isAnswerIncomplete(conversation: Conversation): boolean {
  return isAnswering(conversation) && !hasAnswered(conversation)
}

/** True while Stop would end something: an answer or a summary. */
export function isBusy(conversation: Conversation): boolean {
  return conversation.compacting !== null || isAnswerIncomplete(conversation)
}

/** True while its run waits for a decision by the user. */
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

/** The visit, unless the chat has continued or shows another branch by now. */
export function currentVisit(conversation: Conversation): BranchVisit | null {
  const { visit, messages, hasNewer, isMoving, live } = conversation
  if (visit === null || live !== null) return null
  return isMoving || hasNewer || messages.at(-1)?.id === visit.leafId ? visit : null
}
