import { expect, test } from 'vitest'

import { failureData } from '../../errors/failure'
import { keyErrorLine } from './key-error-line'

test('does not send a user who is entering a key to Settings; other errors are unchanged', () => {
  const data = { providerName: 'Example', address: 'api.example.com:443' }
  expect(keyErrorLine(failureData('PROVIDER_AUTH', 'key', { ...data, status: 401 }))).toBe(
    'Example rejected the key (401). Enter a valid key.',
  )
  expect(keyErrorLine(failureData('PROVIDER_AUTH', 'forbidden', { ...data, status: 403 }))).toBe(
    'Example does not allow this (403). Check the key and its permissions in Settings.',
  )
  expect(keyErrorLine({ code: 'PROVIDER_AUTH', message: 'As stored.' })).toBe('As stored.')
})
