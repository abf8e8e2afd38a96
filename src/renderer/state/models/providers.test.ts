import { expect, test } from 'vitest'

import type { RouteOutput } from '../../../shared/rpc/contract'
import { ParleyError } from '../../../shared/errors'
import { FakeEnvironment } from '../../testing/fake-parley'
import { createProviders } from './providers'

function setUp() {
  const environment = new FakeEnvironment()
  const { answers } = environment.parley
  answers['providers.list'] = () => ({ providers: [], keysGuard: 'key-file' })
  return { answers, providers: createProviders(environment.api, () => {}) }
}

test('still shows why a provider could not be removed after the list was reloaded', async () => {
  const { answers, providers } = setUp()
  answers['providers.remove'] = () => {
    throw new ParleyError('STORE_FULL', 'The disk is full.')
  }
  await providers.getState().remove('mine')
  expect(providers.getState().error).toMatchObject({ code: 'STORE_FULL' })
})

test('a slow test of a replaced key does not overwrite the result of the new one', async () => {
  const { answers, providers } = setUp()
  const slow = Promise.withResolvers<RouteOutput<'providers.test'>>()
  answers['providers.test'] = () => slow.promise
  const first = providers.getState().test('mine')
  answers['providers.test'] = () => ({ modelCount: 3, durationMs: 5 })
  await providers.getState().test('mine')
  slow.reject(new ParleyError('PROVIDER_UNREACHABLE', 'Nobody answers.'))
  await first
  expect(providers.getState().tests.get('mine')).toEqual({ state: 'passed', modelCount: 3, durationMs: 5 })
})
