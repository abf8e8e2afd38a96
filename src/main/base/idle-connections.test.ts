import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

import { afterEach, expect, test } from 'vitest'

import { limitIdleConnections } from './idle-connections'

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

async function serve(max: number) {
  const server = createServer((_request, response) => response.end('here'))
  const limit = limitIdleConnections(server, max)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUps.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    cleanUps.push(() => socket.destroy())
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_error, connections) => resolve(connections)))
  return { server, limit, port, open, count }
}

test('holds a limited number of sockets that ask for nothing, and still answers', async () => {
  const { port, open, count } = await serve(5)
  for (let index = 0; index < 60; index += 1) {
    const socket = await open()
    // A request that never ends its headers counts as well.
    if (index % 2 === 0) socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
  }
  await expect.poll(count).toBeLessThanOrEqual(5)
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here')
})

test('counts a connection that is kept alive after its answer', async () => {
  const { open, count } = await serve(3)
  for (let index = 0; index < 20; index += 1) {
    const socket = await open()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
  }
  await expect.poll(count).toBeLessThanOrEqual(3)
})

test('does not close a connection that is used for something else', async () => {
  const { server, limit, open } = await serve(2)
  server.on('upgrade', (request) => limit.release(request.socket))
  const used = await open()
  used.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await once(server, 'upgrade')
  const closed: unknown[] = []
  used.once('close', () => closed.push(used))
  const others = await Promise.all(Array.from({ length: 20 }, open))
  await expect.poll(() => others.filter((socket) => socket.destroyed).length).toBeGreaterThanOrEqual(18)
  expect(closed).toEqual([])
})
