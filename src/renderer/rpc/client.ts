import { ParleyError } from '../../shared/errors'
import { failure } from '../errors/failure'
import { errorDataOf } from '../errors/error-data'
import { assertNever } from '../../shared/invariant'
import type { RouteName, RouteOutput, StreamEvent, StreamName } from '../../shared/rpc/contract'
import type { ClientFrame, ServerFrame, StreamEnd } from '../../shared/rpc/frames'
import { wireLimits } from '../../shared/rpc/definitions/limits'
import type { ParleyApi, StreamObserver } from './parley-api'
import { afterTimeout, type After, type Wire } from './wire'

export interface ParleyClientOptions {
  after?: After
  /** Receives errors thrown by observers; by default they are rethrown to the window's global handlers. */
  onObserverError?: (error: unknown) => void
}

/** Acknowledging half of what main may send ahead keeps it from waiting and costs few frames. */
const acknowledgedEvents = wireLimits.windowEvents / 2

/** How long a call or stream waits for a connection before it fails. */
const waitForWireMs = 5_000

interface Call {
  resolve(data: unknown): void
  reject(error: ParleyError): void
}

interface Waiting {
  frame: ClientFrame
  stopWaiting: () => void
}

/** Creates `window.parley` over `wire`; both hosts use the same client. */
export function createParleyClient(
  wire: Wire,
  { after = afterTimeout, onObserverError = throwLater }: ParleyClientOptions = {},
): ParleyApi {
  let lastId = 0
  const calls = new Map<number, Call>()
  const streams = new Map<number, StreamObserver<unknown> & { unacknowledged: number }>()
  /** Calls and streams not yet sent, by id. */
  const waiting = new Map<number, Waiting>()

  wire.onFrame(receive)
  wire.onStateChange((state) => {
    if (state === 'open') sendWaiting()
    else loseSent()
  })

  function receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'result': {
        const call = calls.get(frame.id)
        if (frame.ok) call?.resolve(frame.data)
        else call?.reject(ParleyError.fromData(frame.error))
        return
      }
      case 'batch': {
        const stream = streams.get(frame.id)
        if (stream === undefined) return
        stream.unacknowledged += frame.events.length
        if (stream.unacknowledged >= acknowledgedEvents) {
          wire.send({ type: 'ack', id: frame.id, events: stream.unacknowledged })
          stream.unacknowledged = 0
        }
        guarded(() => stream.onEvents(frame.events))
        return
      }
      case 'end': {
        const { type: _type, id, ...end } = frame
        endStream(id, end)
        return
      }
      default:
        assertNever(frame)
    }
  }

  function transmit(frame: ClientFrame): void {
    if (wire.state === 'open') {
      trySend(frame)
      return
    }
    const stopWaiting = after(waitForWireMs, () => {
      waiting.delete(frame.id)
      fail(frame.id, { reason: 'disconnected', error: failure('CANCELLED', 'unreachable') })
    })
    waiting.set(frame.id, { frame, stopWaiting })
  }

  function trySend(frame: ClientFrame): void {
    try {
      wire.send(frame)
    } catch (error) {
      const refused = error instanceof ParleyError ? error : unsendable(error)
      // Not synchronously, because the caller does not have the stream yet.
      queueMicrotask(() => fail(frame.id, { reason: 'refused', error: refused }))
    }
  }

  function sendWaiting(): void {
    const frames = [...waiting.values()]
    waiting.clear()
    for (const { frame, stopWaiting } of frames) {
      stopWaiting()
      trySend(frame)
    }
  }

  function loseSent(): void {
    for (const id of [...calls.keys(), ...streams.keys()]) {
      if (!waiting.has(id))
        fail(id, { reason: 'disconnected', error: failure('CANCELLED', 'connection-lost') })
    }
  }

  /** Drops a frame that has not been sent yet. False when it has been. */
  function takeBack(id: number): boolean {
    waiting.get(id)?.stopWaiting()
    return waiting.delete(id)
  }

  function fail(id: number, end: { reason: 'disconnected' | 'refused'; error: ParleyError }): void {
    calls.get(id)?.reject(end.error)
    endStream(id, { reason: end.reason, error: errorDataOf(end.error) })
  }

  function endStream(id: number, end: StreamEnd): void {
    const observer = streams.get(id)
    streams.delete(id)
    if (observer !== undefined) guarded(() => observer.onEnd(end))
  }

  function guarded(callback: () => void): void {
    try {
      callback()
    } catch (error) {
      onObserverError(error)
    }
  }

  return {
    invoke<Name extends RouteName>(route: Name, input: unknown, options: { signal?: AbortSignal } = {}) {
      const { signal } = options
      lastId += 1
      const id = lastId
      return new Promise<RouteOutput<Name>>((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(cancelled(signal))
          return
        }
        const cancel = () => {
          if (!takeBack(id)) wire.send({ type: 'cancel', id })
          if (signal !== undefined) calls.get(id)?.reject(cancelled(signal))
        }
        const settle = () => {
          calls.delete(id)
          signal?.removeEventListener('abort', cancel)
        }
        calls.set(id, {
          resolve(data) {
            settle()
            resolve(data as RouteOutput<Name>)
          },
          reject(error) {
            settle()
            reject(error)
          },
        })
        signal?.addEventListener('abort', cancel)
        transmit({ type: 'call', id, route, input })
      })
    },

    open<Name extends StreamName>(stream: Name, input: unknown, observer: StreamObserver<StreamEvent<Name>>) {
      lastId += 1
      const id = lastId
      let isClosing = false
      streams.set(id, {
        onEvents: (events) => observer.onEvents(events as StreamEvent<Name>[]),
        onEnd: (end) => observer.onEnd(end),
        unacknowledged: 0,
      })
      transmit({ type: 'open', id, stream, input })
      return {
        close() {
          if (isClosing || !streams.has(id)) return
          isClosing = true
          if (takeBack(id)) queueMicrotask(() => endStream(id, { reason: 'stopped' }))
          else wire.send({ type: 'close', id })
        },
      }
    },
  }
}

function cancelled(signal: AbortSignal): ParleyError {
  return failure('CANCELLED', 'call', {}, signal.reason)
}

function unsendable(cause: unknown): ParleyError {
  const problem = `it cannot be sent (${String(cause)})`
  return failure('INVALID_INPUT', 'field', { field: 'input', problem }, cause)
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
