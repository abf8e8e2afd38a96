// Needs processes: the installed programs are found on a search path and started.
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { execFileSync, spawnSync } from 'node:child_process'

import { beforeEach, expect, it } from 'vitest'

import { type FakeProgram, installFakes } from './install-fakes.ts'
import { needsPosix } from '../../src/main/base/testing/needs.ts'

beforeEach(needsPosix)

const versions = {
  claude: '2.1.329 (Claude Code)',
  codex: 'codex-cli 0.169.0',
  gemini: '0.61.0',
  opencode: '1.18.33',
  'claude-agent-acp': '0.100.0',
  'codex-acp': '2.6.0',
} as const

it.each(Object.entries(versions))(
  'puts %s on the search path, with the real version: %s',
  (program, version) => {
    using fakes = installFakes()
    const environment = { ...process.env, ...fakes.environment }

    expect(execFileSync(program, ['--version'], { env: environment, encoding: 'utf8' }).trim()).toBe(version)
  },
)

it('does not install excluded programs', () => {
  using some = installFakes({ only: ['claude', 'codex'] })
  using others = installFakes({ without: ['claude-agent-acp', 'codex-acp'] })

  expect(readdirSync(some.path).toSorted()).toEqual(['claude', 'codex'])
  expect(readdirSync(others.path).toSorted()).toEqual(['claude', 'codex', 'gemini', 'opencode'])
})

it('leaves no folder behind', () => {
  const fakes = installFakes()
  fakes[Symbol.dispose]()

  expect(existsSync(fakes.path)).toBe(false)
  expect(existsSync(fakes.home)).toBe(false)
})

it('reports what a fake was started with', () => {
  using fakes = installFakes()
  execFileSync(fakes.executable('codex'), ['exec', '--json'], {
    input: 'say hello',
    cwd: fakes.home,
    env: { ...process.env, PARLEY_RUN_ID: 'run-1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })

  const [start, prompt] = fakes.records()
  expect(start).toMatchObject({
    type: 'start',
    program: 'codex',
    args: ['exec', '--json'],
    cwd: realpathSync.native(fakes.home),
    environment: { PARLEY_RUN_ID: 'run-1' },
  })
  expect(prompt).toMatchObject({ type: 'prompt', program: 'codex', text: 'say hello' })
})

it('fails the test that gave a fake an unknown word, even if the fake has already exited', () => {
  const fakes = installFakes({ only: ['codex'] })
  const { status } = spawnSync(fakes.executable('codex'), ['exec', '--json'], { input: 'sya hello' })

  expect(status).toBe(1)
  expect(() => fakes[Symbol.dispose]()).toThrow('codex: unknown word "sya hello" in a script; allowed: ')
  expect(existsSync(fakes.path)).toBe(false)
})

it.each<[FakeProgram, string[], object, string]>([
  ['claude', ['-p', '--input-format', 'stream-json'], { type: 'usr' }, '"usr" in the lines of claude'],
  ['codex-acp', [], { method: 'session/cancle' }, '"session/cancle" in the notifications'],
  ['codex-acp', [], { id: 7, result: {} }, '"7" in the answers to an agent'],
])('%s %j ends at %j, which it does not know', (program, args, line, problem) => {
  const fakes = installFakes({ only: [program] })
  const { status } = spawnSync(fakes.executable(program), args, { input: `${JSON.stringify(line)}\n` })

  expect(status).toBe(1)
  expect(() => fakes[Symbol.dispose]()).toThrow(problem)
})

it('ignores a line cut off because its client was killed', () => {
  using fakes = installFakes({ only: ['codex-acp'] })
  const { status } = spawnSync(fakes.executable('codex-acp'), { input: '{"method":"session/can' })

  expect(status).toBe(0)
})
