import type {
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
} from '@ai-sdk/provider'

import { assertNever } from '../../../shared/invariant'
import type { Message, Part, ToolCallPart, ToolResultPart } from '../../../shared/messages'
import { attachmentText, formText, valueText } from './part-text'

/** What a call without a result is said to have given: a request with an open call is refused. */
const cancelledOutput = 'The call was cancelled before it gave a result.'

/**
 * One assistant message as the turns that made it: text and calls, the results, and what the model said with them.
 * Every call gets exactly one result; one that never came reads "cancelled". `later` holds results that stand in
 * messages of their own.
 */
export function assistantTurns(message: Message, later: readonly ToolResultPart[]): LanguageModelV4Message[] {
  const turns: LanguageModelV4Message[] = []
  const results = [...resultsIn(message.parts), ...later]
  let texts: LanguageModelV4TextPart[] = []
  let calls: ToolCallPart[] = []

  const flush = () => {
    const content = [...joined(texts), ...calls.map(toCall)]
    if (content.length > 0) turns.push({ role: 'assistant', content })
    if (calls.length > 0) {
      turns.push({ role: 'tool', content: calls.map((call) => toResult(call, takeResult(results, call))) })
    }
    texts = []
    calls = []
  }
  const addText = (text: string) => {
    if (text === '') return
    if (calls.length > 0) flush()
    texts.push({ type: 'text', text })
  }

  for (const part of message.parts) {
    switch (part.type) {
      case 'text':
        addText(part.text)
        break
      case 'form':
        addText(formText(part))
        break
      case 'attachment':
        addText(attachmentText(part))
        break
      case 'tool-call':
        calls.push(part)
        break
      case 'tool-result':
      case 'reasoning':
      case 'error':
        break
      default:
        assertNever(part)
    }
  }
  flush()
  return turns
}

/** The tool results among some parts. */
export function resultsIn(parts: readonly Part[]): ToolResultPart[] {
  return parts.filter((part) => part.type === 'tool-result')
}

function joined(texts: readonly LanguageModelV4TextPart[]): LanguageModelV4TextPart[] {
  const text = texts.map((part) => part.text).join('')
  return text.trim() === '' ? [] : [{ type: 'text', text }]
}

function toCall(call: ToolCallPart): LanguageModelV4ToolCallPart {
  return { type: 'tool-call', toolCallId: call.toolCallId, toolName: call.toolName, input: call.input ?? {} }
}

/** Some servers number the calls of every answer anew, so a result belongs to one call only. */
function takeResult(results: ToolResultPart[], call: ToolCallPart): ToolResultPart | null {
  const index = results.findIndex((result) => result.toolCallId === call.toolCallId)
  return index < 0 ? null : (results.splice(index, 1)[0] ?? null)
}

function toResult(call: ToolCallPart, result: ToolResultPart | null) {
  const value = result === null ? cancelledOutput : valueText(result.output)
  const isError = result === null || result.isError === true
  return {
    type: 'tool-result' as const,
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    output: isError ? { type: 'error-text' as const, value } : { type: 'text' as const, value },
  }
}
