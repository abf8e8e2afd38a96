import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** An HTTP proxy on this machine. */
export interface ProxyServer {
  /** Host and port. */
  address: string
  /** The requests that it received, such as `CONNECT models.invalid:443` and `GET http://models.invalid/v1/models`. */
  asked: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Opens a proxy, with tunnels and with whole addresses, which alone knows where `hosts` are: names that no system resolves,
 * with the ports on this machine that serve them. It refuses every other host.
 */
export async function openProxy(hosts: Readonly<Record<string, number>>): Promise<ProxyServer> {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((incoming, response) => {
    const url = URL.parse(incoming.url ?? '')
    asked.push(`${incoming.method} ${incoming.url}`)
    const port = hosts[url?.hostname ?? '']
    if (url === null || port === undefined) {
      response.writeHead(403).end('This proxy does not know that host.')
      return
    }
    const { method, headers } = incoming
    const path = `${url.pathname}${url.search}`
    const onward = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  server.on('connect', ({ url = '' }, socket: Socket) => {
    asked.push(`CONNECT ${url}`)
    const port = hosts[url.split(':')[0] ?? '']
    if (port === undefined) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const onward = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'))
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    onward.pipe(socket).pipe(onward)
    sockets.add(onward)
  })
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
