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

/** Turns each byte around, and knows its own by a first byte: enough to see whether text was encrypted. */
const cipher: SecretCipher = {
  guarantee: 'key-file',
  encrypt: (plain) => Buffer.from([7, ...Buffer.from(plain)].map((byte) => byte ^ 0xff)),
  decrypt(encrypted) {
    const [mark, ...bytes] = encrypted.map((byte) => byte ^ 0xff)
    if (mark !== 7) throw new Error('of another machine')
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

test('a saved provider shows that it has a key and how that ends, and no more', (context) => {
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

test('an absent key stays while the origin does, whatever else changes', () => {
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
  'a key never follows to another origin: %s',
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

test('a short key shows nothing of itself', () => {
  const { providers } = open()
  expect(providers.save(mine({ apiKey: '1234567' }))).toMatchObject({ hasKey: true, last4: null })
  expect(providers.save(mine({ apiKey: '12345678' }))).toMatchObject({ hasKey: true, last4: '5678' })
})

test('removing a provider removes its key, also for one that comes later under its id', () => {
  const { providers } = open()
  providers.save(mine({ apiKey: key }))
  expect([providers.remove('mine'), providers.remove('mine')]).toEqual([true, false])
  expect(providers.list()).toEqual([])
  expect(providers.save(mine())).toMatchObject({ hasKey: false })
})

test('a key whose provider was lost is not given to a new one of that id', () => {
  const { folder, providers } = open()
  providers.save(mine({ apiKey: key }))
  writeFileSync(join(folder, 'settings.json'), 'damaged')
  const { providers: again } = open(folder)
  expect(again.save(mine())).toMatchObject({ hasKey: false })
  expect(again.apiKeyFor('mine')).toBeNull()
})

test.each([
  ['no address', 'baseUrl', undefined, 'address-missing'],
  ['no web address', 'baseUrl', 'file:///etc/passwd', 'address'],
  ['not an address', 'baseUrl', 'localhost', 'address'],
  ['a password in the address', 'baseUrl', 'https://me:secret@example.com/v1', 'address-with-password'],
  ['a query in the address', 'baseUrl', 'https://example.com/v1?api-version=1', 'address-query'],
  ['a key with a line break in it', 'apiKey', 'sk-one\nsk-two', 'key-characters'],
  ['a reserved id', 'id', 'demo', 'provider-built-in'],
])('%s is refused, and nothing changes', (_what, field, value, reason) => {
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
])('of the address %s what is not of the API is left out', (baseUrl) => {
  const { providers } = open()
  expect(providers.save(mine({ baseUrl }))).toMatchObject({ baseUrl: 'https://example.com/v1' })
})

test('the address of a local server can be put in the place of the discovered one', () => {
  const { providers } = open()
  expect(providers.save(mine({ id: 'ollama', baseUrl: 'http://127.0.0.1:9999/v1' }))).toMatchObject({
    id: 'ollama',
    name: 'ollama',
    hasKey: false,
  })
})

test('several providers keep their order when one changes', () => {
  const { providers } = open()
  for (const id of ['one', 'two', 'three']) providers.save(mine({ id, apiKey: `${key}-${id}` }))
  providers.save(mine({ id: 'two', name: 'Second' }))
  expect(providers.list().map(({ name }) => name)).toEqual(['one', 'Second', 'three'])
  expect(providers.apiKeyFor('three')).toBe(`${key}-three`)
})

test('a key that cannot be decrypted here is reported once, counts as none, and can be entered again', () => {
  const { folder, providers } = open()
  providers.save(mine({ apiKey: key }))
  const other: SecretCipher = { ...cipher, decrypt: () => raise('of another machine') }
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

test('a damaged file of keys is set aside and says nothing of its content', () => {
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
