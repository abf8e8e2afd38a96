import type { ServerFrame } from '../../../shared/rpc/frames'

/** One peer at the other end of a wire: a MessagePort, a WebSocket or a pair in memory. */
export interface Transport {
  send(frame: ServerFrame): void
  /** Sets the one receiver. Frames are unchecked. */
  onFrame(receive: (frame: unknown) => void): void
  /** Called once, when the peer is gone or `close` was called. */
  onClosed(closed: () => void): void
  close(): void
}
