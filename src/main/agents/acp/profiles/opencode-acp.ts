import { join } from 'node:path'

import type { AgentPermission } from '../../../../shared/agents/agents'
import type { AgentCommand, AgentRequest, InstalledAgent } from '../../agent'
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
  toolName: ({ title }) => (title !== null && /^\w+$/.test(title) ? title : null),
}

/** The name of the user's own server in OpenCode's configuration. */
const ownProvider = 'parley'

/** The permissions of its tools. Lists every tool, because a project's setting for an unlisted one would apply. */
const permissions: Record<AgentPermission, Record<string, 'allow' | 'ask' | 'deny'>> = {
  'read-only': {
    '*': 'deny',
    read: 'allow',
    grep: 'allow',
    glob: 'allow',
    list: 'allow',
    edit: 'deny',
    bash: 'deny',
    task: 'deny',
    webfetch: 'deny',
    websearch: 'deny',
    codesearch: 'deny',
    skill: 'deny',
    external_directory: 'deny',
  },
  'workspace-write': { '*': 'allow', edit: 'allow', bash: 'ask', external_directory: 'deny' },
  unlimited: { '*': 'allow', edit: 'allow', bash: 'allow', external_directory: 'allow' },
}

/** The environment and the files for OpenCode. */
function openCodeLaunch(
  agent: InstalledAgent,
  request: AgentRequest,
): Required<Pick<AgentCommand, 'environment' | 'files'>> {
  return {
    environment: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      // Plugins, servers and agents of the folder start programs or grant permissions, and the folder may be anyone's.
      ...(readsProject(request) ? {} : { OPENCODE_DISABLE_PROJECT_CONFIG: '1' }),
      ...agent.environment,
      // Read last of all configurations, so that no file in the folder grants more.
      OPENCODE_CONFIG_CONTENT: JSON.stringify(lastWord(agent, request)),
    },
    files: configurationFiles(agent, request),
  }
}

/** The model as OpenCode names it, prefixed with its provider. */
function openCodeModel({ baseUrl }: InstalledAgent, model: string): string {
  return baseUrl === null || model.includes('/') ? model : `${ownProvider}/${model}`
}

function readsProject({ permission }: AgentRequest): boolean {
  return permission === 'unlimited'
}

/** The folder's instruction files, which it does not look for with project configuration turned off. */
function projectInstructions(request: AgentRequest): string[] {
  return readsProject(request) ? [] : [join(request.workspace, 'AGENTS.md')]
}

function lastWord(agent: InstalledAgent, request: AgentRequest): Record<string, unknown> {
  const { model, permission, systemText } = request
  const granted = permissions[permission]
  const instructions = systemText === null ? projectInstructions(request) : []
  return {
    autoupdate: false,
    share: 'disabled',
    permission: granted,
    agent: { build: { permission: granted }, plan: { permission: granted } },
    ...(model === null ? {} : { model: openCodeModel(agent, model) }),
    ...(instructions.length === 0 ? {} : { instructions }),
  }
}

/** Variables are substituted only in files. */
function configurationFiles(
  agent: InstalledAgent,
  request: AgentRequest,
): NonNullable<AgentCommand['files']> {
  const { systemText } = request
  if (agent.baseUrl === null && systemText === null) return []
  const configuration = {
    ...(systemText === null
      ? {}
      : { instructions: ['{env:PARLEY_INSTRUCTIONS}', ...projectInstructions(request)] }),
    ...(agent.baseUrl === null ? {} : { provider: endpoint(agent, agent.baseUrl, request) }),
  }
  const file = { variable: 'OPENCODE_CONFIG', name: 'opencode.json', content: JSON.stringify(configuration) }
  if (systemText === null) return [file]
  return [file, { variable: 'PARLEY_INSTRUCTIONS', name: 'instructions.md', content: systemText }]
}

function endpoint(
  agent: InstalledAgent,
  baseUrl: string,
  { images, model }: AgentRequest,
): Record<string, unknown> {
  const [provider = ownProvider, ...rest] = model === null ? [] : openCodeModel(agent, model).split('/')
  const modelId = rest.join('/')
  // It assumes that a model it does not know cannot accept images.
  const looks =
    images.length === 0
      ? {}
      : { attachment: true, modalities: { input: ['text', 'image'], output: ['text'] } }
  const hasKey = agent.environment['OPENAI_API_KEY'] !== undefined
  return {
    [provider]: {
      npm: '@ai-sdk/openai-compatible',
      name: provider,
      options: { baseURL: baseUrl, ...(hasKey ? { apiKey: '{env:OPENAI_API_KEY}' } : {}) },
      models: modelId === '' ? {} : { [modelId]: { name: modelId, ...looks } },
    },
  }
}
