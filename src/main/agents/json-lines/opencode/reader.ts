import type { ParleyError } from '../../../../shared/errors'
import { assertNever } from '../../../../shared/invariant'
import { type AgentComplaint, agentFailure, endedEarly, sessionLost } from '../../agent-failure'
import type { AgentExit } from '../../agent-process'
import type { RouteTurn } from '../../agent-route'
import type { LineEvent, LineReader } from '../dialect'
import { parseLine } from '../parse-line'
import { TextBlocks } from '../text-blocks'
import { planIn, toolFacts, toolOutput } from '../tool-facts'
import { openCodeLine, openCodeSession, type OpenCodeToolState } from './lines'
import { openCodeChanges, openCodePlanTool, openCodeToolKinds } from './tools'

/**
 * Reads what `opencode run --format json` prints: whole messages, and tools once they are finished. Nothing says that
 * the turn is over but a step that does not lead to another one.
 */
export class OpenCodeReader implements LineReader {
  readonly #turn: RouteTurn
  readonly #blocks = new TextBlocks()
  #sessionId: string | null = null
  #complaint: AgentComplaint | null = null
  #isOver = false
  #wasRefused = false
  #counted = {
    inputTokens: 0,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
  }
  #costUsd = 0

  constructor(turn: RouteTurn) {
    this.#turn = turn
  }

  read(text: string): LineEvent[] {
    const json = this.#json(text)
    return [...this.#session(json), ...this.#events(json)]
  }

  failure(exit: AgentExit | null, stderr: string): ParleyError | null {
    if (this.#complaint !== null) return agentFailure('opencode', this.#complaint)
    if (this.#isOver) return null
    // What it would have to ask for is refused, and ends the turn without another word.
    if (this.#wasRefused && exit?.code === 0) return null
    const isUnknown = this.#turn.request.resumeId !== null && /session not found/i.test(stderr)
    return isUnknown ? sessionLost('opencode') : endedEarly('opencode', exit, stderr)
  }

  #json(text: string): unknown {
    try {
      return parseLine('opencode', text)
    } catch (error) {
      // What it prints behind the end of its answer changes nothing of that.
      if (this.#isOver) return null
      throw error
    }
  }

  #session(json: unknown): LineEvent[] {
    const { data } = openCodeSession.safeParse(json)
    if (data === undefined || data.sessionID === this.#sessionId) return []
    this.#sessionId = data.sessionID
    return [{ type: 'session', resumeId: data.sessionID }]
  }

  #events(json: unknown): LineEvent[] {
    const parsed = openCodeLine.safeParse(json)
    if (!parsed.success) return []
    const line = parsed.data
    if (this.#isOver && line.type !== 'step_start') return []
    switch (line.type) {
      case 'step_start': {
        if (!this.#isOver) return []
        this.#isOver = false
        return [{ type: 'goes-on' }]
      }
      case 'text':
        return this.#blocks.block('text-delta', line.part.text)
      case 'reasoning':
        return this.#blocks.block('reasoning-delta', line.part.text)
      case 'tool_use':
        return this.#tool(line.part.tool, line.part.callID, line.part.state)
      case 'step_finish': {
        const { reason, tokens, cost } = line.part
        const usage = tokens === undefined ? [] : [this.#usage(tokens, cost)]
        if (reason === 'tool-calls') return usage
        this.#isOver = true
        if (reason === 'length') return [...usage, { type: 'finish', reason: 'length' }, { type: 'over' }]
        if (reason === 'content-filter')
          return [...usage, { type: 'finish', reason: 'filter' }, { type: 'over' }]
        return [...usage, { type: 'over' }]
      }
      case 'error': {
        const { name, data } = line.error
        this.#isOver = true
        this.#complaint = {
          said: data?.message ?? name ?? '',
          status: data?.statusCode ?? null,
          isSignedOut: name === 'ProviderAuthError',
        }
        return [{ type: 'over' }]
      }
      default:
        return assertNever(line)
    }
  }

  #tool(toolName: string, toolCallId: string, state: OpenCodeToolState): LineEvent[] {
    const input = state.input ?? {}
    const plan = toolName === openCodePlanTool ? planIn(input) : null
    this.#blocks.begin()
    if (plan !== null) return state.status === 'error' ? [] : [{ type: 'plan', entries: plan }]
    this.#blocks.interrupt()
    this.#wasRefused = state.status === 'error' && /rejected permission/i.test(state.error)
    const changes = openCodeChanges(toolName, state, this.#turn.request.workspace)
    const exit = state.status === 'completed' ? (state.metadata?.exit ?? 0) : 1
    return [
      { type: 'tool-call', toolCallId, toolName, input, ...toolFacts(openCodeToolKinds[toolName], input) },
      ...(changes.length === 0 ? [] : [{ type: 'tool-update' as const, toolCallId, changes }]),
      {
        type: 'tool-result',
        toolCallId,
        output: state.status === 'completed' ? toolOutput(state.output) : state.error,
        ...(exit === 0 ? {} : { isError: true }),
      },
    ]
  }

  /** All that the steps so far have used. A cost of nothing is one that OpenCode does not know. */
  #usage(
    tokens: { input: number; output: number; reasoning: number; cache: { read: number; write: number } },
    costUsd: number,
  ): LineEvent {
    const { input, output, reasoning, cache } = tokens
    const counted = this.#counted
    counted.inputTokens += input + cache.read + cache.write
    counted.cachedInputTokens += cache.read
    counted.cacheWriteTokens += cache.write
    counted.outputTokens += output + reasoning
    counted.reasoningTokens += reasoning
    this.#costUsd += costUsd
    return {
      type: 'usage',
      usage: {
        ...counted,
        totalTokens: counted.inputTokens + counted.outputTokens,
        ...(this.#costUsd > 0 ? { costUsd: this.#costUsd } : {}),
      },
    }
  }
}
