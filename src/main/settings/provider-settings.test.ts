import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { ParleyError } from '../../shared/errors'
import { createManualClock } from '../base/testing/manual-clock'
import type { SecretCipher } from '../platform/platform'
import { needsFileModes } from '../base/testing/needs'
import { temporaryFolder } from '../base/testing/temporary-folder'
import { type ProviderChange, ProviderSettings } from './provider-settings'
import { SecretStore } from './secret-store'
import { SettingsStore } from './settings-store'

const key = 'sk-test-1234567890'

/** Inverts each byte and marks its output with a first byte: enough to see whether text was encrypted. */
const cipher: SecretCipher = {
  guarantee: 'key-file',
  encrypt: (plain) => Buffer.from([7, ...Buffer.from(plain)].map((byte) => byte ^ 0xff)),
  decrypt(encrypted) {
    const [mark, ...bytes] = encrypted.map((byte) => byte ^ 0xff)
    if (mark !== 7) throw new Error('encrypted on another machine')
    return Buffer.from(bytes).toString('utf8')
  },
}

function open(folder = temporaryFolder(), secretCipher = cipher) {
  const problems: ParleyError[] = []
  const deps = { clock: createManualClock(), onProblem: (error: ParleyError) => problems.push(error) }
  const settings = new SettingsStore(folder, deps)
  const secrets = new SecretStore(folder, secretCipher, deps)
  return { folder, problems, settings, secrets, providers: new ProviderSettings(settings, secrets) }
}

const mine = (change: Partial<ProviderChange> = {}): ProviderChange => ({
  id: 'mine',
  kind: 'openai-compatible',
  baseUrl: 'https://api.example.com/v1',
  ...change,
})

test('shows that a saved provider has a key and how it ends, and no more', (context) => {
  const { providers, folder } = open()
  const saved = providers.save(mine({ name: 'My server', apiKey: ` ${key}\n` }))
  expect(saved).toEqual({
    id: 'mine',
    kind: 'openai-compatible',
    name: 'My server',
    baseUrl: 'https://api.example.com/v1',
    hasKey: true,
    last4: '7890',
    keyVariable: null,
    origin: 'configured',
  })
  expect(providers.list()).toEqual([saved])
  expect(JSON.stringify(providers.list())).not.toContain(key)
  expect(providers.apiKeyFor('mine')).toBe(key)
  for (const name of ['settings.json', 'secrets.json']) {
    const path = join(folder, name)
    expect(readFileSync(path, 'utf8')).not.toContain(key)
    needsFileModes(context)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  }
  expect(open(folder).providers.apiKeyFor('mine')).toBe(key)
})

test('keeps the stored key while the origin is the same, whatever else changes', () => {
  const { providers } = open()
  providers.save(mine({ apiKey: key }))
  expect(providers.save(mine({ name: 'Renamed', baseUrl: 'https://api.example.com/v2' }))).toMatchObject({
    name: 'Renamed',
    hasKey: true,
  })
  expect(providers.save({ id: 'mine', kind: 'openai-compatible' })).toMatchObject({
    name: 'Renamed',
    baseUrl: 'https://api.example.com/v2',
    hasKey: true,
  })
})

test.each(['http://api.example.com/v1', 'https://api.example.com:8443/v1', 'https://evil.example/v1'])(
  'never sends a key to another origin: %s',
  (baseUrl) => {
    const { providers } = open()
    providers.save(mine({ apiKey: key }))
    expect(providers.save(mine({ baseUrl }))).toMatchObject({ hasKey: false, last4: null })
    expect(providers.save(mine())).toMatchObject({ hasKey: false })
    expect(providers.save(mine({ baseUrl, apiKey: key }))).toMatchObject({ hasKey: true })
  },
)

test('an empty key removes the stored one', () => {
  const { providers } = open()
  providers.save(mine({ apiKey: key }))
  expect(providers.save(mine({ apiKey: '' }))).toMatchObject({ hasKey: false })
  expect(providers.apiKeyFor('mine')).toBeNull()
})

test('shows nothing of a short key', () => {
  const { providers } = open()
  expect(providers.save(mine({ apiKey: '1234567' }))).toMatchObject({ hasKey: true, last4: null })
  expect(providers.save(mine({ apiKey: '12345678' }))).toMatchObject({ hasKey: true, last4: '5678' })
})

test('removing a provider removes its key, also for a later one with its id', () => {
  const { providers } = open()
  providers.save(mine({ apiKey: key }))
  expect([providers.remove('mine'), providers.remove('mine')]).toEqual([true, false])
  expect(providers.list()).toEqual([])
  expect(providers.save(mine())).toMatchObject({ hasKey: false })
})

test('does not give the key of a lost provider to a new one with its id', () => {
  const { folder, providers } = open()
  providers.save(mine({ apiKey: key }))
  writeFileSync(join(folder, 'settings.json'), 'damaged')
  const { providers: again } = open(folder)
  expect(again.save(mine())).toMatchObject({ hasKey: false })
  expect(again.apiKeyFor('mine')).toBeNull()
})

test.each([
  ['a missing address', 'baseUrl', undefined, 'address-missing'],
  ['an address that is not on the web', 'baseUrl', 'file:///etc/passwd', 'address'],
  ['an invalid address', 'baseUrl', 'me:secret@localhost', 'address'],
  ['a password in the address', 'baseUrl', 'https://me:secret@example.com/v1', 'address-with-password'],
  ['a query in the address', 'baseUrl', 'https://example.com/v1?tenant=1', 'address-query'],
  ['a key with a line break', 'apiKey', 'sk-one\nsk-two', 'key-characters'],
  ['a reserved id', 'id', 'demo', 'provider-built-in'],
])('refuses %s and changes nothing', (_what, field, value, reason) => {
  const { providers } = open()
  expect(() => providers.save(mine({ [field]: value }))).toThrow(
    expect.objectContaining({
      code: 'INVALID_INPUT',
      data: expect.objectContaining({ field, reason }) as unknown,
    }),
  )
  expect(providers.list()).toEqual([])
})

test.each([
  'https://example.com/v1/chat/completions',
  'https://example.com/v1/#top',
  ' https://example.com/v1/models',
])('strips from the address %s what is not part of the API', (baseUrl) => {
  const { providers } = open()
  expect(providers.save(mine({ baseUrl }))).toMatchObject({ baseUrl: 'https://example.com/v1' })
})

test('completes an address without a scheme, and keeps the key for it', () => {
  const { providers } = open()
  providers.save(mine({ baseUrl: 'localhost:1234/v1/models', apiKey: key }))
  expect(providers.save(mine({ baseUrl: 'http://localhost:1234/v1' }))).toMatchObject({
    baseUrl: 'http://localhost:1234/v1',
    hasKey: true,
  })
})

test('allows saving another address for a discovered local server', () => {
  const { providers } = open()
  expect(providers.save(mine({ id: 'ollama', baseUrl: 'http://127.0.0.1:9999/v1' }))).toMatchObject({
    id: 'ollama',
    name: 'ollama',
    hasKey: false,
  })
})

test('a key that is entered for a preset goes to its own address, wherever the provider led before', () => {
  const { providers } = open()
  providers.save({ id: 'openai', kind: 'anthropic', name: 'OpenAI', baseUrl: 'http://evil.example/v1' })
  expect(providers.save({ id: 'openai', kind: 'openai', apiKey: key })).toMatchObject({
    kind: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    hasKey: true,
  })
})

test('a key for a preset whose path the user changed keeps that path', () => {
  const { providers } = open()
  providers.save({ id: 'openai', kind: 'openai', baseUrl: 'https://api.openai.com/v2' })
  expect(providers.save({ id: 'openai', kind: 'openai', apiKey: key })).toMatchObject({
    baseUrl: 'https://api.openai.com/v2',
  })
})

test('writes the host of an address as it is looked up', () => {
  const { providers } = open()
  expect(providers.save(mine({ baseUrl: 'https://аpi.openai.com/v1/' }))).toMatchObject({
    baseUrl: 'https://xn--pi-6kc.openai.com/v1',
  })
})

test('keeps the order of several providers when one changes', () => {
  const { providers } = open()
  for (const id of ['one', 'two', 'three']) providers.save(mine({ id, apiKey: `${key}-${id}` }))
  providers.save(mine({ id: 'two', name: 'Second' }))
  expect(providers.list().map(({ name }) => name)).toEqual(['one', 'Second', 'three'])
  expect(providers.apiKeyFor('three')).toBe(`${key}-three`)
})

test('reports a key that cannot be decrypted once, treats it as missing, and accepts a new one', () => {
  const { folder, providers } = open()
  providers.save(mine({ apiKey: key }))
  const other: SecretCipher = { ...cipher, decrypt: () => raise('encrypted on another machine') }
  const opened = open(folder, other)
  expect([opened.providers.list(), opened.providers.list()]).toMatchObject([
    [{ hasKey: false, last4: null }],
    [{ hasKey: false }],
  ])
  expect(opened.problems).toMatchObject([
    { code: 'STORE_DAMAGED', data: { reason: 'key', providerId: 'mine' } },
  ])
  expect(open(folder).providers.apiKeyFor('mine')).toBe(key)
})

test('sets aside a damaged file of keys and reveals nothing of its content', () => {
  const { folder, providers } = open()
  providers.save(mine({ apiKey: key }))
  writeFileSync(join(folder, 'secrets.json'), '{"mine":"not base64!"}')
  const { providers: again, problems } = open(folder)
  expect(again.list()).toMatchObject([{ id: 'mine', hasKey: false }])
  expect(problems).toMatchObject([{ code: 'STORE_DAMAGED' }])
  expect(JSON.stringify(problems)).not.toContain('not base64')
})

function raise(message: string): never {
  throw new Error(message)
}
