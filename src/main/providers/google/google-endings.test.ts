import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { FakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import type { Script } from '../../../../e2e/fake-provider/script'
import { createManualClock } from '../../base/testing/manual-clock'
import { request, startProbe, withoutEstimates } from '../testing/run-probe'
import { create, event, parts, finish, stream, outcomeOf } from '../testing/google-fake'

let fake: FakeProvider

beforeEach(async () => {
  fake = await startFakeProvider()
})

afterEach(async () => {
  await fake.close()
})

function googleRefusal(status: number, error: Record<string, unknown>): Script {
  return {
    type: 'reply',
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify({ error }),
  }
}

describe('finish', () => {
  const finishes: [reason: string, expected: string][] = [
    ['STOP', 'end'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'filter'],
    ['RECITATION', 'filter'],
    ['BLOCKLIST', 'filter'],
    ['PROHIBITED_CONTENT', 'filter'],
    ['SPII', 'filter'],
  ]
  it.each(finishes)('maps %s to %s', async (reason, expected) => {
    const { events, error } = await outcomeOf(fake, stream(parts({ text: 'Hi' }), finish(reason)))
    expect({ events, error }).toEqual({
      events: [
        { type: 'text-delta', text: 'Hi' },
        { type: 'finish', reason: expected },
      ],
      error: null,
    })
  })

  const failures: [word: string, code: string, reason: string][] = [
    ['MALFORMED_FUNCTION_CALL', 'PROVIDER_PROTOCOL', 'broken-call'],
    ['UNEXPECTED_TOOL_CALL', 'PROVIDER_PROTOCOL', 'broken-call'],
    ['LANGUAGE', 'PROVIDER_BAD_REQUEST', 'language'],
    ['OTHER', 'PROVIDER_PROTOCOL', 'finish-unknown'],
  ]
  it.each(failures)('explains the finish reason %s as a failure', async (word, code, reason) => {
    const counts = { promptTokenCount: 5, candidatesTokenCount: 1, totalTokenCount: 6 }
    const { events, error } = await outcomeOf(fake, stream(parts({ text: 'Hi' }), finish(word, counts)))
    expect(events).toEqual([
      { type: 'text-delta', text: 'Hi' },
      { type: 'usage', usage: { inputTokens: 5, outputTokens: 1, totalTokens: 6 } },
    ])
    expect(error).toMatchObject({
      code,
      message: expect.stringContaining(word) as string,
      data: { reason, finishReason: word },
    })
  })

  it('reports a blocked prompt as such, with its usage', async () => {
    const { events, error } = await outcomeOf(
      fake,
      stream(
        event({
          promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
          usageMetadata: { promptTokenCount: 12, totalTokenCount: 12 },
        }),
      ),
    )
    expect(events).toEqual([{ type: 'usage', usage: { inputTokens: 12, outputTokens: 0, totalTokens: 12 } }])
    expect(error).toMatchObject({
      code: 'PROVIDER_BAD_REQUEST',
      data: { reason: 'blocked', finishReason: 'PROHIBITED_CONTENT' },
    })
  })

  it('reads content after a finish reason, and ends when nothing follows the last one', async () => {
    const clock = createManualClock()
    fake.script('trailing', {
      ...stream(
        parts({ text: 'Hi' }),
        finish('STOP'),
        { type: 'wait', ms: 20 },
        parts({ text: ' there' }),
        finish('STOP'),
        event({ usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 } }),
      ),
      ending: 'linger',
    })
    const run = startProbe(create(fake.baseUrl, { clock }), request('trailing'))
    await run.waitForEvents(2)
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(5_000)
    expect(await run.ended).toEqual({ error: null })
    expect(run.events).toEqual([
      { type: 'text-delta', text: 'Hi' },
      { type: 'text-delta', text: ' there' },
      { type: 'usage', usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 } },
      { type: 'finish', reason: 'end' },
    ])
    await run.upstreamClosed
    expect(clock.pendingTimers).toBe(0)
  })

  it('does not mistake an answer about the API for its own end', async () => {
    const clock = createManualClock()
    const call = { functionCall: { name: 'say', args: { candidates: [{ finishReason: 'STOP' }] } } }
    fake.script('quoting', {
      ...stream(parts({ text: '{"candidates":[{"finishReason":"STOP"}]}' }, call), { type: 'silence' }),
    })
    const run = startProbe(create(fake.baseUrl, { clock }), request('quoting'))
    await run.waitForEvents(2)
    expect(clock.pendingTimers).toBe(0)
    run.stop()
    expect(await run.ended).toEqual({ error: null })
  })
})

describe('refusals', () => {
  const keyRefused = {
    code: 400,
    message: 'API key not valid. Please pass a valid API key.',
    status: 'INVALID_ARGUMENT',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
      },
    ],
  }

  it('reports a wrong key as such, although the status says invalid argument', async () => {
    const { error } = await outcomeOf(fake, googleRefusal(400, keyRefused))
    expect(error).toMatchObject({ code: 'PROVIDER_AUTH', data: { reason: 'key', status: 400 } })
  })

  it('reports other invalid arguments as such', async () => {
    const { error } = await outcomeOf(
      fake,
      googleRefusal(400, { code: 400, message: 'Value out of range: 3', status: 'INVALID_ARGUMENT' }),
    )
    expect(error).toMatchObject({ code: 'PROVIDER_BAD_REQUEST' })
    expect(error?.message).toContain('Value out of range')
  })

  const exhausted = {
    code: 429,
    message: 'You exceeded your current quota.',
    status: 'RESOURCE_EXHAUSTED',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [] },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7.25s' },
    ],
  }

  it('takes the wait from the error when no header has it', async () => {
    const { error } = await outcomeOf(fake, googleRefusal(429, exhausted))
    expect(error).toMatchObject({
      code: 'PROVIDER_RATE_LIMIT',
      data: { status: 429, retryAfterMs: 7_250 },
    })
  })

  it('takes the wait from an error in mid-stream too', async () => {
    const { events, error } = await outcomeOf(
      fake,
      stream(parts({ text: 'Half' }), event({ error: exhausted })),
    )
    expect(withoutEstimates(events)).toEqual([{ type: 'text-delta', text: 'Half' }])
    expect(error).toMatchObject({ code: 'PROVIDER_RATE_LIMIT', data: { retryAfterMs: 7_250 } })
  })

  it('prefers the header to the error', async () => {
    const script = googleRefusal(429, exhausted)
    if (script.type === 'reply') script.headers = { ...script.headers, 'retry-after': '3' }
    expect((await outcomeOf(fake, script)).error).toMatchObject({ data: { retryAfterMs: 3_000 } })
  })

  it('reads an error that arrives in a list', async () => {
    const { error } = await outcomeOf(fake, {
      type: 'reply',
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ error: keyRefused }]),
    })
    expect(error).toMatchObject({ code: 'PROVIDER_AUTH' })
  })
})
