import type { ParleyError } from '../../../../shared/errors'
import { assertNever } from '../../../../shared/invariant'
import type { Usage } from '../../../../shared/messages'
import { agentFailure, brokenAgent, endedEarly, sessionLost } from '../../agent-failure'
import type { AgentExit } from '../../agent-process'
import type { RouteTurn } from '../../agent-route'
import type { LineEvent, LineReader } from '../dialect'
import { parseLine } from '../parse-line'
import { TextBlocks } from '../text-blocks'
import { planIn, toolFacts, toolOutput } from '../tool-facts'
import { geminiLine, type GeminiStats } from './lines'
import { geminiChanges, geminiPlanTool, geminiToolKinds } from './tools'

/** How it ends when it fails by itself. @see https://geminicli.com/docs/cli/headless */
const exitCodes = { signedOut: 41, badInput: 42, untrustedFolder: 55 } as const

/** Reads what `gemini -o stream-json` prints: text as it comes, tools when they begin and end, no reasoning. */
export class GeminiReader implements LineReader {
  readonly #turn: RouteTurn
  readonly #blocks = new TextBlocks()
  readonly #plans = new Set<string>()
  #complaint: string | null = null
  #isOver = false

  constructor(turn: RouteTurn) {
    this.#turn = turn
  }

  read(text: string): LineEvent[] {
    if (this.#isOver) return []
    const parsed = geminiLine.safeParse(parseLine('gemini-cli', text))
    if (!parsed.success) return []
    const line = parsed.data
    const { workspace, model } = this.#turn.request
    switch (line.type) {
      case 'init':
        return [{ type: 'session', resumeId: line.session_id }]
      case 'message':
        return line.role === 'assistant' ? this.#blocks.delta('text-delta', line.content) : []
      case 'tool_use': {
        const { tool_id: toolCallId, tool_name: toolName, parameters } = line
        const input = parameters ?? {}
        const plan = toolName === geminiPlanTool ? planIn(input) : null
        this.#blocks.begin()
        if (plan !== null) {
          this.#plans.add(toolCallId)
          return [{ type: 'plan', entries: plan }]
        }
        this.#blocks.interrupt()
        const changes = geminiChanges(toolName, input, workspace)
        const facts = toolFacts(geminiToolKinds[toolName], input)
        return [
          { type: 'tool-call', toolCallId, toolName, input, ...facts },
          ...(changes.length === 0 ? [] : [{ type: 'tool-update' as const, toolCallId, changes }]),
        ]
      }
      case 'tool_result': {
        const { tool_id: toolCallId, status, output, error } = line
        if (this.#plans.has(toolCallId)) return []
        const said = toolOutput(output ?? error?.message)
        return [
          { type: 'tool-result', toolCallId, output: said, ...(status === 'error' ? { isError: true } : {}) },
        ]
      }
      case 'error':
        return [{ type: 'notice', code: 'AGENT_WARNING', message: line.message }]
      case 'result': {
        this.#isOver = true
        if (line.status !== 'success') this.#complaint = line.error?.message ?? ''
        const { stats } = line
        const over: LineEvent = { type: 'over' }
        return stats === undefined ? [over] : [{ type: 'usage', usage: usageOf(stats, model) }, over]
      }
      default:
        return assertNever(line)
    }
  }

  failure(exit: AgentExit | null, stderr: string): ParleyError | null {
    const code = exit?.code ?? null
    if (this.#complaint !== null) {
      return agentFailure('gemini-cli', { said: this.#complaint, status: statusOfExit(code) })
    }
    if (this.#isOver) return null
    if (code === exitCodes.signedOut) {
      return agentFailure('gemini-cli', { said: stderr, isSignedOut: true })
    }
    if (code === exitCodes.badInput && this.#turn.request.resumeId !== null) return sessionLost('gemini-cli')
    if (code !== exitCodes.untrustedFolder) return endedEarly('gemini-cli', exit, stderr)
    return brokenAgent(
      'gemini-cli',
      'exited',
      'Gemini CLI does not trust this folder. Start gemini in it in a terminal, and say there that it is to be trusted.',
    )
  }
}

/** It ends with the lower eight bits of the status that its model's server answered with. */
function statusOfExit(code: number | null): number | null {
  return code !== null && code >= 0x90 && code <= 0xff ? 0x100 + code : null
}

function usageOf(stats: GeminiStats, asked: string | null): Usage {
  const answered = Object.keys(stats.models ?? {})
  const [model] = answered
  return {
    ...(answered.length !== 1 || model === undefined || model === asked ? {} : { model }),
    ...(stats.input_tokens === undefined ? {} : { inputTokens: stats.input_tokens }),
    ...(stats.cached === undefined ? {} : { cachedInputTokens: stats.cached }),
    ...(stats.output_tokens === undefined ? {} : { outputTokens: stats.output_tokens }),
    ...(stats.total_tokens === undefined ? {} : { totalTokens: stats.total_tokens }),
  }
}
