import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { createManualClock } from '../base/testing/manual-clock'
import { temporaryFolder } from '../base/testing/temporary-folder'
import type { SecretCipher } from '../platform/platform'
import { SecretStore } from './secret-store'
import { ServerSettings } from './server-settings'
import { SettingsStore } from './settings-store'

const cipher: SecretCipher = {
  guarantee: 'key-file',
  encrypt: (plain) => Buffer.from(Buffer.from(plain).map((byte) => byte ^ 0xff)),
  decrypt: (encrypted) => Buffer.from(encrypted.map((byte) => byte ^ 0xff)).toString('utf8'),
}

function open(folder = temporaryFolder()) {
  const deps = {
    clock: createManualClock(),
    onProblem(error: unknown): void {
      throw error
    },
  }
  const store = new SettingsStore(folder, deps)
  const servers = new ServerSettings(store, new SecretStore(folder, cipher, deps))
  const setup = () => {
    const [server] = servers.list()
    return server === undefined ? undefined : servers.setupOf(server)
  }
  return { folder, store, servers, setup }
}

const stdio = (args: string[], env: Record<string, string | null> = {}) =>
  ({ type: 'stdio', command: 'npx', args, env }) as const

describe('values of variables and headers', () => {
  test('are kept while the command stays, changed one by one, and dropped with the command', () => {
    const { servers, setup } = open()
    servers.save({ id: 'a', transport: stdio(['x'], { KEY: 'one-secret', OTHER: 'two-secret' }) })
    servers.save({ id: 'a', transport: stdio(['x'], { OTHER: null, NEW: 'three-secret' }) })
    expect(setup()).toMatchObject({ environment: { KEY: 'one-secret', NEW: 'three-secret' } })
    servers.save({ id: 'a', transport: stdio(['y']) })
    expect(setup()).toMatchObject({ args: ['y'], environment: {} })
  })

  test('go to another path of the same origin, never to another origin', () => {
    const { servers, setup } = open()
    const at = (url: string, headers = {}) =>
      servers.save({ id: 'a', transport: { type: 'http', url, headers } })
    at('https://a.example/one', { 'X-Key': 'a-secret' })
    at('https://a.example/two')
    expect(setup()).toMatchObject({ url: 'https://a.example/two', headers: { 'x-key': 'a-secret' } })
    servers.setSignIn('a', 'tokens')
    at('https://b.example/two')
    expect([setup(), servers.signInOf('a')]).toMatchObject([{ headers: {} }, null])
  })

  test('are in no settings file, export or list, and survive a restart', () => {
    const { servers, folder, store } = open()
    servers.save({ id: 'a', transport: stdio(['x'], { KEY: 'one-secret' }) })
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).not.toContain('one-secret')
    expect(JSON.stringify(store.changed())).not.toContain('npx')
    expect(open(folder).setup()).toMatchObject({ environment: { KEY: 'one-secret' } })
  })
})

test('removing a server removes its values and what was allowed, and nothing is stored for it any more', () => {
  const { servers, setup } = open()
  servers.save({ id: 'a', transport: stdio(['x'], { KEY: 'one-secret' }) })
  servers.allow('a', 'hash')
  const [server] = servers.list()
  expect([servers.remove('a'), servers.remove('a')]).toEqual([true, false])
  // A refresh or a question may end after the removal.
  servers.setSignIn('a', 'tokens')
  servers.allow('a', 'hash')
  expect([servers.signInOf('a'), server && servers.allowedHash(server)]).toEqual([null, null])
  servers.save({ id: 'a', transport: stdio(['x']) })
  expect(setup()).toMatchObject({ environment: {} })
})

test.each([
  [{ type: 'http', url: 'ftp://a.example' }, 'address'],
  [{ type: 'http', url: 'https://me:secret@a.example' }, 'address-with-password'],
  [{ type: 'http', url: 'https://a.example', headers: { Host: 'b.example' } }, 'header'],
  [{ type: 'http', url: 'https://a.example', headers: { 'X-Key': 'a\r\nHost: b' } }, 'key-characters'],
  [{ type: 'stdio', command: 'a\0b' }, 'character'],
  [{ type: 'stdio', command: 'a', env: { PARLEY_TEST: '1' } }, 'variable-reserved'],
] as const)('refuses a transport that cannot work: %j', (transport, reason) => {
  const { servers } = open()
  expect(() => servers.save({ id: 'a', transport })).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ reason }) }),
  )
  expect(servers.list()).toEqual([])
})

test('the secret of a client is kept with its id, and dropped with it or with the address', () => {
  const { folder, servers, setup } = open()
  const at = (url: string, client: object) =>
    servers.save({ id: 'a', transport: { type: 'http', url, ...client } })
  const secret = () => {
    const now = setup()
    return now?.type === 'http' ? now.oauthClientSecret : undefined
  }
  at('https://a.example/', { oauthClientId: 'one', oauthClientSecret: 'a-client-secret' })
  expect(readFileSync(join(folder, 'settings.json'), 'utf8')).not.toContain('a-client-secret')
  at('https://a.example/path', {})
  at('https://a.example/path', { oauthClientId: 'one' })
  expect(secret()).toBe('a-client-secret')
  at('https://a.example/path', { oauthClientId: 'two' })
  at('https://a.example/path', { oauthClientId: 'one' })
  expect(secret()).toBeNull()
  at('https://a.example/', { oauthClientId: 'one', oauthClientSecret: 'a-client-secret' })
  at('https://b.example/', { oauthClientId: 'one' })
  expect(secret()).toBeNull()
})
