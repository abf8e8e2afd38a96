import type {
  EasyInputMessage,
  FunctionTool,
  ResponseCreateParamsStreaming,
  ResponseIncludable,
  ResponseInputContent,
  ResponseInputItem,
  ResponseReasoningItem,
  Tool,
} from 'openai/resources/responses/responses'

import { assertNever } from '../../../shared/invariant'
import type { ReasoningEffort } from '../../../shared/sessions/sessions'
import { wellFormedJson } from '../../../shared/text/well-formed-json'
import { textIn } from '../answer/foreign'
import type { Question } from '../language-model/model-protocol'
import {
  type CallResult,
  dataUrlOf,
  type FileContent,
  type SaidContent,
  type TextContent,
  type Turn,
} from '../language-model/turns'

/**
 * A request to OpenAI's Responses API. Nothing is stored at OpenAI: later requests contain what they need of earlier
 * answers, with encrypted reasoning. Reasoning is visible only as a summary, which not every account may have.
 * @see https://platform.openai.com/docs/api-reference/responses/create
 */
export function responseRequest({
  modelId,
  params,
  tools = [],
  webSearch,
  conversation: { system, turns },
}: Question): ResponseCreateParamsStreaming {
  const { temperature, topP, maxOutputTokens } = params
  const reasons = isReasoning(modelId)
  const effort = reasons ? effortFor(modelId, params.reasoningEffort) : undefined
  const reasoning = {
    ...(effort === undefined ? {} : { effort }),
    ...(reasons && params.reasoningEffort !== 'none' ? { summary: 'auto' as const } : {}),
  }
  const takesSampling = !reasons || (effort === 'none' && samplesWithoutReasoning.test(modelId))
  const offered: Tool[] = [...tools.map(toolOf), ...(webSearch === 'own' ? [ownSearch] : [])]
  const include: ResponseIncludable[] = [
    ...(webSearch === 'own' ? ['web_search_call.action.sources' as const] : []),
    ...(reasons ? ['reasoning.encrypted_content' as const] : []),
  ]
  return {
    model: modelId,
    input: [
      ...(system === '' ? [] : [systemItem(system, reasons)]),
      ...turns.flatMap((turn) => itemsOf(turn, reasons)),
    ],
    ...(temperature === undefined || !takesSampling ? {} : { temperature }),
    ...(topP === undefined || !takesSampling ? {} : { top_p: topP }),
    ...(maxOutputTokens === undefined ? {} : { max_output_tokens: maxOutputTokens }),
    ...(Object.keys(reasoning).length === 0 ? {} : { reasoning }),
    ...(include.length === 0 ? {} : { include }),
    ...(offered.length === 0 ? {} : { tools: offered }),
    store: false,
    stream: true,
  }
}

const ownSearch: Tool = { type: 'web_search' }

/** True if the OpenAI model with this name reasons before it answers: it then accepts an effort, but no temperature. */
export function isReasoning(modelId: string): boolean {
  const name = modelId.replace(/^ft:/, '')
  if (/^gpt-\d+(\.\d+)?-chat/.test(name)) return false
  return /^o\d/.test(name) || /^gpt-([5-9]|\d\d)/.test(name) || name.startsWith('codex')
}

/** Models that accept a temperature while they do not reason. */
const samplesWithoutReasoning = /^(?:gpt-5\.[1-9]|gpt-6(?:\.1)?-(?:luna|sol|terra)$)/

/** The nearest effort that the model has: the first GPT-5 always reasons a little, and its successors have no "minimal". */
function effortFor(modelId: string, effort: ReasoningEffort | undefined): ReasoningEffort | undefined {
  const [, major = '', minor = '0'] = /^gpt-(\d+)(?:\.(\d+))?/.exec(modelId) ?? []
  if (Number(major) >= 6 && effort === 'none') return samplesWithoutReasoning.test(modelId) ? 'none' : 'low'
  if (Number(major) >= 6 || (major === '5' && minor !== '0')) return effort === 'minimal' ? 'low' : effort
  return major === '5' && effort === 'none' ? 'minimal' : effort
}

/** Models that reason take the instructions of a developer in place of a system prompt. */
function systemItem(content: string, reasons: boolean): EasyInputMessage {
  return { role: reasons ? 'developer' : 'system', content }
}

function toolOf({ name, description, inputSchema }: NonNullable<Question['tools']>[number]): FunctionTool {
  // By default, this API makes every field of a schema required.
  return { type: 'function', name, description, parameters: inputSchema, strict: false }
}

function itemsOf(turn: Turn, reasons: boolean): ResponseInputItem[] {
  switch (turn.role) {
    case 'user':
      return [{ role: 'user', content: turn.content.map(partOf) }]
    case 'assistant':
      return saidItems(turn.content, reasons)
    case 'tool':
      return turn.results.map((result) => ({
        type: 'function_call_output',
        call_id: result.callId,
        output: outputOf(result),
      }))
    default:
      return assertNever(turn)
  }
}

/** A result. This API has no field that says that a call failed. */
function outputOf({ text, isError, images }: CallResult) {
  if (isError) return wellFormedJson({ error: text })
  return images.length === 0 ? text : [partOf({ type: 'text', text }), ...images.map(partOf)]
}

/**
 * An answer as items, with only the encrypted reasoning that OpenAI uses: reasoning that led to a call. Reasoning about a
 * given answer is not read again, and is rejected if the current model does not reason or if that answer was cut off.
 * @see https://platform.openai.com/docs/guides/reasoning#keeping-reasoning-items-in-context
 */
function saidItems(content: readonly SaidContent[], reasons: boolean): ResponseInputItem[] {
  const keepsReasoning = reasons && content.some(({ type }) => type === 'call')
  const items: ResponseInputItem[] = []
  const reasoningById = new Map<string, ResponseReasoningItem>()
  for (const part of content) {
    switch (part.type) {
      case 'text':
        items.push({ role: 'assistant', content: part.text })
        break
      case 'call': {
        const { id, name, input } = part
        items.push({ type: 'function_call', call_id: id, name, arguments: wellFormedJson(input) })
        break
      }
      case 'reasoning': {
        if (!keepsReasoning) break
        const item = reasoningItem(part.data)
        const known = reasoningById.get(item.id) ?? item
        if (part.text !== '') known.summary.push({ type: 'summary_text', text: part.text })
        if (known === item) items.push(item)
        else known.encrypted_content = item.encrypted_content ?? known.encrypted_content ?? null
        reasoningById.set(item.id, known)
        break
      }
      default:
        assertNever(part)
    }
  }
  return items
}

function reasoningItem(data: Record<string, unknown>): ResponseReasoningItem {
  const sealed = textIn(data['reasoningEncryptedContent'])
  return {
    type: 'reasoning',
    id: textIn(data['itemId']),
    encrypted_content: sealed === '' ? null : sealed,
    summary: [],
  }
}

function partOf(part: TextContent | FileContent): ResponseInputContent {
  if (part.type === 'text') return { type: 'input_text', text: part.text }
  return { type: 'input_image', image_url: dataUrlOf(part), detail: 'auto' }
}
