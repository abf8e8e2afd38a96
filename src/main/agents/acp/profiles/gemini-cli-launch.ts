import type { AgentPermission } from '../../../../shared/agents/agents'
import type { InstalledAgent } from '../../agent'

/**
 * The environment that Gemini CLI is started with. Settings can be given to it in no other way: of files it heeds those of
 * its user and of the workspace, which are not Parley's, and those that root alone can write.
 */
export function geminiCliEnvironment(agent: InstalledAgent): Record<string, string> {
  return {
    // One process instead of two, and no question whether the folder is trusted: the user chose it.
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_TELEMETRY_ENABLED: 'false',
    ...agent.environment,
    ...(agent.baseUrl === null ? {} : { GOOGLE_GEMINI_BASE_URL: agent.baseUrl }),
  }
}

/**
 * Options that take the place of what the settings of a folder would allow below `unlimited`: tools that need no question,
 * and servers, which are programs. Its hooks cannot be switched off from outside.
 */
export function geminiCliLimits(permission: AgentPermission): readonly string[] {
  if (permission === 'unlimited') return []
  // An empty list would be none; this tool needs no question anyway.
  const limits = ['--allowed-tools', 'read_file']
  return permission === 'read-only' ? [...limits, '--allowed-mcp-server-names', 'none'] : limits
}
