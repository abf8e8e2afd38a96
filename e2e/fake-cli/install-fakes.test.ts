import { existsSync, readdirSync } from 'node:fs'
import { execFileSync } from 'node:child_process'

import { expect, it } from 'vitest'

import { installFakes } from './install-fakes.ts'

const versions = {
  claude: '2.1.329 (Claude Code)',
  codex: 'codex-cli 0.169.0',
  gemini: '0.61.0',
  opencode: '1.18.33',
  'claude-agent-acp': '0.100.0',
  'codex-acp': '2.6.0',
} as const

it.each(Object.entries(versions))(
  'puts %s on the search path, where it tells the real version: %s',
  (program, version) => {
    using fakes = installFakes()
    const environment = { ...process.env, ...fakes.environment }

    expect(execFileSync(program, ['--version'], { env: environment, encoding: 'utf8' }).trim()).toBe(version)
  },
)

it('installs no program that a test wants to be missing', () => {
  using some = installFakes({ only: ['claude', 'codex'] })
  using others = installFakes({ without: ['claude-agent-acp', 'codex-acp', 'fake-cli'] })

  expect(readdirSync(some.path).toSorted()).toEqual(['claude', 'codex'])
  expect(readdirSync(others.path).toSorted()).toEqual(['claude', 'codex', 'gemini', 'opencode'])
})

it('leaves no folder behind', () => {
  const fakes = installFakes()
  fakes[Symbol.dispose]()

  expect(existsSync(fakes.path)).toBe(false)
  expect(existsSync(fakes.home)).toBe(false)
})

it('tells what a fake was started with', () => {
  using fakes = installFakes()
  execFileSync(fakes.executable('gemini'), ['-o', 'stream-json'], {
    input: 'say hello',
    cwd: fakes.home,
    env: { ...process.env, GEMINI_CLI_TRUST_WORKSPACE: 'true', PARLEY_RUN_ID: 'run-1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })

  const [start, prompt] = fakes.records()
  expect(start).toMatchObject({
    type: 'start',
    program: 'gemini',
    args: ['-o', 'stream-json'],
    cwd: fakes.home,
    environment: { PARLEY_RUN_ID: 'run-1' },
  })
  expect(prompt).toMatchObject({ type: 'prompt', program: 'gemini', text: 'say hello' })
})
