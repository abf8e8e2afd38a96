import { openCodeLaunch } from './opencode-launch'
import type { AcpProfile } from './acp-profile'

/** OpenCode, which speaks the protocol itself. @see https://opencode.ai/docs/acp */
export const openCodeAcp: AcpProfile = {
  id: 'opencode',
  command: (agent, request) => ({
    executable: agent.executable,
    args: ['acp'],
    ...openCodeLaunch(agent, request),
  }),
  modes: {
    'read-only': ['plan'],
    'workspace-write': ['build'],
    unlimited: ['build'],
  },
  contentIsOutput: true,
  toolName: ({ title }) => (title !== undefined && title !== null && /^\w+$/.test(title) ? title : null),
}
