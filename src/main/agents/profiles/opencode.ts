import type { AgentProfile } from '../agent'

/** OpenCode, which works with models from many providers. @see https://opencode.ai/docs */
export const openCode: AgentProfile = {
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
