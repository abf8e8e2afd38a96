import { ParleyError } from '../../shared/errors'
import { failure, toErrorData } from '../../shared/failures/failure'
import { assertNever } from '../../shared/invariant'
import {
  routes as routeContract,
  streams as streamContract,
  type RouteCheckedInput,
  type RouteName,
  type RouteOutput,
  type StreamCheckedInput,
  type StreamEvent,
  type StreamName,
  type TestRouteName,
} from '../../shared/rpc/contract'
import type { ClientFrame, ServerFrame } from '../../shared/rpc/frames'
import { wireLimits } from '../../shared/rpc/definitions/limits'
import { testRoutes as testContract, type OpenConnection } from '../../shared/rpc/test-routes'
import type { Clock } from '../base/clock'
import type { ErrorSink } from '../errors/error-sink'
import type { EventSource } from '../streams/event-source'
import { StopSignal } from '../run-source/stop-signal'
import { checkInput, receiveFrame } from './check-input'
import { OpeningSource, StreamChannel } from './stream-channel'
import type { PreparedAnswer } from './transport/prepared-answer'
import { refusalOf } from './refusal'
import type { Transport } from './transport/transport'

/** One connected peer; the same object for all its calls and streams. */
interface Connection {
  /** Aborts when the peer is gone. */
  readonly closed: AbortSignal
}

/** The context of a route's handler, besides its input. */
export interface CallContext {
  /** Aborts when the caller cancels or is gone; its reason is a StopSignal. */
  readonly signal: AbortSignal
  readonly connection: Connection
  /** Calls `action` in the same turn as the answer is sent, before the peer's next frame is handled. */
  afterAnswer: (action: () => void) => void
}

/** The context of a stream's handler, besides its input. */
interface StreamContext {
  readonly connection: Connection
  /** Aborts when the reader closes before the stream is open. */
  readonly signal: AbortSignal
}

type RouteHandler<Name extends RouteName> = (
  input: RouteCheckedInput<Name>,
  context: CallContext,
) => Answer<RouteOutput<Name>> | Promise<Answer<RouteOutput<Name>>>

type Answer<Output> = Output | PreparedAnswer<Output>

/** Exactly one handler per route. A handler refuses by throwing a ParleyError. */
export type RouteHandlers = { [Name in Exclude<RouteName, TestRouteName>]: RouteHandler<Name> }

/** Exactly one handler per route of an app started for tests. */
export type TestRouteHandlers = { [Name in TestRouteName]: RouteHandler<Name> }

/**
 * Exactly one handler per stream; it may open the stream asynchronously. A handler refuses by throwing a ParleyError.
 */
export type StreamHandlers = {
  [Name in StreamName]: (
    input: StreamCheckedInput<Name>,
    context: StreamContext,
  ) => EventSource<StreamEvent<Name>> | Promise<EventSource<StreamEvent<Name>>>
}

/** Serves connections. */
export interface Service {
  routes: RouteHandlers
  /** Absent outside test mode, where these names are unknown. */
  testRoutes?: TestRouteHandlers | undefined
  streams: StreamHandlers
  clock: Clock
  errors: ErrorSink
  /** Called with every ParleyError from a handler before it is sent. */
  onRefused?: (error: ParleyError) => void
}

/** A peer that is being served. */
export interface ServedConnection {
  /** Aborts when the peer is gone. */
  readonly closed: AbortSignal
  /** Its open calls and streams. */
  open(): OpenConnection
}

/** The number of malformed frames that are logged per connection; a peer must not be able to fill the log. */
const loggedMalformedFrames = 10

/**
 * Serves one peer until it is gone: checks its frames, runs the handlers and carries the streams. Each call gets one
 * `result`, each stream one `end`. When the peer is gone, its calls are aborted, its streams are closed, and nothing
 * more is sent.
 */
export function serveConnection(transport: Transport, service: Service): ServedConnection {
  const closedController = new AbortController()
  const connection: Connection = { closed: closedController.signal }
  const calls = new Map<number, { route: string; controller: AbortController }>()
  const channels = new Map<number, { stream: string; channel: StreamChannel }>()
  let malformedFrames = 0

  transport.onFrame((raw) => {
    if (connection.closed.aborted) return
    const received = receiveFrame(raw)
    if (received.status === 'valid') accept(received.frame)
    else refuseMalformed(received.error, received.answerTo)
  })

  transport.onClosed(() => {
    const reason = new StopSignal('client-closed')
    closedController.abort(reason)
    const [openCalls, openChannels] = [[...calls.values()], [...channels.values()]]
    calls.clear()
    channels.clear()
    for (const { controller } of openCalls) controller.abort(reason)
    for (const { channel } of openChannels) channel.close('gone')
  })

  return {
    closed: connection.closed,
    open: () => ({
      calls: [...calls.values()].map(({ route }) => route),
      streams: [...channels.values()].map(({ stream }) => stream),
    }),
  }

  function accept(frame: ClientFrame): void {
    switch (frame.type) {
      case 'call':
        void answerCall(frame.id, frame.route, frame.input)
        return
      case 'cancel':
        cancelCall(frame.id)
        return
      case 'open':
        openStream(frame.id, frame.stream, frame.input)
        return
      case 'ack':
        channels.get(frame.id)?.channel.acknowledge(frame.events)
        return
      case 'close':
        channels.get(frame.id)?.channel.close('closed')
        return
      default:
        assertNever(frame)
    }
  }

  async function answerCall(id: number, route: string, input: unknown): Promise<void> {
    const refused = refusalOfId(id)
    if (refused !== null) return refuseCall(id, refused)
    const controller = new AbortController()
    calls.set(id, { route, controller })
    const actions: (() => void)[] = []
    let answer: ServerFrame
    try {
      const data = await prepareCall(
        route,
        input,
      )({
        signal: controller.signal,
        connection,
        afterAnswer: (action) => actions.push(action),
      })
      answer = { type: 'result', id, ok: true, data }
    } catch (error) {
      reportBug(error, controller.signal)
      answer = { type: 'result', id, ok: false, error: toErrorData(refusalOf(error)) }
    }
    // A cancelled call has already been answered.
    if (calls.get(id)?.controller !== controller) return
    calls.delete(id)
    try {
      send(answer)
    } catch (error) {
      service.errors.fatal('rpc', error)
      refuseCall(id, error)
    }
    for (const action of actions) action()
  }

  /** Checks the input, and finds who answers it. */
  function prepareCall(route: string, input: unknown): (context: CallContext) => unknown {
    if (isKeyOf(routeContract, route)) {
      const handler = service.routes[route] as (input: unknown, context: CallContext) => unknown
      const checked = checkInput(routeContract[route].input, input)
      return (context) => handler(checked, context)
    }
    if (service.testRoutes !== undefined && isKeyOf(testContract, route)) {
      const handler = service.testRoutes[route] as (input: unknown, context: CallContext) => unknown
      const checked = checkInput(testContract[route].input, input)
      return (context) => handler(checked, context)
    }
    throw failure('INVALID_INPUT', 'route-unknown', { route: route.slice(0, 100) })
  }

  function cancelCall(id: number): void {
    const call = calls.get(id)
    if (call === undefined) return
    calls.delete(id)
    refuseCall(id, failure('CANCELLED', 'call'))
    call.controller.abort(new StopSignal('user'))
  }

  function openStream(id: number, stream: string, input: unknown): void {
    const refused = refusalOfId(id)
    if (refused !== null) return refuseStream(id, refused)
    let source: EventSource<unknown>
    try {
      const readerClosed = new AbortController()
      const opened = prepareStream(stream, input)(readerClosed.signal)
      source =
        opened instanceof Promise
          ? new OpeningSource(opened, {
              readerClosed,
              onRefused: (error) => reportBug(error, readerClosed.signal),
            })
          : opened
    } catch (error) {
      reportBug(error, connection.closed)
      return refuseStream(id, error)
    }
    const channel = new StreamChannel(id, source, {
      clock: service.clock,
      send,
      onEnded: () => channels.delete(id),
      onBug: (error) => service.errors.fatal('rpc', error),
    })
    channels.set(id, { stream, channel })
  }

  /** Checks the name and input of a stream, and returns a function that opens it. */
  function prepareStream(
    stream: string,
    input: unknown,
  ): (signal: AbortSignal) => EventSource<unknown> | Promise<EventSource<unknown>> {
    if (!isKeyOf(streamContract, stream)) {
      throw failure('INVALID_INPUT', 'stream-unknown', { stream: stream.slice(0, 100) })
    }
    const handler = service.streams[stream] as (
      input: unknown,
      context: StreamContext,
    ) => EventSource<unknown> | Promise<EventSource<unknown>>
    const checked = checkInput(streamContract[stream].input, input)
    return (signal) => handler(checked, { connection, signal })
  }

  function refuseMalformed(error: ParleyError, answerTo: { id: number; asStream: boolean } | null): void {
    if (answerTo?.asStream === true) refuseStream(answerTo.id, error)
    else if (answerTo !== null) refuseCall(answerTo.id, error)
    malformedFrames += 1
    if (malformedFrames <= loggedMalformedFrames) service.errors.warning('rpc', error)
  }

  /** The error when this id may not open a call or stream; null when it may. */
  function refusalOfId(id: number): ParleyError | null {
    if (calls.has(id) || channels.has(id)) {
      return failure('INVALID_INPUT', 'id-in-use', { field: 'id', id })
    }
    if (calls.size + channels.size < wireLimits.openAtOnce) return null
    return failure('INVALID_INPUT', 'too-many-open')
  }

  function refuseCall(id: number, error: unknown): void {
    send({ type: 'result', id, ok: false, error: toErrorData(refusalOf(error)) })
  }

  function refuseStream(id: number, error: unknown): void {
    send({ type: 'end', id, reason: 'refused', error: toErrorData(refusalOf(error)) })
  }

  function send(frame: ServerFrame): void {
    if (!connection.closed.aborted) transport.send(frame)
  }

  function reportBug(error: unknown, signal: AbortSignal): void {
    if (error instanceof ParleyError) service.onRefused?.(error)
    else if (!isAbort(error, signal)) service.errors.fatal('rpc', error)
  }
}

function isKeyOf<Map extends object>(map: Map, key: string): key is Extract<keyof Map, string> {
  return Object.hasOwn(map, key)
}

/** True if `error` is only the signal's own abort reason. */
function isAbort(error: unknown, signal: AbortSignal): boolean {
  if (!signal.aborted) return false
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError')
}
