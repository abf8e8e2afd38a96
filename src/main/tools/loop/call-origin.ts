import { isDenial } from '../../../shared/agents/agents'
import { agentOf } from '../../../shared/models/models'
import { isRecord } from '../../../shared/record'
import type { Message, Part, ToolCallPart, ToolResultPart } from '../../../shared/sessions/messages'
import type { CallOrigin } from '../../../shared/tools/tools'

/** The public names of the tools that read more of a result, and that find tools by what their servers say. */
export const readMoreName = 'read_more'
export const findToolsName = 'find_tools'

/** A card names at most this many. */
const mostOrigins = 6

/** The origin of results of the provider's own search. It names no host. */
export const ownSearchOrigin: CallOrigin = { tool: 'web.search', place: '' }

/**
 * Returns the origin of the text of a result: a host, a folder, or the id of a server. Undefined if it contains nothing
 * from outside that the model did not know before.
 */
export function sourceOfResult(toolName: string, input: unknown, folder: string | null): string | undefined {
  if (toolName.startsWith('mcp:')) return toolName.slice('mcp:'.length).split('/')[0]
  if (toolName.startsWith('files.')) return folder ?? undefined
  if (toolName === 'web.search' || toolName === findToolsName) return ''
  if (toolName !== 'web.fetch' || !isRecord(input)) return undefined
  const { url } = input
  return typeof url === 'string' ? URL.parse(url)?.host : undefined
}

/** The sources with one more, which the model has read last. */
export function withOrigin(origins: readonly CallOrigin[], newest: CallOrigin): CallOrigin[] {
  const others = origins.filter(({ tool, place }) => tool !== newest.tool || place !== newest.place)
  return [newest, ...others].slice(0, mostOrigins)
}

/**
 * Returns the origins of the outside text that the model has read, the newest first: results of tools, files that the
 * user attached, knowledge of the project, and answers of agents. `references` are files whose text is part of the
 * question.
 */
export function originsIn(
  messages: readonly Message[],
  { folder, references = [] }: { folder: string | null; references?: readonly string[] | undefined },
): CallOrigin[] {
  const known = messages.flatMap(({ role, model, parts }) => [
    ...ofAgent(model),
    ...parts.flatMap((part): CallOrigin[] => {
      // In an answer, the result of its call has the file.
      if (part.type === 'attachment') return role === 'user' ? [{ tool: 'attachment', place: part.name }] : []
      if (part.type === 'knowledge')
        return part.excerpts.map(({ name }) => ({ tool: 'knowledge', place: name }))
      if (part.type === 'sources') return isOfOwnCall(parts) ? [] : [ownSearchOrigin]
      if (part.type !== 'tool-result') return []
      const call = callOf(part, parts)
      const origin = call === null ? null : originOf(call, part, { messages, folder })
      return origin === null ? [] : [origin]
    }),
  ])
  const now = references.map((place) => ({ tool: 'knowledge', place }))
  return [...known, ...now].reduce<CallOrigin[]>(withOrigin, [])
}

/** A coding agent reads files and pages without Parley's tools, and its answer may repeat them. */
function ofAgent(model: string | undefined): CallOrigin[] {
  const agentId = model === undefined ? null : agentOf(model)
  return agentId === null ? [] : [{ tool: 'agent', place: agentId }]
}

/**
 * True if the sources are from a call of Parley's tools, whose result says where they are from. Otherwise, the provider
 * has searched.
 */
function isOfOwnCall(parts: readonly Part[]): boolean {
  return parts.some((part) => part.type === 'tool-call' && part.toolName.startsWith('web.'))
}

function callOf({ toolCallId }: ToolResultPart, parts: readonly Part[]): ToolCallPart | null {
  const call = parts.find((each) => each.type === 'tool-call' && each.toolCallId === toolCallId)
  return call?.type === 'tool-call' ? call : null
}

function originOf(
  call: ToolCallPart,
  result: ToolResultPart,
  { messages, folder }: { messages: readonly Message[]; folder: string | null },
): CallOrigin | null {
  const { toolName, input, approval } = call
  if (approval === 'withdrawn' || (approval !== undefined && isDenial(approval))) return null
  if (call.isRunByProvider === true) return ownSearchOrigin
  // Only the errors of servers contain text from outside.
  if (result.isError === true && !toolName.startsWith('mcp:')) return null
  if (toolName === readMoreName) return originOfPage(input, { messages, folder })
  const place = sourceOfResult(toolName, input, folder)
  return place === undefined ? null : { tool: toolName, place }
}

/** The origin of the result of which a page was read. */
function originOfPage(
  input: unknown,
  { messages, folder }: { messages: readonly Message[]; folder: string | null },
): CallOrigin | null {
  const id = isRecord(input) ? input['result'] : undefined
  if (typeof id !== 'string' || id === '') return null
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.type !== 'tool-result' || typeof part.output !== 'string') continue
      const call = callOf(part, parts)
      if (call === null || call.toolName === readMoreName || !part.output.includes(`of the result ${id}.`))
        continue
      return originOf(call, part, { messages, folder })
    }
  }
  return null
}
