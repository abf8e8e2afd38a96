import type { AcpProfile } from './acp-profile'
import type { AgentPermission } from '../../../../shared/agents/agents'
import type { InstalledAgent } from '../../agent'

/** Tool call ids look like `run_shell_command-1767225600000-1`. */
const nameInId = /^([a-z][a-z0-9_]*?)-\d/

/** Gemini CLI, which speaks the protocol itself. @see https://geminicli.com/docs/cli/acp-mode */
export const geminiCliAcp: AcpProfile = {
  id: 'gemini-cli',
  command: (agent, request) => ({
    executable: agent.executable,
    args: [
      '--acp',
      ...geminiCliLimits(request.permission),
      ...(request.model === null ? [] : ['-m', request.model]),
    ],
    environment: geminiCliEnvironment(agent),
  }),
  modes: {
    'read-only': ['plan'],
    'workspace-write': ['autoEdit', 'auto_edit'],
    unlimited: ['yolo'],
  },
  putsSystemTextInPrompt: true,
  replaysLate: true,
  forgetsWithinMinute: true,
  toolName: ({ toolCallId }) => nameInId.exec(toolCallId)?.[1] ?? null,
}

/**
 * The environment for Gemini CLI. There is no other way to pass settings: it reads them from files of its user and of
 * the workspace, which are not Parley's, and from files that only root can write.
 */
function geminiCliEnvironment(agent: InstalledAgent): Record<string, string> {
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
function geminiCliLimits(permission: AgentPermission): readonly string[] {
  if (permission === 'unlimited') return []
  // An empty list would be ignored; this tool needs no approval anyway.
  const limits = ['--allowed-tools', 'read_file']
  return permission === 'read-only' ? [...limits, '--allowed-mcp-server-names', 'none'] : limits
}
