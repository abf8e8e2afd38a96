import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createManualClock } from '../base/testing/manual-clock'
import { temporaryFolder } from '../base/testing/temporary-folder'
import type { Confirmation, SecretCipher } from '../platform/platform'
import { type AgentChange, AgentSettings } from './agent-settings'
import { SecretStore } from './secret-store'
import { SettingsStore } from './settings-store'

const key = 'sk-test-1234567890'

/** Inverts each byte, enough to see whether text was encrypted. */
const cipher: SecretCipher = {
  guarantee: 'key-file',
  encrypt: (plain) => Buffer.from(Buffer.from(plain).map((byte) => byte ^ 0xff)),
  decrypt: (encrypted) => Buffer.from(encrypted.map((byte) => byte ^ 0xff)).toString('utf8'),
}

function open(
  folder = temporaryFolder(),
  onProblem = (error: unknown): void => {
    throw error
  },
  own: NodeJS.ProcessEnv = {},
) {
  const deps = {
    clock: createManualClock(),
    onProblem,
  }
  const settings = new SettingsStore(folder, deps)
  const agents = new AgentSettings(settings, new SecretStore(folder, cipher, deps), own)
  const asked: Confirmation['lines'][] = []
  const save = (change: Omit<AgentChange, 'agentId'>, agrees: () => boolean = () => true) =>
    agents.save({ agentId: 'codex', ...change }, (lines) => {
      asked.push(lines)
      return Promise.resolve(agrees())
    })
  return { folder, agents, asked, save, setup: () => agents.setupOf('codex') }
}

function program(): string {
  const path = join(temporaryFolder(), process.platform === 'win32' ? 'my-codex.exe' : 'my-codex')
  writeFileSync(path, '#!/bin/sh\n')
  chmodSync(path, 0o755)
  return path
}

const server = 'http://127.0.0.1:9000/v1'

test('asks about everything that an agent would be started with, and shows no keys', async () => {
  const { save, asked, setup } = open()
  const executable = program()
  const environment = { OPENAI_API_KEY: key, NODE_OPTIONS: '--require /tmp/evil.js', GIT_ASKPASS: '/tmp/ask' }
  await save({ executable, baseUrl: server, environment })
  expect(asked).toEqual([
    [
      { label: 'program', value: executable },
      { label: 'server', value: server },
      { label: 'variable', value: 'OPENAI_API_KEY = ••••••••' },
      { label: 'loading-variable', value: 'NODE_OPTIONS = --require /tmp/evil.js' },
      { label: 'loading-variable', value: 'GIT_ASKPASS = /tmp/ask' },
    ],
  ])
  expect(setup()).toEqual({ executable, baseUrl: server, environment })
})

test('keeps settings for the next start, and values of variables never in plain text', async () => {
  const { folder, save } = open()
  await save({ baseUrl: server, environment: { OPENAI_API_KEY: key } })
  for (const file of ['settings.json', 'secrets.json']) {
    expect(readFileSync(join(folder, file), 'utf8')).not.toContain(key)
  }
  expect(open(folder).setup()).toEqual({
    executable: null,
    baseUrl: server,
    environment: { OPENAI_API_KEY: key },
  })
})

test('a passed variable has its present value at each start, is stored nowhere, and can be removed or replaced', async () => {
  const { folder, save, setup, asked } = open(undefined, undefined, {
    AWS_SESSION_TOKEN: key,
    AWS_REGION: 'eu',
  })
  await save({ passes: ['AWS_SESSION_TOKEN', 'AWS_REGION', 'AWS_PROFILE'] })
  expect(setup().environment).toEqual({ AWS_SESSION_TOKEN: key, AWS_REGION: 'eu' })
  expect(asked[0]).toContainEqual({ label: 'variable', value: 'AWS_SESSION_TOKEN = ••••••••' })
  expect(readFileSync(join(folder, 'settings.json'), 'utf8')).not.toContain(key)
  const renewed = open(folder, undefined, { AWS_SESSION_TOKEN: 'renewed', AWS_REGION: 'us' })
  expect(renewed.setup().environment).toEqual({ AWS_SESSION_TOKEN: 'renewed', AWS_REGION: 'us' })
  await renewed.save({ environment: { AWS_SESSION_TOKEN: null, AWS_REGION: 'mine' } })
  expect(open(folder, undefined, { AWS_SESSION_TOKEN: 'x', AWS_REGION: 'x' }).setup().environment).toEqual({
    AWS_REGION: 'mine',
  })
  const moved = open(undefined, undefined, { AWS_REGION: 'eu' })
  await moved.save({ passes: ['AWS_REGION'] })
  await moved.save({ baseUrl: server })
  expect(moved.setup().environment).toEqual({})
})

test('changes nothing when the user does not agree', async () => {
  const { save, setup } = open()
  await save({ environment: { A: '1' } })
  const before = setup()
  for (const change of [{ executable: program() }, { baseUrl: server }, { environment: { A: '2' } }]) {
    await expect(save(change, () => false)).rejects.toMatchObject({
      code: 'CANCELLED',
      data: { reason: 'not-agreed' },
    })
  }
  expect(setup()).toEqual(before)
})

test('an agreement covers only what was shown: a later change voids it', async () => {
  const { agents, save, setup } = open()
  const overtaken = agents.save({ agentId: 'codex', environment: { OPENAI_API_KEY: key } }, async () => {
    await save({ baseUrl: 'https://evil.example' })
    return true
  })
  await expect(overtaken).rejects.toMatchObject({
    code: 'CANCELLED',
    data: { reason: 'settings-changed' },
  })
  expect(setup()).toEqual({ executable: null, baseUrl: 'https://evil.example', environment: {} })
})

test('does not ask about what is removed or already set', async () => {
  const { save, asked, setup } = open()
  const executable = program()
  await save({ executable, baseUrl: server, environment: { A: '1', B: '2' } })
  await save({ executable, baseUrl: server, environment: { A: '1' } })
  await save({ environment: { A: null } })
  await save({ executable: null })
  expect(setup()).toEqual({ executable: null, baseUrl: server, environment: { B: '2' } })
  await save({ baseUrl: null })
  expect(asked).toHaveLength(1)
})

test.each(['https://evil.example/v1', 'https://127.0.0.1:9000/v1', 'http://127.0.0.1:9001/v1', null])(
  'never sends a variable to another server: %s',
  async (baseUrl) => {
    const { save, setup, asked } = open()
    await save({ baseUrl: server, environment: { OPENAI_API_KEY: key } })
    await save({ baseUrl })
    expect(setup()).toEqual({ executable: null, baseUrl, environment: {} })
    expect(asked.slice(1).flat()).toEqual(baseUrl === null ? [] : [{ label: 'server', value: baseUrl }])
    await save({ baseUrl: server })
    expect(setup().environment).toEqual({})
  },
)

test('keeps a variable when only the path of its server changes', async () => {
  const { save, setup } = open()
  await save({ baseUrl: server, environment: { OPENAI_API_KEY: key } })
  await save({ baseUrl: 'http://127.0.0.1:9000/v2' })
  expect(setup().environment).toEqual({ OPENAI_API_KEY: key })
})

test('gives the variables of one agent to no other', async () => {
  const { agents, save } = open()
  await save({ environment: { OPENAI_API_KEY: key } })
  expect(agents.setupOf('opencode')).toEqual({ executable: null, baseUrl: null, environment: {} })
})

test.each([
  ['a relative path', 'executable', 'bin/codex', 'agent-program-not-absolute'],
  ['a missing program', 'executable', '/nowhere/codex', 'agent-program-not-found'],
  ['a folder', 'executable', '/usr', 'agent-program-not-found'],
  ['a file that is not executable', 'executable', '/etc/passwd', 'agent-program-not-found'],
  ['a password in the address', 'baseUrl', 'https://me:secret@example.com', 'address-with-password-agent'],
  ['a variable reserved by Parley', 'environment', { PARLEY_RUN_ID: 'x' }, 'agent-variable-reserved'],
  ['a value that is invalid in a variable', 'environment', { A: 'a\0b' }, 'agent-variable-character'],
])('refuses %s before asking the user', async (_what, field, value, reason) => {
  const { save, asked, setup } = open()
  await expect(save({ [field]: value })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { field, reason },
  })
  expect([asked, setup()]).toEqual([[], { executable: null, baseUrl: null, environment: {} }])
})

test('keeps the settings of other agents beside those of an unknown one from a newer Parley', async () => {
  const { folder, save } = open()
  await save({ environment: { A: '1' } })
  const file = join(folder, 'settings.json')
  const content = JSON.parse(readFileSync(file, 'utf8')) as { agents: object[] }
  content.agents.unshift({ id: 'agent-of-tomorrow', executable: null })
  writeFileSync(file, JSON.stringify(content))
  expect(open(folder, () => {}).setup().environment).toEqual({ A: '1' })
})
