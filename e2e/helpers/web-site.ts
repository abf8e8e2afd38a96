import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A website on this machine, and the paths that were requested from it, in order. */
export interface WebSite {
  host: string
  paths: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens a website that answers each request with `answer`. */
export async function openSite(answer: (path: string, response: ServerResponse) => void): Promise<WebSite> {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    answer(request.url ?? '', response)
  })
  // The system may give it the port of an app that another test has ended, whose window tries to reconnect.
  server.on('upgrade', (_request, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
