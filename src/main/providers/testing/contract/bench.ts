import { afterEach, beforeEach, expect, vi } from 'vitest'

import type { FakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import type { FakeRequest } from '../../../../../e2e/fake-provider/fake-request'
import type { AnswerEvents } from '../../../../../e2e/fake-provider/protocols/protocol'
import type { Script } from '../../../../../e2e/fake-provider/script'
import type { ParleyError } from '../../../../shared/errors'
import type { RunRequest, SourceEvent } from '../../../run-source/run-source'
import { systemClock } from '../../../base/clock'
import type { Provider } from '../../provider'
import type { RunProbe } from '../run-probe'
import { request, startProbe } from '../run-probe'
import type { ContractSubject, RemoteFamily, RemoteOptions } from './subject'

/** The key of remote providers, which no message may quote. */
export const contractKey = 'unguessable-0123456789'

/** The environment of one contract test. Valid from the suite's first hook to its last. */
export interface Bench {
  readonly fake: FakeProvider
  readonly provider: Provider
  /** Starts a run and waits until its request and this many events have arrived. */
  startAndWait(model: string, afterEvents: number): Promise<{ run: RunProbe; served: FakeRequest | null }>
}

/** The bench of a family with a server. */
export interface RemoteBench extends Bench {
  create(options?: RemoteOptions & { baseUrl?: string }): Provider
  /** The result of a run of this script or built-in model: its events and its error. */
  outcomeOf(
    script: Script | string,
    extra?: Partial<RunRequest>,
  ): Promise<{ events: readonly SourceEvent[]; error: ParleyError | null }>
}

const consoleMethods = ['log', 'warn', 'error', 'info', 'debug'] as const

/**
 * Sets up a server and a provider for each test of the calling suite, and checks after each test that no socket,
 * rejection or console output is left.
 */
export function setUpBench(subject: ContractSubject): Bench {
  let fake: FakeProvider
  let provider: Provider
  const unhandled: unknown[] = []
  const onUnhandled = (error: unknown) => unhandled.push(error)

  beforeEach(async () => {
    process.on('unhandledRejection', onUnhandled)
    for (const method of consoleMethods) vi.spyOn(console, method)
    fake = await startFakeProvider()
    provider =
      subject.type === 'scripted' ? subject.create() : createRemote(subject.family, { baseUrl: fake.baseUrl })
  })

  afterEach(async () => {
    await fake.close()
    // An unhandled rejection is reported one turn later.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', onUnhandled)
    expect(fake.openSockets).toBe(0)
    for (const method of consoleMethods) expect(console[method]).not.toHaveBeenCalled()
    vi.restoreAllMocks()
    expect(unhandled.splice(0)).toEqual([])
  })

  return {
    get fake() {
      return fake
    },
    get provider() {
      return provider
    },
    async startAndWait(model, afterEvents) {
      const run = startProbe(provider, request(model))
      const served = subject.type === 'remote' ? await fake.waitForRequest(model) : null
      await run.waitForEvents(afterEvents)
      return { run, served }
    },
  }
}

/** Like `setUpBench`, for a family with a server. */
export function setUpRemoteBench(subject: Extract<ContractSubject, { type: 'remote' }>): RemoteBench {
  const bench = setUpBench(subject)
  const create: RemoteBench['create'] = (options = {}) =>
    createRemote(subject.family, { baseUrl: bench.fake.baseUrl, ...options })
  return {
    get fake() {
      return bench.fake
    },
    get provider() {
      return bench.provider
    },
    startAndWait: (model, afterEvents) => bench.startAndWait(model, afterEvents),
    create,
    async outcomeOf(script, extra = {}) {
      const model = typeof script === 'string' ? script : 'scripted'
      if (typeof script !== 'string') bench.fake.script(model, script)
      const run = startProbe(create(), request(model, extra))
      const { error } = await run.ended
      await run.upstreamClosed
      return { events: run.events, error: error as ParleyError | null }
    },
  }
}

function createRemote(
  family: RemoteFamily,
  { baseUrl, ...options }: RemoteOptions & { baseUrl: string },
): Provider {
  return family.create(baseUrl, { apiKey: contractKey, clock: systemClock, ...options })
}

/** The events of one answer in the family's protocol, for tests that send their bytes in their own way. */
export function answerEvents(family: RemoteFamily): AnswerEvents {
  return family.protocol.events({ id: 1, model: 'scripted', arrivedMs: 0 })
}
