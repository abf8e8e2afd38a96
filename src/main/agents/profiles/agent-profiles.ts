import type { AgentId } from '../../../shared/agents/agents'
import type { AgentProfile } from '../agent'

/** OpenCode, which works with models from many providers. @see https://opencode.ai/docs */
const openCode: AgentProfile = {
  id: 'opencode',
  name: 'OpenCode',
  programs: ['opencode'],
  adapters: [],
  install: 'npm install -g opencode-ai',
  installAdapter: null,
  guards: { 'read-only': 'tools', 'workspace-write': 'tools', unlimited: 'nobody' },
  folderSettings: { acp: [] },
  models: [],
}

/** Google's Gemini CLI. @see https://geminicli.com/docs */
const geminiCli: AgentProfile = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  programs: ['gemini'],
  adapters: [],
  install: 'npm install -g @google/gemini-cli',
  installAdapter: null,
  guards: { 'read-only': 'tools', 'workspace-write': 'tools', unlimited: 'nobody' },
  folderSettings: { acp: ['.gemini/settings.json'] },
  variableFiles: ['.gemini/.env', '.env'],
  models: [],
}

/**
 * OpenAI's Codex, which sandboxes its commands with the operating system's means.
 * @see https://developers.openai.com/codex
 */
const codex: AgentProfile = {
  id: 'codex',
  name: 'Codex',
  programs: ['codex'],
  adapters: ['codex-acp'],
  install: 'npm install -g @openai/codex',
  installAdapter: 'npm install -g @agentclientprotocol/codex-acp',
  guards: { 'read-only': 'sandbox', 'workspace-write': 'sandbox', unlimited: 'nobody' },
  folderSettings: { acp: ['.codex/config.toml'], 'json-lines': [] },
  models: [],
}

/** Anthropic's Claude Code. @see https://code.claude.com/docs */
const claudeCode: AgentProfile = {
  id: 'claude-code',
  name: 'Claude Code',
  programs: ['claude'],
  adapters: ['claude-agent-acp'],
  install: 'npm install -g @anthropic-ai/claude-code',
  installAdapter: 'npm install -g @agentclientprotocol/claude-agent-acp',
  guards: { 'read-only': 'tools', 'workspace-write': 'tools', unlimited: 'nobody' },
  folderSettings: { acp: [], 'json-lines': [] },
  asRoot: { acp: 'asks', 'json-lines': 'refuses' },
  models: [
    { id: 'opus', name: 'Opus' },
    { id: 'sonnet', name: 'Sonnet' },
    { id: 'haiku', name: 'Haiku' },
  ],
}

/** The profile of each agent, by its id. */
export const agentProfiles: Readonly<Record<AgentId, AgentProfile>> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  opencode: openCode,
}
