import { isDenial } from '../../../shared/agents/agents'
import { isRecord } from '../../../shared/record'
import type { Message, ToolCallPart, ToolResultPart } from '../../../shared/sessions/messages'
import type { CallOrigin } from '../../../shared/tools/tools'

/** What the provider found with its own search. It names no host. */
export const ownSearchOrigin: CallOrigin = { tool: 'web.search', place: '' }

/**
 * Where the text of a result is from: a host, a folder, or the id of a server. Undefined if it contains nothing from
 * outside that the model did not know before.
 */
export function sourceOfResult(toolName: string, input: unknown, folder: string | null): string | undefined {
  if (toolName.startsWith('mcp:')) return toolName.slice('mcp:'.length).split('/')[0]
  if (toolName.startsWith('files.')) return folder ?? undefined
  if (toolName === 'web.search') return ''
  if (toolName !== 'web.fetch' || !isRecord(input)) return undefined
  const { url } = input
  return typeof url === 'string' ? URL.parse(url)?.host : undefined
}

/** Where the text from outside came from that the model read last in earlier answers; null if it has read none. */
export function originIn(messages: readonly Message[], folder: string | null): CallOrigin | null {
  for (const { role, parts } of messages.toReversed()) {
    if (role !== 'assistant') continue
    for (const part of parts.toReversed()) {
      if (part.type !== 'tool-result') continue
      const call = parts.find((each) => each.type === 'tool-call' && each.toolCallId === part.toolCallId)
      const origin = call?.type === 'tool-call' ? originOf(call, part, folder) : null
      if (origin !== null) return origin
    }
    // Sources without a call of ours: the provider has searched.
    if (parts.some(({ type }) => type === 'sources')) return ownSearchOrigin
  }
  return null
}

function originOf(call: ToolCallPart, result: ToolResultPart, folder: string | null): CallOrigin | null {
  const { toolName, input, approval } = call
  if (approval === 'withdrawn' || (approval !== undefined && isDenial(approval))) return null
  if (call.isRunByProvider === true) return ownSearchOrigin
  // Of the errors, only those of servers contain their words.
  if (result.isError === true && !toolName.startsWith('mcp:')) return null
  const place = sourceOfResult(toolName, input, folder)
  return place === undefined ? null : { tool: toolName, place }
}
