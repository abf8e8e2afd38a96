import { exceedsFrameLimit } from '../../shared/rpc/frame-size'
import type { ServerFrame } from '../../shared/rpc/frames'
import { wireLimits } from '../../shared/rpc/definitions/limits'
import { utf8Bytes } from '../../shared/text/utf8'
import { type After, afterTimeout, SettableWireStatus, tooLargeToSend, type Wire } from './wire'

/** A WebSocket, as in browsers and Node. */
export interface ClientSocket {
  /** 1 while it can send; it changes before the `close` event. */
  readonly readyState: number
  send(text: string): void
  close(): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void
}

/** The wire of the web host, which connects again after an interruption. */
export interface WebSocketWire extends Wire {
  /** Closes the connection permanently, without reconnecting. */
  close(): void
}

export interface WebSocketWireOptions {
  openSocket?: (url: string) => ClientSocket
  after?: After
}

/** `WebSocket.OPEN` */
const isOpen = 1
const reconnectDelayMs = { first: 50, longest: 2_000 }

/** A wire over a WebSocket to `url` that reconnects after 50 ms, with backoff up to 2 s. */
export function createWebSocketWire(
  url: string,
  { openSocket = (address) => new WebSocket(address), after = afterTimeout }: WebSocketWireOptions = {},
): WebSocketWire {
  const status = new SettableWireStatus()
  let receive: ((frame: ServerFrame) => void) | null = null
  let delayMs = reconnectDelayMs.first
  let cancelReconnect: (() => void) | null = null
  let isClosed = false
  let socket = connect()

  function connect(): ClientSocket {
    const connecting = openSocket(url)
    connecting.addEventListener('open', () => {
      delayMs = reconnectDelayMs.first
      status.set('open')
    })
    connecting.addEventListener('message', ({ data }) => {
      receive?.(JSON.parse(String(data)) as ServerFrame)
    })
    // Refused and lost connections both end in 'close', which is all that matters.
    connecting.addEventListener('error', () => {})
    connecting.addEventListener('close', lost)
    return connecting
  }

  function lost(): void {
    if (!isClosed) {
      cancelReconnect = after(delayMs, () => {
        socket = connect()
      })
      delayMs = Math.min(delayMs * 2, reconnectDelayMs.longest)
    }
    status.set('lost')
  }

  return {
    get state() {
      return status.state
    },
    onStateChange: (listener) => status.onStateChange(listener),
    onFrame(receiver) {
      receive = receiver
    },
    send(frame) {
      const text = JSON.stringify(frame)
      if (isTooLarge(text, frame)) throw tooLargeToSend()
      // A frame dropped here fails with everything else in progress when the loss is reported.
      if (socket.readyState === isOpen) socket.send(text)
    },
    close() {
      isClosed = true
      cancelReconnect?.()
      socket.close()
    },
  }
}

/** Short texts need no counting: a UTF-16 code unit is at most three bytes, and each value takes more than one unit. */
function isTooLarge(text: string, frame: unknown): boolean {
  if (text.length > wireLimits.frameValues && exceedsFrameLimit(frame)) return true
  return text.length * 3 > wireLimits.frameBytes && utf8Bytes(text) > wireLimits.frameBytes
}
