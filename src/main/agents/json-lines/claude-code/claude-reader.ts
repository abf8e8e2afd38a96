import type { ParleyError } from '../../../../shared/errors'
import { assertNever } from '../../../../shared/invariant'
import type { Clock } from '../../../base/clock'
import { agentFailure, brokenAgent, exitFailure, retryNotice } from '../../turns/agent-failure'
import type { AgentExit } from '../../agent-process'
import type { RouteTurn } from '../../agent-route'
import { answerPiece, contentIn } from '../../turns/agent-content'
import { type LineEvent, type LineReader, oddType } from '../dialect'
import { TextBlocks } from '../text-blocks'
import { toolResult } from '../tool-result'
import {
  answerBlock,
  type ClaudeAssistant,
  type ClaudeLine,
  claudeLine,
  type ClaudeResult,
  type ClaudeUser,
  otherBlocks,
  otherLines,
  resultBlock,
  streamEvent,
  toolQuestion,
} from './claude-lines'
import { refusalLine } from './claude-messages'
import { ClaudePlan, claudeToolKinds, madeChanges, plannedChanges, toolFacts } from './claude-tools'
import type { Usage } from '../../../../shared/sessions/messages'
import type { SourceEvent } from '../../../run-source/run-source'
import type { AgentRequest } from '../../agent'

/** Reads what `claude -p` prints: deltas and the whole messages that repeat them, tools, requests and a result. */
export class ClaudeReader implements LineReader {
  readonly #turn: RouteTurn
  readonly #clock: Clock
  readonly #blocks = new TextBlocks()
  readonly #streamed = new StreamedBlocks()
  readonly #plan = new ClaudePlan()
  readonly #announced = new Set<string>()
  #error: string | null = null
  #result: ClaudeResult | null = null
  #hasSpoken = false

  constructor(turn: RouteTurn, clock: Clock) {
    this.#turn = turn
    this.#clock = clock
  }

  read(message: Record<string, unknown>): LineEvent[] {
    if (this.#result !== null) return []
    const parsed = claudeLine.safeParse(message)
    if (!parsed.success) return otherLines.has(message['type']) ? [] : [oddType(message)]
    const events = this.#eventsOf(parsed.data)
    this.#hasSpoken ||= events.some(({ type }) => type === 'text-delta')
    return events
  }

  #eventsOf(line: ClaudeLine): LineEvent[] {
    switch (line.type) {
      case 'system':
        if (line.subtype === 'init' && line.session_id !== undefined) {
          return [{ type: 'session', resumeId: line.session_id }]
        }
        if (line.subtype !== 'api_retry') return []
        return [
          retryNotice(
            'claude-code',
            { said: line.error ?? '', status: line.error_status ?? null },
            this.#clock.now() + (line.retry_delay_ms ?? 0),
          ),
        ]
      case 'stream_event':
        // A sub-agent's text is emitted when it is complete.
        return isText(line.parent_tool_use_id) ? [] : this.#delta(line.event)
      case 'assistant':
        return this.#answer(line)
      case 'user':
        return this.#results(line)
      case 'control_request':
        return this.#request(line.request_id, line.request)
      case 'control_cancel_request':
        return [{ type: 'withdraw', requestId: line.request_id }]
      case 'result': {
        this.#result = line
        const usage = claudeUsage(line, this.#turn.request.model)
        const finish = line.is_error ? null : claudeFinish(line)
        // Some answers, such as those of its own commands, are only in the result.
        const unsaid = line.is_error || this.#hasSpoken ? '' : (line.result ?? '')
        return [
          ...this.#blocks.block('text-delta', unsaid),
          ...(usage === null ? [] : [{ type: 'usage' as const, usage }]),
          ...(finish === null ? [] : [finish]),
          { type: 'over' },
        ]
      }
      default:
        return assertNever(line)
    }
  }

  failure(exit: AgentExit | null, stderr: string): ParleyError | null {
    const { request } = this.#turn
    if (this.#result !== null) return claudeFailure(this.#result, this.#error, request)
    const isUnknown = request.resumeId !== null && /no conversation found/i.test(stderr)
    return isUnknown ? brokenAgent('claude-code', 'session-lost') : exitFailure('claude-code', exit, stderr)
  }

  #delta(json: unknown): LineEvent[] {
    const parsed = streamEvent.safeParse(json)
    if (!parsed.success) return []
    const event = parsed.data
    switch (event.type) {
      case 'message_start':
        this.#streamed.beginMessage(event.message.id)
        return []
      case 'content_block_start':
        this.#streamed.beginBlock(event.content_block.type)
        this.#blocks.begin()
        return []
      case 'content_block_delta': {
        const { delta } = event
        const [type, text] =
          delta.type === 'text_delta'
            ? (['text-delta', delta.text] as const)
            : (['reasoning-delta', delta.thinking] as const)
        this.#streamed.add(delta.type === 'text_delta' ? 'text' : 'thinking', text)
        return this.#blocks.delta(type, text)
      }
      default:
        return assertNever(event)
    }
  }

  #answer(line: ClaudeAssistant): LineEvent[] {
    this.#error = line.error ?? this.#error
    if (line.is_api_error_message === true) return []
    const { id, content } = line.message
    const parent = isText(line.parent_tool_use_id) ? line.parent_tool_use_id : null
    return content.flatMap((json): LineEvent[] => {
      const parsed = answerBlock.safeParse(json)
      if (!parsed.success) return oddBlock(json)
      const block = parsed.data
      switch (block.type) {
        case 'text':
          return parent === null
            ? this.#whole(id, 'text', 'text-delta', block.text)
            : [{ type: 'tool-output', toolCallId: parent, text: `${block.text}\n` }]
        case 'thinking':
          return parent === null ? this.#whole(id, 'thinking', 'reasoning-delta', block.thinking) : []
        case 'tool_use':
          return this.#call(block.id, block.name, block.input ?? {}, parent)
        case 'image':
          return parent === null ? this.#files(block) : []
        default:
          return assertNever(block)
      }
    })
  }

  #files(block: unknown): LineEvent[] {
    this.#blocks.interrupt()
    return contentIn(block).flatMap((content): LineEvent[] => {
      const piece = answerPiece(content)
      if (piece === null) return oddBlock(block)
      return typeof piece === 'string' ? this.#blocks.block('text-delta', piece) : [piece]
    })
  }

  #whole(
    messageId: string | null,
    block: string,
    type: 'text-delta' | 'reasoning-delta',
    text: string,
  ): LineEvent[] {
    const rest = this.#streamed.rest(messageId, block, text)
    return rest === null ? this.#blocks.block(type, text) : this.#blocks.delta(type, rest)
  }

  #call(toolCallId: string, toolName: string, input: unknown, parent: string | null): LineEvent[] {
    if (this.#announced.has(toolCallId)) return []
    if (parent === null && this.#plan.takes(toolName)) {
      this.#blocks.begin()
      const entries = this.#plan.called(toolCallId, toolName, input)
      return entries === null ? [] : [{ type: 'plan', entries }]
    }
    this.#announced.add(toolCallId)
    this.#blocks.interrupt()
    const changes = plannedChanges(toolName, input, this.#turn.request.workspace)
    return [
      {
        type: 'tool-call',
        toolCallId,
        toolName,
        input,
        ...toolFacts(claudeToolKinds.get(toolName), input),
        ...(parent === null ? {} : { parentToolCallId: parent }),
      },
      ...(changes.length === 0 ? [] : [{ type: 'tool-update' as const, toolCallId, changes }]),
    ]
  }

  #results(line: ClaudeUser): LineEvent[] {
    const { content } = line.message
    if (!Array.isArray(content)) return []
    return content.flatMap((json: unknown): LineEvent[] => {
      const { data: block } = resultBlock.safeParse(json)
      if (block === undefined) return []
      const toolCallId = block.tool_use_id
      if (this.#plan.isCall(toolCallId)) {
        const entries = block.is_error === true ? null : this.#plan.finished(toolCallId, line.tool_use_result)
        return entries === null ? [] : [{ type: 'plan', entries }]
      }
      if (!this.#announced.has(toolCallId)) return []
      const changes = madeChanges(line.tool_use_result, this.#turn.request.workspace)
      return [
        ...(changes === null ? [] : [{ type: 'tool-update' as const, toolCallId, changes }]),
        ...toolResult(toolCallId, block.content, block.is_error === true),
      ]
    })
  }

  #request(requestId: string, request: unknown): LineEvent[] {
    const { data } = toolQuestion.safeParse(request)
    if (data === undefined) return [{ type: 'reply', line: refusalLine(requestId) }]
    const { tool_name: toolName, input = {}, tool_use_id: toolCallId } = data
    const { workspace } = this.#turn.request
    const changes = plannedChanges(toolName, input, workspace)
    return [
      {
        type: 'ask',
        requestId,
        approval: {
          toolName,
          input,
          ...(toolCallId !== undefined && this.#announced.has(toolCallId) ? { toolCallId } : {}),
          ...toolFacts(claudeToolKinds.get(toolName), input),
          ...(changes.length === 0 ? {} : { changes }),
          folder: workspace,
        },
      },
    ]
  }
}

/** Notes a block of an unknown type; signatures and the like are expected. */
function oddBlock(block: unknown): LineEvent[] {
  const { type, ...fields } = Object(block) as Record<string, unknown>
  return otherBlocks.has(type) ? [] : [oddType({ type, ...fields })]
}

function isText(value: string | null | undefined): value is string {
  return typeof value === 'string'
}

/** Tracks the streamed text of one message's blocks, so that the whole message does not repeat it. */
class StreamedBlocks {
  #messageId: string | null = null
  #blocks: { type: string; text: string }[] = []

  /** `messageId` is null if the agent did not say it. */
  beginMessage(messageId: string | null): void {
    this.#messageId = messageId
    this.#blocks = []
  }

  beginBlock(type: string): void {
    this.#blocks.push({ type, text: '' })
  }

  add(type: 'text' | 'thinking', text: string): void {
    const last = this.#blocks.at(-1)
    if (last?.type === type) last.text += text
    else this.#blocks.push({ type, text })
  }

  /** The part of a whole block that was not streamed; null when none of it was. */
  rest(messageId: string | null, type: string, text: string): string | null {
    // Without ids, the whole message is the one that was streamed last.
    if (messageId !== null && this.#messageId !== null && messageId !== this.#messageId) return null
    const index = this.#blocks.findIndex((block) => block.type === type)
    const [streamed] = index === -1 ? [] : this.#blocks.splice(index, 1)
    if (streamed === undefined || streamed.text === '') return null
    return text.startsWith(streamed.text) ? text.slice(streamed.text.length) : ''
  }
}

/** The usage of a turn. Claude Code reports an unknown cost as zero. */
function claudeUsage(result: ClaudeResult, asked: string | null): Usage | null {
  const models = Object.entries(result.model_usage_since_last_result ?? result.modelUsage ?? {})
  if (models.length === 0) return null
  const usage = {
    inputTokens: 0,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
  }
  for (const [, counted] of models) {
    const { inputTokens, cacheReadInputTokens, cacheCreationInputTokens } = counted
    usage.inputTokens += inputTokens + cacheReadInputTokens + cacheCreationInputTokens
    usage.cachedInputTokens += cacheReadInputTokens
    usage.cacheWriteTokens += cacheCreationInputTokens
    usage.outputTokens += counted.outputTokens
    usage.reasoningTokens += counted.thinkingTokens
  }
  const [model] = models.toSorted(([, one], [, other]) => other.outputTokens - one.outputTokens)[0] ?? []
  const costUsd = result.total_cost_usd ?? 0
  return {
    ...(model === undefined || model === asked ? {} : { model }),
    ...usage,
    totalTokens: usage.inputTokens + usage.outputTokens,
    ...(costUsd > 0 ? { costUsd } : {}),
  }
}

/** Why the answer is complete; null for a normal end. */
function claudeFinish({
  stop_reason: reason,
}: ClaudeResult): Extract<SourceEvent, { type: 'finish' }> | null {
  if (reason === 'max_tokens') return { type: 'finish', reason: 'length' }
  return reason === 'refusal' ? { type: 'finish', reason: 'filter' } : null
}

/** Returns the reason why the turn failed; null when it did not. `error`: the name of the model server's error. */
function claudeFailure(
  result: ClaudeResult,
  error: string | null,
  { resumeId }: AgentRequest,
): ParleyError | null {
  if (!result.is_error) return null
  const said = result.result ?? result.errors?.join(' ') ?? ''
  if (resumeId !== null && /no conversation found/i.test(said)) {
    return brokenAgent('claude-code', 'session-lost')
  }
  if (result.terminal_reason?.startsWith('aborted') === true) {
    return brokenAgent('claude-code', 'interrupted')
  }
  return agentFailure('claude-code', {
    said,
    status: result.api_error_status ?? null,
    isSignedOut: error === 'authentication_failed',
  })
}
