import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'

import { assertNever } from '../../../shared/invariant'
import {
  type AttachmentPart,
  hasUnknownOutcome,
  type Message,
  type Part,
  type ProviderData,
  type ToolCallPart,
  type ToolResultPart,
} from '../../../shared/sessions/messages'
import { isRecord } from '../../../shared/record'
import { agentOf } from '../../../shared/models/models'
import { fileText, type MessageFiles } from '../../run-source/message-files'
import { wireToolName } from '../../run-source/wire-tool-name'
import { agentCallText, formText, valueText } from '../../run-source/part-text'

/** The result of a call that never got one: a request with an open call is rejected. */
const cancelledOutput = 'The call was cancelled before it returned a result.'
const unknownOutput =
  'The call was allowed and then stopped. Whether it took effect is not known: check before you make it again.'

/** Enough for a model to see its mistake. */
const maxMalformedChars = 2_000

/** How a family gets what belongs to a turn. */
export interface TurnOptions {
  /** The key of the data that the family gave to parts. */
  providerDataKey?: string | undefined
  /** Where images of results go; see `ModelProtocol`. */
  resultImages?: 'inside' | 'after' | undefined
  files: MessageFiles
}

/**
 * One assistant message as turns: text and calls, their results, and the text after them. A call after a result belongs
 * to the next step. Every call gets exactly one result; a missing one reads "cancelled". `later` holds results from
 * separate messages. An agent's tool calls become text. Reasoning is sent back to its own family if it is complete and
 * text followed it. Images that a call returned are part of its result, or of a user message after the results.
 */
export function assistantTurns(
  message: Message,
  later: readonly ToolResultPart[],
  { providerDataKey, resultImages, files }: TurnOptions,
): LanguageModelV4Message[] {
  const turns: LanguageModelV4Message[] = []
  // The model has none of an agent's tools, so it gets a description of what was done.
  const isOfAgent = message.model !== undefined && agentOf(message.model) !== null
  const results = [...resultsIn(message.parts), ...later]
  const attached = message.parts.filter((part) => part.type === 'attachment')
  const returned = Map.groupBy(attached, ({ toolCallId }) => toolCallId)
  let said: SaidPart[] = []
  let calls: ToolCallPart[] = []
  let hasResult = false

  const flush = () => {
    const spoken = said.filter((part) => part.type === 'reasoning' || part.text.trim() !== '')
    // Reasoning without text after it was cut off, and would be rejected.
    if (calls.length === 0) spoken.splice(spoken.findLastIndex(({ type }) => type === 'text') + 1)
    const content = [...spoken, ...calls.map((call) => toCall(call, providerDataKey))]
    if (content.length > 0) turns.push({ role: 'assistant', content })
    if (calls.length > 0) {
      const ended = calls.map((call) => {
        const result = takeResult(results, call)
        return toResult(call, result, { attached: returned.get(call.toolCallId) ?? [], resultImages, files })
      })
      turns.push({ role: 'tool', content: ended.map(({ part }) => part) })
      const after = ended.flatMap((each) => each.filesAfter)
      if (after.length > 0) turns.push({ role: 'user', content: after })
    }
    said = []
    calls = []
    hasResult = false
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
        // Those of results are sent with them.
        if (part.toolCallId === undefined) addText(fileText(part, undefined))
        break
      case 'tool-call':
        if (isOfAgent) addText(agentCallText(part))
        // The answer's text covers what the provider's own tools did; sent as a call, it would need a tool of that
        // name.
        else if (part.isRunByProvider !== true) {
          if (hasResult) flush()
          calls.push(part)
        }
        break
      case 'reasoning': {
        const options = isOfAgent ? null : optionsOf(part, providerDataKey)
        if (options !== null) say({ type: 'reasoning', text: part.text, providerOptions: options })
        break
      }
      case 'tool-result':
        hasResult ||= calls.some(({ toolCallId }) => toolCallId === part.toolCallId)
        break
      case 'plan':
      case 'sources':
      case 'knowledge':
      case 'error':
        break
      default:
        assertNever(part)
    }
  }
  flush()
  return turns
}

/** The names, as requests have them, of the tools that models have called in these messages. */
export function calledToolNames(messages: readonly Message[]): string[] {
  const calls = messages
    .filter(({ role, model }) => role === 'assistant' && (model === undefined || agentOf(model) === null))
    .flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
  const own = calls.filter(({ isRunByProvider }) => isRunByProvider !== true)
  return [...new Set(own.map(({ toolName }) => wireToolName(toolName)))]
}

/** The tool results among these parts. */
export function resultsIn(parts: readonly Part[]): ToolResultPart[] {
  return parts.filter((part) => part.type === 'tool-result')
}

type SaidPart = LanguageModelV4TextPart | LanguageModelV4ReasoningPart

function toCall(call: ToolCallPart, providerDataKey: string | undefined): LanguageModelV4ToolCallPart {
  const { toolCallId, input } = call
  const options = optionsOf(call, providerDataKey)
  return {
    type: 'tool-call',
    toolCallId,
    toolName: wireToolName(call.toolName),
    input: inputOf(input),
    ...(options === null ? {} : { providerOptions: options }),
  }
}

/** Arguments that are not an object, such as malformed JSON, would be rejected. */
function inputOf(input: unknown): Record<string, unknown> {
  if (isRecord(input)) return input
  if (input === undefined || input === null) return {}
  return { input: typeof input === 'string' ? input.slice(0, maxMalformedChars).toWellFormed() : input }
}

/** The data that the family named by `key` gave to a part; null when there is none, or it came from another family. */
function optionsOf(part: { providerData?: ProviderData }, key: string | undefined) {
  const data = key === undefined ? undefined : part.providerData?.[key]
  // The data is JSON, stored as received.
  return key === undefined || data === undefined ? null : ({ [key]: data } as SharedV4ProviderOptions)
}

/** Some servers restart the call numbers with every answer, so a result belongs to one call only. */
function takeResult(results: ToolResultPart[], call: ToolCallPart): ToolResultPart | null {
  const index = results.findIndex((result) => result.toolCallId === call.toolCallId)
  return index < 0 ? null : (results.splice(index, 1)[0] ?? null)
}

type MediaPart = LanguageModelV4FilePart & { data: { type: 'data'; data: Uint8Array } }

/** The result of a call, and files of it that follow as a message of their own. */
function toResult(
  call: ToolCallPart,
  result: ToolResultPart | null,
  {
    attached,
    resultImages,
    files,
  }: Pick<TurnOptions, 'resultImages' | 'files'> & { attached: readonly AttachmentPart[] },
): { part: LanguageModelV4ToolResultPart; filesAfter: (LanguageModelV4TextPart | MediaPart)[] } {
  const missing = hasUnknownOutcome(call) ? unknownOutput : cancelledOutput
  const isError = result === null || result.isError === true
  const toolName = wireToolName(call.toolName)
  const images: MediaPart[] = []
  const sounds: MediaPart[] = []
  const notes = attached.flatMap((file) => {
    const content = files.get(file)
    if (content?.kind === 'image' || content?.kind === 'audio') {
      const { kind, mediaType, bytes } = content
      const media = {
        type: 'file',
        mediaType,
        filename: file.name,
        data: { type: 'data', data: bytes },
      } as const
      if (kind === 'audio') sounds.push(media)
      else if (resultImages !== undefined) images.push(media)
    }
    // The result itself names sounds.
    return content === undefined && file.mediaType.startsWith('audio/') ? [] : [fileText(file, content)]
  })
  const value = [result === null ? missing : valueText(result.output), ...notes].join('\n\n')
  // No family has a place for files in an error: they follow.
  const isInside = resultImages === 'inside' && images.length > 0 && !isError
  const text = isError ? { type: 'error-text' as const, value } : { type: 'text' as const, value }
  const after = [...(isInside ? [] : images), ...sounds]
  return {
    part: {
      type: 'tool-result',
      toolCallId: call.toolCallId,
      toolName,
      output: isInside ? { type: 'content', value: [{ type: 'text', text: value }, ...images] } : text,
    },
    filesAfter:
      after.length === 0 ? [] : [{ type: 'text', text: `[Files in the result of ${toolName}:]` }, ...after],
  }
}
