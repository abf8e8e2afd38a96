import { expect, test } from 'vitest'

import { recogniseKey } from './recognise-key'

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
