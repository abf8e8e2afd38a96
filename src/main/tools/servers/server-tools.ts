import { serverFailure } from '../../../shared/failures/server-failure'
import { isNestedDeeperThan, valueDepth } from '../../../shared/json-depth'
import { serverToolName } from '../../../shared/tools/servers'
import { consentSubject } from '../consent-subject'
import type { PreparedCall, Tool, ToolCallContext } from '../tool'
import type { OfferedTool } from './definitions/remembered-servers'
import type { ServerOffers, Servers } from './servers'

/** The tools of all servers that are on, as they were last defined. Starts no server. */
export function serverTools(servers: Servers): Tool[] {
  return servers
    .offers()
    .flatMap(({ tools, ...server }) => tools.map((tool) => serverTool(servers, { ...server, tool })))
}

function serverTool(
  servers: Servers,
  { serverId, place, limitMs, tool }: Omit<ServerOffers, 'tools'> & { tool: OfferedTool },
): Tool {
  const { title, description, inputSchema, outputSchema, hints } = tool
  const shown = { name: serverToolName(serverId, tool.name), description, inputSchema }
  return {
    ...shown,
    title,
    kind: 'other',
    serverId,
    limitMs,
    ...(hints === undefined ? {} : { hints }),
    prepare(input: unknown, call: ToolCallContext): Promise<PreparedCall> {
      assertUsable(input)
      const subject = consentSubject(shown, serverId, place)
      const assertUnchanged = () => {
        const current = servers.tool(serverId, tool.name)
        if (current === null) throw serverFailure('tool-gone', { server: serverId, tool: tool.name })
        const now = { ...shown, description: current.tool.description, inputSchema: current.tool.inputSchema }
        if (consentSubject(now, serverId, current.place).fingerprint !== subject.fingerprint) {
          throw serverFailure('tool-changed', { server: serverId, tool: tool.name })
        }
      }
      assertUnchanged()
      return Promise.resolve({
        question: { title: `${serverId}: ${title}`, subject },
        async run() {
          // Between the question and its answer, the server may have connected with other tools.
          assertUnchanged()
          const request = { name: tool.name, input, inputSchema, outputSchema, assertUnchanged }
          return servers.call(serverId, request, call)
        },
      })
    },
  }
}

/** @throws INVALID_INPUT. The server checks everything else itself, and its answer goes to the model. */
function assertUsable(input: unknown): asserts input is Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw serverFailure('input', { field: 'input' })
  }
  if (isNestedDeeperThan(input, valueDepth)) throw serverFailure('input', { field: 'input' })
}
