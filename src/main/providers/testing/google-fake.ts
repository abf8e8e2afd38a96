import type { FakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import type { Script, Step } from '../../../../e2e/fake-provider/script'
import type { ParleyError } from '../../../shared/errors'
import type { ModelParams } from '../../../shared/sessions/sessions'
import { systemClock } from '../../base/clock'
import { request, startProbe } from './run-probe'
import type { RemoteEndpointOptions } from '../language-model/remote-endpoint'
import { createGoogleProvider } from '../google/google-provider'

/** A key that occurs nowhere else. */
export const apiKey = 'unguessable-0123456789'

/** The provider with the fake's base URL for this protocol. */
export function create(baseUrl: string, options: Partial<RemoteEndpointOptions> = {}) {
  return createGoogleProvider({
    id: 'fake',
    name: 'Fake',
    baseUrl: baseUrl.replace(/\/v1$/, '/v1beta'),
    apiKey,
    clock: systemClock,
    ...options,
  })
}

/** One event of the stream. */
export function event(data: unknown): Step {
  return { type: 'event', data }
}

/** An event with one candidate that has these parts. */
export function parts(...content: unknown[]): Step {
  return event({ candidates: [{ content: { parts: content, role: 'model' }, index: 0 }] })
}

/** The last event of an answer, as the API sends it: a reason, counts, and often a candidate without content. */
export function finish(finishReason: string, counts: Record<string, number> = {}): Step {
  return event({
    candidates: [{ finishReason, index: 0 }],
    ...(Object.keys(counts).length === 0 ? {} : { usageMetadata: counts }),
  })
}

/** An answer of these steps. */
export function stream(...steps: Step[]): Extract<Script, { type: 'stream' }> {
  return { type: 'stream', steps }
}

/** The result of a run of this script: its events and its error. */
export async function outcomeOf(fake: FakeProvider, script: Script | string, params: ModelParams = {}) {
  const model = typeof script === 'string' ? script : 'scripted'
  if (typeof script !== 'string') fake.script(model, script)
  const run = startProbe(create(fake.baseUrl), request(model, { params }))
  const { error } = await run.ended
  await run.upstreamClosed
  return { events: run.events, error: error as ParleyError | null }
}
