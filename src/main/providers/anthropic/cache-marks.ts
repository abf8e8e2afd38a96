import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'

/**
 * Marks where the provider is to keep what it has read: behind the system prompt, which other chats share, and behind
 * the last message of the user, so that the next turn of the chat pays a tenth for all of this one. Writing costs a
 * quarter more than reading; a prompt too short to be kept (about a thousand tokens) costs nothing more.
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
