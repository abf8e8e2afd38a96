import type { AgentProfile } from '../agent'

/** Google's Gemini CLI. @see https://geminicli.com/docs */
export const geminiCli: AgentProfile = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  programs: ['gemini'],
  adapters: [],
  install: 'npm install -g @google/gemini-cli',
  installAdapter: null,
  guards: { 'read-only': 'tools', 'workspace-write': 'tools', unlimited: 'nobody' },
  folderSettings: { acp: ['.gemini/settings.json'] },
  models: [],
}
