import type { AgentProfile } from '../agent'

/** Anthropic's Claude Code. @see https://code.claude.com/docs */
export const claudeCode: AgentProfile = {
  id: 'claude-code',
  name: 'Claude Code',
  programs: ['claude'],
  adapters: ['claude-agent-acp'],
  install: 'npm install -g @anthropic-ai/claude-code',
  installAdapter: 'npm install -g @agentclientprotocol/claude-agent-acp',
  guards: { 'read-only': 'tools', 'workspace-write': 'tools', unlimited: 'nobody' },
  folderSettings: { acp: [], 'json-lines': [] },
  models: [
    { id: 'opus', name: 'Opus' },
    { id: 'sonnet', name: 'Sonnet' },
    { id: 'haiku', name: 'Haiku' },
  ],
}
