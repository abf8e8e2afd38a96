import { z } from 'zod'

import { foreignId, listOf, some } from '../turns/lenient'

/** Messages that agents send without being asked, read leniently: the library drops a message with one unknown word. */

const meta = some(z.record(z.string(), z.unknown()))
const words = z.string().catch('')

/** A part of what a call shows. `unlisted`: a change that cannot be read. */
export type CallContent =
  | { type: 'content'; content: unknown }
  | { type: 'diff'; path: string; oldText: string | null; newText: string }
  | { type: 'unlisted' }

const diff = z.object({ path: z.string(), oldText: some(z.string()), newText: z.string() })
const wrapped = z.object({ type: z.literal('content'), content: z.unknown().optional() })

const callContent = z
  .unknown()
  .optional()
  .transform((item): CallContent[] => {
    const type = (Object(item) as { type?: unknown }).type
    if (type === 'terminal') return []
    if (type === 'diff') {
      const { data } = diff.safeParse(item)
      if (data === undefined) return [{ type: 'unlisted' }]
      return [{ type, path: data.path, oldText: data.oldText ?? null, newText: data.newText }]
    }
    const content = wrapped.safeParse(item)
    return [{ type: 'content', content: content.success ? content.data.content : item }]
  })

/** Other words that agents use for the end of a call. */
const endWords: Readonly<Record<'completed' | 'failed', readonly string[]>> = {
  completed: ['complete', 'done', 'finished', 'ok', 'succeeded', 'success'],
  failed: [
    'aborted',
    'canceled',
    'cancelled',
    'declined',
    'denied',
    'error',
    'errored',
    'failure',
    'rejected',
  ],
}

const status = z.string().transform((word) => {
  if (word === 'pending' || word === 'in_progress' || word === 'completed' || word === 'failed') return word
  if (endWords.completed.includes(word)) return 'completed' as const
  return endWords.failed.includes(word) ? ('failed' as const) : null
})

const toolCall = {
  toolCallId: foreignId,
  title: some(z.string()),
  name: some(z.string()),
  kind: some(
    z.enum(['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other']),
  ),
  status: some(status),
  content: z
    .unknown()
    .optional()
    .transform((content) => (Array.isArray(content) ? content : isPresent(content) ? [content] : []))
    .pipe(z.array(callContent))
    .transform((lists) => lists.flat()),
  rawInput: z.unknown().optional(),
  rawOutput: z.unknown().optional(),
  _meta: meta,
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}

const sessionUpdate = z.discriminatedUnion('sessionUpdate', [
  z.object({
    sessionUpdate: z.enum(['agent_message_chunk', 'agent_thought_chunk']),
    content: z.unknown().optional(),
    messageId: some(z.string()),
    _meta: meta,
  }),
  z.object({ sessionUpdate: z.enum(['tool_call', 'tool_call_update']), ...toolCall }),
  z.object({
    sessionUpdate: z.literal('plan'),
    entries: listOf(z.object({ content: z.string(), status: words })),
  }),
  z.object({ sessionUpdate: z.literal('notice'), title: words, description: words }),
  z.object({ sessionUpdate: z.literal('session_info_update'), _meta: meta }),
  z.object({ sessionUpdate: z.literal('current_mode_update'), currentModeId: z.string() }),
  z.object({ sessionUpdate: z.literal('config_option_update'), configOptions: z.unknown().optional() }),
  z.object({
    sessionUpdate: z.literal('usage_update'),
    cost: some(z.object({ amount: z.number(), currency: z.string() })),
  }),
  /** These are not shown. */
  z.object({
    sessionUpdate: z.enum([
      'user_message_chunk',
      'available_commands_update',
      'compaction_update',
      'compaction_summary_chunk',
    ]),
  }),
])

export type AcpUpdate = z.output<typeof sessionUpdate>
/** A piece of text, or other content, of an answer or a thought. */
export type AcpChunk = Extract<AcpUpdate, { messageId: unknown }>
/** A call that starts, changes or asks for permission. Absent fields stay as they were. */
export type AcpToolCall = z.output<z.ZodObject<typeof toolCall>>

/** An update of a session that Parley understands. */
export interface AcpNotification {
  sessionId: string
  update: AcpUpdate
}

const notification = z.object({ sessionId: z.string(), update: z.unknown().optional() })

/** Reads the parameters of `session/update`; null if nothing in them is known. */
export function readNotification(params: unknown): AcpNotification | null {
  const { data } = notification.safeParse(params)
  const update = data === undefined ? undefined : sessionUpdate.safeParse(data.update).data
  return data === undefined || update === undefined ? null : { sessionId: data.sessionId, update }
}

/**
 * The parameters of `session/request_permission`. An option of an unknown kind is never chosen, so a request that
 * cannot be read as a whole is not granted.
 */
export const permissionRequest = z.object({
  sessionId: z.string(),
  toolCall: z.object(toolCall),
  options: listOf(z.object({ optionId: z.string(), kind: words })),
})
export type PermissionRequest = z.output<typeof permissionRequest>
