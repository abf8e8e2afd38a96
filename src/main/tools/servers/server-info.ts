import type { ErrorData } from '../../../shared/errors'
import type { ServerInfo, ServerState, ServerTransport } from '../../../shared/tools/servers'
import { serverToolName } from '../../../shared/tools/servers'
import { toolTokens } from '../../../shared/tools/tool-tokens'
import type { SavedServer } from '../../model-setup/schema'
import type { OfferedTool, RememberedServer } from './definitions/remembered-servers'

/** Lines of the log that windows get. */
const shownLines = 50

/** A server as windows see it: without the values of its variables and headers. */
export function serverInfo(
  server: SavedServer,
  now: {
    state: ServerState
    problem: ErrorData | null
    offers: RememberedServer | null
    log: readonly string[]
    isSignedIn: boolean | null
  },
): ServerInfo {
  const { id, isEnabled, timeoutSeconds, startTimeoutSeconds, idleSeconds, disabledTools } = server
  const { state, problem, offers, log, isSignedIn } = now
  return {
    id,
    transport: shownTransport(server),
    isEnabled,
    timeoutSeconds,
    startTimeoutSeconds,
    idleSeconds,
    state,
    ...(problem === null ? {} : { problem }),
    version: offers?.version ?? null,
    tools: (offers?.tools ?? []).map((tool) => toolInfo(id, tool)),
    skipped: offers === null ? [] : skippedOf(offers),
    disabledTools,
    log: log.slice(-shownLines),
    ...(isSignedIn === null ? {} : { isSignedIn }),
  }
}

/** A tool's app may be a resource too. */
function skippedOf({ skipped, apps }: RememberedServer): ServerInfo['skipped'] {
  const names = new Set(skipped.map(({ name }) => name))
  return [...skipped, ...apps.filter(({ name }) => !names.has(name))]
}

function shownTransport({ transport }: SavedServer): ServerTransport {
  if (transport.type === 'stdio') {
    const { command, args, variables } = transport
    return { type: 'stdio', command, args, env: variables }
  }
  const { url, headers, oauthClientId, hasClientSecret } = transport
  return {
    type: 'http',
    url,
    headers,
    ...(oauthClientId === null ? {} : { oauthClientId }),
    ...(hasClientSecret ? { hasClientSecret } : {}),
  }
}

function toolInfo(serverId: string, tool: OfferedTool): ServerInfo['tools'][number] {
  const { title, description, inputSchema, hints } = tool
  const name = serverToolName(serverId, tool.name)
  const tokens = toolTokens({ name, description, inputSchema })
  return { name, title, description, inputSchema, tokens, ...(hints === undefined ? {} : { hints }) }
}
