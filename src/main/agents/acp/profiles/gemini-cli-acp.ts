import { geminiCliEnvironment, geminiCliLimits } from './gemini-cli-launch'
import type { AcpProfile } from './acp-profile'

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
  tellsSystemTextInPrompt: true,
  replaysLate: true,
  forgetsWithinMinute: true,
  toolName: ({ toolCallId }) => nameInId.exec(toolCallId)?.[1] ?? null,
}
