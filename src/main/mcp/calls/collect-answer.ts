import type { FileChange } from '../../../shared/agents/agents'
import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { Message, StopReason, Usage } from '../../../shared/sessions/messages'
import { applyRunEvent, emptySnapshot, unansweredMessage } from '../../../shared/runs/reduce-run'
import type { AnswerStream } from './mcp-backend'
import type { Progress } from './progress-reports'

/** An answer, as far as it came. */
export interface CollectedAnswer {
  text: string
  /** What became of which files; of each the last that was told. */
  changes: FileChange[]
  usage: Usage | null
  notices: string[]
}

export interface FinishedAnswer extends CollectedAnswer {
  stopReason: StopReason
}

/** What had come of an answer that broke off. */
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
 * Takes an answer to its end, and says meanwhile what comes.
 * @throws BrokenAnswer it failed or was cancelled; what had come is in it
 */
export async function collectAnswer(
  stream: AnswerStream,
  progress: Pick<Progress, 'say'> | null,
): Promise<FinishedAnswer> {
  let state = emptySnapshot(
    // Reducing asks for the names of a run; nothing of this one is ever stored.
    unansweredMessage({
      runId: 'mcp' as RunId,
      sessionId: 'mcp' as SessionId,
      messageId: 'mcp' as MessageId,
      parentId: null,
      startedAt: 0,
    }),
  )
  let words = ''
  for (;;) {
    const step = await stream.next()
    if (step.done === true) {
      const answer = answerOf(state.message, state.notices)
      const end = step.value
      if (end.kind === 'finished') return { ...answer, stopReason: end.reason }
      throw new BrokenAnswer(end.kind === 'failed' ? end.error : failure('CANCELLED', 'request'), answer)
    }
    const event = step.value
    state = applyRunEvent(state, event)
    if (event.type === 'text-delta') {
      words = (words + event.text).slice(-1_000)
      progress?.say(words)
    } else if (event.type === 'tool-call' || event.type === 'tool-update') {
      progress?.say(event.title ?? event.toolName ?? '')
    } else if (event.type === 'notice') {
      progress?.say(event.message)
    }
  }
}

function answerOf(message: Message, notices: readonly { code: string; message: string }[]): CollectedAnswer {
  return {
    text: textOf(message),
    changes: changesOf(message),
    usage: message.usage ?? null,
    notices: notices.filter(({ code }) => code !== 'RETRY').map(({ message: text }) => text),
  }
}

/** What stands before and after the use of a tool is told in paragraphs of its own. */
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
      // A file that was made and then changed was made.
      byPath.set(change.path, before?.kind === 'added' && change.kind === 'modified' ? before : change)
    }
  }
  return Array.from(byPath.values())
}
