import type { ClientRequest } from 'node:http'
import type { Socket } from 'node:net'

import type { Clock } from '../../base/clock'

/** A peer that keeps sending for longer than this after our FIN is not going to notice it. */
const lateDataMs = 100
/** A peer that has not closed its side by then is cut off. */
const closeDeadlineMs = 2_500

/** The connection of one request, closed when its last reader releases it. */
export interface UpstreamConnection {
  /**
   * Releases the connection. An idle one is half-closed and further data is discarded, so that the close that is
   * reported is one that the peer took part in; one that is still being established is destroyed.
   */
  release(): void
}

/**
 * Watches the connection of `request`, and calls `onClosed` once when it is closed on both sides. `abandon` ends the
 * attempt to establish one, which the request may not know yet.
 */
export function watchConnection(
  request: ClientRequest,
  clock: Clock,
  { onClosed, abandon }: { onClosed: () => void; abandon: () => void },
): UpstreamConnection {
  let socket: Socket | null = null
  let isReleased = false
  let isClosed = false
  let cancelDeadline: (() => void) | null = null

  const closed = () => {
    if (isClosed) return
    isClosed = true
    cancelDeadline?.()
    onClosed()
  }
  request.once('socket', (assigned) => {
    socket = assigned
    if (assigned.destroyed) closed()
    else assigned.once('close', closed)
  })
  request.once('close', () => {
    if (socket === null) closed()
  })

  function drainAndWait(open: Socket): void {
    let sendsOnSince: number | null = null
    // Detached from the HTTP parser, which would end the connection at the end of the answer.
    open.removeAllListeners('data')
    open.on('data', () => {
      // Counts from the first data, not from our FIN: main may have been late to see that data.
      const now = clock.monotonic()
      sendsOnSince ??= now
      if (now - sendsOnSince > lateDataMs) open.destroy()
    })
    open.end()
    open.resume()
    cancelDeadline = clock.after(closeDeadlineMs, () => open.destroy())
  }

  return {
    release() {
      if (isReleased || isClosed) return
      isReleased = true
      // A request that is not fully sent would delay the FIN until the peer reads it.
      if (socket === null || socket.connecting || !request.writableFinished) {
        request.destroy()
        if (socket === null) abandon()
      } else if (!socket.destroyed) drainAndWait(socket)
    },
  }
}
