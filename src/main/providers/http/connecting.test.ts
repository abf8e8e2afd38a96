import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'

import { afterEach, expect, test } from 'vitest'

import type { ParleyError } from '../../../shared/errors'
import { systemClock } from '../../base/clock'
import { createManualClock } from '../../base/testing/manual-clock'
import { testCertificate } from '../testing/test-certificate'
import { createUpstreamFetch, type UpstreamFetchOptions } from './upstream-fetch'

const servers: Server[] = []
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) {
    server.close()
    await once(server, 'close')
  }
})

/** Returns the server's port. */
async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function tlsServer(certificate: { key: string; cert: string }): Server {
  const server = createTlsServer(certificate, (socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'))
  })
  return server.on('tlsClientError', () => {})
}

/** The end of a request: the text of the answer, or its error. */
async function outcome(
  url: string,
  options: Partial<UpstreamFetchOptions> = {},
): Promise<string | ParleyError> {
  const peer = { name: 'Fake', address: new URL(url).host, secret: null }
  const closed = Promise.withResolvers<void>()
  let opened = 0
  let left = 0
  const fetch = createUpstreamFetch({
    peer,
    clock: systemClock,
    environment: {},
    onOpened: () => {
      opened += 1
      left += 1
    },
    onClosed: () => {
      left -= 1
      if (left === 0) closed.resolve()
    },
    ...options,
  })
  const text = await fetch(url, { method: 'POST', body: '{}' }).then(
    (response) => response.text(),
    (error: unknown) => error as ParleyError,
  )
  await closed.promise
  expect(opened).toBeGreaterThan(0)
  return text
}

function because(code: string, reason: string, ...words: RegExp[]) {
  const message = expect.toSatisfy(
    (text: string) => words.every((word) => word.test(text)),
    String(words),
  ) as string
  return { code, message, data: { reason } }
}

test('names the certificate of an unknown issuer, and the proxy that may have issued it', async () => {
  const port = await listen(tlsServer(testCertificate({ names: ['localhost'] })))
  expect(await outcome(`https://localhost:${port}/`)).toMatchObject(
    because('PROVIDER_UNREACHABLE', 'certificate-unknown', /issuer/, /proxy/, /NODE_EXTRA_CA_CERTS/),
  )
})

test('names a certificate for another host, or one that has expired, if its issuer is trusted', async () => {
  const trusted = getCACertificates('default')
  const other = testCertificate({ names: ['other.test'] })
  const old = testCertificate({ names: ['localhost'], days: [-9, -2] })
  setDefaultCACertificates([...trusted, other.cert, old.cert])
  try {
    const [otherPort, oldPort] = [await listen(tlsServer(other)), await listen(tlsServer(old))]
    expect(await outcome(`https://localhost:${otherPort}/`)).toMatchObject(
      because('PROVIDER_UNREACHABLE', 'certificate-name', /another host name/, /proxy/),
    )
    expect(await outcome(`https://localhost:${oldPort}/`)).toMatchObject(
      because('PROVIDER_UNREACHABLE', 'certificate-date', /CERT_HAS_EXPIRED/, /date/),
    )
  } finally {
    setDefaultCACertificates(trusted)
  }
})

test.each([
  ['a reset', (socket: Socket) => socket.resetAndDestroy()],
  ['an end', (socket: Socket) => socket.end()],
])('names %s in the TLS handshake, and what may have caused it', async (_name, cut) => {
  const port = await listen(createServer((socket) => void socket.once('data', () => cut(socket))))
  expect(await outcome(`https://127.0.0.1:${port}/`)).toMatchObject(
    because('PROVIDER_UNREACHABLE', 'tls-cut', /handshake/, /firewall/),
  )
})

test('limits the TLS handshake to 15 s, and names it', async () => {
  const clock = createManualClock()
  const server = createServer()
  const port = await listen(server)
  const hello = once(server, 'connection').then(([socket]) => once(socket as Socket, 'data'))
  const answer = outcome(`https://127.0.0.1:${port}/`, { clock })
  await hello
  clock.advance(14_999)
  expect(clock.pendingTimers).toBeGreaterThan(0)
  clock.advance(1)
  expect(await answer).toMatchObject(because('PROVIDER_UNREACHABLE', 'tls-silent', /handshake/, /firewall/))
})

test('names an answer without TLS', async () => {
  const port = await listen(createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
  expect(await outcome(`https://127.0.0.1:${port}/`)).toMatchObject(
    because('PROVIDER_PROTOCOL', 'not-tls', /TLS/),
  )
})

test('sends requests through the proxy that the environment names, except those to this computer', async () => {
  const certificate = testCertificate({ names: ['far.test'] })
  const target = await listen(tlsServer(certificate))
  const asked: (string | undefined)[] = []
  const proxy = createHttpServer((request, response) => {
    asked.push(request.url)
    response.end('plain')
  }).on('connect', (request, socket: Socket) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`)
    const onward = connect(target, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    onward.pipe(socket).pipe(onward)
  })
  const at = `127.0.0.1:${await listen(proxy)}`
  const environment = { https_proxy: `http://me:word@${at}`, HTTP_PROXY: at, no_proxy: 'near.test' }
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, certificate.cert])
  try {
    expect(await outcome('https://far.test/a', { environment })).toBe('ok')
    expect(await outcome('http://far.test/b', { environment })).toBe('plain')
  } finally {
    setDefaultCACertificates(trusted)
  }
  expect(await outcome('https://far.test/c', { environment })).toMatchObject({
    data: { reason: 'certificate-unknown' },
  })
  const local = await listen(createHttpServer((_request, response) => response.end('local')))
  expect(await outcome(`http://localhost:${local}/`, { environment })).toBe('local')
  expect(asked).toEqual([
    'far.test:443 Basic bWU6d29yZA==',
    'http://far.test/b',
    expect.stringMatching(/^far/),
  ])
})

test('names a proxy that is not there, that wants a sign-in, or that refuses', async () => {
  const closed = createServer()
  const port = await listen(closed)
  closed.close()
  await once(closed, 'close')
  servers.length = 0
  const gone = { https_proxy: `http://me:word@127.0.0.1:${port}` }
  const error = (await outcome('https://far.test/', { environment: gone })) as ParleyError
  expect(error).toMatchObject(
    because('PROVIDER_UNREACHABLE', 'proxy-unreachable', RegExp(`127.0.0.1:${port}`), /HTTPS_PROXY/),
  )
  expect(error.message).not.toContain('word')
  for (const [status, reason] of [
    [407, 'proxy-sign-in'],
    [403, 'proxy-refused'],
  ] as const) {
    const proxy = createHttpServer().on('connect', (_request, socket) =>
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`),
    )
    const environment = { https_proxy: `http://127.0.0.1:${await listen(proxy)}` }
    expect(await outcome('https://far.test/', { environment })).toMatchObject(
      because('PROVIDER_UNREACHABLE', reason, /HTTPS_PROXY/),
    )
  }
})

test('names a proxy that accepts a connection and never answers', async () => {
  const clock = createManualClock()
  const asked = Promise.withResolvers<void>()
  const proxy = createServer((socket) => socket.once('data', () => asked.resolve()))
  const environment = { https_proxy: `http://127.0.0.1:${await listen(proxy)}` }
  const ended = outcome('https://far.test/', { environment, clock })
  await asked.promise
  clock.advance(15_000)
  expect(await ended).toMatchObject(
    because('PROVIDER_UNREACHABLE', 'proxy-unreachable', /127\.0\.0\.1/, /HTTPS_PROXY/),
  )
})
