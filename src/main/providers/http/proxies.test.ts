import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import {
  type AddressInfo,
  connect,
  createServer,
  type LookupFunction,
  type Server,
  type Socket,
} from 'node:net'
import { getCACertificates, rootCertificates, setDefaultCACertificates } from 'node:tls'

import { expect, onTestFinished, test } from 'vitest'

import { openProxy } from '../../../../e2e/helpers/proxy-server'
import { failure } from '../../../shared/failures/failure'
import { systemClock } from '../../base/clock'
import { createManualClock } from '../../base/testing/manual-clock'
import { testCertificate } from '../testing/test-certificate'
import { followSystemProxies } from './system-proxy'
import { createUpstreamFetch, type UpstreamFetchOptions } from './upstream-fetch'

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** This computer alone has a name, and one host is private. */
const lookup: LookupFunction = (hostname, _options, done) => {
  if (hostname === 'localhost') done(null, [{ address: '127.0.0.1', family: 4 }])
  else if (hostname === 'inside.invalid')
    done(failure('INVALID_INPUT', 'web-private', { host: hostname }), [])
  else done(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), [])
}

/** The text of an answer, once its connections are closed. */
async function textFrom(url: string, options: Partial<UpstreamFetchOptions> = {}, signal?: AbortSignal) {
  let open = 0
  const fetch = createUpstreamFetch({
    peer: { name: 'Fake', address: new URL(url).host, secret: null },
    clock: systemClock,
    environment: {},
    lookup,
    onOpened: () => void (open += 1),
    onClosed: () => void (open -= 1),
    ...options,
  })
  try {
    const init = signal === undefined ? {} : { signal }
    return await (await fetch(url, { method: 'POST', body: '{}', ...init })).text()
  } finally {
    await expect.poll(() => open).toBe(0)
  }
}

/** A server by its words, with and without TLS. */
async function serve() {
  const certificate = testCertificate({ names: ['models.invalid'] })
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, certificate.cert])
  onTestFinished(() => setDefaultCACertificates(trusted))
  const plain = await listen(createHttpServer((_request, response) => response.end('plain')))
  const secure = await listen(createHttpsServer(certificate, (_request, response) => response.end('secure')))
  return { plain, secure }
}

/** An HTTP proxy, closed at the end of the test. */
async function proxyTo(hosts: Readonly<Record<string, number>>) {
  const proxy = await openProxy(hosts)
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  return proxy
}

/** A SOCKS5 proxy that leads to `port`. With a word, it requires a sign-in. */
async function openSocksProxy(port: number, given: { word?: string; refusal?: number } = {}) {
  const asked: string[] = []
  const answer = async (socket: Socket) => {
    let received = Buffer.alloc(0)
    const onData = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
    }
    socket.on('data', onData)
    const read = async (count: number): Promise<Buffer> => {
      while (received.length < count) await once(socket, 'data')
      const bytes = received.subarray(0, count)
      received = received.subarray(count)
      return bytes
    }
    const [, methodCount = 0] = await read(2)
    const methods = [...(await read(methodCount))]
    const method = given.word === undefined ? 0 : methods.includes(2) ? 2 : 255
    socket.write(Buffer.from([5, method]))
    if (method === 2) {
      const name = await read((await read(2))[1] ?? 0)
      const word = await read((await read(1))[0] ?? 0)
      const isRight = `${name.toString()}:${word.toString()}` === given.word
      // In two pieces, as a network may deliver it.
      socket.write(Buffer.from([1]), () => socket.write(Buffer.from([isRight ? 0 : 1])))
    }
    const [, , , , length = 0] = await read(5)
    const host = await read(length)
    asked.push(`${host.toString()}:${(await read(2)).readUInt16BE()}`)
    socket.off('data', onData)
    socket.write(Buffer.from([5, given.refusal ?? 0, 0, 1, 127, 0, 0, 1, 0, 80]))
    const onward = connect(port, '127.0.0.1')
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
    onward.pipe(socket).pipe(onward)
  }
  const at = await listen(createServer((socket) => void answer(socket)))
  return { at: `127.0.0.1:${at}`, asked }
}

test('a SOCKS5 proxy leads to servers with and without TLS, and resolves their names', async () => {
  const { plain, secure } = await serve()
  const toPlain = await openSocksProxy(plain, { word: 'me:50%' })
  const toSecure = await openSocksProxy(secure)
  const environment = { http_proxy: `socks5://me:50%25@${toPlain.at}`, ALL_PROXY: `socks5h://${toSecure.at}` }
  expect(await textFrom('http://models.invalid:8080/a', { environment })).toBe('plain')
  expect(await textFrom('https://models.invalid/b', { environment })).toBe('secure')
  expect([toPlain.asked, toSecure.asked]).toEqual([['models.invalid:8080'], ['models.invalid:443']])
})

test.each([
  ['that requires a sign-in', '', { word: 'me:word' }, 'proxy-sign-in'],
  ['that refuses the password', 'me:other@', { word: 'me:word' }, 'proxy-sign-in'],
  ['that reaches no such host', '', { refusal: 4 }, 'proxy-refused'],
])('names a SOCKS5 proxy %s in the error', async (_what, name, given, reason) => {
  const { at } = await openSocksProxy(1, given)
  const environment = { ALL_PROXY: `socks5://${name}${at}` }
  await expect(textFrom('https://models.invalid/', { environment })).rejects.toMatchObject({
    data: { reason, cannotPass: true },
  })
})

test.each([
  ['is an HTTP proxy', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'proxy-refused'],
  ['hangs up', (socket: Socket) => socket.end(), 'proxy-refused'],
])('an address of a SOCKS5 proxy that %s fails at once', async (_what, answer, reason) => {
  const port = await listen(createServer((socket) => void socket.once('data', () => answer(socket))))
  const environment = { ALL_PROXY: `socks5://127.0.0.1:${port}` }
  await expect(textFrom('https://models.invalid/', { environment })).rejects.toMatchObject({
    data: { reason },
  })
})

test('a stop and the limit for connecting end a SOCKS5 proxy that never answers', async () => {
  const greeted = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  const silent = createServer((socket) => void socket.once('data', () => greeted[count++]?.resolve()))
  const environment = { ALL_PROXY: `socks5://127.0.0.1:${await listen(silent)}` }
  const clock = createManualClock()
  const late = textFrom('https://models.invalid/', { environment, clock })
  await greeted[0]?.promise
  clock.advance(15_000)
  await expect(late).rejects.toMatchObject({ data: { reason: 'proxy-unreachable' } })
  const stop = new AbortController()
  const stopped = textFrom('http://models.invalid/', { environment }, stop.signal)
  await greeted[1]?.promise
  stop.abort(new Error('stopped'))
  await expect(stopped).rejects.toThrow('stopped')
})

test('does not connect without the proxy if Parley cannot use it', async () => {
  const opened: string[] = []
  const options = {
    environment: { ALL_PROXY: 'socks4://me:word@127.0.0.1:1080' },
    onOpened: () => opened.push(''),
  }
  const failed = textFrom('https://models.invalid/', { ...options, onClosed: () => {} })
  await expect(failed).rejects.toMatchObject({
    message: expect.stringMatching(/\(ALL_PROXY\).*models\.invalid.*HTTP and SOCKS5/s),
    data: { reason: 'proxy-unusable', cannotPass: true },
  })
  await expect(failed).rejects.not.toThrow(/word/)
  expect(opened).toEqual([])
})

test.each(['https://models.invalid/', 'http://models.invalid/'])(
  'a proxy with TLS is used for %s, and one without TLS whose address says https is named',
  async (url) => {
    const { secure } = await serve()
    const plainProxy = await proxyTo({ 'models.invalid': secure })
    const environment = { ALL_PROXY: `https://${plainProxy.address}` }
    await expect(textFrom(url, { environment })).rejects.toMatchObject({
      message: expect.stringContaining(plainProxy.address),
      data: { reason: 'proxy-unreachable' },
    })
    const certificate = testCertificate({ names: ['localhost', 'models.invalid'] })
    setDefaultCACertificates([...rootCertificates, certificate.cert])
    const site = await listen(createHttpsServer(certificate, (_request, response) => response.end('secure')))
    const proxy = createHttpsServer(certificate, (request, response) => response.end(`plain ${request.url}`))
    proxy.on('connect', (_request, socket: Socket) => {
      const onward = connect(site, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'))
      onward.on('error', () => socket.destroy())
      socket.on('close', () => onward.destroy())
      onward.pipe(socket).pipe(onward)
    })
    const tls = { ALL_PROXY: `https://localhost:${await listen(proxy)}` }
    expect(await textFrom(url, { environment: tls })).toBe(
      url.startsWith('https') ? 'secure' : `plain ${url}`,
    )
  },
)

test('asks the system for each request but those to this computer, and never for the path', async () => {
  const { plain } = await serve()
  const proxy = await proxyTo({ 'models.invalid': plain })
  const asked: string[] = []
  onTestFinished(
    followSystemProxies((url) => {
      asked.push(url)
      return Promise.resolve(`PROXY ${proxy.address}`)
    }),
  )
  expect(await textFrom('http://models.invalid/secret?key=1')).toBe('plain')
  expect(await textFrom(`http://localhost:${plain}/`)).toBe('plain')
  expect(asked).toEqual(['http://models.invalid/'])
  // A variable, and an exception of one, have precedence.
  const environment = { HTTP_PROXY: proxy.address }
  expect(await textFrom('http://models.invalid/b', { environment })).toBe('plain')
  const noProxy = { NO_PROXY: 'models.invalid' }
  await expect(textFrom('http://models.invalid/', { environment: noProxy })).rejects.toMatchObject({
    data: { reason: 'name-not-found' },
  })
  expect(asked).toHaveLength(1)
})

test('tries the proxies of a PAC script in order, and one that has failed last from then on', async () => {
  const { plain, secure } = await serve()
  const proxy = await proxyTo({ 'models.invalid': secure })
  const socks = await openSocksProxy(plain)
  const gone = await closedPort()
  let answer = `PROXY 127.0.0.1:${gone}; DIRECT; SOCKS5 ${socks.at}`
  onTestFinished(followSystemProxies(() => Promise.resolve(answer)))
  const opened: string[] = []
  const count = { onOpened: () => opened.push(''), onClosed: () => {} }
  expect(await textFrom('http://models.invalid/', count)).toBe('plain')
  expect(opened).toHaveLength(3)
  expect(await textFrom('http://models.invalid/', count)).toBe('plain')
  expect(opened).toHaveLength(4)
  // The network has changed.
  answer = ` proxy ${proxy.address} ;`
  expect(await textFrom('https://models.invalid/')).toBe('secure')
})

test('does not repeat a request that a proxy has refused', async () => {
  const proxy = await proxyTo({})
  onTestFinished(followSystemProxies(() => Promise.resolve(`HTTPS bad; PROXY ${proxy.address}; DIRECT`)))
  const opened: string[] = []
  const count = { onOpened: () => opened.push(''), onClosed: () => {} }
  await expect(textFrom('https://models.invalid/', count)).rejects.toMatchObject({
    data: { reason: 'proxy-refused' },
  })
  expect(proxy.asked).toEqual(['CONNECT models.invalid:443'])
})

test.each(['', 'DIRECT', 'fails'])('connects directly if the system answers “%s”', async (answer) => {
  const ask = async () => {
    if (answer === 'fails') throw new Error('no session')
    return answer
  }
  onTestFinished(followSystemProxies(ask))
  await expect(textFrom('http://models.invalid/')).rejects.toMatchObject({
    data: { reason: 'name-not-found' },
  })
})

test('does not connect directly if the system names only what Parley cannot use', async () => {
  onTestFinished(followSystemProxies(() => Promise.resolve('QUIC proxy.test:443; ODD')))
  await expect(textFrom('http://models.invalid/')).rejects.toMatchObject({
    data: { reason: 'proxy-unusable', proxy: 'QUIC proxy.test:443; ODD' },
  })
})

test('a PAC script that hangs delays a request by 5 s, and later ones hardly, until the system answers', async () => {
  const clock = createManualClock()
  const waiting: ((answer: string) => void)[] = []
  onTestFinished(followSystemProxies(() => new Promise((resolve) => void waiting.push(resolve))))
  const first = textFrom('http://models.invalid/', { clock })
  clock.advance(4_999)
  expect(clock.pendingTimers).toBe(1)
  clock.advance(1)
  const failed = { data: { reason: 'name-not-found' } }
  await expect(first).rejects.toMatchObject(failed)
  const second = textFrom('http://models.invalid/', { clock })
  clock.advance(250)
  await expect(second).rejects.toMatchObject(failed)
  for (const answer of waiting) answer('DIRECT')
  await Promise.resolve()
  const stop = new AbortController()
  const third = textFrom('http://models.invalid/', { clock }, stop.signal)
  clock.advance(4_999)
  stop.abort(new Error('stopped'))
  await expect(third).rejects.toThrow('stopped')
})

test('checks a host by its addresses before a proxy gets its name', async () => {
  const { plain } = await serve()
  const proxy = await proxyTo({ 'models.invalid': plain, 'inside.invalid': plain })
  const environment = { HTTP_PROXY: proxy.address }
  await expect(textFrom('http://inside.invalid/', { environment })).rejects.toMatchObject({
    data: { reason: 'web-private' },
  })
  // Only the proxy can resolve it.
  expect(await textFrom('http://models.invalid/', { environment })).toBe('plain')
  expect(proxy.asked).toEqual(['POST http://models.invalid/'])
  const clock = createManualClock()
  const late = textFrom('http://models.invalid/', { environment, lookup() {}, clock })
  clock.advance(5_000)
  expect(await late).toBe('plain')
})
