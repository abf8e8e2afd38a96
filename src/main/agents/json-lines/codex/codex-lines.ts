import { z } from 'zod'

import { foreignId, listOf, some } from '../../turns/lenient'

const status = z.string().optional().catch(undefined)
const id = foreignId.catch('')
const words = z.string().catch('')
const count = z.number().optional().catch(undefined)

/** The message of an error, which may be the error itself. */
const message = z
  .unknown()
  .optional()
  .transform((error): string => {
    const said = z
      .union([z.string(), z.object({ message: z.string() }).transform((each) => each.message)])
      .safeParse(error)
    return said.success ? said.data : (JSON.stringify(error) ?? '')
  })

/** The kind of a change, as a word or as an object with that type. */
const changeKind = z
  .union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)])
  .catch('update')

/** An action, a thought or a message of Codex. */
const item = z.discriminatedUnion('type', [
  z.object({ type: z.literal('agent_message'), id, text: z.string() }),
  z.object({ type: z.literal('reasoning'), id, text: words }),
  z.object({
    type: z.literal('command_execution'),
    id,
    command: z.union([z.string(), z.array(z.string()).transform((parts) => parts.join(' '))]).catch(''),
    aggregated_output: words,
    exit_code: some(z.number()),
    status,
  }),
  z.object({
    type: z.literal('file_change'),
    id,
    changes: listOf(z.object({ path: z.string(), kind: changeKind })),
    status,
  }),
  z.object({
    type: z.literal('mcp_tool_call'),
    id,
    server: words,
    tool: words,
    arguments: z.unknown().optional(),
    result: some(z.object({ content: z.unknown().optional() })),
    error: z.union([z.null(), message]).optional(),
    status,
  }),
  z.object({ type: z.literal('collab_tool_call'), id, tool: words, prompt: some(z.string()), status }),
  z.object({ type: z.literal('web_search'), id, query: words }),
  z.object({
    type: z.literal('todo_list'),
    id,
    items: listOf(z.object({ text: z.string(), completed: z.boolean().catch(false) })),
  }),
  /** Only a warning: a failed turn has its own line type. */
  z.object({ type: z.literal('error'), id, message }),
])

export type CodexItem = z.infer<typeof item>

/** A line of `codex exec --json` that is part of the turn. */
export const codexLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thread.started'), thread_id: foreignId }),
  z.object({ type: z.enum(['item.started', 'item.updated', 'item.completed']), item }),
  z.object({
    type: z.literal('turn.completed'),
    usage: some(
      z.object({
        input_tokens: z.number().catch(0),
        cached_input_tokens: count,
        output_tokens: z.number().catch(0),
        reasoning_output_tokens: count,
      }),
    ),
  }),
  z.object({ type: z.literal('turn.failed'), error: message }),
  z.object({ type: z.literal('error'), message }),
])

/** Lines that are no part of the turn. */
export const otherLines: ReadonlySet<unknown> = new Set(['turn.started'])
