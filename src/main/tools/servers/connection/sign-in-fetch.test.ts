import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { withState } from '../../../../../e2e/helpers/preserve-state'
import { openProxy } from '../../../../../e2e/helpers/proxy-server'
import { systemClock } from '../../../base/clock'
import { createManualClock } from '../../../base/testing/manual-clock'
import { createSignInFetch, type SignInPlaces } from './sign-in-fetch'

/** A server in this network that answers everything, and what it was asked. */
async function serve(location?: string) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response
      .writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location })
      .end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, port: (server.address() as AddressInfo).port }
}

async function closedServer() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return { port }
}

/** A server that answers each request with `answer`; `asked`: it got one. */
async function listen(answer: (response: ServerResponse) => void) {
  const asked = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    answer(response)
    asked.resolve()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked: asked.promise, port: (server.address() as AddressInfo).port }
}

const resolveName: NonNullable<SignInPlaces['resolveName']> = (_name, _options, done) =>
  done(null, [{ address: '127.0.0.1', family: 4 }])

const resolveNothing: typeof resolveName = (_name, _options, done) =>
  done(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), [])

/** Asks on behalf of a server; all names lead to this machine. */
function ask(given: Partial<SignInPlaces>, url: string, init: RequestInit = {}) {
  const places = { server: 'fake', clock: systemClock, namedHosts: () => [], resolveName }
  return createSignInFetch({ url: 'http://mcp.example/mcp', ...places, ...given })(new URL(url), init)
}

const reason = (expected: string) =>
  expect.objectContaining({
    cause: expect.objectContaining({ data: expect.objectContaining({ reason: expected }) }),
  })

test('a public server cannot have an address in this network asked, however it is written', async () => {
  const { asked, port } = await serve()
  for (const host of ['127.0.0.1', 'localhost', 'rebound.example', 'auth.internal', '[::1]']) {
    await expect(ask({}, `http://${host}:${port}/token`)).rejects.toEqual(reason('redirected'))
  }
  expect(asked).toEqual([])
})

test('a proxy does not lift that restriction, and gets names that only it can resolve', async () => {
  const { asked, port } = await serve()
  const proxy = await openProxy({ 'rebound.example': port, 'auth.example': port })
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  await withState(
    process.env,
    { http_proxy: proxy.address, no_proxy: undefined, NO_PROXY: undefined },
    async () => {
      for (const host of ['10.0.0.1', 'localhost', 'rebound.example', 'auth.internal', 'auth', '[fd00::1]']) {
        await expect(ask({}, `http://${host}/token`)).rejects.toEqual(reason('redirected'))
      }
      expect(proxy.asked).toEqual([])
      expect((await ask({ resolveName: resolveNothing }, 'http://auth.example/token')).status).toBe(200)
    },
  )
  expect([proxy.asked, asked]).toEqual([['GET http://auth.example/token'], ['GET /token']])
})

test('a server in this network may name such an address, and so may any server if the user has named the host', async () => {
  const { asked, port } = await serve()
  const own = await ask({ url: `http://127.0.0.1:${port + 1}/mcp` }, `http://127.0.0.1:${port}/one`)
  const named = await ask({ namedHosts: () => [`127.0.0.1:${port}`] }, `http://127.0.0.1:${port}/two`)
  expect([own.status, named.status, asked]).toEqual([200, 200, ['GET /one', 'GET /two']])
})

test.each([
  ['javascript://localhost/%0aalert(1)', 'sign-in-address'],
  ['file:///etc/passwd', 'sign-in-address'],
  ['http://auth.example/token', 'sign-in-insecure'],
])('a server with https cannot have %s asked', async (url, expected) => {
  await expect(ask({ url: 'https://mcp.example/mcp' }, url)).rejects.toEqual(reason(expected))
})

test('a document that never ends is given up after the time, and a huge one at its limit', async () => {
  const endless = await listen((response) => response.writeHead(200).write('{'))
  const { port } = endless
  const clock = createManualClock()
  const url = `http://127.0.0.1:${port}/.well-known/oauth-authorization-server`
  const asked = ask({ url: `http://127.0.0.1:${port}/mcp`, clock }, url)
  await endless.asked
  clock.advance(30_000)
  await expect(asked).rejects.toMatchObject({ data: { reason: 'sign-in-time' } })

  const huge = await listen((response) => {
    const write = () => {
      while (response.write('x'.repeat(100_000)));
      response.once('drain', write)
    }
    write()
  })
  const own = `http://127.0.0.1:${huge.port}/mcp`
  await expect(ask({ url: own }, `${own}/token`)).rejects.toEqual(reason('too-large'))
  // Also for an address that the server names elsewhere.
  const named = { namedHosts: () => [`127.0.0.1:${huge.port}`] }
  await expect(ask(named, `${own}/token`)).rejects.toEqual(reason('too-large'))
})

test('an address where nothing listens is named, with the reason', async () => {
  const { port } = await closedServer()
  const url = `http://127.0.0.1:${port}/mcp`
  await expect(ask({ url }, `${url}/token`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining(`127.0.0.1:${port}`), data: { reason: 'nothing-there' } },
  })
})

test('a token request that is redirected elsewhere is not sent on', async () => {
  const elsewhere = await serve()
  const { port } = await serve(`http://127.0.0.1:${elsewhere.port}/steal`)
  const url = `http://127.0.0.1:${port}/mcp`
  const body = new URLSearchParams({ code: 'secret' })
  await expect(ask({ url }, `${url}/token`, { method: 'POST', body })).rejects.toEqual(
    reason('sign-in-moved'),
  )
  expect(elsewhere.asked).toEqual([])
})
