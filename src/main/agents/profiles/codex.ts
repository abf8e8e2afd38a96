import type { AgentProfile } from '../agent'

/**
 * OpenAI's Codex, which sandboxes its commands with the operating system's means.
 * @see https://developers.openai.com/codex
 */
export const codex: AgentProfile = {
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
