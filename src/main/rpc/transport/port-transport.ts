import { preparedFrame } from './prepared-answer'
import type { Transport } from './transport'

/** A message port in Electron's main process. */
export interface MainPort {
  postMessage(value: unknown): void
  on(event: 'message', listener: (message: { data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  start(): void
  close(): void
}

/** A wire over a message port: one structured clone per frame. The port starts when a receiver is set. */
export function createPortTransport(port: MainPort): Transport {
  let closed: (() => void) | null = null
  let isClosed = false

  function finish(): void {
    if (isClosed) return
    isClosed = true
    closed?.()
  }

  port.on('close', finish)

  return {
    send(frame) {
      if (!isClosed) port.postMessage(preparedFrame(frame) ?? frame)
    },
    onFrame(receive) {
      port.on('message', ({ data }) => {
        if (!isClosed) receive(data)
      })
      port.start()
    },
    onClosed(listener) {
      if (isClosed) listener()
      else closed = listener
    },
    close() {
      port.close()
      finish()
    },
  }
}
