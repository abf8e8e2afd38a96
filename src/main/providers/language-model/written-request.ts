import { randomUUID } from 'node:crypto'

import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'

/** Creates the model that speaks the protocol. `fetch` sends all of its requests. */
export type ModelFactory = (options: {
  baseUrl: string
  apiKey: string | null
  modelId: string
  fetch: typeof globalThis.fetch
}) => LanguageModelV4

/** A request as a family's library writes it. */
export interface WrittenRequest {
  url: string
  headers: Headers
  body: string
}

/**
 * Lets the library write the request, and no more: Parley reads the answer itself, because libraries parse too strictly
 * for what servers really send.
 * @see docs/decisions/2026-11-23-reading-answers.md
 */
export async function writeRequest(
  createModel: ModelFactory,
  model: Omit<Parameters<ModelFactory>[0], 'fetch'>,
  options: LanguageModelV4CallOptions,
): Promise<WrittenRequest> {
  const { restore, ...aliased } = withToolAliases(options)
  const noted: WrittenRequest[] = []
  const library: LanguageModelV4 = createModel({
    ...model,
    fetch: (input, init) => {
      if (typeof init?.body !== 'string')
        return Promise.reject(new TypeError('the body of a provider request must be a string'))
      noted.push({
        url: input instanceof Request ? input.url : String(input),
        headers: new Headers(init.headers),
        body: restore(init.body),
      })
      return Promise.reject(new RequestIsWritten())
    },
  })
  try {
    await library.doStream({ ...options, ...aliased })
  } catch (error) {
    if (noted[0] === undefined) throw error
  }
  const [request] = noted
  if (request === undefined) throw new Error('the provider library sent no request')
  return request
}

class RequestIsWritten extends Error {}

/** A prompt and definitions with renamed tools, and the way to restore the names in the request that is made from them. */
interface AliasedOptions extends Pick<LanguageModelV4CallOptions, 'prompt' | 'tools'> {
  restore: (body: string) => string
}

/**
 * Hides tool names that are properties of every object, such as `constructor`: the libraries look names up in plain
 * objects and would send that property, or nothing, in place of the name.
 */
function withToolAliases({ prompt, tools }: LanguageModelV4CallOptions): AliasedOptions {
  const aliases = new Map<string, string>()
  const aliasOf = (name: string) => {
    if (!(name in Object.prototype)) return name
    const alias = aliases.get(name) ?? `tool_${randomUUID()}`
    aliases.set(name, alias)
    return alias
  }
  const hidden = <Part extends { type: string }>(part: Part): Part => {
    const toolName = 'toolName' in part && typeof part.toolName === 'string' ? part.toolName : ''
    return toolName === '' ? part : { ...part, toolName: aliasOf(toolName) }
  }
  const hiding = prompt.map((turn) => {
    if (turn.role === 'assistant') return { ...turn, content: turn.content.map(hidden) }
    return turn.role === 'tool' ? { ...turn, content: turn.content.map(hidden) } : turn
  })
  const hidingTools = tools?.map((tool) => ({ ...tool, name: aliasOf(tool.name) }))
  return {
    prompt: aliases.size === 0 ? prompt : hiding,
    ...(hidingTools === undefined ? {} : { tools: hidingTools }),
    restore(body) {
      let restored = body
      for (const [name, alias] of aliases) {
        restored = restored.replaceAll(JSON.stringify(alias), JSON.stringify(name))
      }
      return restored
    },
  }
}
