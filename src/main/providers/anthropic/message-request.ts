import type {
  CacheControlEphemeral,
  ContentBlockParam,
  ImageBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  ToolResultBlockParam,
  ToolUnion,
} from '@anthropic-ai/sdk/resources/messages/messages'

import { assertNever } from '../../../shared/invariant'
import type { ReasoningEffort } from '../../../shared/sessions/sessions'
import { textIn } from '../answer/foreign'
import type { Question } from '../language-model/model-protocol'
import {
  base64Of,
  type CallResult,
  type FileContent,
  type SaidContent,
  type TextContent,
  type Turn,
} from '../language-model/turns'
import { traitsOf } from './anthropic-models'

/** The body of a request. Servers of other makers may know no limit of tokens. */
export type MessageBody = Omit<MessageCreateParamsStreaming, 'max_tokens'> & { max_tokens?: number }

/**
 * A request to Anthropic's Messages API. Effort becomes a thinking budget or the newer `effort`, depending on the model;
 * temperature and top p are left out when a model thinks.
 * @see https://platform.claude.com/docs/en/api/messages
 */
export function messageRequest(question: Question): MessageBody {
  const { modelId, params, conversation } = question
  const { stop = [] } = params
  const { thinking, output_config } = thinkingFor(modelId, params.reasoningEffort, longestAnswer(question))
  const maxTokens = maxTokensFor(question, thinking)
  const tools = toolsOf(question)
  const system: TextBlockParam[] =
    conversation.system === '' ? [] : [{ type: 'text', text: conversation.system, ...cached }]
  return {
    model: modelId,
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...samplingFor(question, thinking),
    ...(stop.length === 0 ? {} : { stop_sequences: stop }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(output_config === undefined ? {} : { output_config }),
    ...(system.length === 0 ? {} : { system }),
    messages: messagesOf(conversation.turns),
    ...tools,
    stream: true,
  }
}

/** The limit of the answer: the user's, and on top of it what the model may think, up to the model's own limit. */
function maxTokensFor(question: Question, thinking: Thinking): number | undefined {
  const { params } = question
  const maxOutputTokens = longestAnswer(question)
  const budget = thinking?.type === 'enabled' ? thinking.budget_tokens : 0
  const wanted = params.maxOutputTokens === undefined ? maxOutputTokens : params.maxOutputTokens + budget
  return wanted === undefined ? undefined : Math.min(wanted, maxOutputTokens ?? wanted)
}

/** The longest answer of the model: as its server lists it, or as Anthropic's names reveal it. */
function longestAnswer({ modelId, listedMaxTokens }: Question): number | undefined {
  return listedMaxTokens ?? traitsOf(modelId).maxOutputTokens
}

/** Anthropic's own models take a temperature or top p, not both, and neither while they think. */
function samplingFor({ modelId, params: { temperature, topP } }: Question, thinking: Thinking) {
  const isThinking = thinking !== undefined && thinking.type !== 'disabled'
  if (isThinking || !traitsOf(modelId).takesSampling) return {}
  const hasBoth = temperature !== undefined && modelId.includes('claude-')
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined || hasBoth ? {} : { top_p: topP }),
  }
}

/** More tools than a chat calls. */
const mostFormerTools = 100
/** Most searches in one request: each costs a cent. */
const mostSearches = 8

/** The first version of the search, which every model with web search has. Later ones run code at Anthropic. */
const ownSearch: ToolUnion = { type: 'web_search_20250305', name: 'web_search', max_uses: mostSearches }

/**
 * The tools. A request that contains calls, but no tools, is refused: in a chat whose tools are off now, those that it
 * called are named, and the model must not call them.
 */
function toolsOf({
  tools = [],
  webSearch,
  conversation: { turns },
}: Question): Pick<MessageCreateParamsStreaming, 'tools' | 'tool_choice'> {
  const offered = tools.map(({ name, description, inputSchema }) => toolOf(name, description, inputSchema))
  if (webSearch === 'own') return { tools: [...offered, ownSearch] }
  if (offered.length > 0) return { tools: offered }
  const called = turns.flatMap((turn) =>
    turn.role === 'assistant'
      ? turn.content.flatMap((part) => (part.type === 'call' ? [part.name] : []))
      : [],
  )
  const former = [...new Set(called)].slice(0, mostFormerTools)
  if (former.length === 0) return {}
  return {
    tools: former.map((name) => toolOf(name, 'No longer available.', {})),
    tool_choice: { type: 'none' },
  }
}

function toolOf(name: string, description: string, schema: Record<string, unknown>): ToolUnion {
  return { name, description, input_schema: { type: 'object', ...schema } }
}

/**
 * A cache breakpoint. Reading the cache costs a tenth; writing it costs a quarter more than plain input; a prompt that is
 * too short to be cached (about a thousand tokens) costs nothing extra.
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
const cached: { cache_control: CacheControlEphemeral } = { cache_control: { type: 'ephemeral' } }

/** The turns, those of one role as one message. The last of the user and the last results end with a breakpoint. */
function messagesOf(turns: readonly Turn[]): MessageParam[] {
  const lasts = [
    turns.findLastIndex(({ role }) => role === 'user'),
    turns.findLastIndex(({ role }) => role === 'tool'),
  ]
  const messages: { role: 'user' | 'assistant'; content: ContentBlockParam[] }[] = []
  turns.forEach((turn, index) => {
    const role = turn.role === 'assistant' ? 'assistant' : 'user'
    const blocks = blocksOf(turn)
    const last = blocks.at(-1)
    if (lasts.includes(index) && last !== undefined) blocks[blocks.length - 1] = { ...last, ...cached }
    const before = messages.at(-1)
    if (before?.role === role) before.content.push(...blocks)
    else messages.push({ role, content: blocks })
  })
  // An answer that is continued must not end in white space.
  const end = messages.at(-1)
  const text = end?.role === 'assistant' ? end.content.at(-1) : undefined
  if (text?.type === 'text') text.text = text.text.trim()
  return messages
}

function blocksOf(turn: Turn): ContentBlockParam[] {
  switch (turn.role) {
    case 'user':
      return turn.content.map(partOf)
    case 'assistant':
      return turn.content.map(saidBlock)
    case 'tool':
      return turn.results.map(resultOf)
    default:
      return assertNever(turn)
  }
}

function saidBlock(part: SaidContent): ContentBlockParam {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'call':
      return { type: 'tool_use', id: part.id, name: part.name, input: part.input }
    case 'reasoning': {
      const { redactedData, signature } = part.data
      if (typeof redactedData === 'string') return { type: 'redacted_thinking', data: redactedData }
      // Of other makers, which sign nothing, the signature is empty.
      return { type: 'thinking', thinking: part.text, signature: textIn(signature) }
    }
    default:
      return assertNever(part)
  }
}

function resultOf({ callId, text, isError, images }: CallResult): ToolResultBlockParam {
  return {
    type: 'tool_result',
    tool_use_id: callId,
    content: images.length === 0 ? text : [{ type: 'text', text }, ...images.map(imageOf)],
    ...(isError ? { is_error: true } : {}),
  }
}

function partOf(part: TextContent | FileContent): TextBlockParam | ImageBlockParam {
  return part.type === 'text' ? { type: 'text', text: part.text } : imageOf(part)
}

function imageOf(file: FileContent): ImageBlockParam {
  // Other types of images are refused, with the reason.
  const media_type = file.mediaType as 'image/png'
  return { type: 'image', source: { type: 'base64', media_type, data: base64Of(file) } }
}

type Fields = Pick<MessageCreateParamsStreaming, 'thinking' | 'output_config'>
type Thinking = Fields['thinking']

/** Parts of a model's longest answer that it may think. */
const budgetShares: Readonly<Record<Exclude<ReasoningEffort, 'none'>, number>> = {
  minimal: 0.02,
  low: 0.1,
  medium: 0.3,
  high: 0.6,
}
const leastBudget = 1_024
/** The longest answer that is assumed for a budget if the model's own is not known. */
const assumedTokens = 32_000

/**
 * The thinking that a request asks for: nothing, a budget, or an effort, depending on the model. `maxOutputTokens`: the
 * longest answer, if it is known.
 * @see https://platform.claude.com/docs/en/build-with-claude/thinking
 */
function thinkingFor(
  modelId: string,
  effort: ReasoningEffort | undefined,
  maxOutputTokens: number | undefined,
): Fields {
  const { thinksByDefault, thinksAdaptively, thinksAlways } = traitsOf(modelId)
  const shown: Thinking = { type: 'adaptive', display: 'summarized' }
  if (effort === undefined) return thinksByDefault ? { thinking: shown } : {}
  if (effort === 'none') {
    if (thinksAlways === 'between-tools') return { thinking: { type: 'between_tools' } }
    return thinksAlways === null ? { thinking: { type: 'disabled' } } : { output_config: { effort: 'low' } }
  }
  if (thinksAdaptively) {
    return { thinking: shown, output_config: { effort: effort === 'minimal' ? 'low' : effort } }
  }
  const budget = Math.round((maxOutputTokens ?? assumedTokens) * budgetShares[effort])
  return { thinking: { type: 'enabled', budget_tokens: Math.max(leastBudget, budget) } }
}
