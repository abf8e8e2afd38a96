import type { ClientRequest } from 'node:http'
import type { Socket } from 'node:net'

import type { Clock } from '../../base/clock'

/** A peer that sends on for longer than this after our FIN is not going to notice it. */
const lateDataMs = 100
/** A peer that has not closed its side by then is cut off. */
const closeDeadlineMs = 2_500

/** What closes when the last reader lets go: the one connection of one request. */
export interface UpstreamConnection {
  /**
   * Lets go of the peer. An idle connection is half-closed, and what still arrives is thrown away, so that the
   * close that is reported is the one the peer took part in; one that is not yet up is destroyed.
   */
  release(): void
}

/** Watches over the connection of `request`, and calls `onClosed` once when it is really gone. */
export function watchConnection(
  request: ClientRequest,
  clock: Clock,
  onClosed: () => void,
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
    // From here on the bytes are nobody's: the HTTP parser would end the connection at the end of the answer.
    open.removeAllListeners('data')
    open.on('data', () => {
      // Not from our FIN on: how late the first of it is seen may be our own lateness.
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
      // A request that is not fully sent would hold back the FIN for as long as the peer does not read it.
      if (socket === null || socket.connecting || !request.writableFinished) request.destroy()
      else if (!socket.destroyed) drainAndWait(socket)
    },
  }
}
