import { ParleyError } from '../../../shared/errors'
import type { Clock } from '../../base/clock'
import type { DecodedBody } from './content-decoding'
import { brokenOffError } from './network-error'
import type { Peer } from './peer'

/** Bytes that may wait for the reader before the socket is paused. */
const bufferedBytes = 64 * 1024
/** How long a server may take to close after its last word before the connection is closed for it. */
const closeGraceMs = 100

/** The reason to cancel a body with when its sender has said its last word, and is about to close. */
export const lastWordCame = Symbol('last word')

export interface StreamBodyOptions {
  peer: Peer
  clock: Clock
  signal: AbortSignal | null
  /** When given, a lost connection ends the stream after what came, and is told here. */
  onLost?: (error: ParleyError) => void
}

/**
 * The body of an answer as a web stream with backpressure. It fails at once with the signal's reason on abort,
 * and with PROVIDER_PROTOCOL when the connection is lost (unless `onLost` takes that). `release` is called when the
 * connection is not needed any more.
 */
export function streamBody(
  { stream, lost }: DecodedBody,
  release: () => void,
  options: StreamBodyOptions,
): ReadableStream<Uint8Array> {
  const { peer, clock, signal, onLost } = options
  let controller: ReadableStreamDefaultController<Uint8Array>
  /** What one read of the socket brought: a server's writes come one by one, and each piece costs every reader. */
  let arrived: Buffer[] = []
  let isOver = false

  const finish = (settle: () => void) => {
    if (isOver) return
    isOver = true
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
      const loss = error instanceof ParleyError ? error : brokenOffError(peer, error)
      // Failing the stream would throw away what is still on its way to the reader.
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
        if (reason !== lastWordCame) {
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
