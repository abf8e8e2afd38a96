import type { Message, MessageRole, Part } from '../../../shared/sessions/messages'
import type { FormRequest } from '../../../shared/runs/events'
import type { FormValues, RunContext, RunRequest, SourceEvent } from '../../run-source/run-source'
import { StopSignal } from '../../run-source/stop-signal'
import type { Provider } from '../provider'

/** A message of a path; fields that providers do not read have defaults. */
export function message(role: MessageRole, parts: Part[] | string, extra: Partial<Message> = {}): Message {
  return {
    id: 'message' as Message['id'],
    sessionId: 'session' as Message['sessionId'],
    parentId: null,
    role,
    parts: typeof parts === 'string' ? [{ type: 'text', text: parts }] : parts,
    status: 'complete',
    createdAt: 0,
    ...extra,
  }
}

/** A request for one answer to "Hello". */
export function request(modelId: string, extra: Partial<RunRequest> = {}): RunRequest {
  return {
    modelId,
    messages: [message('user', 'Hello')],
    systemPrompt: null,
    params: {},
    ...extra,
  }
}

/** One run of a provider, observed from outside. */
export interface RunProbe {
  readonly events: readonly SourceEvent[]
  readonly signal: AbortSignal
  /** How often the run reported an upstream as opened and closed. */
  readonly upstream: { opened: number; closed: number }
  /** How often something arrived, be it only a sign of life. */
  readonly signsOfLife: () => number
  /** Settles once the generator has ended. */
  readonly ended: Promise<{ error: unknown }>
  /** Settles when the last upstream was closed, with the time by the fake provider's clock. */
  readonly upstreamClosed: Promise<number>
  /** Settles after this many events; rejects when the run ends before that. */
  waitForEvents(count: number): Promise<void>
  /** Aborts the run as a user's Stop does. */
  stop(): void
}

/**
 * Starts a run and drains it. `onEvent` may take time, like a busy reader; with `isStopped`, the run's signal has
 * aborted before the start. A form in mid-answer gets the result of `fillIn`, by default a refusal.
 */
export function startProbe(
  provider: Provider,
  runRequest: RunRequest,
  options: {
    onEvent?: (event: SourceEvent) => Promise<void> | void
    isStopped?: boolean
    fillIn?: (form: FormRequest) => FormValues | null
  } = {},
): RunProbe {
  const controller = new AbortController()
  const events: SourceEvent[] = []
  const upstream = { opened: 0, closed: 0 }
  let signsOfLife = 0
  const upstreamClosed = Promise.withResolvers<number>()
  const waiters = new Set<{ count: number; resolve: () => void; reject: (error: Error) => void }>()
  const context: RunContext = {
    signal: controller.signal,
    onUpstreamOpened() {
      upstream.opened += 1
    },
    onUpstreamClosed() {
      upstream.closed += 1
      if (upstream.closed === upstream.opened) {
        upstreamClosed.resolve(performance.timeOrigin + performance.now())
      }
    },
    onUpstreamAlive() {
      signsOfLife += 1
    },
    requestForm: (form) => Promise.resolve(options.fillIn?.(form) ?? null),
    requestApproval: () => Promise.resolve('deny'),
    saveAgentSession: () => {},
  }

  if (options.isStopped === true) controller.abort(new StopSignal('user'))
  const drain = async () => {
    for await (const event of provider.run(runRequest, context)) {
      events.push(event)
      for (const waiter of waiters) {
        if (events.length < waiter.count) continue
        waiters.delete(waiter)
        waiter.resolve()
      }
      await options.onEvent?.(event)
    }
  }
  const ended = drain()
    .then(
      () => ({ error: null }),
      (error: unknown) => ({ error }),
    )
    .then((outcome) => {
      for (const waiter of waiters) waiter.reject(endedEarly(events.length, outcome.error))
      waiters.clear()
      return outcome
    })

  return {
    events,
    signal: controller.signal,
    upstream,
    signsOfLife: () => signsOfLife,
    ended,
    upstreamClosed: upstreamClosed.promise,
    waitForEvents(count) {
      if (events.length >= count) return Promise.resolve()
      return new Promise((resolve, reject) => {
        waiters.add({ count, resolve, reject })
      })
    },
    stop: () => controller.abort(new StopSignal('user')),
  }
}

/** The text and the reasoning of some events, each joined. */
export function textsOf(events: readonly SourceEvent[]): { text: string; reasoning: string } {
  const join = (type: 'text-delta' | 'reasoning-delta') =>
    events.map((event) => (event.type === type ? event.text : '')).join('')
  return { text: join('text-delta'), reasoning: join('reasoning-delta') }
}

/** Events without deltas and estimates: what an answer did besides text. */
export function withoutDeltas(events: readonly SourceEvent[]): SourceEvent[] {
  return withoutEstimates(events).filter(({ type }) => type !== 'text-delta' && type !== 'reasoning-delta')
}

/** Events without the usage of an answer that was cut off, which is counted and estimated in part. */
export function withoutEstimates(events: readonly SourceEvent[]): SourceEvent[] {
  return events.filter((event) => event.type !== 'usage' || event.charges?.isCountedInPart !== true)
}

function endedEarly(count: number, cause: unknown): Error {
  return new Error(`the run ended after ${count} events`, { cause })
}
