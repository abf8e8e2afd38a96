import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { MessageChannel, type MessagePort } from 'node:worker_threads'

import { WebSocket, WebSocketServer } from 'ws'

import { createPortWire, type ClientPort } from '../../../renderer/rpc/port-wire'
import { createWebSocketWire } from '../../../renderer/rpc/web-socket-wire'
import type { Wire } from '../../../renderer/rpc/wire'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import { createPortTransport, type MainPort } from '../transport/port-transport'
import type { Transport } from '../transport/transport'
import { createWebSocketTransport } from '../transport/web-socket-transport'
import { createMemoryPair } from './memory-pair'

/** Both ends of one connection. */
export interface ConnectedPair {
  transport: Transport
  wire: Wire
  /** Sends from the client's end what no Parley client would send. */
  sendRaw: (value: unknown) => void
  /** Drops the client's end without a goodbye. */
  dropClient: () => void
  dispose(): Promise<void>
}

/** A kind of transport that the contract suite covers. */
export interface TransportKind {
  name: string
  connect(): Promise<ConnectedPair>
}

const memory: TransportKind = {
  name: 'a pair in memory',
  connect() {
    const { transport, wire, sendRaw, disconnect } = createMemoryPair()
    return Promise.resolve({
      transport,
      wire,
      sendRaw,
      dropClient: disconnect,
      dispose() {
        disconnect()
        return Promise.resolve()
      },
    })
  },
}

/** The transport of a window on the web host. */
export const webSocketKind: TransportKind = {
  name: 'a WebSocket on 127.0.0.1',
  async connect() {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: wireLimits.frameBytes })
    await once(server, 'listening')
    const accepted = once(server, 'connection') as Promise<[WebSocket]>
    const { port } = server.address() as AddressInfo
    const client = new WebSocket(`ws://127.0.0.1:${port}`)
    const wire = createWebSocketWire('', { openSocket: () => client, after: neverAgain })
    const [[socket]] = await Promise.all([accepted, once(client, 'open')])
    return {
      transport: createWebSocketTransport(socket),
      wire,
      sendRaw: (value) => client.send(JSON.stringify(value)),
      dropClient: () => client.terminate(),
      async dispose() {
        wire.close()
        for (const peer of server.clients) peer.terminate()
        server.close()
        await once(server, 'close')
      },
    }
  },
}

const messagePort: TransportKind = {
  name: 'a message port',
  connect() {
    const { port1, port2 } = new MessageChannel()
    const wire = createPortWire()
    wire.attach(asClientPort(port2))
    return Promise.resolve({
      transport: createPortTransport(asMainPort(port1)),
      wire,
      sendRaw: (value) => port2.postMessage(value),
      dropClient: () => port2.close(),
      dispose() {
        port1.close()
        return Promise.resolve()
      },
    })
  },
}

/** All transports. */
export const transportKinds: readonly TransportKind[] = [memory, webSocketKind, messagePort]

/** Adapts Node's port to the one in Electron's main process: a message comes as an event with `data`. */
function asMainPort(port: MessagePort): MainPort {
  return {
    ...portActions(port),
    on: (event: 'message' | 'close', listener: (message: { data: unknown }) => void) =>
      port.on(event, (data: unknown) => listener({ data })),
  }
}

/** Adapts Node's port to a page's. */
function asClientPort(port: MessagePort): ClientPort {
  return {
    ...portActions(port),
    addEventListener(type: 'message' | 'close', listener: (event: { data: unknown }) => void) {
      port.on(type, (data: unknown) => listener({ data }))
    },
  }
}

function portActions(port: MessagePort) {
  return {
    postMessage: (value: unknown) => port.postMessage(value),
    start: () => port.start(),
    close: () => port.close(),
  }
}

/** These tests never reconnect. */
function neverAgain(): () => void {
  return () => {}
}
