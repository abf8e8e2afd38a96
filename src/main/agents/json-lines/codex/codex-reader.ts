import { z } from 'zod'

import type { ParleyError } from '../../../../shared/errors'
import { assertNever } from '../../../../shared/invariant'
import type { Clock } from '../../../base/clock'
import { agentFailure, brokenAgent, exitFailure, retryNotice } from '../../turns/agent-failure'
import type { AgentExit } from '../../agent-process'
import type { RouteTurn } from '../../agent-route'
import { type LineEvent, type LineReader, oddType } from '../dialect'
import { TextBlocks } from '../text-blocks'
import type { FileChange } from '../../../../shared/agents/agents'
import { lookupTable } from '../../../../shared/lookup-table'
import type { SourceEvent } from '../../../run-source/run-source'
import { pathInWorkspace } from '../../../base/files/file-change'
import { toolResult } from '../tool-result'
import { foreignId, listOf, some } from '../../turns/lenient'

const status = z.string().optional().catch(undefined)
const itemId = foreignId.catch('')
const words = z.string().catch('')
const count = z.number().optional().catch(undefined)

/** The message of an error, which may be the error itself. */
const errorMessage = z
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
const itemSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('agent_message'), id: itemId, text: z.string() }),
  z.object({ type: z.literal('reasoning'), id: itemId, text: words }),
  z.object({
    type: z.literal('command_execution'),
    id: itemId,
    command: z.union([z.string(), z.array(z.string()).transform((parts) => parts.join(' '))]).catch(''),
    aggregated_output: words,
    exit_code: some(z.number()),
    status,
  }),
  z.object({
    type: z.literal('file_change'),
    id: itemId,
    changes: listOf(z.object({ path: z.string(), kind: changeKind })),
    status,
  }),
  z.object({
    type: z.literal('mcp_tool_call'),
    id: itemId,
    server: words,
    tool: words,
    arguments: z.unknown().optional(),
    result: some(z.object({ content: z.unknown().optional() })),
    error: z.union([z.null(), errorMessage]).optional(),
    status,
  }),
  z.object({
    type: z.literal('collab_tool_call'),
    id: itemId,
    tool: words,
    prompt: some(z.string()),
    status,
  }),
  z.object({ type: z.literal('web_search'), id: itemId, query: words }),
  z.object({
    type: z.literal('todo_list'),
    id: itemId,
    items: listOf(z.object({ text: z.string(), completed: z.boolean().catch(false) })),
  }),
  /** Only a warning: a failed turn has its own line type. */
  z.object({ type: z.literal('error'), id: itemId, message: errorMessage }),
])

type CodexItem = z.infer<typeof itemSchema>

/** A line of `codex exec --json` that is part of the turn. */
const codexLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thread.started'), thread_id: foreignId }),
  z.object({ type: z.enum(['item.started', 'item.updated', 'item.completed']), item: itemSchema }),
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
  z.object({ type: z.literal('turn.failed'), error: errorMessage }),
  z.object({ type: z.literal('error'), message: errorMessage }),
])

/** Lines that are no part of the turn. */
const otherLines: ReadonlySet<unknown> = new Set(['turn.started'])

const reconnecting = /^Reconnecting\W+\d+\/\d+\s*\((.*)\)\s*$/s
const lostThread = /no rollout found|thread\/resume failed|thread not found/i

/** Reads what `codex exec --json` prints: whole messages, and tools from their start. */
export class CodexReader implements LineReader {
  readonly #turn: RouteTurn
  readonly #clock: Clock
  readonly #blocks = new TextBlocks()
  /** The number of characters of each call's output that have been emitted. */
  readonly #emittedChars = new Map<string, number>()
  #complaint: string | null = null
  #isOver = false

  constructor(turn: RouteTurn, clock: Clock) {
    this.#turn = turn
    this.#clock = clock
  }

  read(message: Record<string, unknown>): LineEvent[] {
    if (this.#isOver) return []
    const parsed = codexLine.safeParse(message)
    if (!parsed.success) return otherLines.has(message['type']) ? [] : [oddType(message)]
    const line = parsed.data
    switch (line.type) {
      case 'thread.started':
        return [{ type: 'session', resumeId: line.thread_id }]
      case 'item.started':
      case 'item.updated':
        return this.#progress(line.item)
      case 'item.completed':
        return this.#completed(line.item)
      case 'turn.completed': {
        this.#isOver = true
        this.#complaint = null
        const { usage } = line
        const over: LineEvent = { type: 'over' }
        if (usage === null || usage === undefined) return [over]
        const counted = {
          inputTokens: usage.input_tokens,
          ...(usage.cached_input_tokens === undefined
            ? {}
            : { cachedInputTokens: usage.cached_input_tokens }),
          outputTokens: usage.output_tokens,
          totalTokens: usage.input_tokens + usage.output_tokens,
          ...(usage.reasoning_output_tokens === undefined
            ? {}
            : { reasoningTokens: usage.reasoning_output_tokens }),
        }
        return [{ type: 'usage', usage: counted }, over]
      }
      case 'turn.failed':
        this.#isOver = true
        this.#complaint = line.error
        return [{ type: 'over' }]
      case 'error': {
        const retried = reconnecting.exec(line.message)
        if (retried !== null) {
          return [retryNotice('codex', { said: retried[1] ?? '' }, this.#clock.now())]
        }
        this.#complaint = line.message
        return []
      }
      default:
        return assertNever(line)
    }
  }

  failure(exit: AgentExit | null, stderr: string): ParleyError | null {
    if (this.#complaint !== null) return agentFailure('codex', { said: this.#complaint })
    if (this.#isOver) return null
    const { resumeId } = this.#turn.request
    if (resumeId !== null && lostThread.test(stderr)) return brokenAgent('codex', 'session-lost')
    return exitFailure('codex', exit, stderr)
  }

  #progress(item: CodexItem): LineEvent[] {
    switch (item.type) {
      case 'todo_list':
        return this.#plan(item)
      case 'command_execution':
        return [...this.#announced(item), ...this.#output(item)]
      case 'file_change':
      case 'mcp_tool_call':
      case 'collab_tool_call':
      case 'web_search':
        return this.#announced(item)
      case 'agent_message':
      case 'reasoning':
      case 'error':
        // Emitted when complete.
        return []
      default:
        return assertNever(item)
    }
  }

  #completed(item: CodexItem): LineEvent[] {
    switch (item.type) {
      case 'agent_message':
        return this.#blocks.block('text-delta', item.text)
      case 'reasoning':
        return this.#blocks.block('reasoning-delta', item.text)
      case 'error':
        return [{ type: 'notice', code: 'AGENT_WARNING', message: item.message }]
      case 'todo_list':
        return this.#plan(item)
      case 'command_execution':
      case 'file_change':
      case 'mcp_tool_call':
      case 'collab_tool_call':
      case 'web_search':
        return [...this.#announced(item), ...resultOf(item)]
      default:
        return assertNever(item)
    }
  }

  #announced(item: CodexCall): LineEvent[] {
    if (this.#emittedChars.has(item.id)) return []
    this.#emittedChars.set(item.id, 0)
    this.#blocks.interrupt()
    const { workspace } = this.#turn.request
    const call = callOf(item, workspace)
    if (item.type !== 'file_change') return [call]
    return [call, { type: 'tool-update', toolCallId: item.id, changes: changesOf(item, workspace) }]
  }

  #output({ id, aggregated_output: output }: Extract<CodexItem, { type: 'command_execution' }>): LineEvent[] {
    const emittedChars = this.#emittedChars.get(id) ?? 0
    if (output.length <= emittedChars) return []
    this.#emittedChars.set(id, output.length)
    return [{ type: 'tool-output', toolCallId: id, text: output.slice(emittedChars) }]
  }

  #plan({ items }: Extract<CodexItem, { type: 'todo_list' }>): LineEvent[] {
    this.#blocks.begin()
    return [
      {
        type: 'plan',
        entries: items.map(({ text, completed }) => ({ text, status: completed ? 'completed' : 'pending' })),
      },
    ]
  }
}

/** An item that is a tool call. */
type CodexCall = Extract<
  CodexItem,
  { type: 'command_execution' | 'file_change' | 'mcp_tool_call' | 'collab_tool_call' | 'web_search' }
>

/** The announcement of a call. */
function callOf(item: CodexCall, workspace: string): Extract<SourceEvent, { type: 'tool-call' }> {
  const call = { type: 'tool-call' as const, toolCallId: item.id }
  switch (item.type) {
    case 'command_execution': {
      const { command } = item
      return { ...call, toolName: 'shell', input: { command }, title: command, kind: 'execute' }
    }
    case 'file_change': {
      const paths = changesOf(item, workspace).map(({ path }) => path)
      return {
        ...call,
        toolName: 'apply_patch',
        input: { changes: item.changes },
        title: paths.join(', '),
        kind: 'edit',
      }
    }
    case 'mcp_tool_call':
      return { ...call, toolName: `${item.server}.${item.tool}`, input: item.arguments ?? {}, kind: 'other' }
    case 'collab_tool_call': {
      const { tool, prompt } = item
      return { ...call, toolName: tool, input: prompt === null ? {} : { prompt }, kind: 'agent' }
    }
    case 'web_search': {
      const { query } = item
      return { ...call, toolName: 'web_search', input: { query }, title: query, kind: 'search' }
    }
    default:
      return assertNever(item)
  }
}

/** The result of a finished call, and its files. */
function resultOf(item: CodexCall): SourceEvent[] {
  const isFailed = 'status' in item && (item.status === 'failed' || item.status === 'declined')
  const result = { type: 'tool-result' as const, toolCallId: item.id }
  const failed = isFailed ? { isError: true as const } : {}
  switch (item.type) {
    case 'command_execution': {
      const { aggregated_output: output, exit_code: exitCode } = item
      if (typeof exitCode !== 'number' || exitCode === 0) return [{ ...result, output, ...failed }]
      const gap = output === '' || output.endsWith('\n') ? '' : '\n'
      return [{ ...result, output: `${output}${gap}Exit code ${exitCode}`, isError: true }]
    }
    case 'mcp_tool_call':
      return item.error === null || item.error === undefined
        ? toolResult(item.id, item.result?.content, isFailed)
        : [{ ...result, output: item.error, isError: true }]
    case 'file_change':
    case 'collab_tool_call':
    case 'web_search':
      return [{ ...result, output: '', ...failed }]
    default:
      return assertNever(item)
  }
}

const changeKinds = lookupTable<FileChange['kind']>({
  add: 'added',
  delete: 'deleted',
  update: 'modified',
})

/** Codex reports which files it changes, not how. */
function changesOf(item: Extract<CodexCall, { type: 'file_change' }>, workspace: string): FileChange[] {
  return item.changes.map(({ path, kind }) => ({
    path: pathInWorkspace(path, workspace),
    kind: changeKinds.get(kind) ?? 'modified',
  }))
}
