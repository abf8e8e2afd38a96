import { expect, test } from 'vitest'

import { agentFailure, exitFailure, retryNotice } from './agent-failure'

const reason = 'Error: sandbox is missing: install bubblewrap'
const notes = [
  '2026-01-01T00:00:00.123Z DEBUG codex_core::client: HTTP 404 for /v1/models',
  '2026-01-01T00:00:00Z  INFO codex_core: 401 Unauthorized, signing in again',
  '2026/01/01 10:00:00 INFO rate limit is 500',
  '[DEBUG] overloaded: false',
  '[2026-01-01 10:00:00] [debug] connection refused, trying again',
  'INFO  2026-01-01T00:00:00 +12ms service=server status=500 x',
  'DEBUG retrying, HTTP 404 for /v1/models',
  'debug: HTTP 503',
  'INFO:root:rate limit',
  '2026-01-01 10:00:00,123 - agent.http - INFO - HTTP 429',
  'time="2026-01-01T10:00:00Z" level=info msg="HTTP 429"',
  '{"level":"trace","msg":"HTTP 429"}',
  '{"level":30,"time":1,"msg":"HTTP 429"}',
  '\u001b[2m2026-01-01T00:00:00Z\u001b[0m \u001b[34mDEBUG\u001b[0m codex_core: HTTP 403',
  '    at connect (node:net:1:2)',
  '  File "/usr/lib/agent.py", line 3, in main',
  '   12: core::ops::function::FnOnce::call_once',
]

test.each(notes)('the note “%s” neither hides the reason nor replaces it', (note) => {
  for (const lines of [
    [...Array.from({ length: 40 }, () => note.padEnd(200, ' x')), reason],
    [reason, ...Array.from({ length: 40 }, () => note)],
  ]) {
    const { code, data } = exitFailure('codex', null, lines.join('\n'))
    expect([code, data?.['said']]).toEqual(['AGENT_FAILED', reason])
  }
})

test('the failure is classified by the reason alone, not by earlier notes', () => {
  expect(exitFailure('claude-code', null, [...notes, 'Segmentation fault'].join('\n'))).toMatchObject({
    code: 'AGENT_FAILED',
    data: { said: 'Segmentation fault' },
  })
})

test.each([
  'Information on this account is missing',
  'info file not found',
  'Debug adapter failed to start',
  '2026-01-01T00:00:00Z ERROR codex_core: no INFO about the model',
  'error: level 3 is not allowed',
])('“%s” is a reason, not a note', (line) => {
  expect(exitFailure('codex', null, line).data).toMatchObject({ said: line })
})

test('a long message shows its start and its end', () => {
  const lines = Array.from({ length: 100 }, (_, index) => `${index}: ${'no room '.repeat(30)}`)
  const first = exitFailure('codex', null, [reason, ...lines].join('\n'))
  const last = exitFailure('codex', null, [...lines, reason].join('\n'))
  for (const { message } of [first, last]) {
    expect(message).toContain(reason)
    expect(message.length).toBeLessThan(1_700)
  }
})

test.each(['1', '[1] ', ' ', '- ', '[', 'level='])('a long line of %j is read quickly', (part) => {
  const { message } = exitFailure('codex', null, `${part.repeat(60_000 / part.length)}x`)
  expect(message.length).toBeLessThan(1_700)
})

test.each([
  ['stream disconnected before completion: The server had an error processing your request', 'OVERLOADED'],
  [
    'stream disconnected before completion: An error occurred while processing your request. You can retry your request',
    'OVERLOADED',
  ],
  ['stream disconnected before completion: Our servers are busy right now', 'OVERLOADED'],
  ['stream disconnected before completion: Rate limit reached for gpt-5', 'RATE_LIMIT'],
  ['stream disconnected before completion: Your input exceeds the context window', 'BAD_REQUEST'],
  ['stream disconnected before completion: error sending request for url', 'UNREACHABLE'],
  ['stream disconnected before completion: stream closed before response.completed', 'UNREACHABLE'],
  ['The server is busy', 'OVERLOADED'],
  ['The service is temporarily unavailable', 'OVERLOADED'],
])('“%s” is PROVIDER_%s', (said, code) => {
  expect(agentFailure('codex', { said })).toMatchObject({ code: `PROVIDER_${code}` })
})

test('does not take a busy device for a busy model', () => {
  expect(agentFailure('codex', { said: 'EBUSY: device or resource busy' })).toMatchObject({
    code: 'AGENT_FAILED',
  })
})

test.each([
  [401, 'PROVIDER_AUTH', 'signed-out'],
  [402, 'PROVIDER_RATE_LIMIT', 'unpaid'],
  [403, 'PROVIDER_AUTH', 'signed-out'],
  [429, 'PROVIDER_RATE_LIMIT', 'busy'],
  [400, 'PROVIDER_BAD_REQUEST', 'refused-without-reason'],
  [503, 'PROVIDER_OVERLOADED', 'overloaded'],
])('the status %d is %s because of “%s”', (status, code, why) => {
  const data = { reason: why, status }
  expect(agentFailure('codex', { said: '', status })).toMatchObject({ code, data })
})

test("a request that the model rejected is reported with the model's message only", () => {
  expect(agentFailure('codex', { said: 'model gpt-0 not found', status: 404 })).toMatchObject({
    code: 'PROVIDER_BAD_REQUEST',
    message: 'Codex rejected the request (404). Its message: model gpt-0 not found',
    data: { reason: 'refused', said: 'model gpt-0 not found' },
  })
})

test.each([
  ['HTTP 401', 'The sign-in of OpenCode was rejected (401).'],
  ['rate limit', 'OpenCode is not accepting more requests right now.'],
  ['HTTP 503', 'OpenCode is having problems (503).'],
  ['ECONNRESET', 'OpenCode could not reach its model.'],
  ['whatever', 'OpenCode could not reach its model.'],
])('a retry after “%s” reports “%s”, without text that may contain a secret', (said, message) => {
  const { code, data = {} } = agentFailure('opencode', { said })
  const { said: _said, signIn: _signIn, agentId: _agentId, ...cause } = data
  expect(retryNotice('opencode', { said }, 5)).toEqual({
    type: 'notice',
    code: 'RETRY',
    message,
    retryAt: 5,
    cause: { code, data: cause },
  })
})
