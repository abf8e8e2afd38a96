import { assertNever } from '../../../shared/invariant'
import {
  type AttachmentPart,
  hasUnknownOutcome,
  type Message,
  type Part,
  type ProviderData,
  textAfterText,
  type ToolCallPart,
  type ToolResultPart,
} from '../../../shared/sessions/messages'
import { isRecord } from '../../../shared/record'
import { agentOf, parseModelRef } from '../../../shared/models/models'
import type { Foreign } from '../answer/foreign'
import {
  agentCallText,
  fileText,
  formText,
  type MessageFiles,
  valueText,
} from '../../run-source/message-files'
import { wireToolName } from '../../run-source/wire-tool-name'
import type {
  CallContent,
  CallResult,
  FileContent,
  ReasoningContent,
  SaidContent,
  TextContent,
  Turn,
} from './turns'

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
  /** The provider that gets the request: data that another provider of the family gave is not sent to it. */
  providerId?: string | undefined
  /** See `ModelProtocol`. */
  keepsReasoningApart?: true | undefined
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
  { providerDataKey, providerId, keepsReasoningApart, resultImages, files }: TurnOptions,
): Turn[] {
  const turns: Turn[] = []
  const isOwn = providerId === undefined || isOf(providerId, message)
  const dataOf = (part: { providerData?: ProviderData }) =>
    isOwn && providerDataKey !== undefined ? (part.providerData?.[providerDataKey] ?? null) : null
  // The model has none of an agent's tools, so it gets a description of what was done.
  const isOfAgent = message.model !== undefined && agentOf(message.model) !== null
  const results = [...resultsIn(message.parts), ...later]
  const attached = message.parts.filter((part) => part.type === 'attachment')
  const returned = Map.groupBy(attached, ({ toolCallId }) => toolCallId)
  let said: Exclude<SaidContent, CallContent>[] = []
  let calls: ToolCallPart[] = []
  let hasResult = false

  const flush = () => {
    const spoken = said.filter((part) => part.type === 'reasoning' || part.text.trim() !== '')
    const lastText = spoken.findLastIndex(({ type }) => type === 'text')
    // Reasoning without text after it was cut off, and would be rejected.
    if (calls.length === 0)
      spoken.splice(keepsReasoningApart === true && lastText >= 0 ? spoken.length : lastText + 1)
    const content = [...spoken, ...calls.map((call) => toCall(call, dataOf(call)))]
    if (content.length > 0) turns.push({ role: 'assistant', content })
    if (calls.length > 0) {
      const ended = calls.map((call) => {
        const result = takeResult(results, call)
        return toResult(call, result, { attached: returned.get(call.toolCallId) ?? [], resultImages, files })
      })
      turns.push({ role: 'tool', results: ended.map(({ part }) => part) })
      const after = ended.flatMap((each) => each.filesAfter)
      if (after.length > 0) turns.push({ role: 'user', content: after })
    }
    said = []
    calls = []
    hasResult = false
  }
  const say = (part: Exclude<SaidContent, CallContent>) => {
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
        addText(said.length === 0 ? part.text : textAfterText(part))
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
        const data = isOfAgent ? null : dataOf(part)
        if (data === null) break
        const reasoning: ReasoningContent = { type: 'reasoning', text: part.text, data }
        // What a server sends after the calls of a step belongs to that step.
        if (keepsReasoningApart === true && !hasResult) said.push(reasoning)
        else say(reasoning)
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

/** The tool results among these parts. */
export function resultsIn(parts: readonly Part[]): ToolResultPart[] {
  return parts.filter((part) => part.type === 'tool-result')
}

/** True if the message is an answer of this provider; one that names no model may be. */
function isOf(providerId: string, { model }: Message): boolean {
  return model === undefined || parseModelRef(model)?.providerId === providerId
}

function toCall({ toolCallId, toolName, input }: ToolCallPart, data: Foreign | null): CallContent {
  const call: CallContent = {
    type: 'call',
    id: toolCallId,
    name: wireToolName(toolName),
    input: inputOf(input),
  }
  return data === null ? call : { ...call, data }
}

/** Arguments that are not an object, such as malformed JSON, would be rejected. */
function inputOf(input: unknown): Record<string, unknown> {
  if (isRecord(input)) return input
  if (input === undefined || input === null) return {}
  return { input: typeof input === 'string' ? input.slice(0, maxMalformedChars).toWellFormed() : input }
}

/** Some servers restart the call numbers with every answer, so a result belongs to one call only. */
function takeResult(results: ToolResultPart[], call: ToolCallPart): ToolResultPart | null {
  const index = results.findIndex((result) => result.toolCallId === call.toolCallId)
  return index < 0 ? null : (results.splice(index, 1)[0] ?? null)
}

/** The result of a call, and files of it that follow as a message of their own. */
function toResult(
  call: ToolCallPart,
  result: ToolResultPart | null,
  {
    attached,
    resultImages,
    files,
  }: Pick<TurnOptions, 'resultImages' | 'files'> & { attached: readonly AttachmentPart[] },
): { part: CallResult; filesAfter: (TextContent | FileContent)[] } {
  const missing = hasUnknownOutcome(call) ? unknownOutput : cancelledOutput
  const isError = result === null || result.isError === true
  const name = wireToolName(call.toolName)
  const images: FileContent[] = []
  const sounds: FileContent[] = []
  const notes = attached.flatMap((file) => {
    const content = files.get(file)
    if (content?.kind === 'image' || content?.kind === 'audio') {
      const { kind, mediaType, bytes } = content
      if (kind === 'audio') sounds.push({ type: 'file', mediaType, bytes })
      else if (resultImages !== undefined) images.push({ type: 'file', mediaType, bytes })
    }
    // The result itself names sounds.
    return content === undefined && file.mediaType.startsWith('audio/') ? [] : [fileText(file, content)]
  })
  const text = [result === null ? missing : valueText(result.output), ...notes].join('\n\n')
  // No family has a place for files in an error: they follow.
  const isInside = resultImages === 'inside' && !isError
  const after = [...(isInside ? [] : images), ...sounds]
  return {
    part: { callId: call.toolCallId, name, text, isError, images: isInside ? images : [] },
    filesAfter:
      after.length === 0 ? [] : [{ type: 'text', text: `[Files in the result of ${name}:]` }, ...after],
  }
}
