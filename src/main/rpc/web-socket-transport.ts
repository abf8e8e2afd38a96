import type { RawData, WebSocket } from 'ws'

import type { Transport } from './transport'

/** Unsent bytes above which a peer that does not read is not listened to either. */
const pauseAboveBytes = 8 * 1024 * 1024

/**
 * A wire over a WebSocket of the `ws` package: one JSON text per frame. What is not JSON is handed on as
 * `undefined`, which no frame is. Whoever made the server bounds the size of a frame (`maxPayload`).
 */
export function createWebSocketTransport(socket: WebSocket): Transport {
  let closed: (() => void) | null = null
  let isClosed = false

  function finish(): void {
    if (isClosed) return
    isClosed = true
    closed?.()
  }

  socket.on('close', finish)
  // 'close' follows, and says all that matters.
  socket.on('error', () => {})

  /** Flow control bounds the streams; this bounds the answers to calls of a peer that asks and never reads. */
  function listenWhenDrained(): void {
    if (socket.isPaused && socket.bufferedAmount <= pauseAboveBytes) socket.resume()
  }

  return {
    send(frame) {
      if (isClosed) return
      socket.send(JSON.stringify(frame), listenWhenDrained)
      if (socket.bufferedAmount > pauseAboveBytes) socket.pause()
    },
    onFrame(receive) {
      socket.on('message', (data, isBinary) => {
        if (!isClosed) receive(isBinary ? undefined : parseJson(data))
      })
    },
    onClosed(listener) {
      if (isClosed) listener()
      else closed = listener
    },
    close() {
      // The closing handshake needs to hear the peer.
      if (socket.isPaused) socket.resume()
      socket.close(1001)
      finish()
    },
  }
}

function parseJson(data: RawData): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(data) ? data.toString() : '')
  } catch {
    // Not JSON: malformed like any other wrong frame.
    return undefined
  }
}
