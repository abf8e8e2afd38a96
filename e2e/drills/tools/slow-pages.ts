import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How long a page takes. */
const pageMs = 400

/** A web server whose pages take their time. */
export async function startSlowPages(): Promise<{
  url: string
  readonly openSockets: number
  close(): Promise<void>
}> {
  const server = createServer((_request, response) => {
    const timer = setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/html', connection: 'close' })
      response.end('<!doctype html><title>Slow</title><main><p>A page that took its time.</p></main>')
    }, pageMs)
    response.once('close', () => clearTimeout(timer))
  })
  let openSockets = 0
  server.on('connection', (socket) => {
    openSockets += 1
    socket.once('close', () => {
      openSockets -= 1
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`,
    get openSockets() {
      return openSockets
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
