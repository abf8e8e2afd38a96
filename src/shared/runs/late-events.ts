import type { Message, Part, TextPart } from '../sessions/messages'
import type { LateEvent } from './events'
import { applyRunEvent, emptySnapshot, maxParts } from './reduce-run'

/** The answer with what came after its end. Text becomes a part of its own; only known calls change, and end once. */
export function withLateEvents(answer: Message, events: readonly LateEvent[]): Message {
  let message = answer
  for (const event of events) {
    if (event.type === 'text-delta') message = { ...message, parts: withLateText(message.parts, event.text) }
    else if (isOpenCall(message, event.toolCallId))
      message = applyRunEvent(emptySnapshot(message), event).message
  }
  return message
}

/** True if the answer has this call, but no result of it. */
function isOpenCall({ parts }: Message, toolCallId: string): boolean {
  const ofCall = parts.filter((part) => 'toolCallId' in part && part.toolCallId === toolCallId)
  return ofCall.some(({ type }) => type === 'tool-call') && !ofCall.some(({ type }) => type === 'tool-result')
}

function withLateText(parts: Part[], text: string): Part[] {
  const index = parts.findLastIndex(isLate)
  const before = parts[index]
  if (before?.type === 'text') return parts.with(index, { ...before, text: before.text + text })
  return parts.length >= maxParts ? parts : [...parts, { type: 'text', text, isLate: true }]
}

function isLate(part: Part): part is TextPart {
  return part.type === 'text' && part.isLate === true
}
