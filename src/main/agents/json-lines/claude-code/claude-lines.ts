import { z } from 'zod'

const count = z.number().optional().catch(undefined)
/** The sub-agent call that this belongs to. */
const parent = z.string().nullish().catch(null)

const modelUsage = z.record(
  z.string(),
  z.object({
    inputTokens: z.number().catch(0),
    outputTokens: z.number().catch(0),
    cacheReadInputTokens: z.number().catch(0),
    cacheCreationInputTokens: z.number().catch(0),
    thinkingTokens: z.number().catch(0),
  }),
)

/** A line of `claude -p --output-format stream-json`. Unknown types are skipped, because every version adds some. */
export const claudeLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('system'),
    subtype: z.string(),
    session_id: z.string().optional().catch(undefined),
    /** For `api_retry`. */
    retry_delay_ms: count,
    error_status: z.number().nullish().catch(null),
    error: z.string().nullish().catch(null),
  }),
  z.object({ type: z.literal('stream_event'), event: z.unknown(), parent_tool_use_id: parent }),
  z.object({
    type: z.literal('assistant'),
    message: z.object({ id: z.string().catch(''), content: z.array(z.unknown()).catch([]) }),
    parent_tool_use_id: parent,
    /** The text is an error message, which the result repeats. */
    is_api_error_message: z.boolean().optional().catch(undefined),
    error: z.string().optional().catch(undefined),
  }),
  z.object({
    type: z.literal('user'),
    message: z.object({ content: z.unknown().optional() }),
    parent_tool_use_id: parent,
    tool_use_result: z.unknown().optional(),
  }),
  z.object({
    type: z.literal('control_request'),
    request_id: z.string(),
    request: z.unknown().optional(),
  }),
  z.object({ type: z.literal('control_cancel_request'), request_id: z.string() }),
  z.object({
    type: z.literal('result'),
    subtype: z.string().catch(''),
    is_error: z.boolean().catch(false),
    result: z.string().optional().catch(undefined),
    errors: z.array(z.string()).optional().catch(undefined),
    api_error_status: z.number().nullish().catch(null),
    terminal_reason: z.string().nullish().catch(null),
    stop_reason: z.string().nullish().catch(null),
    total_cost_usd: count,
    usage: z
      .object({
        input_tokens: z.number(),
        cache_read_input_tokens: z.number().catch(0),
        cache_creation_input_tokens: z.number().catch(0),
        output_tokens: z.number(),
        output_tokens_details: z.object({ thinking_tokens: count }).optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
    modelUsage: modelUsage.optional().catch(undefined),
    model_usage_since_last_result: modelUsage.optional().catch(undefined),
  }),
])

type ClaudeLine = z.infer<typeof claudeLine>
export type ClaudeResult = Extract<ClaudeLine, { type: 'result' }>
export type ClaudeAssistant = Extract<ClaudeLine, { type: 'assistant' }>
export type ClaudeUser = Extract<ClaudeLine, { type: 'user' }>

/** A piece of an answer in progress. */
export const streamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.object({ id: z.string() }) }),
  z.object({ type: z.literal('content_block_start'), content_block: z.object({ type: z.string() }) }),
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
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.unknown().optional() }),
])

/** The result of a call. */
export const resultBlock = z.object({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.unknown().optional(),
  is_error: z.boolean().optional().catch(undefined),
})

/** Asks whether a tool may run. */
export const toolQuestion = z.object({
  subtype: z.literal('can_use_tool'),
  tool_name: z.string(),
  input: z.unknown().optional(),
  tool_use_id: z.string().optional().catch(undefined),
})
