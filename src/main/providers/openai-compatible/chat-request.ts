import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionContentPartText,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'

import { assertNever } from '../../../shared/invariant'
import { wellFormedJson } from '../../../shared/text/well-formed-json'
import { type Foreign, objectIn, textIn } from '../answer/foreign'
import type { Question } from '../language-model/model-protocol'
import {
  base64Of,
  dataUrlOf,
  type FileContent,
  type SaidContent,
  type TextContent,
  type Turn,
} from '../language-model/turns'

/**
 * A request for chat completions with OpenAI's own fields.
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
export function chatRequest({
  modelId,
  params,
  tools = [],
  conversation: { system, turns },
}: Question): ChatCompletionCreateParamsStreaming {
  const { temperature, topP, maxOutputTokens, seed, stop = [], reasoningEffort } = params
  return {
    model: modelId,
    ...(maxOutputTokens === undefined ? {} : { max_tokens: maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(stop.length === 0 ? {} : { stop }),
    ...(seed === undefined ? {} : { seed }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
    messages: [
      ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
      ...turns.flatMap((turn, index) => messagesOf(turn, turns[index - 1])),
    ],
    ...(tools.length === 0 ? {} : { tools: tools.map(toolOf) }),
    stream: true,
    stream_options: { include_usage: true },
  }
}

function toolOf({ name, description, inputSchema }: NonNullable<Question['tools']>[number]) {
  const tool: ChatCompletionFunctionTool = {
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }
  return tool
}

function messagesOf(turn: Turn, before: Turn | undefined): ChatCompletionMessageParam[] {
  switch (turn.role) {
    case 'user': {
      const [first, ...others] = turn.content
      const isText = first?.type === 'text' && others.length === 0
      return [{ role: 'user', content: isText ? first.text : turn.content.map(partOf) }]
    }
    case 'assistant':
      return [withReasoning(assistantMessage(turn.content), turn.content, before?.role === 'tool')]
    case 'tool':
      return turn.results.map(({ callId, text }) => ({ role: 'tool', tool_call_id: callId, content: text }))
    default:
      return assertNever(turn)
  }
}

function assistantMessage(
  content: Extract<Turn, { role: 'assistant' }>['content'],
): ChatCompletionAssistantMessageParam {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const calls = content.flatMap((part): ChatCompletionMessageFunctionToolCall[] => {
    if (part.type !== 'call') return []
    const { id, name, input, data } = part
    const extra = objectIn(data?.['extra']) ?? {}
    return [{ ...extra, id, type: 'function', function: { name, arguments: wellFormedJson(input) } }]
  })
  const text = texts.join('')
  if (calls.length === 0) return { role: 'assistant', content: text }
  return { role: 'assistant', content: text === '' ? null : text, tool_calls: calls }
}

/** With the reasoning of the answer; Mistral's is a part of its content. */
function withReasoning(
  message: ChatCompletionAssistantMessageParam,
  said: readonly SaidContent[],
  followsResults: boolean,
): ChatCompletionAssistantMessageParam {
  const { content: thought, ...fields } = reasoningFields(said, followsResults)
  if (thought === undefined) return { ...fields, ...message }
  const text = typeof message.content === 'string' && message.content !== '' ? message.content : null
  const content: unknown[] = [
    { type: 'thinking', thinking: [{ type: 'text', text: thought }] },
    ...(text === null ? [] : [{ type: 'text', text }]),
  ]
  return { ...fields, ...message, content: content as ChatCompletionContentPartText[] }
}

/**
 * The reasoning, as the server sent it. Lists that may be signed or encrypted go back with every answer; plain text only
 * within answers that made calls, where DeepSeek, Kimi and MiniMax refuse a request without it.
 * @see https://api-docs.deepseek.com/guides/thinking_mode
 * @see https://docs.mistral.ai/capabilities/reasoning
 * @see https://openrouter.ai/docs/use-cases/reasoning-tokens#preserving-reasoning
 */
function reasoningFields(content: readonly SaidContent[], followsResults: boolean): Foreign {
  const fields = new Map<string, unknown>()
  const madeCalls = followsResults || content.some(({ type }) => type === 'call')
  for (const part of content) {
    if (part.type !== 'reasoning') continue
    const { textField, lists } = part.data
    const given = Object.entries(objectIn(lists) ?? {}).filter(([, list]) => Array.isArray(list))
    for (const [name, list] of given) fields.set(name, [...listIn(fields.get(name)), ...listIn(list)])
    const name = textIn(textField)
    if (name !== '' && given.length === 0 && madeCalls) fields.set(name, textIn(fields.get(name)) + part.text)
  }
  return Object.fromEntries(fields)
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

function partOf(part: TextContent | FileContent): ChatCompletionContentPart {
  if (part.type === 'text') return { type: 'text', text: part.text }
  if (part.mediaType.startsWith('image/')) return { type: 'image_url', image_url: { url: dataUrlOf(part) } }
  const format = part.mediaType === 'audio/wav' ? 'wav' : 'mp3'
  return { type: 'input_audio', input_audio: { data: base64Of(part), format } }
}
