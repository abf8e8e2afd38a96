import type { MessageId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { RunRequest, RunSource } from '../../run-source/run-source'
import { OverlapFilter } from './overlap'

/** How much of the end of the answer the model is asked to repeat, in words and in UTF-16 units. */
const quotedWords = 6
const quotedChars = 120

/**
 * Makes a model's source one that continues `answer`: asks for the rest of it, and yields only what is new. `answer`
 * ends with text.
 */
export function continuingSource(source: RunSource, answer: Message): RunSource {
  const before = answer.parts.findLast((part) => part.type === 'text')?.text ?? ''
  return async function* rest(request, context) {
    let filter = new OverlapFilter(before)
    try {
      for await (const event of source(asContinuation(request, answer, before), context)) {
        if (event.type === 'text-delta') {
          const text = filter.push(event.text)
          if (text !== '') yield { ...event, text }
          continue
        }
        // Reasoning is placed before the text; after anything else, the text cannot continue.
        if (event.type === 'text-was-reasoning') filter = new OverlapFilter(before)
        else if (event.type === 'finish' || event.type === 'tool-call') yield* held(filter)
        yield event
      }
    } catch (error) {
      // What arrived before the failure is kept.
      if (!context.signal.aborted) yield* held(filter)
      throw error
    }
    yield* held(filter)
  }
}

function* held(filter: OverlapFilter) {
  const text = filter.end()
  if (text !== '') yield { type: 'text-delta' as const, text }
}

/**
 * The request with the answer so far and the instruction to continue it. A final assistant message would be shorter,
 * but some models refuse it, and others start over after it.
 */
function asContinuation(request: RunRequest, answer: Message, before: string): RunRequest {
  const text = `Your last message was cut off. Continue it exactly where it ends: begin with its last words, ${quoted(before)}, then write on. Do not comment on this, do not greet, do not repeat anything else, and do not reopen a code block that is still open.`
  const instruction: Message = {
    id: `${answer.id}-continue` as MessageId,
    sessionId: answer.sessionId,
    parentId: answer.id,
    role: 'user',
    parts: [{ type: 'text', text }],
    status: 'complete',
    createdAt: answer.createdAt,
  }
  return { ...request, messages: [...request.messages, answer, instruction] }
}

/** The last words of the last line. */
function quoted(text: string): string {
  const line = text.trimEnd().split('\n').at(-1) ?? ''
  const words = line.match(/\S+/g)?.slice(-quotedWords).join(' ') ?? ''
  return `"${words.slice(-quotedChars)}"`
}
