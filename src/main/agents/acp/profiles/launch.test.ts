import { join } from 'node:path'

import { expect, test } from 'vitest'

import { type AgentId, agentIds } from '../../../../shared/agents/agents'
import type { AgentRequest, InstalledAgent } from '../../agent'
import type { AcpProfile } from './acp-profile'
import { claudeCodeAcp } from './claude-code-acp'
import { codexAcp } from './codex-acp'
import { geminiCliAcp } from './gemini-cli-acp'
import { openCodeAcp } from './opencode-acp'

const profiles: Record<AgentId, AcpProfile> = {
  'claude-code': claudeCodeAcp,
  codex: codexAcp,
  'gemini-cli': geminiCliAcp,
  opencode: openCodeAcp,
}

function commandOf(
  agentId: AgentId,
  request: Partial<AgentRequest> = {},
  agent: Partial<InstalledAgent> = {},
) {
  return profiles[agentId].command(
    {
      executable: '/bin/agent',
      version: null,
      adapter: '/bin/adapter',
      baseUrl: null,
      environment: {},
      ...agent,
    },
    {
      prompt: 'Hello',
      images: [],
      workspace: '/workspace',
      model: null,
      permission: 'workspace-write',
      systemText: null,
      resumeId: null,
      ...request,
    },
  )
}

const expected: Record<AgentId, unknown> = {
  'claude-code': {
    executable: '/bin/adapter',
    environment: {
      CLAUDE_CODE_EXECUTABLE: '/bin/agent',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1/v1',
      ANTHROPIC_MODEL: 'some/model',
      CLAUDE_CODE_MAX_RETRIES: '2',
      DISABLE_TELEMETRY: '1',
      OWN: 'yes',
    },
    args: [],
  },
  codex: {
    executable: '/bin/adapter',
    environment: {
      INITIAL_AGENT_MODE: 'read-only',
      MODEL_PROVIDER: 'parley',
      CODEX_PATH: '/bin/agent',
      CODEX_CONFIG: expect.stringContaining('"base_url":"http://127.0.0.1:1/v1"'),
      OWN: 'yes',
    },
    args: [],
  },
  'gemini-cli': {
    executable: '/bin/agent',
    environment: {
      GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:1/v1',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      OWN: 'yes',
    },
    args: ['--acp', '--allowed-tools', 'read_file', '--allowed-mcp-server-names', 'none', '-m', 'some/model'],
  },
  opencode: {
    executable: '/bin/agent',
    environment: {
      OPENCODE_CONFIG_CONTENT: expect.stringContaining('"bash":"deny"'),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OWN: 'yes',
    },
    files: [{ variable: 'OPENCODE_CONFIG' }, { variable: 'PARLEY_INSTRUCTIONS', content: 'Be brief.' }],
    args: ['acp'],
  },
}

test.each(agentIds)('%s starts with its model, endpoint, variables and permission', (agentId) => {
  const command = commandOf(
    agentId,
    { model: 'some/model', permission: 'read-only', systemText: 'Be brief.' },
    { baseUrl: 'http://127.0.0.1:1/v1', environment: { OWN: 'yes' } },
  )
  expect(command).toMatchObject(expected[agentId] as object)
})

test('OpenCode reads Parley’s permissions last, so a project cannot grant more', () => {
  const { environment, files } = commandOf(
    'opencode',
    {
      model: 'mock/small',
      permission: 'read-only',
      systemText: 'Be "brief".\nAlways.',
      images: [{ kind: 'image', mediaType: 'image/jpeg', bytes: new Uint8Array([1]) }],
    },
    { baseUrl: 'http://127.0.0.1:1/v1' },
  )
  expect(JSON.parse(environment['OPENCODE_CONFIG_CONTENT'] ?? '')).toMatchObject({
    permission: { '*': 'deny', read: 'allow', bash: 'deny', edit: 'deny', external_directory: 'deny' },
  })
  const [configuration, instructions] = files ?? []
  expect(JSON.parse(String(configuration?.content))).toMatchObject({
    instructions: ['{env:PARLEY_INSTRUCTIONS}', join('/workspace', 'AGENTS.md')],
    provider: {
      mock: {
        options: { baseURL: 'http://127.0.0.1:1/v1' },
        models: { small: { modalities: { input: ['text', 'image'] } } },
      },
    },
  })
  expect(instructions).toEqual({
    variable: 'PARLEY_INSTRUCTIONS',
    name: 'instructions.md',
    content: 'Be "brief".\nAlways.',
  })
})

test('settings of a folder apply only with unlimited permission', () => {
  expect(commandOf('gemini-cli').args).toContain('--allowed-tools')
  expect(commandOf('gemini-cli', { permission: 'unlimited' }).args).not.toContain('--allowed-tools')
  const limited = commandOf('opencode').environment
  expect(limited).toMatchObject({ OPENCODE_DISABLE_PROJECT_CONFIG: '1' })
  expect(JSON.parse(limited['OPENCODE_CONFIG_CONTENT'] ?? '')).toMatchObject({
    instructions: [join('/workspace', 'AGENTS.md')],
  })
  const unlimited = commandOf('opencode', { permission: 'unlimited' }).environment
  expect(unlimited).not.toHaveProperty('OPENCODE_DISABLE_PROJECT_CONFIG')
})

test('the adapter of Claude Code gets what a batch file starts, because it cannot start the file itself', () => {
  const agent = { executable: 'C:/npm/claude.cmd', shimTarget: 'C:/npm/claude.exe' }
  expect(commandOf('claude-code', {}, agent).environment['CLAUDE_CODE_EXECUTABLE']).toBe('C:/npm/claude.exe')
})
