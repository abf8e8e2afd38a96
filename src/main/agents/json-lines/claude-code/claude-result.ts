import type { ParleyError } from '../../../../shared/errors'
import type { Usage } from '../../../../shared/sessions/messages'
import type { SourceEvent } from '../../../run-source/run-source'
import { agentFailure, brokenAgent } from '../../turns/agent-failure'
import type { AgentRequest } from '../../agent'
import type { ClaudeResult } from './claude-lines'

/** The usage of a turn. Claude Code reports an unknown cost as zero. */
export function claudeUsage(result: ClaudeResult, asked: string | null): Usage | null {
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
export function claudeFinish({
  stop_reason: reason,
}: ClaudeResult): Extract<SourceEvent, { type: 'finish' }> | null {
  if (reason === 'max_tokens') return { type: 'finish', reason: 'length' }
  return reason === 'refusal' ? { type: 'finish', reason: 'filter' } : null
}

/** Why the turn failed; null when it did not. `error`: the name of the model server's error. */
export function claudeFailure(
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
