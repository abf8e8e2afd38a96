import { RequestError } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'

import { agentFailure, exitFailure } from '../turns/agent-failure'
import { acpError } from './acp-errors'

test.each([
  ['server_overloaded', 'PROVIDER_OVERLOADED'],
  ['serverOverloaded', 'PROVIDER_OVERLOADED'],
  ['internal_server_error', 'PROVIDER_OVERLOADED'],
  ['bad_request', 'PROVIDER_BAD_REQUEST'],
  ['context_window_exceeded', 'PROVIDER_BAD_REQUEST'],
  ['usage_limit_exceeded', 'PROVIDER_RATE_LIMIT'],
  ['unauthorized', 'PROVIDER_AUTH'],
  [{ response_too_many_failed_attempts: { http_status_code: 502 } }, 'PROVIDER_OVERLOADED'],
  [{ httpConnectionFailed: { httpStatusCode: 404 } }, 'PROVIDER_BAD_REQUEST'],
  ['other', 'AGENT_FAILED'],
  ['constructor', 'AGENT_FAILED'],
])("Codex's error %j becomes %s", (info, code) => {
  const error = new RequestError(-32603, 'Internal error', { message: 'No.', codex_error_info: info })
  expect(acpError('codex', error)).toMatchObject({ code })
})

test.each([
  ['Selected model is at capacity. Please try a different model.', 'PROVIDER_OVERLOADED'],
  ["We're currently experiencing high demand, which may cause temporary errors.", 'PROVIDER_OVERLOADED'],
  ['stream error: {"type":"server_error","message":"An error occurred"}', 'PROVIDER_OVERLOADED'],
  ['unexpected status 502 Bad Gateway: upstream', 'PROVIDER_OVERLOADED'],
  ["The 'gpt-9' model is not supported when using Codex.", 'PROVIDER_BAD_REQUEST'],
  ['Your input exceeds the context window of this model.', 'PROVIDER_BAD_REQUEST'],
  ["You've hit your usage limit. Try again later.", 'PROVIDER_RATE_LIMIT'],
])('“%s” is recognised by its type', (said, code) => {
  expect(agentFailure('codex', { said })).toMatchObject({ code })
})

test('shows an error above a stack trace', () => {
  const trace = Array.from({ length: 9 }, (_, index) => `    at line ${index}`)
  const error = exitFailure('codex', null, ['Error: sandbox is missing', ...trace].join('\n'))
  expect(error.message).toContain('sandbox is missing')
})

test.each([
  'DEBUG codex_core::client: polling',
  '2026-01-01T00:00:00.000000Z DEBUG codex_core::client: polling',
  '2026-01-01 00:00:00.000 [debug] polling',
  '[00:00:00] TRACE polling',
  '\u001b[2m2026-01-01T00:00:00Z\u001b[0m \u001b[34mDEBUG\u001b[0m polling',
  'debug: polling',
])('omits debug lines from an error, however many follow it: %j', (line) => {
  const error = exitFailure('codex', null, `Error: sandbox is missing\n${`${line}\n`.repeat(40)}`)
  expect(error.data).toMatchObject({ said: 'Error: sandbox is missing' })
})
