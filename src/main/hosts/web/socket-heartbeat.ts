import type { Clock } from '../../base/clock'
import { systemClock } from '../../base/clock'

const intervalMs = 30_000

/** The part of a `ws` WebSocket that is used here. */
interface PingableSocket {
  on(event: 'pong' | 'close', listener: () => void): unknown
  ping(): void
  terminate(): void
}

/**
 * Pings a peer every 30 s, and disconnects it when it has not answered the previous ping: a dead peer sends no close.
 */
export function keepAlive(socket: PingableSocket, clock: Clock = systemClock): void {
  let hasAnswered = true
  let cancel = clock.after(intervalMs, beat)

  function beat(): void {
    if (!hasAnswered) {
      socket.terminate()
      return
    }
    hasAnswered = false
    socket.ping()
    cancel = clock.after(intervalMs, beat)
  }

  socket.on('pong', () => {
    hasAnswered = true
  })
  socket.on('close', () => cancel())
}
