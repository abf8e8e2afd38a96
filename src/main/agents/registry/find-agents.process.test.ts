// Needs processes: a version is what a program prints when asked for it.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { beforeEach, expect, test } from 'vitest'

import type { AgentId } from '../../../shared/agents/agents'
import type { AgentSetup } from '../../model-setup/setups'
import { createManualClock } from '../../base/testing/manual-clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { AgentFinder } from './find-agents'
import { agentProfiles } from '../profiles/agent-profiles'
import { isAlive } from '../supervisor/testing/supervised'
import { needsPosix } from '../../base/testing/needs'

beforeEach(needsPosix)

const nothingSet: AgentSetup = { executable: null, baseUrl: null, environment: {} }

/** A program that prints `output` for any arguments, and records them. */
function install(folder: string, name: string, output: string, before = ''): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${before}\necho '${output}'\n`)
  chmodSync(path, 0o755)
  return path
}

function setUp(environment: NodeJS.ProcessEnv, setup: Partial<Record<AgentId, AgentSetup>> = {}) {
  const clock = createManualClock()
  const finder = new AgentFinder({
    profiles: agentProfiles,
    setupOf: (id) => setup[id] ?? nothingSet,
    environment: { PARLEY_AGENT_FOLDERS: '', ...environment },
    clock,
  })
  const found = async (refresh = false) =>
    Object.fromEntries((await finder.findAll(refresh)).map(({ profile, program }) => [profile.id, program]))
  return { finder, clock, found }
}

const systemPath = ['/usr/bin', '/bin'].join(delimiter)

test('finds programs on the search path first, then in the usual folders, with their versions', async () => {
  const [first, second, usual] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  const claude = install(first, 'claude', '2.1.329 (Claude Code)')
  install(second, 'claude', '1.0.0')
  const codex = install(usual, 'codex', 'codex-cli 0.169.0')
  const { found } = setUp({ PATH: [first, second, systemPath].join(delimiter), PARLEY_AGENT_FOLDERS: usual })
  expect(await found()).toEqual({
    'claude-code': { path: claude, version: '2.1.329' },
    codex: { path: codex, version: '0.169.0' },
    'gemini-cli': null,
    opencode: null,
  })
})

test('an app started from a menu finds programs installed in the home folder', async () => {
  const home = temporaryFolder()
  const opencode = install(join(home, '.opencode/bin'), 'opencode', '1.18.33')
  const claude = install(join(home, '.nvm/versions/node/v22.9.0/bin'), 'claude', '2.1.0')
  install(join(home, '.nvm/versions/node/v9.11.0/bin'), 'claude', '1.0.0')
  const { finder } = setUp({ PATH: systemPath, HOME: home, PARLEY_AGENT_FOLDERS: undefined })
  const [{ program: first }, { program: second }] = await Promise.all([
    finder.locate('opencode'),
    finder.locate('claude-code'),
  ])
  expect([first?.path, second?.path]).toEqual([opencode, claude])
})

test('ignores folders, files that are not executable, and relative search paths', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'claude'))
  writeFileSync(join(folder, 'codex'), 'text')
  const { found } = setUp({ PATH: [folder, '.', ''].join(delimiter) })
  expect(Object.values(await found())).toEqual([null, null, null, null])
})

test('a program set by the user replaces the one that is found, even if it does not exist', async () => {
  const folder = temporaryFolder()
  install(folder, 'claude', '1.0.0')
  const own = install(temporaryFolder(), 'my-claude', '3.0.0')
  const named = (executable: string) =>
    setUp(
      { PATH: `${folder}${delimiter}${systemPath}` },
      { 'claude-code': { ...nothingSet, executable } },
    ).found()
  expect(await named(own)).toMatchObject({ 'claude-code': { path: own, version: '3.0.0' } })
  expect(await named(`${own}-gone`)).toMatchObject({ 'claude-code': null })
})

test('a program that fails, prints nothing or prints garbage is listed without a version', async () => {
  const folder = temporaryFolder()
  install(folder, 'claude', '1.0.0', 'exit 3')
  install(folder, 'codex', 'welcome')
  const gemini = join(folder, 'gemini')
  writeFileSync(gemini, 'no program at all')
  chmodSync(gemini, 0o755)
  const { found } = setUp({ PATH: `${folder}${delimiter}${systemPath}` })
  expect(await found()).toMatchObject({
    'claude-code': { version: null },
    codex: { version: null },
    'gemini-cli': { path: gemini, version: null },
  })
})

test('a program that hangs is ended with its group, and delays the others only briefly', async () => {
  const folder = temporaryFolder()
  const pids = join(folder, 'pids')
  install(
    folder,
    'claude',
    '',
    `sleep 1000 & echo $! > ${pids}; echo $$ >> ${pids}; echo ready > ${folder}/ready; wait`,
  )
  install(folder, 'codex', '0.1.0')
  const { clock, found } = setUp({ PATH: `${folder}${delimiter}${systemPath}` })
  const finding = found()
  await expect.poll(() => existsSync(join(folder, 'ready'))).toBe(true)
  clock.advance(5_000)
  expect(await finding).toMatchObject({ 'claude-code': { version: null } })
  const left = readPids(pids)
  expect(left).toHaveLength(2)
  await expect.poll(() => left.filter(isAlive)).toEqual([])
})

test('runs a program without the keys in Parley’s own environment, and with its own folder on the search path', async () => {
  const [folder, usual] = [temporaryFolder(), temporaryFolder()]
  const seen = join(folder, 'seen')
  install(usual, 'helper', 'helped')
  install(usual, 'claude', '1.0.0', `env > ${seen}; helper >> ${seen}`)
  const { found } = setUp({
    PATH: systemPath,
    PARLEY_AGENT_FOLDERS: usual,
    ANTHROPIC_API_KEY: 'sk-ant-not-for-it',
    HOME: folder,
  })
  await found()
  const text = readFileSync(seen, 'utf8')
  expect(text).toContain('helped')
  expect(text).toContain(`HOME=${folder}`)
  expect(text).not.toContain('sk-ant-not-for-it')
})

test('caches the results for 30 s, and looks again on request', async () => {
  const folder = temporaryFolder()
  const { clock, found } = setUp({ PATH: `${folder}${delimiter}${systemPath}` })
  expect(await found()).toMatchObject({ 'claude-code': null })
  const path = install(folder, 'claude', '1.0.0')
  clock.advance(29_000)
  expect(await found()).toMatchObject({ 'claude-code': null })
  expect(await found(true)).toMatchObject({ 'claude-code': { path } })
  install(folder, 'claude', '1.0.1')
  clock.advance(30_000)
  expect(await found()).toMatchObject({ 'claude-code': { version: '1.0.1' } })
})

test('closing aborts pending checks', async () => {
  const folder = temporaryFolder()
  install(folder, 'claude', '', `echo ready > ${folder}/ready; sleep 1000`)
  const { finder, found } = setUp({ PATH: `${folder}${delimiter}${systemPath}` })
  const finding = found()
  await expect.poll(() => existsSync(join(folder, 'ready'))).toBe(true)
  finder.close()
  expect(await finding).toMatchObject({ 'claude-code': { version: null } })
})

function readPids(path: string): number[] {
  return readFileSync(path, 'utf8').trim().split('\n').map(Number)
}
