import { expect, it } from 'vitest'

import { apiAddress, webAddress } from './api-address'

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
  ['https://api.example/v1?api-version=2026', 'https://api.example/v1?api-version=2026'],
  [
    'https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21',
    'https://x.openai.azure.com/openai/deployments/d?api-version=2024-10-21',
  ],
  [
    'https://x.openai.azure.com/openai/responses?api-version=2025-04-01-preview#x',
    'https://x.openai.azure.com/openai?api-version=2025-04-01-preview',
  ],
  [
    'https://x.openai.azure.com/openai/v1/?api-version=preview',
    'https://x.openai.azure.com/openai/v1?api-version=preview',
  ],
  [
    'https://x.openai.azure.com/openai/deployments/d/chat/completions?Api-Version=2024-10-21',
    'https://x.openai.azure.com/openai/deployments/d?api-version=2024-10-21',
  ],
  ['https://x.openai.azure.com/', 'https://x.openai.azure.com/openai/v1'],
  ['https://x.openai.azure.us/openai', 'https://x.openai.azure.us/openai/v1'],
  [
    'https://x.cognitiveservices.azure.com/openai/deployments/d/chat/completions',
    'https://x.cognitiveservices.azure.com/openai/v1',
  ],
  ['https://x.services.ai.azure.com', 'https://x.services.ai.azure.com/openai/v1'],
  ['https://x.openai.azure.com/openai/v1/', 'https://x.openai.azure.com/openai/v1'],
  ['https://x.openai.azure.com/openai/assistants', 'https://x.openai.azure.com/openai/assistants'],
  ['https://api.example/v1?api-version=2026&key=x', null],
  ['https://api.example/v1/chat/completions?key=x', null],
])('converts %s to the API address', (given, expected) => {
  expect(apiAddress(given)).toBe(expected)
})

it.each([
  ['localhost:1234', 'http://localhost:1234'],
  [' 192.168.1.20:11434/v1 ', 'http://192.168.1.20:11434/v1'],
  ['[::1]:8080', 'http://[::1]:8080'],
  ['workstation', 'http://workstation'],
  ['workstation:443', 'https://workstation:443'],
  ['api.example.com/v1', 'https://api.example.com/v1'],
  ['8.8.8.8:8000', 'https://8.8.8.8:8000'],
  ['bücher.example', 'https://bücher.example'],
  ['HTTP://api.example.com', 'HTTP://api.example.com'],
  ['https://me:secret@example.com', 'https://me:secret@example.com'],
])('understands %s as %s', (typed, meant) => {
  expect(webAddress(typed)).toBe(meant)
})

it.each([
  '',
  'javascript:alert(1)',
  'data:text/html,hi',
  'file:///etc/passwd',
  'ftp://example.org',
  'mailto:me@example.com',
  'me:secret@example.com',
  'localhost:1234@example.com',
  'localhost:99999',
  'https://',
  '//example.com',
  '::1',
  'not an address',
  'example.com\\@other.example',
  'example.com/\u202Emoc',
  'example.com/\u0000',
  `example.com/${'a'.repeat(3_000)}`,
  `${'a.'.repeat(1_000)}:x`,
])('refuses %j as an address', (typed) => {
  expect(webAddress(typed)).toBeNull()
})
