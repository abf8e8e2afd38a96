import type { PreparedFrame, ServerFrame } from '../../shared/rpc/frames'
import { exceedsFrameLimit } from '../../shared/rpc/frame-size'
import { SettableWireStatus, tooLargeToSend, type Wire } from './wire'

/** A MessagePort, as in browsers and Node. */
export interface ClientPort {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: () => void): void
  start(): void
  close(): void
}

/** The wire of the Electron host. */
export interface PortWire extends Wire {
  /** Switches to `port`. The previous one is closed, and requests in progress over it are lost. */
  attach(port: ClientPort): void
}

/** A wire over the message port sent by the host; until it arrives, the wire is connecting. */
export function createPortWire(): PortWire {
  const status = new SettableWireStatus()
  let receive: ((frame: ServerFrame) => void) | null = null
  let current: ClientPort | null = null

  function letGoOf(port: ClientPort): void {
    if (port !== current) return
    current = null
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
      if (exceedsFrameLimit(frame)) throw tooLargeToSend()
      const port = current
      if (port !== null) port.postMessage(frame)
    },
    attach(port) {
      const previous = current
      if (previous !== null) {
        letGoOf(previous)
        previous.close()
      }
      current = port
      port.addEventListener('message', ({ data }) => {
        if (port === current) receive?.(wholeFrame(data as ServerFrame | PreparedFrame))
      })
      port.addEventListener('close', () => letGoOf(port))
      port.start()
      status.set('open')
    },
  }
}

/** Parses the result of a frame that carries it as JSON. */
export function wholeFrame(frame: ServerFrame | PreparedFrame): ServerFrame {
  if (frame.type !== 'prepared') return frame
  const data: unknown = JSON.parse(new TextDecoder().decode(frame.json))
  return { type: 'result', id: frame.id, ok: true, data }
}
