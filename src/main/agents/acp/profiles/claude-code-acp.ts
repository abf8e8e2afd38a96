import {
  claudeCodeEnvironment,
  claudeReadingTools,
  claudeSettingSources,
} from '../../profiles/claude-code-launch'
import { type AcpProfile, requireAdapter } from './acp-profile'

/** Claude Code through `claude-agent-acp`. @see https://github.com/agentclientprotocol/claude-agent-acp */
export const claudeCodeAcp: AcpProfile = {
  id: 'claude-code',
  command: (agent, request) => ({
    executable: requireAdapter('claude-code', agent),
    args: [],
    environment: {
      ...claudeCodeEnvironment(agent),
      CLAUDE_CODE_EXECUTABLE: agent.shimTarget ?? agent.executable,
      ...(request.model === null ? {} : { ANTHROPIC_MODEL: request.model }),
    },
  }),
  // `default` asks before any change; read-only is enforced by the tools it gets. Root may not bypass permissions, and
  // is then asked.
  modes: {
    'read-only': ['default'],
    'workspace-write': ['acceptEdits'],
    unlimited: ['bypassPermissions', 'acceptEdits'],
  },
  sessionMeta: ({ permission, systemText, workspace }) => ({
    ...(systemText === null ? {} : { systemPrompt: { append: systemText } }),
    claudeCode: {
      options: {
        ...(permission === 'read-only' ? { tools: [...claudeReadingTools], strictMcpConfig: true } : {}),
        ...(permission === 'unlimited'
          ? {}
          : {
              allowDangerouslySkipPermissions: false,
              settingSources: [...claudeSettingSources],
              additionalDirectories: [workspace],
            }),
      },
    },
  }),
}
