import { expect, test } from 'vitest'

import type { ErrorData } from '../../../shared/errors'
import { keyErrorLine } from './key-error-line'

function refused(status: number, message: string): ErrorData {
  const data = { providerName: 'Example', address: 'api.example.com:443', status }
  return { code: 'PROVIDER_AUTH', message, data }
}

test('whoever enters a key is not sent to Settings for it, and hears of anything else what everybody does', () => {
  const message = 'The key for Example was refused (401). Open Settings and enter a valid one.'
  expect(keyErrorLine(refused(401, message))).toBe('Example rejected the key (401). Enter a valid key.')
  const forbidden =
    'Example does not allow this (403). Check the key and what it may be used for in Settings.'
  expect(keyErrorLine(refused(403, forbidden))).toBe(forbidden)
  expect(keyErrorLine({ code: 'PROVIDER_UNREACHABLE', message: 'Nothing answers.' })).toBe('Nothing answers.')
})
