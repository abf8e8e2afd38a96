import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { systemClock } from '../../../base/clock'
import { createBoundedFetch } from './bounded-fetch'

/** Returns the number of bytes that arrive of a stream of events of these sizes. */
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
    headers: {},
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

/** Makes Node's own `fetch` give up after 20 ms of silence instead of its 300 s. */
async function shortenHiddenLimits(): Promise<void> {
  await fetch('data:,')
  const key = Symbol.for('undici.globalDispatcher.1')
  const before: unknown = Reflect.get(globalThis, key)
  const Agent = (before as object).constructor as new (limits: object) => { close(): Promise<void> }
  const agent = new Agent({ headersTimeout: 20, bodyTimeout: 20 })
  Reflect.set(globalThis, key, agent)
  onTestFinished(() => {
    Reflect.set(globalThis, key, before)
    return agent.close()
  })
}

it.each(['before its headers', 'in the middle of its answer'])(
  'waits for a server that is silent %s, however long it takes',
  async (when) => {
    await shortenHiddenLimits()
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
    const server = createServer((_request, response) => {
      if (when !== 'before its headers') response.writeHead(200).write('lo')
      void allowed.then(() => response.end('ng'))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
    const places = { server: 'test', url, headers: {}, clock: systemClock, namedHosts: () => [] }
    const text = createBoundedFetch(places)(url).then((response) => response.text())
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow()
    allow()
    expect(await text).toMatch(/ng$/)
  },
)
