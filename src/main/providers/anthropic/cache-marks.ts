import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'

/**
 * Sets cache breakpoints after the system prompt, which other chats share, and after the last user message, so that the
 * next turn pays a tenth for all of this one. A cache write costs a quarter more than plain input; a prompt that is too
 * short to be cached (about a thousand tokens) costs nothing extra.
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function withCacheMarks(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const lastOfUser = prompt.findLastIndex(({ role }) => role === 'user')
  return prompt.map((message, index) =>
    message.role === 'system' || index === lastOfUser ? marked(message) : message,
  )
}

function marked(message: LanguageModelV4Message): LanguageModelV4Message {
  const { providerOptions = {} } = message
  const anthropic = { ...providerOptions['anthropic'], cacheControl: { type: 'ephemeral' } }
  return { ...message, providerOptions: { ...providerOptions, anthropic } }
}
