import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

import { createParleyClient } from '../../renderer/rpc/client'
import { createWebSocketWire } from '../../renderer/rpc/web-socket-wire'
import type { WindowEvent } from '../../shared/rpc/window-events'
import { serveConnection } from './router'
import { recordingObserver } from './testing/contract-setup'
import { ManualSource } from './testing/manual-source'
import { scriptedService } from './testing/scripted-service'
import { createWebSocketTransport } from './transport/web-socket-transport'

it('reconnects automatically: ends open streams once, and answers calls made in between', async () => {
  const sources: ManualSource<WindowEvent>[] = []
  const service = scriptedService({
    routes: { 'runs.list': () => ({ runs: [] }) },
    streams: {
      'window.attach': () => {
        const source = new ManualSource<WindowEvent>()
        sources.push(source)
        return source
      },
    },
  })
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (socket) => serveConnection(createWebSocketTransport(socket), service))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const wire = createWebSocketWire(`ws://127.0.0.1:${port}`, { openSocket: (url) => new WebSocket(url) })
  onTestFinished(async () => {
    wire.close()
    server.close()
    await once(server, 'close')
  })
  const client = createParleyClient(wire)
  const observer = recordingObserver<WindowEvent>()
  client.open('window.attach', {}, observer)
  expect(await client.invoke('runs.list', {})).toEqual({ runs: [] })

  for (const socket of server.clients) socket.terminate()
  await observer.ends.until(({ length }) => length === 1)
  const again = recordingObserver<WindowEvent>()
  client.open('window.attach', {}, again)
  expect(await client.invoke('runs.list', {})).toEqual({ runs: [] })
  sources[1]?.push([{ type: 'models-changed' }], { urgent: true })
  await again.batches.until(({ length }) => length === 1)
  expect(observer.ends.items).toMatchObject([{ reason: 'disconnected' }])
  expect(sources.map(({ closeCauses }) => closeCauses)).toEqual([['gone'], []])
  expect(service.reported).toEqual([])
})
