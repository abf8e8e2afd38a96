import { getEventListeners } from 'node:events'

import { describe, expect, it } from 'vitest'

import type { FakeRequest } from '../../../../../e2e/fake-provider/fake-request'
import type { RunProbe } from '../run-probe'
import { unattendedContext } from '../../../run-source/run-source'
import { request, startProbe } from '../run-probe'
import { setUpBench } from './bench'
import type { ContractSubject } from './subject'

/** Stop in every state that every provider can be in. Tools and approvals are not part of a provider. */
export function describeStop(subject: ContractSubject): void {
  describe('stop', () => {
    const bench = setUpBench(subject)
    const isRemote = subject.type === 'remote'

    it('sends nothing when it was aborted before the start', async () => {
      const run = startProbe(bench.provider, request(subject.models.text), { isStopped: true })
      expect(await run.ended).toEqual({ error: null })
      expect({ events: run.events, upstream: run.upstream }).toEqual({
        events: [],
        upstream: { opened: 0, closed: 0 },
      })
      expect(bench.fake.acceptedSockets).toBe(0)
    })

    it('sends nothing when it is aborted in the turn of its start', async () => {
      const run = startProbe(bench.provider, request(subject.models.text))
      run.stop()
      expect(await run.ended).toEqual({ error: null })
      expect({ events: run.events, upstream: run.upstream }).toEqual({
        events: [],
        upstream: { opened: 0, closed: 0 },
      })
      expect(bench.fake.acceptedSockets).toBe(0)
    })

    const situations = [
      { model: subject.models.long, afterEvents: 3 },
      { model: subject.models.reasoning, afterEvents: 1 },
      { model: subject.models.silent, afterEvents: 0 },
      ...subject.stoppable,
    ]
    for (const { model, afterEvents } of situations) {
      it(`ends ${model} after ${afterEvents} events while it waits for the next`, async () => {
        const { run, served } = await bench.startAndWait(model, afterEvents)
        await stopAndCheck(run, served)
      })
    }

    it('ends when the reader leaves the loop', async () => {
      const model = subject.models.long
      const controller = new AbortController()
      const closed = Promise.withResolvers<void>()
      const events = bench.provider.run(request(model), {
        ...unattendedContext(controller.signal),
        onUpstreamClosed: closed.resolve,
      })
      for await (const event of events) {
        if (event.type === 'text-delta') break
      }
      expect(getEventListeners(controller.signal, 'abort')).toEqual([])
      if (!isRemote) return
      await (
        await bench.fake.waitForRequest(model)
      ).closed
      await closed.promise
    })

    it('ends a run whose reader is busy with an earlier event', async () => {
      const busy = Promise.withResolvers<void>()
      const run = startProbe(bench.provider, request(subject.models.long), { onEvent: () => busy.promise })
      await run.waitForEvents(1)
      run.stop()
      if (isRemote) await (await bench.fake.waitForRequest()).closed
      busy.resolve()
      expect(await run.ended).toEqual({ error: null })
    })

    it('does not affect the other seven of eight runs', async () => {
      const runs = Array.from({ length: 8 }, () =>
        startProbe(bench.provider, request(subject.models.reasoning)),
      )
      const [first, ...others] = runs
      await first?.waitForEvents(1)
      first?.stop()
      const outcomes = await Promise.all(others.map((run) => run.ended))
      expect(outcomes).toEqual(others.map(() => ({ error: null })))
      expect(others.map((run) => run.events.at(-1))).toEqual(
        others.map(() => ({ type: 'finish', reason: 'end' })),
      )
    })

    it('allows another run afterwards', async () => {
      const { run, served } = await bench.startAndWait(subject.models.long, 1)
      await stopAndCheck(run, served)
      const next = startProbe(bench.provider, request(subject.models.text))
      await next.ended
      expect(next.events.at(-1)).toEqual({ type: 'finish', reason: 'end' })
    })
  })
}

/** Stops a run and checks everything that a stop guarantees. */
async function stopAndCheck(run: RunProbe, served: FakeRequest | null): Promise<void> {
  const eventsBefore = run.events.length
  run.stop()
  expect(await run.ended).toEqual({ error: null })
  // The reader may get data that was in transit, but never the end of an answer.
  expect(run.events.length - eventsBefore).toBeLessThanOrEqual(64)
  expect(run.events.map(({ type }) => type)).not.toContain('finish')
  expect(getEventListeners(run.signal, 'abort')).toEqual([])
  if (served === null) return
  await served.closed
  await run.upstreamClosed
  expect(run.upstream).toEqual({ opened: 1, closed: 1 })
  expect(served.isPlayed).toBe(false)
}
