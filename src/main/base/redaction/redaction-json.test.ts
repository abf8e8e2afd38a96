import { expect, test } from 'vitest'

import { redactText } from './redaction'

const secretsInJson = [
  'curl -H "x-api-key: abc123def" url',
  'curl -H "Authorization: Bearer abc123def" url',
  'open "http://127.0.0.1/?key=abc123def" now',
  'said "cookie: parley=abc123def" here',
  '{"api_key":"abc123def"}',
  '{"authorization":"Basic abc123def"}',
]

test.each(secretsInJson)('redacting JSON that quotes %s leaves valid JSON', (text) => {
  const redacted = redactText(JSON.stringify({ text }))
  const parsed = JSON.parse(redacted) as { text: string }
  expect(parsed.text).not.toContain('abc123def')
  expect(parsed.text).toContain('[redacted]')
})
