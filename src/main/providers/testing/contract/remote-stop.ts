import { describe, expect, it } from 'vitest'

import { completeStream, errorReply } from '../../../../../e2e/fake-provider/script'
import { createManualClock } from '../../../base/testing/manual-clock'
import { withRetries } from '../../retry/with-retries'
import { request, startProbe, textsOf, withoutEstimates } from '../run-probe'
import { setUpRemoteBench } from './bench'
import type { RemoteSubject } from './subject'

/** Stops that need a socket: floods, incomplete calls, servers that do not close. */
export function describeRemoteStop(subject: RemoteSubject): void {
  describe('stop, over a socket', () => {
    const bench = setUpRemoteBench(subject)

    it('counts the upstream as open until the server has closed its side', async () => {
      const run = startProbe(bench.provider, request('late-close'))
      await run.waitForEvents(1)
      run.stop()
      await run.ended
      const served = await bench.fake.waitForRequest('late-close')
      await served.letGo
      expect(run.upstream.closed).toBe(0)
      const [closedMs] = await Promise.all([run.upstreamClosed, served.closed])
      expect(closedMs - Number(served.clientFinMs)).toBeGreaterThan(190)
    })

    it('counts the upstream as open even if the server ends the answer properly and then waits', async () => {
      bench.fake.script('polite', {
        type: 'stream',
        steps: [{ type: 'tokens', tokens: ['Hi'] }, { type: 'silence' }],
        onClientClose: { type: 'end-then-close-after', ms: 150 },
      })
      const run = startProbe(bench.provider, request('polite'))
      await run.waitForEvents(1)
      run.stop()
      const served = await bench.fake.waitForRequest('polite')
      const [closedMs] = await Promise.all([run.upstreamClosed, served.closed])
      expect(closedMs - Number(served.clientFinMs)).toBeGreaterThan(140)
    })

    it('does not cut off the server because main was busy for a while', async () => {
      bench.fake.script('polite', {
        type: 'stream',
        steps: [{ type: 'tokens', tokens: ['Hi'] }, { type: 'silence' }],
        onClientClose: { type: 'end-then-close-after', ms: 150 },
      })
      const clock = createManualClock()
      const run = startProbe(bench.create({ clock }), request('polite'))
      await run.waitForEvents(1)
      run.stop()
      clock.advance(1_000)
      const served = await bench.fake.waitForRequest('polite')
      const [closedMs] = await Promise.all([run.upstreamClosed, served.closed])
      expect(closedMs - Number(served.clientFinMs)).toBeGreaterThan(140)
    })

    it('cuts off a server that has not closed after 2.5 s', async () => {
      const clock = createManualClock()
      bench.fake.script('stubborn', {
        type: 'stream',
        steps: [{ type: 'tokens', tokens: ['Hi'] }, { type: 'silence' }],
        onClientClose: { type: 'go-on' },
      })
      const run = startProbe(bench.create({ clock }), request('stubborn'))
      await run.waitForEvents(1)
      run.stop()
      await run.ended
      const served = await bench.fake.waitForRequest('stubborn')
      await served.letGo
      clock.advance(2_499)
      expect({ ...run.upstream, timers: clock.pendingTimers }).toEqual({ opened: 1, closed: 0, timers: 1 })
      clock.advance(1)
      await run.upstreamClosed
      expect({ ...run.upstream, timers: clock.pendingTimers }).toEqual({ opened: 1, closed: 1, timers: 0 })
    })

    it('ends a flood, and discards data in transit', async () => {
      const run = startProbe(bench.provider, request('flat-out'))
      await run.waitForEvents(10)
      run.stop()
      expect(await run.ended).toEqual({ error: null })
      await (
        await bench.fake.waitForRequest('flat-out')
      ).closed
      await run.upstreamClosed
      const tokens = run.events.map((event) => ('joined' in event ? (event.joined ?? 1) : 1))
      expect(tokens.reduce((sum, count) => sum + count, 0)).toBeLessThan(20_000)
    })

    it('ends the wait for a retry, and sends nothing more', async () => {
      const clock = createManualClock()
      const provider = withRetries(bench.create({ clock }), { clock })
      const run = startProbe(provider, request('error-429-retry'))
      await run.waitForEvents(1)
      expect(run.events[0]).toMatchObject({ type: 'notice', retryAt: expect.any(Number) as number })
      await run.upstreamClosed
      run.stop()
      expect(await run.ended).toEqual({ error: null })
      clock.advance(60_000)
      expect(bench.fake.requests).toHaveLength(1)
      expect({ ...run.upstream, timers: clock.pendingTimers }).toEqual({ opened: 1, closed: 1, timers: 0 })
    })

    it('sends a request again after a transient refusal, on a new connection', async () => {
      const clock = createManualClock()
      let asked = 0
      bench.fake.script('recovers', () => {
        asked += 1
        return asked === 1
          ? errorReply(503, { message: 'Not now.' })
          : completeStream([{ type: 'tokens', tokens: ['Hi'] }])
      })
      const run = startProbe(withRetries(bench.create({ clock }), { clock }), request('recovers'))
      await run.waitForEvents(1)
      await run.upstreamClosed
      clock.advance(2_000)
      expect(await run.ended).toEqual({ error: null })
      expect(textsOf(run.events).text).toBe('Hi')
      expect(run.upstream.opened).toBe(2)
    })

    it('sends a request again after a transient failure, even if the answering model was named before it', async () => {
      const clock = createManualClock()
      let asked = 0
      bench.fake.script('alias', () => {
        asked += 1
        return asked === 1
          ? {
              type: 'stream',
              answeredBy: 'alias-2026-11-01',
              steps: [{ type: 'error', error: { message: 'Not now.', type: 'overloaded_error' } }],
            }
          : completeStream([{ type: 'tokens', tokens: ['Hi'] }])
      })
      const run = startProbe(withRetries(bench.create({ clock }), { clock }), request('alias'))
      await run.waitForEvents(1)
      await run.upstreamClosed
      clock.advance(2_000)
      expect(await run.ended).toEqual({ error: null })
      expect(run.events.map(({ type }) => type)).toEqual(['notice', 'text-delta', 'usage', 'finish'])
      expect(run.events[2]).not.toHaveProperty('usage.model')
    })

    it("ends a run in the middle of a call's arguments", async () => {
      bench.fake.script('arguments', {
        type: 'stream',
        steps: [
          { type: 'tokens', tokens: ['x'] },
          { type: 'call', piece: { index: 0, id: 'c', name: 'f', arguments: '{"a":' } },
          { type: 'silence' },
        ],
      })
      const run = startProbe(bench.provider, request('arguments'))
      await run.waitForEvents(1)
      run.stop()
      expect(await run.ended).toEqual({ error: null })
      await run.upstreamClosed
      expect(withoutEstimates(run.events)).toEqual([{ type: 'text-delta', text: 'x' }])
    })
  })
}
