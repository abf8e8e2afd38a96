import { z } from 'zod'

import { foreignId, some } from '../../turns/lenient'

const count = z.number().optional().catch(undefined)
const flag = z.boolean().optional().catch(undefined)
/** The sub-agent call that this belongs to. */
const parent = some(z.string())

const usedTokens = z.number().catch(0)
const modelUsage = z
  .record(
    z.string(),
    z.object({
      inputTokens: usedTokens,
      outputTokens: usedTokens,
      cacheReadInputTokens: usedTokens,
      cacheCreationInputTokens: usedTokens,
      thinkingTokens: usedTokens,
    }),
  )
  .optional()
  .catch(undefined)

/** The content of a message as blocks, even if it is a text or a single block. */
const blocks = z
  .unknown()
  .optional()
  .transform((content): unknown[] => {
    if (typeof content === 'string') return [{ type: 'text', text: content }]
    if (Array.isArray(content)) return content as unknown[]
    return content === undefined || content === null ? [] : [content]
  })

/** A line of `claude -p --output-format stream-json` that is part of the turn. */
export const claudeLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('system'),
    subtype: z.string().catch(''),
    session_id: z.string().optional().catch(undefined),
    /** For `api_retry`. */
    retry_delay_ms: count,
    error_status: some(z.number()),
    error: some(z.string()),
  }),
  z.object({ type: z.literal('stream_event'), event: z.unknown().optional(), parent_tool_use_id: parent }),
  z.object({
    type: z.literal('assistant'),
    message: z.object({ id: some(z.string()), content: blocks }).catch({ id: null, content: [] }),
    parent_tool_use_id: parent,
    /** The text is an error message, which the result repeats. */
    is_api_error_message: flag,
    error: z.string().optional().catch(undefined),
  }),
  z.object({
    type: z.literal('user'),
    message: z.object({ content: z.unknown().optional() }).catch({}),
    parent_tool_use_id: parent,
    tool_use_result: z.unknown().optional(),
  }),
  z.object({
    type: z.literal('control_request'),
    request_id: foreignId,
    request: z.unknown().optional(),
  }),
  z.object({ type: z.literal('control_cancel_request'), request_id: foreignId }),
  z.object({
    type: z.literal('result'),
    subtype: z.string().catch(''),
    is_error: z.boolean().catch(false),
    result: z.string().optional().catch(undefined),
    errors: z.array(z.string()).optional().catch(undefined),
    api_error_status: some(z.number()),
    terminal_reason: some(z.string()),
    stop_reason: some(z.string()),
    total_cost_usd: count,
    modelUsage,
    model_usage_since_last_result: modelUsage,
  }),
])

/** Lines that are no part of the turn. */
export const otherLines: ReadonlySet<unknown> = new Set([
  'auth_status',
  'control_response',
  'keep_alive',
  'prompt_suggestion',
  'rate_limit_event',
  'streamlined_text',
  'streamlined_tool_use_summary',
  'tool_progress',
  'tool_use_summary',
])

export type ClaudeLine = z.infer<typeof claudeLine>
export type ClaudeResult = Extract<ClaudeLine, { type: 'result' }>
export type ClaudeAssistant = Extract<ClaudeLine, { type: 'assistant' }>
export type ClaudeUser = Extract<ClaudeLine, { type: 'user' }>

/** A piece of an answer in progress. */
export const streamEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message_start'),
    message: z.object({ id: some(z.string()) }).catch({ id: null }),
  }),
  z.object({
    type: z.literal('content_block_start'),
    content_block: z.object({ type: z.string() }).catch({ type: 'text' }),
  }),
  z.object({
    type: z.literal('content_block_delta'),
    delta: z.discriminatedUnion('type', [
      z.object({ type: z.literal('text_delta'), text: z.string() }),
      z.object({ type: z.literal('thinking_delta'), thinking: z.string() }),
    ]),
  }),
])

/** A complete block of an answer. */
export const answerBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thinking'), thinking: z.string() }),
  z.object({
    type: z.literal('tool_use'),
    id: foreignId,
    name: z.string().catch('tool'),
    input: z.unknown().optional(),
  }),
  z.object({ type: z.literal('image'), source: z.unknown().optional() }),
])

/** Blocks that are not shown. */
export const otherBlocks: ReadonlySet<unknown> = new Set([
  'redacted_thinking',
  'server_tool_use',
  'web_search_tool_result',
])

/** The result of a call. */
export const resultBlock = z.object({
  type: z.literal('tool_result'),
  tool_use_id: foreignId,
  content: z.unknown().optional(),
  is_error: flag,
})

/** Asks whether a tool may run. */
export const toolQuestion = z.object({
  subtype: z.literal('can_use_tool'),
  tool_name: z.string(),
  input: z.unknown().optional(),
  tool_use_id: z.string().optional().catch(undefined),
})
