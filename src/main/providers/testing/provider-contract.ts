import { getEventListeners } from 'node:events'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { FakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import type { FakeRequest } from '../../../../e2e/fake-provider/fake-request'
import type { Provider } from '../provider'
import type { RunProbe } from './run-probe'
import { request, startProbe, textsOf, withoutDeltas } from './run-probe'

/** What a family brings to the contract: how to make its provider, and its models by what they do. */
export interface ContractSubject {
  name: string
  /** `baseUrl` is that of the fake provider; a family without a server does not read it. */
  create(baseUrl: string): Provider
  /** Whether runs go over a socket to the fake provider. */
  usesSocket: boolean
  /** Models that answer with text, with reasoning first, with a call, and with nothing until stopped. */
  models: { text: string; long: string; reasoning: string; toolCall: string; silent: string }
  /** Further models that must be stoppable, and after how many events: stalls, floods, silence before headers. */
  stoppable: { model: string; afterEvents: number }[]
}

/**
 * What every provider keeps to, whatever its family. A family adds what is its own (errors, framing) in tests of
 * its own; this part is the same for a server, a script and whatever comes later.
 */
export function describeProviderContract(subject: ContractSubject): void {
  describe(`the provider contract: ${subject.name}`, () => {
    let fake: FakeProvider
    let provider: Provider
    const unhandled: unknown[] = []
    const onUnhandled = (error: unknown) => unhandled.push(error)

    beforeEach(async () => {
      process.on('unhandledRejection', onUnhandled)
      for (const method of ['log', 'warn', 'error', 'info'] as const) vi.spyOn(console, method)
      fake = await startFakeProvider()
      provider = subject.create(fake.baseUrl)
    })

    afterEach(async () => {
      await fake.close()
      expect(fake.openSockets).toBe(0)
      for (const method of ['log', 'warn', 'error', 'info'] as const) {
        expect(console[method]).not.toHaveBeenCalled()
      }
      process.off('unhandledRejection', onUnhandled)
      expect(unhandled.splice(0)).toEqual([])
    })

    /** Starts a run and waits until it is under way: its request arrived, and so many events came. */
    async function startAndWait(model: string, afterEvents: number) {
      const run = startProbe(provider, request(model))
      const served = subject.usesSocket ? await fake.waitForRequest(model) : null
      await run.waitForEvents(afterEvents)
      return { run, served }
    }

    describe('stop', () => {
      it('sends nothing when it was aborted before it began', async () => {
        const run = startProbe(provider, request(subject.models.text), { isStopped: true })
        expect(await run.ended).toEqual({ error: null })
        expect({ events: run.events, upstream: run.upstream }).toEqual({
          events: [],
          upstream: { opened: 0, closed: 0 },
        })
        expect(fake.acceptedSockets).toBe(0)
      })

      it('sends nothing when it is aborted in the turn in which it began', async () => {
        const run = startProbe(provider, request(subject.models.text))
        run.stop()
        expect(await run.ended).toEqual({ error: null })
        expect({ events: run.events, upstream: run.upstream }).toEqual({
          events: [],
          upstream: { opened: 0, closed: 0 },
        })
        expect(fake.acceptedSockets).toBe(0)
      })

      const situations = [
        { model: subject.models.long, afterEvents: 3 },
        { model: subject.models.reasoning, afterEvents: 1 },
        { model: subject.models.silent, afterEvents: 0 },
        ...subject.stoppable,
      ]
      for (const { model, afterEvents } of situations) {
        it(`ends ${model} after ${afterEvents} events while it waits for the next`, async () => {
          const { run, served } = await startAndWait(model, afterEvents)
          await stopAndCheck(run, served)
        })
      }

      it('ends when the reader leaves the loop', async () => {
        const model = subject.models.long
        const controller = new AbortController()
        const closed = Promise.withResolvers<void>()
        const events = provider.run(request(model), {
          signal: controller.signal,
          onUpstreamOpened: () => {},
          onUpstreamClosed: closed.resolve,
          requestForm: () => Promise.resolve(null),
        })
        for await (const event of events) {
          if (event.type === 'text-delta') break
        }
        expect(getEventListeners(controller.signal, 'abort')).toEqual([])
        if (!subject.usesSocket) return
        await (
          await fake.waitForRequest(model)
        ).closed
        await closed.promise
      })

      it('ends a run whose reader is busy with an earlier event', async () => {
        const busy = Promise.withResolvers<void>()
        const run = startProbe(provider, request(subject.models.long), { onEvent: () => busy.promise })
        await run.waitForEvents(1)
        run.stop()
        if (subject.usesSocket) await (await fake.waitForRequest()).closed
        busy.resolve()
        expect(await run.ended).toEqual({ error: null })
      })

      it('leaves the other seven of eight alone', async () => {
        const runs = Array.from({ length: 8 }, () => startProbe(provider, request(subject.models.reasoning)))
        const [first, ...others] = runs
        await first?.waitForEvents(1)
        first?.stop()
        const outcomes = await Promise.all(others.map((run) => run.ended))
        expect(outcomes).toEqual(others.map(() => ({ error: null })))
        expect(others.map((run) => run.events.at(-1))).toEqual(
          others.map(() => ({ type: 'finish', reason: 'end' })),
        )
      })

      it('can be asked again after a stop', async () => {
        const { run, served } = await startAndWait(subject.models.long, 1)
        await stopAndCheck(run, served)
        const next = startProbe(provider, request(subject.models.text))
        await next.ended
        expect(next.events.at(-1)).toEqual({ type: 'finish', reason: 'end' })
      })
    })

    describe('answers', () => {
      it('gives text, what it cost, and the finish, in this order', async () => {
        const run = startProbe(provider, request(subject.models.text))
        expect(await run.ended).toEqual({ error: null })
        expect(textsOf(run.events).text).not.toBe('')
        expect(withoutDeltas(run.events)).toEqual([
          {
            type: 'usage',
            usage: {
              inputTokens: expect.any(Number) as number,
              outputTokens: expect.any(Number) as number,
              totalTokens: expect.any(Number) as number,
              // A server says what an answer cost or leaves it open; a script knows.
              ...(subject.usesSocket ? {} : { costUsd: 0 }),
            },
          },
          { type: 'finish', reason: 'end' },
        ])
        if (subject.usesSocket) await run.upstreamClosed
      })

      it('keeps reasoning apart from the text that follows it', async () => {
        const run = startProbe(provider, request(subject.models.reasoning))
        await run.ended
        const { text, reasoning } = textsOf(run.events)
        expect(reasoning).not.toBe('')
        expect(text).not.toBe('')
        expect(text).not.toContain(reasoning)
        expect(run.events[0]?.type).toBe('reasoning-delta')
      })

      it('gives a call with its arguments parsed', async () => {
        const run = startProbe(provider, request(subject.models.toolCall))
        await run.ended
        const call = run.events.find((event) => event.type === 'tool-call')
        expect(call).toEqual({
          type: 'tool-call',
          toolCallId: expect.stringMatching(/./) as string,
          toolName: expect.stringMatching(/./) as string,
          input: expect.any(Object) as object,
        })
      })

      it('opens one socket per run and asks nobody else', async () => {
        const runs = Array.from({ length: 3 }, () => startProbe(provider, request(subject.models.text)))
        await Promise.all(runs.map((run) => run.ended))
        expect(fake.acceptedSockets).toBe(subject.usesSocket ? 3 : 0)
      })
    })

    describe('models', () => {
      it('lists models that belong to it', async () => {
        const models = await provider.listModels(new AbortController().signal)
        expect(models.map(({ id }) => id)).toContain(`${provider.id}/${subject.models.text}`)
        for (const model of models) {
          expect(model).toMatchObject({ providerId: provider.id, providerName: provider.name })
        }
      })
    })
  })
}

/** Stops a run and checks all that a stop promises. */
async function stopAndCheck(run: RunProbe, served: FakeRequest | null): Promise<void> {
  const eventsBefore = run.events.length
  run.stop()
  expect(await run.ended).toEqual({ error: null })
  // The reader may be given what was already on its way, never the end of an answer.
  expect(run.events.length - eventsBefore).toBeLessThanOrEqual(64)
  expect(run.events.map(({ type }) => type)).not.toContain('finish')
  expect(getEventListeners(run.signal, 'abort')).toEqual([])
  if (served === null) return
  await served.closed
  await run.upstreamClosed
  expect(run.upstream).toEqual({ opened: 1, closed: 1 })
  expect(served.isPlayed).toBe(false)
}
