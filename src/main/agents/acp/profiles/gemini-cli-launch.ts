import type { AgentPermission } from '../../../../shared/agents/agents'
import type { InstalledAgent } from '../../agent'

/**
 * The environment for Gemini CLI. There is no other way to pass settings: it reads them from files of its user and of
 * the workspace, which are not Parley's, and from files that only root can write.
 */
export function geminiCliEnvironment(agent: InstalledAgent): Record<string, string> {
  return {
    // One process instead of two, and no trust question: the user chose the folder.
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_TELEMETRY_ENABLED: 'false',
    ...agent.environment,
    ...(agent.baseUrl === null ? {} : { GOOGLE_GEMINI_BASE_URL: agent.baseUrl }),
  }
}

/**
 * Options that override a folder's settings below `unlimited`: tools that need no approval, and MCP servers, which are
 * programs. Its hooks cannot be turned off from outside.
 */
export function geminiCliLimits(permission: AgentPermission): readonly string[] {
  if (permission === 'unlimited') return []
  // An empty list would be ignored; this tool needs no approval anyway.
  const limits = ['--allowed-tools', 'read_file']
  return permission === 'read-only' ? [...limits, '--allowed-mcp-server-names', 'none'] : limits
}
