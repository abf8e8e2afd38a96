import { expect, it } from 'vitest'

import { apiAddress } from './api-address'

it.each([
  ['https://api.example/v1/', 'https://api.example/v1'],
  ['https://api.example/v1/chat/completions', 'https://api.example/v1'],
  ['https://api.example/v1/chat/completions/', 'https://api.example/v1'],
  ['https://api.example/v1/responses#create', 'https://api.example/v1'],
  ['https://api.example/v1/messages', 'https://api.example/v1'],
  ['https://api.example/v1/models', 'https://api.example/v1'],
  ['https://g.example/v1beta/models/gemini-3:streamGenerateContent', 'https://g.example/v1beta'],
  [' http://127.0.0.1:11434/v1#x ', 'http://127.0.0.1:11434/v1'],
  ['https://api.example/v1?', 'https://api.example/v1'],
  ['https://api.example/v1/Chat/Completions', 'https://api.example/v1'],
  ['https://api.example/v1/chat', 'https://api.example/v1'],
  ['http://127.0.0.1:11434/api/chat', 'http://127.0.0.1:11434/v1'],
  ['https://open.example/api/chat/completions', 'https://open.example/api'],
  ['https://x.services.ai.azure.com/models/', 'https://x.services.ai.azure.com/models'],
  ['https://x.services.ai.azure.com/models/chat/completions', 'https://x.services.ai.azure.com/models'],
  ['https://models.example/chat', 'https://models.example/chat'],
  ['https://api.example/openai/models-v2', 'https://api.example/openai/models-v2'],
  ['https://api.example/v1?api-version=2026', null],
  ['https://api.example/v1/chat/completions?key=x', null],
])('converts %s to the API address', (given, expected) => {
  expect(apiAddress(given)).toBe(expected)
})
