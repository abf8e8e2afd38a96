import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages/messages'

import type { ReasoningEffort } from '../../../shared/sessions/sessions'
import { traitsOf } from './anthropic-models'

type Fields = Pick<MessageCreateParamsStreaming, 'thinking' | 'output_config'>
export type Thinking = Fields['thinking']

/** Parts of a model's longest answer that it may think. */
const budgetShares: Readonly<Record<Exclude<ReasoningEffort, 'none'>, number>> = {
  minimal: 0.02,
  low: 0.1,
  medium: 0.3,
  high: 0.6,
}
const leastBudget = 1_024
/** The longest answer that is assumed for a budget if the model's own is not known. */
const assumedTokens = 32_000

/**
 * What a request says about thinking: nothing, a budget, or an effort, depending on the model. `maxOutputTokens`: the
 * longest answer, if it is known.
 * @see https://platform.claude.com/docs/en/build-with-claude/thinking
 */
export function thinkingFor(
  modelId: string,
  effort: ReasoningEffort | undefined,
  maxOutputTokens: number | undefined,
): Fields {
  const { thinksByDefault, thinksAdaptively, thinksAlways } = traitsOf(modelId)
  const shown: Thinking = { type: 'adaptive', display: 'summarized' }
  if (effort === undefined) return thinksByDefault ? { thinking: shown } : {}
  if (effort === 'none') {
    if (thinksAlways === 'between-tools') return { thinking: { type: 'between_tools' } }
    return thinksAlways === null ? { thinking: { type: 'disabled' } } : { output_config: { effort: 'low' } }
  }
  if (thinksAdaptively) {
    return { thinking: shown, output_config: { effort: effort === 'minimal' ? 'low' : effort } }
  }
  const budget = Math.round((maxOutputTokens ?? assumedTokens) * budgetShares[effort])
  return { thinking: { type: 'enabled', budget_tokens: Math.max(leastBudget, budget) } }
}
