import { describe, expect, it } from 'vitest'

import type { ErrorCode } from '../../../shared/errors'
import { ParleyError } from '../../../shared/errors'
import { retryDelayMs } from './with-retries'

function failure(code: ErrorCode, data: Record<string, unknown> = {}): ParleyError {
  return new ParleyError(code, 'It failed.', { data: { address: 'api.example:443', ...data } })
}

/** The delays before each retry, until there is none. */
function waits(error: unknown, random = () => 0.5): number[] {
  const found: number[] = []
  for (let retries = 0; retries < 10; retries++) {
    const delayMs = retryDelayMs(error, retries, random)
    if (delayMs === null) return found
    found.push(delayMs)
  }
  return found
}

describe('the delay before a retry', () => {
  it('doubles, three times, for transient failures', () => {
    expect(waits(failure('PROVIDER_RATE_LIMIT', { status: 429 }))).toEqual([1_000, 2_000, 4_000])
    expect(waits(failure('PROVIDER_OVERLOADED', { status: 503 }))).toEqual([1_000, 2_000, 4_000])
    expect(waits(failure('PROVIDER_UNREACHABLE', { networkCode: 'ECONNRESET' }))).toHaveLength(3)
    expect(waits(failure('PROVIDER_UNREACHABLE', { networkCode: 'ECONNREFUSED' }))).toHaveLength(3)
  })

  it('is randomised, so that eight panes do not retry at the same moment', () => {
    const error = failure('PROVIDER_OVERLOADED')
    expect([retryDelayMs(error, 0, () => 0), retryDelayMs(error, 0, () => 0.999)]).toEqual([750, 1_250])
    const limited = failure('PROVIDER_RATE_LIMIT', { retryAfterMs: 7_000 })
    expect([retryDelayMs(limited, 0, () => 0), retryDelayMs(limited, 0, () => 0.999)]).toEqual([7_000, 7_500])
  })

  it('is the one the provider asks for, up to a minute; for more there is no retry', () => {
    expect(waits(failure('PROVIDER_RATE_LIMIT', { retryAfterMs: 60_000 }), () => 0)).toEqual([
      60_000, 60_000, 60_000,
    ])
    expect(waits(failure('PROVIDER_RATE_LIMIT', { retryAfterMs: 60_001 }))).toEqual([])
  })

  it('has a default when the provider asks for zero', () => {
    expect(waits(failure('PROVIDER_RATE_LIMIT', { retryAfterMs: 0 }))).toEqual([1_000, 2_000, 4_000])
  })

  it('does not exist for permanent failures', () => {
    const lasting = [
      failure('PROVIDER_RATE_LIMIT', { status: 402, isUnpaid: true }),
      failure('PROVIDER_AUTH', { status: 401 }),
      failure('PROVIDER_BAD_REQUEST', { status: 400 }),
      failure('PROVIDER_PROTOCOL'),
      failure('PROVIDER_UNREACHABLE', { networkCode: 'ENOTFOUND' }),
      failure('PROVIDER_UNREACHABLE', { networkCode: 'CERT_HAS_EXPIRED' }),
      // No answer within the timeout, which was long already.
      failure('PROVIDER_UNREACHABLE'),
      failure('PROVIDER_UNREACHABLE', { networkCode: '', cannotPass: true }),
      failure('PROVIDER_RATE_LIMIT', { status: 429, cannotPass: true }),
      failure('INTERNAL'),
      new Error('a bug'),
    ]
    expect(lasting.map((error) => waits(error))).toEqual(lasting.map(() => []))
  })

  it('exists once for a local server that is not running', () => {
    const refused = { networkCode: 'ECONNREFUSED' }
    expect(waits(failure('PROVIDER_UNREACHABLE', { ...refused, address: '127.0.0.1:11434' }))).toEqual([
      1_000,
    ])
    expect(waits(failure('PROVIDER_UNREACHABLE', { ...refused, address: 'localhost:8080' }))).toEqual([1_000])
    expect(waits(failure('PROVIDER_UNREACHABLE', { ...refused, address: '[::1]:8080' }))).toEqual([1_000])
  })
})
