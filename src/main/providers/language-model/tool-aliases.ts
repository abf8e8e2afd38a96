import { randomUUID } from 'node:crypto'

import type { LanguageModelV4Prompt } from '@ai-sdk/provider'

/** A prompt with renamed tools, and the way to restore the names in the request that is made from it. */
export interface AliasedPrompt {
  prompt: LanguageModelV4Prompt
  restore: (body: string) => string
}

/**
 * Hides tool names that are properties of every object, such as `constructor`: the libraries look names up in plain
 * objects and would send that property, or nothing, in place of the name.
 */
export function withToolAliases(prompt: LanguageModelV4Prompt): AliasedPrompt {
  const aliases = new Map<string, string>()
  const hidden = <Part extends { type: string }>(part: Part): Part => {
    const toolName = 'toolName' in part && typeof part.toolName === 'string' ? part.toolName : ''
    if (toolName === '' || !(toolName in Object.prototype)) return part
    const alias = aliases.get(toolName) ?? `tool_${randomUUID()}`
    aliases.set(toolName, alias)
    return { ...part, toolName: alias }
  }
  const hiding = prompt.map((turn) => {
    if (turn.role === 'assistant') return { ...turn, content: turn.content.map(hidden) }
    return turn.role === 'tool' ? { ...turn, content: turn.content.map(hidden) } : turn
  })
  return {
    prompt: aliases.size === 0 ? prompt : hiding,
    restore(body) {
      let restored = body
      for (const [name, alias] of aliases) {
        restored = restored.replaceAll(JSON.stringify(alias), JSON.stringify(name))
      }
      return restored
    },
  }
}
