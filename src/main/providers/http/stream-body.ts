import type { IncomingMessage } from 'node:http'

import type { ParleyError } from '../../../shared/errors'
import type { Clock } from '../../base/clock'
import { createLastEventScanner, type LastEvent } from './last-event'
import { brokenOffError } from './network-error'
import type { Peer } from './peer'

/** Bytes that may wait for the reader before the socket is paused. */
const bufferedBytes = 64 * 1024
/** How long a server may take to close after its last event before the connection is closed for it. */
const closeGraceMs = 100
/** How long a server may be silent after the event that made its answer complete before the stream is over. */
const trailGraceMs = 500

export interface StreamBodyOptions {
  peer: Peer
  clock: Clock
  signal: AbortSignal | null
  isEventStream: boolean
  lastEvent?: LastEvent
  /** Called when that last event has come. */
  onLastEvent?: () => void
  /** When given, a lost connection ends the stream after what came, and is told here. */
  onLost?: (error: ParleyError) => void
}

/**
 * The body of an answer as a web stream with backpressure. It fails at once with the signal's reason on abort,
 * and with PROVIDER_PROTOCOL when the connection is lost (unless `onLost` takes that). An event stream is over with its protocol's last event,
 * whether or not the server ends it. `release` is called when the connection is not needed any more.
 */
export function streamBody(
  incoming: IncomingMessage,
  release: () => void,
  options: StreamBodyOptions,
): ReadableStream<Uint8Array> {
  const { peer, clock, signal, isEventStream, lastEvent = null, onLastEvent, onLost } = options
  const scanner = isEventStream ? createLastEventScanner(lastEvent) : null
  const hasTrail = lastEvent !== null && 'isComplete' in lastEvent
  let controller: ReadableStreamDefaultController<Uint8Array>
  /** What one read of the socket brought: a server's writes come one by one, and each piece costs every reader. */
  let arrived: Buffer[] = []
  let isOver = false
  let isComplete = false
  let cancelTrail: (() => void) | null = null

  const finish = (settle: () => void) => {
    if (isOver) return
    isOver = true
    cancelTrail?.()
    signal?.removeEventListener('abort', onAbort)
    settle()
  }
  const onAbort = () => {
    finish(() => controller.error(signal?.reason))
    release()
  }
  const onData = (chunk: Buffer) => {
    if (isOver) return
    if (arrived.length === 0) queueMicrotask(passOn)
    arrived.push(chunk)
  }
  const passOn = () => {
    const [first] = arrived
    if (first === undefined || isOver) return
    const chunk = arrived.length === 1 ? first : Buffer.concat(arrived)
    arrived = []
    controller.enqueue(chunk)
    const isLast = scanner?.push(chunk) === true
    if (isLast) onLastEvent?.()
    if (isLast && !hasTrail) {
      finish(() => {
        // A parser waits behind a CR for its LF.
        controller.enqueue(eventEnd)
        controller.close()
      })
      const cancelGrace = clock.after(closeGraceMs, release)
      incoming.once('close', cancelGrace)
      return
    }
    isComplete ||= isLast
    if (isComplete) waitForTrail()
    if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
  }
  const waitForTrail = () => {
    cancelTrail?.()
    cancelTrail = clock.after(trailGraceMs, () => {
      if (incoming.isPaused()) {
        waitForTrail()
        return
      }
      onEnd()
      release()
    })
  }
  const onEnd = () => {
    passOn()
    finish(() => {
      // A server may leave out the blank line after its last event; without it that event would be lost.
      if (isEventStream) controller.enqueue(eventEnd)
      controller.close()
    })
  }
  const onError = (error: Error) => {
    passOn()
    finish(() => {
      const lost = brokenOffError(peer, error)
      // Failing the stream would throw away what is still on its way to the reader.
      if (onLost === undefined) controller.error(lost)
      else {
        onLost(lost)
        controller.close()
      }
    })
    release()
  }

  return new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
        signal?.addEventListener('abort', onAbort, { once: true })
        incoming.on('data', onData)
        incoming.once('end', onEnd)
        incoming.once('error', onError)
      },
      pull() {
        incoming.resume()
      },
      cancel() {
        finish(() => {})
        release()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: bufferedBytes }),
  )
}

const eventEnd = Buffer.from('\n\n')
