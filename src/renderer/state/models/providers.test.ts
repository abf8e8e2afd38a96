import { expect, test } from 'vitest'

import type { ProviderInfo } from '../../../shared/models/models'
import type { RouteOutput } from '../../../shared/rpc/contract'
import { ParleyError } from '../../../shared/errors'
import { FakeEnvironment } from '../../testing/fake-parley'
import { completedAddress, completedServer, Providers, serverDraft } from './providers'

function setUp() {
  const environment = new FakeEnvironment()
  const { answers } = environment.parley
  answers['providers.list'] = () => ({ providers: [], keysGuard: 'key-file' })
  return { answers, providers: new Providers(environment.api, () => {}) }
}

test('still shows why a provider could not be removed after the list was reloaded', async () => {
  const { answers, providers } = setUp()
  answers['providers.remove'] = () => {
    throw new ParleyError('STORE_FULL', 'The disk is full.')
  }
  await providers.remove('mine')
  expect(providers.store.getState().error).toMatchObject({ code: 'STORE_FULL' })
})

test('a slow test of a replaced key does not overwrite the result of the new one', async () => {
  const { answers, providers } = setUp()
  const slow = Promise.withResolvers<RouteOutput<'providers.test'>>()
  answers['providers.test'] = () => slow.promise
  const first = providers.test('mine')
  answers['providers.test'] = () => ({ modelCount: 3, durationMs: 5 })
  await providers.test('mine')
  slow.reject(new ParleyError('PROVIDER_UNREACHABLE', 'Nobody answers.'))
  await first
  expect(providers.store.getState().tests.get('mine')).toEqual({
    state: 'passed',
    modelCount: 3,
    durationMs: 5,
  })
})

test('a removed provider leaves no test result to one that is added under its id', async () => {
  const { answers, providers } = setUp()
  const slow = Promise.withResolvers<RouteOutput<'providers.test'>>()
  answers['providers.remove'] = () => ({ removed: true })
  answers['providers.test'] = () => {
    throw new ParleyError('PROVIDER_AUTH', 'Wrong key.')
  }
  await providers.test('mine')
  await providers.test('other')
  await providers.remove('mine')
  expect([...providers.store.getState().tests.keys()]).toEqual(['other'])

  answers['providers.test'] = () => slow.promise
  const late = providers.test('mine')
  await providers.remove('mine')
  slow.reject(new ParleyError('PROVIDER_AUTH', 'Wrong key.'))
  await late
  expect([...providers.store.getState().tests.keys()]).toEqual(['other'])
})

test('a typed server is changed rather than added twice, and a known service keeps its API type', () => {
  const saved: ProviderInfo = {
    id: 'mine',
    kind: 'anthropic',
    name: 'Mine',
    origin: 'configured',
    baseUrl: 'http://box:8080/v1',
    hasKey: false,
    last4: null,
    keyVariable: null,
  }
  const draft = (address: string, triedId: string | null = null) => {
    const { id, kind, name, baseUrl } = serverDraft({ address, apiKey: '' }, [saved], triedId)
    return [id, kind, name, baseUrl]
  }
  expect(draft(' localhost:1234 ')).toEqual([
    'localhost-1234',
    'openai-compatible',
    'localhost:1234',
    'localhost:1234/v1',
  ])
  expect(draft('localhost:1234/')[3]).toBe('localhost:1234/')
  expect(draft('https://gateway.example/openai')[3]).toBe('https://gateway.example/openai')
  expect(draft('box:8080/api')).toEqual(['mine', 'anthropic', '', 'box:8080/api'])
  expect(draft('api.anthropic.com')).toEqual(['anthropic', 'anthropic', '', 'api.anthropic.com'])
  expect(draft('localhost:4321', 'localhost-1234')).toEqual([
    'localhost-1234',
    'openai-compatible',
    'localhost:4321',
    'localhost:4321/v1',
  ])
  expect(draft('no address')).toEqual(['server', 'openai-compatible', '', 'no address'])
})

test('shows the completed address only where the scheme is missing, or the path of a server', () => {
  const servers = ['h', 'localhost:1234', 'http://box:8080/v1', 'https://api.anthropic.com']
  expect(servers.map((typed) => completedServer(typed, []))).toEqual([
    null,
    'http://localhost:1234/v1',
    null,
    null,
  ])
  expect(
    ['h', 'https', 'https://a.example', 'javascript:alert(1)', 'a.example'].map(completedAddress),
  ).toEqual([null, null, null, null, 'https://a.example'])
})
