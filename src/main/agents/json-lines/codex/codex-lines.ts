import { z } from 'zod'

const status = z.string().optional().catch(undefined)

/** An action, a thought or a message of Codex. Unknown types are skipped. */
const item = z.discriminatedUnion('type', [
  z.object({ type: z.literal('agent_message'), id: z.string(), text: z.string() }),
  z.object({ type: z.literal('reasoning'), id: z.string(), text: z.string() }),
  z.object({
    type: z.literal('command_execution'),
    id: z.string(),
    command: z.string(),
    aggregated_output: z.string().catch(''),
    exit_code: z.number().nullish().catch(null),
    status,
  }),
  z.object({
    type: z.literal('file_change'),
    id: z.string(),
    changes: z.array(z.object({ path: z.string(), kind: z.string() })),
    status,
  }),
  z.object({
    type: z.literal('mcp_tool_call'),
    id: z.string(),
    server: z.string(),
    tool: z.string(),
    arguments: z.unknown().optional(),
    result: z.object({ content: z.unknown().optional() }).nullish().catch(null),
    error: z.object({ message: z.string() }).nullish().catch(null),
    status,
  }),
  z.object({
    type: z.literal('collab_tool_call'),
    id: z.string(),
    tool: z.string(),
    prompt: z.string().nullish().catch(null),
    status,
  }),
  z.object({ type: z.literal('web_search'), id: z.string(), query: z.string() }),
  z.object({
    type: z.literal('todo_list'),
    id: z.string(),
    items: z.array(z.object({ text: z.string(), completed: z.boolean() })),
  }),
  /** Only a warning: a failed turn has its own line type. */
  z.object({ type: z.literal('error'), id: z.string(), message: z.string() }),
])

export type CodexItem = z.infer<typeof item>

/** A line of `codex exec --json`. Unknown types are skipped, because every version adds some. */
export const codexLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thread.started'), thread_id: z.string().min(1) }),
  z.object({ type: z.enum(['item.started', 'item.updated', 'item.completed']), item }),
  z.object({
    type: z.literal('turn.completed'),
    usage: z
      .object({
        input_tokens: z.number(),
        cached_input_tokens: z.number().optional(),
        output_tokens: z.number(),
        reasoning_output_tokens: z.number().optional(),
      })
      .nullish()
      .catch(null),
  }),
  z.object({ type: z.literal('turn.failed'), error: z.object({ message: z.string() }) }),
  z.object({ type: z.literal('error'), message: z.string() }),
])
