import type { LanguageModelV4Prompt } from '@ai-sdk/provider'

/** Whether OpenAI's model of this name thinks before it answers: it then takes an effort, and no temperature. */
export function isReasoning(modelId: string): boolean {
  const name = modelId.replace(/^ft:/, '')
  if (/^gpt-\d+(\.\d+)?-chat/.test(name)) return false
  return /^o\d/.test(name) || /^gpt-([5-9]|\d\d)/.test(name) || name.startsWith('codex')
}

/**
 * The prompt with the sealed thinking that OpenAI has a use for: that which led to a call. Thinking about an answer
 * that was given is not read again, and refused where the model that is asked now does not think, or where the answer
 * behind it was cut off.
 * @see https://platform.openai.com/docs/guides/reasoning#keeping-reasoning-items-in-context
 */
export function withUsefulReasoning(prompt: LanguageModelV4Prompt, modelId: string): LanguageModelV4Prompt {
  return prompt.map((turn) => {
    if (turn.role !== 'assistant') return turn
    const isKept = isReasoning(modelId) && turn.content.some(({ type }) => type === 'tool-call')
    return isKept ? turn : { ...turn, content: turn.content.filter(({ type }) => type !== 'reasoning') }
  })
}
