import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

import { describe, expect, it } from 'vitest'

import type { ParleyError } from '../../../../shared/errors'
import { createManualClock } from '../../../base/testing/manual-clock'
import { request, startProbe, textsOf } from '../run-probe'
import { answerEvents, setUpRemoteBench } from './bench'
import type { RemoteSubject } from './subject'

/** Servers that do not exist, do not answer, or disappear in mid-answer. */
export function describeNetwork(subject: RemoteSubject): void {
  describe('network', () => {
    const bench = setUpRemoteBench(subject)

    it('names the address when nothing listens there', async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      server.close()
      await once(server, 'close')
      const provider = bench.create({ baseUrl: `http://127.0.0.1:${port}/v1` })
      const run = startProbe(provider, request('any'))
      const { error } = await run.ended
      expect(error).toMatchObject({ code: 'PROVIDER_UNREACHABLE', data: { address: `127.0.0.1:${port}` } })
      expect((error as ParleyError).data).not.toHaveProperty('mayHaveCost')
      expect((error as Error).message).toBe(
        `Nothing is responding at 127.0.0.1:${port}. Check that Fake is running and that its address in Settings is correct.`,
      )
      await run.upstreamClosed
      expect(run.upstream).toEqual({ opened: 1, closed: 1 })
    })

    it('reports a host name that is not found', async () => {
      // Longer than a host name may be, so that no name server is queried.
      const name = `${'n'.repeat(80)}.localhost`
      const run = startProbe(bench.create({ baseUrl: `http://${name}/v1` }), request('any'))
      const { error } = await run.ended
      expect(error).toMatchObject({
        code: 'PROVIDER_UNREACHABLE',
        data: { reason: 'name-not-found', address: `${name}:80` },
      })
    })

    it('gives up on headers that do not arrive before the timeout', async () => {
      const clock = createManualClock()
      const provider = bench.create({ clock, headersTimeoutMs: 5_000 })
      const run = startProbe(provider, request('no-headers'))
      const served = await bench.fake.waitForRequest('no-headers')
      clock.advance(4_999)
      expect(run.upstream.closed).toBe(0)
      clock.advance(1)
      expect(await run.ended).toMatchObject({
        error: { code: 'PROVIDER_UNREACHABLE', data: { mayHaveCost: true } },
      })
      await served.closed
    })

    it('waits indefinitely for a silent model', async () => {
      const clock = createManualClock()
      const run = startProbe(bench.create({ clock }), request('stall'))
      await run.waitForEvents(20)
      clock.advance(3_600_000)
      expect(clock.pendingTimers).toBe(0)
      expect(run.upstream).toEqual({ opened: 1, closed: 0 })
      run.stop()
      expect(await run.ended).toEqual({ error: null })
    })

    for (const [name, sign] of [
      ['a comment', ': keep-alive\n\n'],
      ['a ping', 'event: ping\ndata: {"type":"ping"}\n\n'],
      ['an empty event', 'data:\n\n'],
      ['a word in brackets', 'data: [PING]\n\n'],
      ['a message that says so', 'data: {"message":"Model is loading"}\n\n'],
      ['an empty delta', answerEvents(subject.family).token('content', '')],
    ] as const) {
      it(`reports ${name} as a sign of life`, async () => {
        bench.fake.script('alive', {
          type: 'stream',
          steps: [
            { type: 'tokens', tokens: ['Hi'] },
            { type: 'hold' },
            { type: 'bytes', bytes: sign },
            { type: 'silence' },
          ],
        })
        const { run, served } = await bench.startAndWait('alive', 1)
        const before = run.signsOfLife()
        served?.goOn()
        await expect.poll(run.signsOfLife).toBeGreaterThan(before)
        expect(run.events).toEqual([{ type: 'text-delta', text: 'Hi' }])
        run.stop()
        expect(await run.ended).toEqual({ error: null })
        await run.upstreamClosed
      })
    }

    for (const [model, reason] of [
      ['reset', 'broken-off'],
      ['cut', 'broken-off'],
      ['cut-clean', 'unfinished'],
      ['malformed-json', 'unreadable'],
    ] as const) {
      it(`keeps the text before ${model}, and says what happened`, async () => {
        const { events, error } = await bench.outcomeOf(model)
        expect(textsOf(events).text).toBe('Here is the answer.')
        expect(events.map(({ type }) => type)).not.toContain('finish')
        expect(error).toMatchObject({ code: 'PROVIDER_PROTOCOL', data: { reason } })
        expect(error?.message).toMatch(/is kept/)
      })
    }

    it('reports an empty stream', async () => {
      const { events, error } = await bench.outcomeOf('empty')
      expect(events).toEqual([])
      expect(error).toMatchObject({ code: 'PROVIDER_PROTOCOL', data: { reason: 'unfinished' } })
    })
  })
}
