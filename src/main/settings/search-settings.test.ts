import { expect, test } from 'vitest'

import type { ParleyError } from '../../shared/errors'
import { createManualClock } from '../base/testing/manual-clock'
import { temporaryFolder } from '../base/testing/temporary-folder'
import type { SecretCipher } from '../platform/platform'
import { knownSearchAddresses, SearchSettings } from './search-settings'
import { SecretStore } from './secret-store'
import { SettingsStore } from './settings-store'

const key = 'search-key-1234567890'

const cipher: SecretCipher = {
  guarantee: 'key-file',
  encrypt: (plain) => Buffer.from(plain).reverse(),
  decrypt: (encrypted) => Buffer.from(encrypted).reverse().toString(),
}

function open(folder = temporaryFolder()) {
  const deps = { clock: createManualClock(), onProblem: (_error: ParleyError) => {} }
  const settings = new SettingsStore(folder, deps)
  const secrets = new SecretStore(folder, cipher, deps)
  return { folder, settings, search: new SearchSettings(settings, secrets) }
}

test('models search by themselves until a service is set up completely', () => {
  const { search } = open()
  expect(search.get()).toEqual({ kind: 'own', baseUrl: null, hasKey: false, last4: null })
  expect(search.setup()).toBeNull()
  search.save({ kind: 'brave' })
  expect(search.setup()).toBeNull()
  expect(search.save({ kind: 'brave', apiKey: ` ${key}\n` })).toEqual({
    kind: 'brave',
    baseUrl: null,
    hasKey: true,
    last4: '7890',
  })
  expect(search.setup()).toEqual({
    kind: 'brave',
    name: 'Brave',
    baseUrl: 'https://api.search.brave.com',
    apiKey: key,
  })
})

test('keeps the choice and its key over a restart', () => {
  const { folder, search } = open()
  search.save({ kind: 'tavily', apiKey: key })
  expect(open(folder).search.setup()).toMatchObject({ kind: 'tavily', apiKey: key })
})

test('never sends a key to another service than the one it was entered for', () => {
  const { search } = open()
  search.save({ kind: 'brave', apiKey: key })
  expect(search.save({ kind: 'tavily' }).hasKey).toBe(false)
  expect(search.save({ kind: 'brave' }).hasKey).toBe(false)
  search.save({ kind: 'brave', apiKey: key })
  search.save({ kind: 'own' })
  expect(search.save({ kind: 'brave' }).hasKey).toBe(false)
  search.save({ kind: 'brave', apiKey: key })
  search.save({ kind: 'searxng', baseUrl: 'http://127.0.0.1:8888' })
  expect(search.setup()?.apiKey).toBeNull()
})

test('an empty key removes the stored one', () => {
  const { search } = open()
  search.save({ kind: 'brave', apiKey: key })
  expect(search.save({ kind: 'brave' }).hasKey).toBe(true)
  expect(search.save({ kind: 'brave', apiKey: '' }).hasKey).toBe(false)
})

test.each([
  ['127.0.0.1:8888', 'http://127.0.0.1:8888'],
  ['https://search.example/searxng/search?q=x&format=json', 'https://search.example/searxng'],
  ['https://search.example/', 'https://search.example'],
])('takes %s as the address %s', (typed, baseUrl) => {
  const { search } = open()
  expect(search.save({ kind: 'searxng', baseUrl: typed }).baseUrl).toBe(baseUrl)
})

test.each([
  [undefined, 'address-missing'],
  ['http://user:secret@search.example', 'address-with-password'],
  ['https://search.example/?token=1', 'address-query'],
])('refuses a SearXNG server at %s', (baseUrl, reason) => {
  const { search } = open()
  expect(() => search.save({ kind: 'searxng', baseUrl })).toThrow(
    expect.objectContaining({ data: { reason, field: 'baseUrl' } }),
  )
  expect(search.get().kind).toBe('own')
})

test('only an app started for tests takes addresses from its environment', () => {
  const PARLEY_SEARCH_ADDRESSES = JSON.stringify({ brave: 'http://127.0.0.1:1' })
  expect(knownSearchAddresses({ PARLEY_SEARCH_ADDRESSES }).brave).toBe('https://api.search.brave.com')
  expect(knownSearchAddresses({ PARLEY_SEARCH_ADDRESSES, PARLEY_TEST: '1' })).toEqual({
    brave: 'http://127.0.0.1:1',
    tavily: 'https://api.tavily.com',
  })
})

test('the private hosts that models may reach are not part of exported settings', () => {
  const { settings } = open()
  settings.set({ fetchHosts: ['localhost:3000'], spellCheck: false })
  expect(settings.get().fetchHosts).toEqual(['localhost:3000'])
  expect(settings.changed().settings).toEqual({ spellCheck: false })
})
