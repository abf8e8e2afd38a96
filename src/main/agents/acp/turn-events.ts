import { z } from 'zod'

import type { PlanEntry } from '../../../shared/agents/agents'
import type { Usage } from '../../../shared/sessions/messages'
import type { ApprovalRequest } from '../../../shared/runs/events'
import { assertNever } from '../../../shared/invariant'
import type { SourceEvent } from '../../run-source/run-source'
import { answerPiece, contentIn } from '../turns/agent-content'
import type { OddOutput } from '../turns/odd-output'
import type { AcpProfile } from './profiles/acp-profile'
import type { AcpUsage } from './responses'
import { ToolCalls } from './tool-calls'
import type { AcpChunk, AcpToolCall, AcpUpdate } from './updates'

/** The longest delta, in UTF-16 units: an agent's message may have 10 MB. */
const maxDeltaChars = 64 * 1024
const maxPlanEntries = 200
const maxNoticeChars = 2_000
const maxMessageIds = 1_000

const childMeta = z.object({ claudeCode: z.object({ parentToolUseId: z.string() }) })

/** Converts an agent's updates in one turn to the events of a run. */
export class TurnEvents {
  readonly #profile: AcpProfile
  readonly #calls: ToolCalls
  /** Warnings that were already reported: some agents repeat them with each question. */
  readonly #reportedWarnings: Set<string>
  readonly #odd: Pick<OddOutput, 'note'>
  /** The agent's ids of its messages in this turn. */
  readonly messageIds = new Set<string>()

  constructor(
    profile: AcpProfile,
    workspace: string,
    earlier: { toolCallIds: ReadonlySet<string>; reportedWarnings: Set<string> },
    odd: Pick<OddOutput, 'note'>,
  ) {
    this.#profile = profile
    this.#odd = odd
    this.#calls = new ToolCalls(profile, workspace, earlier.toolCallIds)
    this.#reportedWarnings = earlier.reportedWarnings
  }

  get toolCallIds(): Iterable<string> {
    return this.#calls.agentIds
  }

  /** True if the call with this id of the agent's began in this turn. */
  hasCall(toolCallId: string): boolean {
    return this.#calls.idOf(toolCallId) !== null
  }

  of(update: AcpUpdate): SourceEvent[] {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        return this.#content(update, 'text-delta')
      case 'agent_thought_chunk':
        return this.#content(update, 'reasoning-delta')
      case 'tool_call':
        return this.#calls.take(update, true)
      case 'tool_call_update':
        return this.#calls.take(update, false)
      case 'plan':
        return [{ type: 'plan', entries: update.entries.slice(0, maxPlanEntries).map(planEntry) }]
      case 'notice':
        return this.#notice([update.title, update.description].filter((text) => text !== '').join(' '))
      case 'session_info_update': {
        const said = this.#profile.retryIn?.(metaOf(update)) ?? null
        return said === null
          ? []
          : [{ type: 'notice', code: 'RETRY', message: said.slice(0, maxNoticeChars) }]
      }
      case 'user_message_chunk':
      case 'available_commands_update':
      case 'current_mode_update':
      case 'config_option_update':
      case 'usage_update':
      case 'compaction_update':
      case 'compaction_summary_chunk':
        return []
      default:
        return assertNever(update)
    }
  }

  /** Returns the details of a request for permission, and the events that must precede it. */
  approval(toolCall: AcpToolCall): {
    events: SourceEvent[]
    approval: Omit<ApprovalRequest, 'approvalId'>
  } {
    return this.#calls.approval(toolCall)
  }

  /** The user denied this call. */
  deny(toolCallId: string): void {
    this.#calls.deny(toolCallId)
  }

  /** The remaining events, once the agent has sent everything. */
  rest(): SourceEvent[] {
    return this.#calls.rest()
  }

  #content(chunk: AcpChunk, type: 'text-delta' | 'reasoning-delta'): SourceEvent[] {
    const { messageId } = chunk
    if (typeof messageId === 'string' && this.messageIds.size < maxMessageIds) this.messageIds.add(messageId)
    const content = contentIn(chunk.content)
    const [first] = content
    if (type === 'text-delta' && first?.kind === 'text') {
      const warning = this.#profile.warningIn?.({ text: first.text, messageId }) ?? null
      if (warning !== null) return this.#notice(warning)
    }
    const child = childMeta.safeParse(metaOf(chunk))
    // A sub-agent's text is the output of its call.
    const toolCallId = child.success ? this.#calls.idOf(child.data.claudeCode.parentToolUseId) : undefined
    return content.flatMap((each): SourceEvent[] => {
      const piece = answerPiece(each)
      if (piece === null) {
        this.#odd.note('message', JSON.stringify(chunk.content))
        return []
      }
      if (toolCallId === null) return []
      if (typeof piece !== 'string') return [toolCallId === undefined ? piece : { ...piece, toolCallId }]
      const texts = inPieces(piece)
      return toolCallId === undefined
        ? texts.map((text) => ({ type, text }))
        : texts.map((text) => ({ type: 'tool-output', toolCallId, text }))
    })
  }

  #notice(text: string): SourceEvent[] {
    const message = text.trim().slice(0, maxNoticeChars)
    if (message === '' || this.#reportedWarnings.has(message)) return []
    this.#reportedWarnings.add(message)
    return [{ type: 'notice', code: 'AGENT_WARNING', message }]
  }
}

/** Fields outside the protocol. */
function metaOf({ _meta: meta }: { _meta: Record<string, unknown> | null }): Record<string, unknown> {
  return meta ?? {}
}

/** The usage of a turn; agents count cached tokens separately from other input. */
export function acpUsage(usage: AcpUsage | null): Usage | null {
  if (usage === null) return null
  const cached = usage.cachedReadTokens ?? 0
  const written = usage.cachedWriteTokens ?? 0
  const { inputTokens, outputTokens, totalTokens, thoughtTokens } = usage
  const counted: Usage = {
    ...(isCount(inputTokens) ? { inputTokens: inputTokens + cached + written } : {}),
    ...(cached === 0 ? {} : { cachedInputTokens: cached }),
    ...(written === 0 ? {} : { cacheWriteTokens: written }),
    ...(isCount(outputTokens) ? { outputTokens } : {}),
    ...(isCount(totalTokens) ? { totalTokens } : {}),
    ...(isCount(thoughtTokens) ? { reasoningTokens: thoughtTokens } : {}),
  }
  return Object.values(counted).every((count) => count === 0) ? null : counted
}

function isCount(count: number | null | undefined): count is number {
  return typeof count === 'number'
}

function planEntry({ content, status }: { content: string; status: string }): PlanEntry {
  const text = content.slice(0, maxNoticeChars)
  if (status === 'completed') return { text, status }
  return { text, status: status === 'in_progress' ? 'in-progress' : 'pending' }
}

function inPieces(text: string): string[] {
  const pieces: string[] = []
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + maxDeltaChars, text.length)
    // A surrogate pair stays together.
    if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}
