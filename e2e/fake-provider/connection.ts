import type { Socket } from 'node:net'

import type { FakeRequest } from './fake-request.ts'
import { preciseNow } from './fake-request.ts'
import type { Ending, OnClientClose } from './script.ts'

/** The server side of one socket: writes raw HTTP/1.1 and decides how to react to the client's FIN. */
export class Connection {
  readonly #socket: Socket
  readonly #request: FakeRequest
  readonly #gone = new AbortController()
  #onClientClose: OnClientClose = { type: 'close' }
  #closeTimer: NodeJS.Timeout | null = null

  constructor(socket: Socket, request: FakeRequest) {
    this.#socket = socket
    this.#request = request
    socket.on('end', () => this.#clientClosed())
    socket.on('close', () => {
      if (this.#closeTimer !== null) clearTimeout(this.#closeTimer)
      this.#gone.abort()
      request.recordClosed()
    })
  }

  /** Aborts when no client is left to play the script to. */
  get gone(): AbortSignal {
    return this.#gone.signal
  }

  set onClientClose(policy: OnClientClose) {
    this.#onClientClose = policy
  }

  head(status: number, headers: Record<string, string>): void {
    const lines = Object.entries({ ...headers, connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    this.write(`HTTP/1.1 ${status} ${status < 300 ? 'OK' : 'Refused'}\r\n${lines.join('\r\n')}\r\n\r\n`)
  }

  /** One HTTP chunk of the body. */
  chunk(bytes: Uint8Array | string): void {
    // An empty chunk would end the body.
    if (bytes.length === 0) return
    const length = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length
    if (typeof bytes === 'string') this.write(`${length.toString(16)}\r\n${bytes}\r\n`)
    else {
      this.write(`${length.toString(16)}\r\n`)
      this.write(bytes)
      this.write('\r\n')
    }
  }

  write(bytes: Uint8Array | string): void {
    if (!this.#socket.writable) return
    this.#request.firstByteMs ??= preciseNow()
    this.#socket.write(bytes)
  }

  /** Buffers writes until `release`, so that they take few packets. */
  hold(): void {
    this.#socket.cork()
  }

  release(): void {
    this.#socket.uncork()
  }

  /** Resolves once everything written so far was sent, or the socket is gone. */
  async drained(): Promise<void> {
    if (!this.#socket.writableNeedDrain || this.gone.aborted) return
    await new Promise<void>((resolve) => {
      const settle = () => {
        this.#socket.off('drain', settle)
        this.gone.removeEventListener('abort', settle)
        resolve()
      }
      this.#socket.once('drain', settle)
      this.gone.addEventListener('abort', settle, { once: true })
    })
  }

  end(ending: Ending): void {
    if (ending === 'linger') return
    if (ending === 'reset') {
      this.#socket.resetAndDestroy()
      return
    }
    if (ending === 'close') this.write('0\r\n\r\n')
    this.#socket.end()
  }

  /** Ends an answer that had a content-length. */
  endWhole(): void {
    this.#socket.end()
  }

  #clientClosed(): void {
    this.#request.recordClientFin()
    switch (this.#onClientClose.type) {
      case 'go-on':
        return
      case 'close':
        this.#gone.abort()
        this.#socket.end()
        return
      case 'end-then-close-after':
      case 'close-after':
        this.#gone.abort()
        if (this.#onClientClose.type === 'end-then-close-after') this.write('0\r\n\r\n')
        this.#closeTimer = setTimeout(() => this.#socket.end(), this.#onClientClose.ms)
    }
  }
}
