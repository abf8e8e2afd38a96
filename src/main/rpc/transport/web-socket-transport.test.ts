import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

import { wireLimits } from '../../../shared/rpc/definitions/limits'
import { Recorded } from '../testing/recorded'
import { createWebSocketTransport } from './web-socket-transport'

/** A transport and the bare socket of its peer. */
async function connect(maxPayload = 1_000) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload })
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[WebSocket]>
  const { port } = server.address() as AddressInfo
  const peer = new WebSocket(`ws://127.0.0.1:${port}`)
  onTestFinished(async () => {
    peer.terminate()
    for (const client of server.clients) client.terminate()
    server.close()
    await once(server, 'close')
  })
  const [[socket]] = await Promise.all([accepted, once(peer, 'open')])
  const transport = createWebSocketTransport(socket)
  const received = new Recorded<unknown>()
  const closed = new Recorded<'closed'>()
  transport.onFrame((frame) => received.push(frame))
  transport.onClosed(() => closed.push('closed'))
  return { transport, socket, peer, received, closed }
}

it('passes on binary and invalid JSON as undefined, which is never a frame', async () => {
  const { peer, received } = await connect()
  peer.send('{"type":')
  peer.send(Buffer.from('{"type":"cancel","id":1}'))
  peer.send('{"type":"cancel","id":2}')
  expect(await received.until(({ length }) => length === 3)).toEqual([
    undefined,
    undefined,
    { type: 'cancel', id: 2 },
  ])
})

it('closes once on a frame over the server’s limit, without an uncaught error', async () => {
  const { transport, peer, received, closed } = await connect(100)
  const peerClosed = once(peer, 'close') as Promise<[number]>
  peer.send('x'.repeat(101))
  const [code] = await peerClosed
  await closed.until(({ length }) => length === 1)
  transport.close()
  expect([code, closed.items, received.items]).toEqual([1009, ['closed'], []])
})

it('reports its own close at once and only once, and receives nothing more', async () => {
  const { transport, peer, received, closed } = await connect()
  const peerClosed = once(peer, 'close')
  peer.send('1')
  transport.close()
  expect(closed.items).toEqual(['closed'])
  await peerClosed
  transport.send({ type: 'batch', id: 1, events: [] })
  expect([closed.items, received.items]).toEqual([['closed'], []])
})

it('notifies a late listener that the peer is gone', async () => {
  const { transport, peer, closed } = await connect()
  peer.terminate()
  await closed.until(({ length }) => length === 1)
  let closedCount = 0
  transport.onClosed(() => {
    closedCount += 1
  })
  expect(closedCount).toBe(1)
})

it('stops reading from a peer that does not read, and resumes once it does', async () => {
  const { transport, socket, peer, received } = await connect()
  const events = ['x'.repeat(16 * 1024 * 1024)]
  peer.pause()
  transport.send({ type: 'batch', id: 1, events })
  expect(socket.isPaused).toBe(true)
  peer.send('1')
  const read = once(peer, 'message')
  peer.resume()
  await read
  await received.until(({ length }) => length === 1)
  expect([socket.isPaused, socket.bufferedAmount]).toEqual([false, 0])
})

it('answers a peer that asks without reading only up to a limit, however fast it asked', async () => {
  const { transport, socket, peer, received } = await connect()
  const paused = new Recorded<'paused'>()
  transport.onFrame((frame) => {
    received.push(frame)
    // Asynchronous, like the answer of a handler.
    queueMicrotask(() => {
      transport.send({ type: 'batch', id: 1, events: ['x'.repeat(5 * 1024 * 1024)] })
      if (socket.isPaused) paused.push('paused')
    })
  })
  peer.pause()
  // They arrive in one read, and `ws` emits all of them even while the socket is paused.
  for (let asked = 0; asked < 12; asked += 1) peer.send('1')
  await paused.until(({ length }) => length === 1)
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  expect(paused.items).toEqual(['paused'])
  expect(received.items.length).toBeLessThan(10)
  peer.resume()
  await received.until(({ length }) => length === 12)
})

it('reads no more than it can handle soon from a peer that never stops sending', async () => {
  const { transport, socket, peer, received } = await connect()
  let [paused, sent] = [0, 0]
  transport.onFrame((frame) => {
    received.push(frame)
    if (socket.isPaused) paused += 1
  })
  for (; sent < 10_000; sent += 1) peer.send('{"type":"ack","id":1,"events":1}')
  await received.until(({ length }) => length === sent)
  expect([paused > 0, socket.isPaused]).toEqual([true, false])
})

it('closes on a frame with too many values, without parsing them', async () => {
  const { peer, received, closed } = await connect(wireLimits.frameBytes)
  const peerClosed = once(peer, 'close') as Promise<[number]>
  const before = process.memoryUsage().heapUsed
  peer.send(`[${'[],'.repeat(wireLimits.frameValues)}[]]`)
  expect((await peerClosed)[0]).toBe(1009)
  expect([closed.items, received.items]).toEqual([['closed'], []])
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * 1024 * 1024)
})

/** Returns a function that is true once the transport has parsed one of the values that `peer` sends later. */
function watchParsing() {
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  return () => parse.mock.calls.some(([text]) => text.includes('later'))
}

it('reads nothing after a frame with too many values, and disconnects the peer', async () => {
  const { socket, peer, received } = await connect(wireLimits.frameBytes)
  const isRead = watchParsing()
  const cut = once(socket, 'close')
  peer.send(`[${'0,'.repeat(wireLimits.frameValues)}0]`)
  // A peer that does not see the close keeps sending.
  peer.pause()
  for (let sent = 0; sent < 5_000; sent += 1) peer.send('"later"')
  await cut
  expect([isRead(), received.items]).toEqual([false, []])
})

it('reads nothing from a peer after the transport was closed', async () => {
  const { transport, peer, received } = await connect()
  const isRead = watchParsing()
  const peerClosed = once(peer, 'close')
  transport.close()
  for (let sent = 0; sent < 5_000; sent += 1) peer.send('"later"')
  await peerClosed
  expect([isRead(), received.items]).toEqual([false, []])
})

it('handles nothing that it had read before it was closed', async () => {
  const { transport, peer, received } = await connect()
  transport.onFrame((frame) => {
    received.push(frame)
    if (frame !== 1) transport.close()
  })
  const peerClosed = once(peer, 'close')
  peer.send('1')
  // They are delivered together.
  for (let sent = 0; sent < 100; sent += 1) peer.send('{"type":"close"}')
  await peerClosed
  expect(received.items).toEqual([1, { type: 'close' }])
})

it('handles consecutive stream closes in one turn, and calls one per turn', async () => {
  const { transport, peer } = await connect()
  const handled = new Recorded<unknown>()
  transport.onFrame((frame) => {
    handled.push((frame as { type: string }).type)
    queueMicrotask(() => handled.push('done'))
  })
  for (const type of ['call', 'close', 'close', 'close', 'call', 'call']) peer.send(JSON.stringify({ type }))
  await handled.until(({ length }) => length === 12)
  const closes = ['close', 'close', 'close', 'done', 'done', 'done']
  expect(handled.items).toEqual(['call', 'done', ...closes, 'call', 'done', 'call', 'done'])
})

it('handles what a peer sent before it disconnected', async () => {
  const { peer, received, closed } = await connect()
  for (const frame of ['1', '2', '3']) peer.send(frame)
  peer.close()
  await closed.until(({ length }) => length === 1)
  expect(received.items).toEqual([1, 2, 3])
})

it('notices that a peer which does not read is gone', async () => {
  const { transport, socket, peer, closed } = await connect()
  peer.pause()
  transport.send({ type: 'batch', id: 1, events: ['x'.repeat(16 * 1024 * 1024)] })
  expect(socket.isPaused).toBe(true)
  peer.terminate()
  await closed.until(({ length }) => length === 1)
  expect(closed.items).toEqual(['closed'])
})

it('can be closed while its peer does not read', async () => {
  const { transport, peer, closed } = await connect()
  peer.pause()
  transport.send({ type: 'batch', id: 1, events: ['x'.repeat(16 * 1024 * 1024)] })
  transport.close()
  expect(closed.items).toEqual(['closed'])
  const peerClosed = once(peer, 'close') as Promise<[number]>
  peer.resume()
  expect((await peerClosed)[0]).toBe(1001)
})
