import type { MessageId, RunId, SessionId } from '../../shared/ids'
import type { Message, Metrics } from '../../shared/sessions/messages'
import type { RunEvent, RunEventBody, StreamControlEvent } from '../../shared/runs/events'
import type { Session } from '../../shared/sessions/sessions'

export const sessionId = 'session-1' as SessionId
export const runId = 'run-1' as RunId
export const answerId = 'answer-1' as MessageId

const metrics: Metrics = { ttftMs: 5, tokensPerSecond: 10, durationMs: 100 }

/** A chat with the demo model, except for `fields`. */
export function someSession(fields: Partial<Session> = {}): Session {
  return {
    id: sessionId,
    kind: 'chat',
    title: 'A chat',
    model: 'demo/brief',
    workspace: null,
    systemPrompt: null,
    params: {},
    pinned: false,
    archived: false,
    createdAt: 1,
    updatedAt: 1,
    ...fields,
  }
}

/** A chain of stored messages: user, assistant, user, … each the parent of the next. */
export function someMessages(count: number, firstNumber = 1): Message[] {
  return Array.from({ length: count }, (_, index) => {
    const number = firstNumber + index
    return {
      id: `m${number}` as MessageId,
      sessionId,
      parentId: number === 1 ? null : (`m${number - 1}` as MessageId),
      role: number % 2 === 1 ? ('user' as const) : ('assistant' as const),
      parts: [{ type: 'text' as const, text: `text ${number}` }],
      status: 'complete' as const,
      createdAt: number,
    }
  })
}

/** Announces an answer to `parent`. */
export function streamStart(parent: Message | null): StreamControlEvent {
  return { type: 'stream-start', runId, sessionId, messageId: answerId, parent }
}

/** Begins a replay in which nothing is repeated. */
export const replayFromStart: StreamControlEvent = { type: 'replay-start', count: 0, throughSeq: 0 }

/** The stored state of the chat, as its watcher gets it first. */
export function sync(
  messages: Message[],
  fields: { hasMore?: boolean; running?: boolean; session?: Session } = {},
): Extract<StreamControlEvent, { type: 'session-sync' }> {
  return {
    type: 'session-sync',
    session: someSession(),
    messages,
    hasMore: false,
    versions: {},
    continuations: [],
    running: false,
    queue: { messages: [], isHeld: false },
    ...fields,
  }
}

/** Numbers `bodies` from `firstSeq`. */
export function numbered(bodies: RunEventBody[], firstSeq = 1): RunEvent[] {
  return bodies.map((body, index) => ({ ...body, seq: firstSeq + index }))
}

/** The start of the run. */
export const runStart: RunEventBody = {
  type: 'run-start',
  runId,
  sessionId,
  messageId: answerId,
  model: 'demo/brief',
  startedAt: 900,
}

/** A piece of the answer's text. */
export function text(value: string): RunEventBody {
  return { type: 'text-delta', text: value }
}

/** The end of the run: the model finished, the user stopped it, or it failed. */
export function runEnd(status: 'completed' | 'stopped' | 'failed' = 'completed'): RunEventBody {
  return { type: 'run-end', status, reason: status === 'completed' ? 'end' : 'user', metrics }
}

/** The answer of the run as stored. */
export function storedAnswer(parent: Message, value: string): Message {
  return {
    id: answerId,
    sessionId,
    parentId: parent.id,
    role: 'assistant',
    parts: [{ type: 'text', text: value }],
    status: 'complete',
    stopReason: 'end',
    runId,
    model: 'demo/brief',
    metrics,
    createdAt: 950,
  }
}
