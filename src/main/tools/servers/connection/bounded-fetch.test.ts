import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { systemClock } from '../../../base/clock'
import { createBoundedFetch } from './bounded-fetch'

/** How many bytes arrive of a stream of events of these sizes. */
async function received(sizes: readonly number[], lineEnd: string): Promise<number> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const size of sizes) response.write(`data: ${'x'.repeat(size)}${lineEnd}${lineEnd}`)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const response = await createBoundedFetch({
    server: 'test',
    url,
    clock: systemClock,
    namedHosts: () => [],
  })(url)
  return (await response.arrayBuffer()).byteLength
}

it.each(['\n', '\r\n'])(
  'limits each event of a stream, not their sum (lines end with %j)',
  async (lineEnd) => {
    const sizes = [4_000_000, 4_000_000, 4_000_000]
    expect(await received(sizes, lineEnd)).toBeGreaterThan(12_000_000)
    await expect(received([4_000_000, 11_000_000], lineEnd)).rejects.toMatchObject({
      data: { reason: 'too-large' },
    })
  },
)
