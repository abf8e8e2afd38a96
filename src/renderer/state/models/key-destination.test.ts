import { expect, test } from 'vitest'

import { keyDestination } from './key-destination'

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
