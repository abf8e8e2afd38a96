import { getEventListeners } from 'node:events'

import { describe, expect, it } from 'vitest'

import type { ErrorCode } from '../../../shared/errors'
import { ParleyError } from '../../../shared/errors'
import type { SourceEvent } from '../../run-source/run-source'
import { createManualClock } from '../../base/testing/manual-clock'
import type { Provider } from '../provider'
import { request, startProbe } from '../testing/run-probe'
import { withRetries } from './with-retries'

const text: SourceEvent = { type: 'text-delta', text: 'Hi' }
const finish: SourceEvent = { type: 'finish', reason: 'end' }

/** A provider with these attempts, in order: the events that each yields, and the error that it then throws. */
function attempts(...plan: { events?: SourceEvent[]; fails?: ParleyError }[]) {
  const left = [...plan]
  const provider: Provider = {
    id: 'fake',
    kind: 'openai',
    name: 'Fake',
    listModels: () => Promise.resolve([]),
    async *run() {
      const attempt = left.shift()
      if (attempt === undefined) throw new Error('more attempts than planned')
      yield* attempt.events ?? []
      if (attempt.fails !== undefined) throw attempt.fails
    },
  }
  return { provider, left }
}

function failure(code: ErrorCode, data: Record<string, unknown> = {}): ParleyError {
  return new ParleyError(code, 'It failed.', { data: { address: 'api.example:443', ...data } })
}

function usage(inputTokens: number): SourceEvent {
  return { type: 'usage', usage: { inputTokens } }
}

const overloaded = failure('PROVIDER_OVERLOADED', { status: 503 })

describe('retries', () => {
  it('retries after the announced delay, and yields the answer', async () => {
    const clock = createManualClock(1_000_000)
    const limited = failure('PROVIDER_RATE_LIMIT', { status: 429, retryAfterMs: 7_000 })
    const { provider } = attempts({ fails: limited }, { fails: overloaded }, { events: [text, finish] })
    const run = startProbe(withRetries(provider, { clock, random: () => 0 }), request('any'))
    await run.waitForEvents(1)
    clock.advance(7_000)
    await run.waitForEvents(2)
    clock.advance(1_500)
    expect(await run.ended).toEqual({ error: null })
    expect(run.events).toEqual([
      {
        type: 'notice',
        code: 'RETRY',
        message: 'Fake is not accepting more requests right now (429).',
        retryAt: 1_007_000,
        cause: {
          code: 'PROVIDER_RATE_LIMIT',
          data: { address: 'api.example:443', status: 429, retryAfterMs: 7_000, providerName: 'Fake' },
        },
      },
      {
        type: 'notice',
        code: 'RETRY',
        message: 'Fake is having problems (503).',
        retryAt: 1_008_500,
        cause: {
          code: 'PROVIDER_OVERLOADED',
          data: { address: 'api.example:443', status: 503, providerName: 'Fake' },
        },
      },
      text,
      finish,
    ])
    expect(clock.pendingTimers).toBe(0)
  })

  it('does not retry too early', async () => {
    const clock = createManualClock()
    const { provider, left } = attempts({ fails: overloaded }, { events: [finish] })
    const run = startProbe(withRetries(provider, { clock, random: () => 0.5 }), request('any'))
    await run.waitForEvents(1)
    await expect.poll(() => clock.pendingTimers).toBe(1)
    clock.advance(999)
    await new Promise((resolve) => setImmediate(resolve))
    expect(left).toHaveLength(1)
    clock.advance(1)
    expect(await run.ended).toEqual({ error: null })
  })

  it('fails with the last error after three retries', async () => {
    const clock = createManualClock()
    const last = failure('PROVIDER_RATE_LIMIT', { status: 429 })
    const { provider, left } = attempts(
      { fails: overloaded },
      { fails: overloaded },
      { fails: overloaded },
      { fails: last },
    )
    const run = startProbe(withRetries(provider, { clock }), request('any'))
    for (let count = 1; count <= 3; count++) {
      await run.waitForEvents(count)
      clock.advance(60_000)
    }
    expect(await run.ended).toEqual({ error: last })
    expect(left).toEqual([])
  })

  it('marks the last error if the answer to an earlier attempt got lost, which may have a cost', async () => {
    const clock = createManualClock()
    const lost = failure('PROVIDER_UNREACHABLE', { networkCode: 'ECONNRESET', mayHaveCost: true })
    const { provider } = attempts({ fails: lost }, { fails: failure('PROVIDER_AUTH', { status: 401 }) })
    const run = startProbe(withRetries(provider, { clock }), request('any'))
    await run.waitForEvents(1)
    clock.advance(60_000)
    expect(await run.ended).toMatchObject({
      error: { code: 'PROVIDER_AUTH', data: { status: 401, mayHaveCost: true } },
    })
  })

  it('never retries once any content has arrived', async () => {
    const { provider } = attempts({ events: [text], fails: overloaded })
    const run = startProbe(withRetries(provider, { clock: createManualClock() }), request('any'))
    expect(await run.ended).toEqual({ error: overloaded })
    expect(run.events).toEqual([text])
  })

  it('retries after usage, which it yields only for the final attempt', async () => {
    const clock = createManualClock()
    const { provider } = attempts(
      { events: [usage(1)], fails: overloaded },
      { events: [usage(2), text, finish] },
    )
    const run = startProbe(withRetries(provider, { clock }), request('any'))
    await run.waitForEvents(1)
    clock.advance(60_000)
    expect(await run.ended).toEqual({ error: null })
    expect(run.events.slice(1)).toEqual([usage(2), text, finish])
  })

  it('yields the usage of a failure that it does not retry', async () => {
    const refused = failure('PROVIDER_BAD_REQUEST')
    const counted = usage(1)
    const { provider } = attempts({ events: [counted], fails: refused })
    const run = startProbe(withRetries(provider, { clock: createManualClock() }), request('any'))
    expect(await run.ended).toEqual({ error: refused })
    expect(run.events).toEqual([counted])
  })

  it('ends the wait immediately on a stop, and sends nothing more', async () => {
    const clock = createManualClock()
    const { provider, left } = attempts({ fails: overloaded }, { events: [text] })
    const run = startProbe(withRetries(provider, { clock }), request('any'))
    await run.waitForEvents(1)
    run.stop()
    expect(await run.ended).toEqual({ error: null })
    expect(left).toHaveLength(1)
    expect(clock.pendingTimers).toBe(0)
    expect(getEventListeners(run.signal, 'abort')).toEqual([])
  })
})
