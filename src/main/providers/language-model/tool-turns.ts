import type {
  LanguageModelV4Message,
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'

import { assertNever } from '../../../shared/invariant'
import type {
  Message,
  Part,
  ProviderData,
  ToolCallPart,
  ToolResultPart,
} from '../../../shared/sessions/messages'
import { agentOf } from '../../../shared/models/models'
import { fileText } from '../../run-source/message-files'
import { agentCallText, formText, valueText } from '../../run-source/part-text'

/** What a call without a result is said to have given: a request with an open call is refused. */
const cancelledOutput = 'The call was cancelled before it returned a result.'

/**
 * One assistant message as the turns that made it: text and calls, the results, and what the model said with them.
 * Every call gets exactly one result; one that never came reads "cancelled". `later` holds results that stand in
 * messages of their own. What an agent did with tools is told in words. Reasoning goes back to the family that gave it, if it is whole and something was said on it.
 */
export function assistantTurns(
  message: Message,
  later: readonly ToolResultPart[],
  providerDataKey?: string,
): LanguageModelV4Message[] {
  const turns: LanguageModelV4Message[] = []
  // An agent's tools are none that this model has: it is told what was done with them.
  const isOfAgent = message.model !== undefined && agentOf(message.model) !== null
  const results = [...resultsIn(message.parts), ...later]
  let said: SaidPart[] = []
  let calls: ToolCallPart[] = []

  const flush = () => {
    const spoken = said.filter((part) => part.type === 'reasoning' || part.text.trim() !== '')
    // Reasoning that nothing follows was cut off behind it, and is refused.
    if (calls.length === 0) spoken.splice(spoken.findLastIndex(({ type }) => type === 'text') + 1)
    const content = [...spoken, ...calls.map((call) => toCall(call, providerDataKey))]
    if (content.length > 0) turns.push({ role: 'assistant', content })
    if (calls.length > 0) {
      turns.push({ role: 'tool', content: calls.map((call) => toResult(call, takeResult(results, call))) })
    }
    said = []
    calls = []
  }
  const say = (part: SaidPart) => {
    if (calls.length > 0) flush()
    said.push(part)
  }
  const addText = (text: string) => {
    const last = said.at(-1)
    if (text === '') return
    if (last?.type === 'text' && calls.length === 0) last.text += text
    else say({ type: 'text', text })
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
        addText(fileText(part, undefined))
        break
      case 'tool-call':
        if (isOfAgent) addText(agentCallText(part))
        // What the provider did itself is in what it then said; sent as a call, it would want a tool of that name.
        else if (part.isRunByProvider !== true) calls.push(part)
        break
      case 'reasoning': {
        const options = isOfAgent ? null : optionsOf(part, providerDataKey)
        if (options !== null) say({ type: 'reasoning', text: part.text, providerOptions: options })
        break
      }
      case 'tool-result':
      case 'plan':
      case 'sources':
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

type SaidPart = LanguageModelV4TextPart | LanguageModelV4ReasoningPart

function toCall(call: ToolCallPart, providerDataKey: string | undefined): LanguageModelV4ToolCallPart {
  const { toolCallId, toolName, input } = call
  const options = optionsOf(call, providerDataKey)
  return {
    type: 'tool-call',
    toolCallId,
    toolName,
    input: input ?? {},
    ...(options === null ? {} : { providerOptions: options }),
  }
}

/** What the family named by `key` gave to a part; null when it gave nothing, or another family did. */
function optionsOf(part: { providerData?: ProviderData }, key: string | undefined) {
  const data = key === undefined ? undefined : part.providerData?.[key]
  // It is JSON, as it came.
  return key === undefined || data === undefined ? null : ({ [key]: data } as SharedV4ProviderOptions)
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
