import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { limitIdleConnections } from '../../../base/idle-connections'

/** Waits for the user's browser to return from a sign-in. */
export interface CallbackListener {
  port: number
  redirectUrl: string
  /** The parameters with which the browser returned. Never rejects. */
  answer: Promise<URLSearchParams>
  close(): void
}

const path = '/callback'
/** The user's browser needs one; anything else on this computer could hold more. */
const maxIdleConnections = 16

/**
 * Listens on this machine only, at the port of the last sign-in if it is free, because many servers know Parley by its
 * redirect address. A request without the right `state` is refused and changes nothing: any page could send it.
 */
export async function openCallbackListener(options: {
  state: string
  port: number | undefined
  page: string
}): Promise<CallbackListener> {
  const { promise: answer, resolve } = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', 'http://127.0.0.1')
    if (request.method !== 'GET' || url?.pathname !== path) return reply(response, 404, '')
    if (url.searchParams.get('state') !== options.state) return reply(response, 400, '')
    reply(response, 200, options.page)
    resolve(url.searchParams)
  })
  limitIdleConnections(server, maxIdleConnections)
  const port = await listen(server, options.port)
  return {
    port,
    redirectUrl: `http://127.0.0.1:${port}${path}`,
    answer,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function listen(server: Server, wanted: number | undefined): Promise<number> {
  for (const port of wanted === undefined ? [0] : [wanted, 0]) {
    server.listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    } catch (error) {
      // Another program has the port.
      if (port === 0) throw error
    }
  }
  return 0
}

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  })
  response.end(text)
}
