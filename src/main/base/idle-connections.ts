import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Idle time before a connection without a complete request is closed. */
const headersMs = 10_000
const requestMs = 30_000

/** Keeps a local server from holding sockets that ask for nothing. */
export interface IdleConnections {
  /** The connection is used for something other than requests, such as a WebSocket, and no longer counts. */
  release(socket: object): void
}

/**
 * Allows a server this many connections that are not being answered. One more closes the oldest instead of being
 * refused, so no program on this computer can keep the user's window out.
 */
export function limitIdleConnections(server: Server, max: number): IdleConnections {
  server.headersTimeout = headersMs
  server.requestTimeout = requestMs
  // In the order in which they became idle.
  const idle = new Set<Socket>()
  const add = (socket: Socket) => {
    if (socket.destroyed) return
    idle.add(socket)
    if (idle.size <= max) return
    const [oldest] = idle
    oldest?.destroy()
    if (oldest !== undefined) idle.delete(oldest)
  }
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => idle.delete(socket))
    add(socket)
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket)
    response.once('close', () => add(socket))
  })
  return { release: (socket) => idle.delete(socket as Socket) }
}
