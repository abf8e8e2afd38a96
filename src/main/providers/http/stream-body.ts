import { ParleyError } from '../../../shared/errors'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { Clock } from '../../base/clock'
import type { DecodedBody } from './content-decoding'
import { connectionLostError } from './network-error'
import type { Peer } from './peer'

/** Bytes that may wait for the reader before the socket is paused. */
const bufferedBytes = 64 * 1024
/** The first reads of an answer are passed on at once. */
const singleReads = 32
/** After them, how often what has arrived is passed on: as often as windows get anything. */
const passIntervalMs = wireLimits.batchIntervalMs
/** How long a server may take to close after the end of its answer before Parley closes the connection. */
const closeGraceMs = 100

/** The cancel reason for a body whose sender ended the answer and is about to close. */
export const answerEnded = Symbol('last word')

export interface StreamBodyOptions {
  peer: Peer
  clock: Clock
  signal: AbortSignal | null
  /** Data has arrived, of whatever kind. */
  onAlive?: () => void
  /** Why the socket failed; the error of the stream only says that it ended. */
  socketError?: () => Error | null
  /** When given, a lost connection ends the stream after the data that arrived, and is reported here. */
  onLost?: (error: ParleyError) => void
}

/**
 * The body of an answer as a web stream with back-pressure. On abort it fails immediately with the signal's reason, on
 * a lost connection with PROVIDER_PROTOCOL (unless `onLost` handles it). `release` is called when the connection is no
 * longer needed.
 */
export function streamBody(
  { stream, lost }: DecodedBody,
  release: () => void,
  options: StreamBodyOptions,
): ReadableStream<Uint8Array> {
  const { peer, clock, signal, onAlive, onLost } = options
  let controller: ReadableStreamDefaultController<Uint8Array>
  /**
   * Data that arrived in one turn of the event loop or, from a fast server, since some was passed on: a server's writes
   * arrive one by one, and every chunk costs each reader time.
   */
  let arrived: Buffer[] = []
  let arrivedBytes = 0
  let passedCount = 0
  let passedAtMs = Number.NEGATIVE_INFINITY
  let cancelPass: (() => void) | null = null
  let isOver = false

  const finish = (settle: () => void) => {
    if (isOver) return
    isOver = true
    cancelPass?.()
    signal?.removeEventListener('abort', onAbort)
    settle()
  }
  const onAbort = () => {
    finish(() => controller.error(signal?.reason))
    release()
  }
  const onData = (chunk: Buffer) => {
    if (isOver) return
    onAlive?.()
    if (arrived.length === 0) planPass()
    arrived.push(chunk)
    arrivedBytes += chunk.length
    if (arrivedBytes > bufferedBytes) passOn()
  }
  const planPass = () => {
    const waitMs = passedCount < singleReads ? 0 : passedAtMs + passIntervalMs - clock.monotonic()
    if (waitMs > 0) cancelPass = clock.after(Math.ceil(waitMs), passOn)
    else queueMicrotask(passOn)
  }
  const passOn = () => {
    const [first] = arrived
    if (first === undefined || isOver) return
    const chunk = arrived.length === 1 ? first : Buffer.concat(arrived)
    arrived = []
    arrivedBytes = 0
    passedCount += 1
    if (passedCount >= singleReads) passedAtMs = clock.monotonic()
    cancelPass?.()
    controller.enqueue(chunk)
    if ((controller.desiredSize ?? 0) <= 0) stream.pause()
  }
  const onEnd = () => {
    const error = lost()
    if (error !== null) {
      onError(error)
      return
    }
    passOn()
    finish(() => controller.close())
  }
  const onError = (error: Error) => {
    passOn()
    finish(() => {
      const loss =
        error instanceof ParleyError ? error : connectionLostError(peer, options.socketError?.() ?? error)
      // Failing the stream would discard what its reader has not read yet.
      if (onLost === undefined) controller.error(loss)
      else {
        onLost(loss)
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
        stream.on('data', onData)
        stream.once('end', onEnd)
        stream.once('error', onError)
      },
      pull() {
        stream.resume()
      },
      cancel(reason) {
        finish(() => {})
        if (reason !== answerEnded) {
          release()
          return
        }
        const cancelGrace = clock.after(closeGraceMs, release)
        stream.once('close', cancelGrace)
        stream.resume()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: bufferedBytes }),
  )
}
