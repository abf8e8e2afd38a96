import { expect, test } from 'vitest'

import { claudeCommand } from './claude-code/command'
import { codexCommand } from './codex/command'
import { geminiCommand, geminiInput } from './gemini-cli/command'
import { openCodeCommand } from './opencode/command'
import { agentTurn } from './testing/agent-turn'

const image = { kind: 'image' as const, mediaType: 'image/jpeg', bytes: new Uint8Array([1]) }
const whole = {
  model: 'mock/small',
  systemText: 'Be "brief".\nAlways.',
  resumeId: 'earlier',
  images: [image],
}

const modeOf = (permission: 'workspace-write' | 'unlimited') => {
  const { args: words } = claudeCommand(agentTurn({ permission }))
  return words[words.indexOf('--permission-mode') + 1]
}

test('Claude Code is given each level as its own mode, and all else by name', () => {
  const { args, environment } = claudeCommand(
    agentTurn(
      { ...whole, permission: 'read-only' },
      { baseUrl: 'http://127.0.0.1:1', environment: { KEY: 'x' } },
    ),
  )
  expect(args.join(' ')).toBe(
    '-p --input-format stream-json --output-format stream-json --verbose --include-partial-messages --permission-prompt-tool stdio --permission-mode dontAsk --tools Read,Grep,Glob --strict-mcp-config --setting-sources user --add-dir /workspace --disallowedTools AskUserQuestion --model mock/small --append-system-prompt Be "brief".\nAlways. --resume earlier',
  )
  expect(environment).toMatchObject({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', KEY: 'x' })
  expect([modeOf('workspace-write'), modeOf('unlimited')]).toEqual(['acceptEdits', 'bypassPermissions'])
})

test('Codex is given its options in front of the session, and texts that break no configuration', () => {
  const { args } = codexCommand(
    agentTurn(whole, { baseUrl: 'http://127.0.0.1:1/v1', environment: { OPENAI_API_KEY: 'x' } }),
    '/tmp/images',
  )
  expect(args).toEqual(
    [
      ['exec', '--json', '--skip-git-repo-check', '-s', 'workspace-write', '-m', 'mock/small'],
      ['-c', 'analytics.enabled=false', '-c', 'check_for_update_on_startup=false'],
      ['-c', String.raw`developer_instructions="Be \"brief\".\nAlways."`],
      ['-c', 'model_provider="parley"', '-c', 'model_providers.parley.name="Parley"'],
      ['-c', 'model_providers.parley.base_url="http://127.0.0.1:1/v1"'],
      ['-c', 'model_providers.parley.env_key="OPENAI_API_KEY"'],
      ['-c', 'model_providers.parley.wire_api="responses"'],
      ['-c', 'model_providers.parley.request_max_retries=2'],
      ['-c', 'model_providers.parley.stream_max_retries=3'],
      ['--image=/tmp/images/image-1.jpg', 'resume', 'earlier', '-'],
    ].flat(),
  )
})

test('Codex is not told of a key that nobody gave it', () => {
  const { args } = codexCommand(agentTurn({}, { baseUrl: 'http://127.0.0.1:1/v1' }), null)
  expect(args.filter((arg) => arg.includes('env_key'))).toEqual([])
})

test('Gemini CLI may look at its images, and hears the instructions once', () => {
  const turn = agentTurn({ ...whole, permission: 'read-only' })
  expect(geminiCommand(turn, '/tmp/images').args).toEqual(
    [
      ['-o', 'stream-json', '--approval-mode', 'plan'],
      ['--allowed-tools', 'read_file', '--allowed-mcp-server-names', 'none', '-m', 'mock/small'],
      ['--include-directories', '/tmp/images', '--resume', 'earlier'],
    ].flat(),
  )
  expect(geminiInput(turn, '/tmp/images')).toBe('@/tmp/images/image-1.jpg\nHello')
  expect(geminiInput(agentTurn({ systemText: 'Be brief.' }), null)).toBe(
    '<instructions>\nBe brief.\n</instructions>\n\nHello',
  )
})

test('OpenCode is told last what it may do, whatever a project says', () => {
  const { args, environment, files } = openCodeCommand(
    agentTurn({ ...whole, permission: 'read-only' }, { baseUrl: 'http://127.0.0.1:1/v1' }),
    '/tmp/images',
  )
  expect(args).toEqual(
    [
      ['run', '--format', 'json', '--thinking', '-m', 'mock/small'],
      ['-f', '/tmp/images/image-1.jpg', '-s', 'earlier'],
    ].flat(),
  )
  expect(JSON.parse(environment['OPENCODE_CONFIG_CONTENT'] ?? '')).toMatchObject({
    permission: { '*': 'deny', read: 'allow', bash: 'deny', edit: 'deny', external_directory: 'deny' },
  })
  const [configuration, instructions] = files ?? []
  expect(JSON.parse(configuration?.content ?? '')).toMatchObject({
    instructions: ['{env:PARLEY_INSTRUCTIONS}', '/workspace/AGENTS.md'],
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
    content: whole.systemText,
  })
})

test('what a folder sets for an agent holds only where the agent may do everything', () => {
  const limited = agentTurn({ permission: 'workspace-write' })
  const unlimited = agentTurn({ permission: 'unlimited' })
  expect(claudeCommand(limited).args).toContain('--setting-sources')
  expect(geminiCommand(limited, null).args).toContain('--allowed-tools')
  const { environment } = openCodeCommand(limited, null)
  expect(environment).toMatchObject({ OPENCODE_DISABLE_PROJECT_CONFIG: '1' })
  expect(JSON.parse(environment['OPENCODE_CONFIG_CONTENT'] ?? '')).toMatchObject({
    instructions: ['/workspace/AGENTS.md'],
  })
  expect(claudeCommand(unlimited).args).not.toContain('--setting-sources')
  expect(geminiCommand(unlimited, null).args).not.toContain('--allowed-tools')
  expect(openCodeCommand(unlimited, null).environment).not.toHaveProperty('OPENCODE_DISABLE_PROJECT_CONFIG')
})
