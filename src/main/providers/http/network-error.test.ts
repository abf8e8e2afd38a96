import { expect, test } from 'vitest'

import { responseTimeoutError, unreachableError } from './network-error'

const cause = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })

test('a local provider’s error suggests checking whether it is running, and that of any other a missing proxy', () => {
  const hosted = { name: 'Anthropic', address: 'api.anthropic.com:443', secret: null }
  expect(unreachableError(hosted, cause).message).toBe(
    'The host name in api.anthropic.com:443 could not be found. Check that this computer is online and that the address of Anthropic in Settings is correct. If your network leads to the internet only through a proxy, set HTTPS_PROXY to its address and restart Parley.',
  )
  const local = { name: 'Ollama', address: '127.0.0.1:11434', secret: null }
  expect(responseTimeoutError(local, 5_000).message).toBe(
    'Ollama did not respond within 5\u00a0s. Check that Ollama is running and that its address in Settings is correct.',
  )
})
