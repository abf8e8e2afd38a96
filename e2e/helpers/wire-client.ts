import { WebSocket } from 'ws'

import { createParleyClient } from '../../src/renderer/rpc/client.ts'
import type { ParleyApi } from '../../src/renderer/rpc/parley-api.ts'
import { type ClientSocket, createWebSocketWire } from '../../src/renderer/rpc/web-socket-wire.ts'
import type { Wire } from '../../src/renderer/rpc/wire.ts'
import type { ClientFrame } from '../../src/shared/rpc/frames.ts'

/** The window's own client, in Node. It connects once and does not reconnect. */
export interface WireClient extends ParleyApi {
  /** False once the connection is lost. */
  readonly isOpen: boolean
  /** Resolves when the connection is gone, whichever side ended it. */
  readonly closed: Promise<void>
  /** Withholds acknowledgements from now on, like a window that does not keep up. */
  holdAcks(): void
  /** Sends the withheld acknowledgements, and later ones at once. */
  releaseAcks(): void
  /** Sends one WebSocket message: a string unchanged, anything else as JSON. */
  sendRaw(frame: unknown): void
  /** Cuts the connection without a goodbye, like a crashed window. */
  drop(): void
  /** Closes the connection properly. */
  close(): Promise<void>
}

/** Connects to the wire of the page at `pageUrl`. Rejects if it is refused. */
export async function connectWireClient(pageUrl: string, cookie: string): Promise<WireClient> {
  const url = new URL('./wire', pageUrl)
  const { origin } = url
  url.protocol = 'ws:'
  const socket = new WebSocket(url, { origin, headers: { cookie }, perMessageDeflate: false })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const wire = createWebSocketWire(url.href, { openSocket: () => asClientSocket(socket) })
  await new Promise<void>((resolve, reject) => {
    let refusal = `The wire at ${pageUrl} was refused.`
    socket.once('error', (error) => {
      refusal = `The wire at ${pageUrl} could not be opened: ${error.message}`
    })
    wire.onStateChange((state) => {
      if (state === 'open') resolve()
      else {
        wire.close()
        reject(new Error(refusal))
      }
    })
  })
  const acks = new AckGate(wire)
  return {
    ...createParleyClient(acks.wire),
    closed,
    get isOpen() {
      return wire.state === 'open'
    },
    holdAcks: () => acks.hold(),
    releaseAcks: () => acks.release(),
    sendRaw: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    drop: () => socket.terminate(),
    close() {
      wire.close()
      return closed
    },
  }
}

/** Passes all messages of a wire, except acknowledgements while they are held. */
class AckGate {
  readonly wire: Wire
  readonly #inner: Wire
  #held: ClientFrame[] = []
  #isHolding = false

  constructor(inner: Wire) {
    this.#inner = inner
    this.wire = {
      get state() {
        return inner.state
      },
      onStateChange: (listener) => inner.onStateChange(listener),
      onFrame: (receive) => inner.onFrame(receive),
      send: (frame) => {
        if (this.#isHolding && frame.type === 'ack') this.#held.push(frame)
        else inner.send(frame)
      },
    }
  }

  hold(): void {
    this.#isHolding = true
  }

  release(): void {
    this.#isHolding = false
    for (const ack of this.#held.splice(0)) this.#inner.send(ack)
  }
}

function asClientSocket(socket: WebSocket): ClientSocket {
  return {
    get readyState() {
      return socket.readyState
    },
    send: (text) => socket.send(text),
    close: () => socket.close(),
    addEventListener(type: string, listener: (event: { data: unknown }) => void) {
      if (type === 'message')
        socket.on('message', (data: Buffer) => listener({ data: data.toString('utf8') }))
      else socket.on(type, () => listener({ data: undefined }))
    },
  }
}
