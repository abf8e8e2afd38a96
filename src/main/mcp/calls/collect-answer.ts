import type { FileChange } from '../../../shared/agents/agents'
import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { Message, StopReason, Usage } from '../../../shared/sessions/messages'
import { applyRunEvent, emptySnapshot, unansweredMessage } from '../../../shared/runs/reduce-run'
import type { AnswerEnd, OnAnswerEvent } from './mcp-backend'
import type { Progress } from './progress-reports'

/** An answer, as far as it arrived. */
export interface CollectedAnswer {
  text: string
  /** The changed files, each with its last reported change. */
  changes: FileChange[]
  usage: Usage | null
  notices: string[]
  /** The tools that were called, in order. */
  calls: { tool: string; isDone: boolean }[]
}

/** An answer whose run has ended in order, and why it ended. */
export interface FinishedAnswer extends CollectedAnswer {
  stopReason: StopReason
}

/** An answer that was interrupted, with the part that arrived. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer'
  readonly answer: CollectedAnswer
  override readonly cause: ParleyError

  constructor(cause: ParleyError, answer: CollectedAnswer) {
    super(cause.message, { cause })
    this.cause = cause
    this.answer = answer
  }
}

/**
 * Collects an answer to its end, and reports progress in the meantime.
 * @throws BrokenAnswer it failed or was cancelled; contains the part that arrived
 */
export async function collectAnswer(
  ask: (onEvent: OnAnswerEvent) => Promise<AnswerEnd>,
  progress: Pick<Progress, 'report'> | null,
): Promise<FinishedAnswer> {
  let state = emptySnapshot(
    // The reducer requires the names of a run; nothing of this one is stored.
    unansweredMessage({
      runId: 'mcp' as RunId,
      sessionId: 'mcp' as SessionId,
      messageId: 'mcp' as MessageId,
      parentId: null,
      startedAt: 0,
    }),
  )
  let words = ''
  const end = await ask((event) => {
    state = applyRunEvent(state, event)
    if (event.type === 'text-delta') {
      words = (words + event.text).slice(-1_000)
      progress?.report(words)
    } else if (event.type === 'tool-call' || event.type === 'tool-update') {
      progress?.report(event.title ?? event.toolName ?? '')
    } else if (event.type === 'notice') {
      progress?.report(event.message)
    }
  })
  const answer = answerOf(state.message, state.notices)
  if (end.kind === 'finished') return { ...answer, stopReason: end.reason }
  throw new BrokenAnswer(end.kind === 'failed' ? end.error : failure('CANCELLED', 'request'), answer)
}

function answerOf(message: Message, notices: readonly { code: string; message: string }[]): CollectedAnswer {
  return {
    text: textOf(message),
    changes: changesOf(message),
    usage: message.usage ?? null,
    notices: notices.filter(({ code }) => code !== 'RETRY').map(({ message: text }) => text),
    calls: message.parts.flatMap((part) =>
      part.type === 'tool-call' ? [{ tool: part.toolName, isDone: part.state === 'done' }] : [],
    ),
  }
}

/** The text before and after a tool call becomes separate paragraphs. */
function textOf({ parts }: Message): string {
  const texts = parts.flatMap((part) => (part.type === 'text' && part.text.trim() !== '' ? [part.text] : []))
  return texts.length === 1 ? (texts[0] ?? '') : texts.map((text) => text.trim()).join('\n\n')
}

function changesOf({ parts }: Message): FileChange[] {
  const byPath = new Map<string, FileChange>()
  for (const part of parts) {
    if (part.type !== 'tool-call' || part.state !== 'done') continue
    for (const change of part.changes ?? []) {
      const before = byPath.get(change.path)
      // A file that was created and then changed counts as created.
      byPath.set(change.path, before?.kind === 'added' && change.kind === 'modified' ? before : change)
    }
  }
  return Array.from(byPath.values())
}
