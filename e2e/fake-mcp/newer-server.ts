import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { z } from 'zod'

/** Starts a server of the version 2026-07-28 of the protocol over HTTP, by the official library. */
export async function startNewerServer(): Promise<{ url: string; close(): Promise<void> }> {
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'newer', version: '2.0.0' })
      server.registerTool(
        'echo',
        { description: 'Returns its text.', inputSchema: z.object({ text: z.string() }) },
        ({ text }) => ({ content: [{ type: 'text', text }] }),
      )
      server.registerTool('look-around', { description: 'Asks for roots.' }, () =>
        inputRequired({ inputRequests: { roots: inputRequired.listRoots() } }),
      )
      return server
    },
    { legacy: 'reject' },
  )
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const hasBody = request.method === 'POST'
      const { status, headers, body } = await handler.fetch(
        new Request(new URL(request.url ?? '', url), {
          method: request.method ?? 'GET',
          headers: new Headers(
            Object.entries(request.headersDistinct).map(([name, all]) => [name, String(all)]),
          ),
          ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
        }),
      )
      response.writeHead(status, Object.fromEntries(headers))
      if (body === null) response.end()
      else Readable.fromWeb(body).pipe(response)
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  return {
    url,
    async close() {
      await handler.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
