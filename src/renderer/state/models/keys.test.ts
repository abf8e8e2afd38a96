import { expect, test } from 'vitest'

import { failureData } from '../../errors/failure'
import { keyDestination, keyErrorLine, recogniseKey } from './keys'

test.each([
  ['https://api.openai.com/v1', 'Sent only to api.openai.com.'],
  ['api.openai.com', 'Sent only to api.openai.com.'],
  ['localhost:1234', 'Sent only to localhost:1234.'],
  ['https://api.openai.com@evil.example/v1', 'Sent only to evil.example.'],
  ['https://api.openai.com\\@evil.example/', 'Sent only to api.openai.com.'],
  ['https://аpi.openai.com', 'Sent only to xn--pi-6kc.openai.com.'],
  [
    'http://gateway.example/v1',
    'Sent only to gateway.example, but without encryption: others on the network can read the key.',
  ],
  ['', ''],
  ['javascript:alert(1)', ''],
])('says where a key for %s goes', (address, words) => {
  expect(keyDestination(address)).toBe(words)
})

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

test('recognises the provider of a key by its shape, and none if it is ambiguous', () => {
  const keys = [
    'sk-ant-api03-x',
    ' sk-or-v1-x\n',
    'sk-proj-x',
    'sk-plain',
    `sk-${'0a'.repeat(16)}`,
    'AIzaSyX',
    'gsk_x',
    'xai-x',
    'tgp_v1_x',
    'no key at all',
    '',
  ]
  expect(keys.map((key) => recogniseKey(key)?.id ?? null)).toEqual([
    'anthropic',
    'openrouter',
    'openai',
    'openai',
    'deepseek',
    'google',
    'groq',
    'xai',
    'together',
    null,
    null,
  ])
})
