import type { LanguageModelV4Prompt } from '@ai-sdk/provider'

/** Whether the OpenAI model with this name reasons before it answers: it then accepts an effort, but no temperature. */
export function isReasoning(modelId: string): boolean {
  const name = modelId.replace(/^ft:/, '')
  if (/^gpt-\d+(\.\d+)?-chat/.test(name)) return false
  return /^o\d/.test(name) || /^gpt-([5-9]|\d\d)/.test(name) || name.startsWith('codex')
}

/**
 * The prompt with only the encrypted reasoning that OpenAI uses: reasoning that led to a call. Reasoning about a given
 * answer is not read again, and is rejected if the current model does not reason or if that answer was cut off.
 * @see https://platform.openai.com/docs/guides/reasoning#keeping-reasoning-items-in-context
 */
export function withUsefulReasoning(prompt: LanguageModelV4Prompt, modelId: string): LanguageModelV4Prompt {
  return prompt.map((turn) => {
    if (turn.role !== 'assistant') return turn
    const isKept = isReasoning(modelId) && turn.content.some(({ type }) => type === 'tool-call')
    return isKept ? turn : { ...turn, content: turn.content.filter(({ type }) => type !== 'reasoning') }
  })
}
