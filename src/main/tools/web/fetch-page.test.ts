import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

import { expect, onTestFinished, test } from 'vitest'

import type { ParleyError } from '../../../shared/errors'
import { type Clock, systemClock } from '../../base/clock'
import { createManualClock } from '../../base/testing/manual-clock'
import { fetchPage, type PageFetchOptions } from './fetch-page'

/** A server that answers each request as `answer` does, and what it received. */
async function serve(answer: (socket: Socket, head: string) => void) {
  const heads: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.once('data', (bytes) => {
      heads.push(bytes.toString())
      answer(socket, bytes.toString())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  /** Resolves when the client has closed all of its connections. */
  const allClosed = async () => {
    // Not `once` of events, which fails when the client resets the connection.
    await Promise.all(
      Array.from(sockets, (socket) => new Promise((resolve) => void socket.once('close', resolve))),
    )
  }
  return { url: new URL(`http://127.0.0.1:${port}/start`), heads, allClosed }
}

function reply(headers: string, body = '', status = '200 OK'): string {
  return `HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`
}

/** Fetches from a host that the user named; `opened` and `closed` count connections. */
function fetching(url: URL, options: Partial<PageFetchOptions> & { clock?: Clock } = {}) {
  const counts = { opened: 0, closed: 0 }
  const closed = Promise.withResolvers<void>()
  const page = fetchPage(url, {
    clock: systemClock,
    version: '1.2.3',
    isNamed: () => true,
    signal: new AbortController().signal,
    onOpened: () => {
      counts.opened += 1
    },
    onClosed: () => {
      counts.closed += 1
      if (counts.closed === counts.opened) closed.resolve()
    },
    ...options,
  })
  return { page, counts, closed: closed.promise }
}

async function refusal(page: Promise<unknown>): Promise<{ code: string; reason: unknown }> {
  const error = (await page.then(
    () => null,
    (thrown: unknown) => thrown,
  )) as ParleyError
  return { code: error.code, reason: error.data?.['reason'] }
}

test('sends nothing that identifies the user, and reads the type and encoding of the page', async () => {
  const { url, heads } = await serve((socket) => {
    socket.end(reply('Content-Type: text/html; Charset="Windows-1252"\r\nSet-Cookie: a=b', '<p>Hi'))
  })
  expect(await fetching(url).page).toMatchObject({
    type: 'page',
    mediaType: 'text/html',
    charset: 'Windows-1252',
    bytes: Buffer.from('<p>Hi'),
  })
  await fetching(url).page
  const names = heads.map((head) =>
    [...head.matchAll(/^([\w-]+):/gm)].map(([, name = '']) => name.toLowerCase()),
  )
  expect(names).toEqual(
    Array.from({ length: 2 }, () => ['accept', 'accept-encoding', 'user-agent', 'host', 'connection']),
  )
  expect(heads[0]).toContain('user-agent: Parley/1.2.3\r\n')
})

function sendWithoutEnd(socket: Socket, chunk: Buffer | string): void {
  socket.write(chunk, (error) => {
    if (error === null || error === undefined) sendWithoutEnd(socket, chunk)
  })
}

const megabyte = Buffer.alloc(1024 * 1024, 'x')

test.each([
  [
    'never ends',
    (socket: Socket) => {
      socket.write(reply('Content-Type: text/plain'))
      sendWithoutEnd(socket, megabyte)
    },
    'LIMIT_REACHED web-size',
  ],
  [
    'expands to much more than it sends',
    (socket: Socket) => {
      const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024))
      socket.write(
        reply(`Content-Type: text/plain\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}`),
      )
      socket.end(bomb)
    },
    'LIMIT_REACHED web-size',
  ],
  [
    'redirects to itself',
    (socket: Socket) => socket.end(reply('Location: /start', '', '302 Found')),
    'LIMIT_REACHED web-redirects',
  ],
  [
    'redirects to a file',
    (socket: Socket) => socket.end(reply('Location: file:///etc/passwd', '', '301 Moved')),
    'INVALID_INPUT tool-input',
  ],
  [
    'redirects with a password',
    (socket: Socket) => socket.end(reply('Location: http://a:b@127.0.0.1/', '', '301 Moved')),
    'INVALID_INPUT tool-input',
  ],
  [
    'sends an image',
    (socket: Socket) => socket.end(reply('Content-Type: image/png', 'x')),
    'INVALID_INPUT tool-input',
  ],
  [
    'sends an error',
    (socket: Socket) => socket.end(reply('Content-Type: text/html', 'x', '404 Not Found')),
    'INVALID_INPUT tool-input',
  ],
  [
    'sends headers without end',
    (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      sendWithoutEnd(socket, `X-More: ${'x'.repeat(8_000)}\r\n`)
    },
    'PROVIDER_PROTOCOL web',
  ],
  ['speaks no HTTP', (socket: Socket) => socket.end('SSH-2.0-x\r\n'), 'PROVIDER_PROTOCOL web'],
  ['resets the connection', (socket: Socket) => socket.resetAndDestroy(), 'PROVIDER_UNREACHABLE web'],
  [
    'breaks off in the middle',
    (socket: Socket) => {
      socket.write(reply('Content-Type: text/plain\r\nContent-Length: 100', 'half'), () =>
        socket.resetAndDestroy(),
      )
    },
    'PROVIDER_PROTOCOL web',
  ],
])('refuses a page that %s, and closes its connections', async (_what, answer, expected) => {
  const { url, heads, allClosed } = await serve(answer)
  const { page, counts, closed } = fetching(url)
  const { code, reason } = await refusal(page)
  expect(`${code} ${String(reason)}`).toBe(expected)
  await Promise.all([allClosed(), closed])
  expect(counts.opened).toBe(heads.length)
  expect(heads.length).toBe(expected.endsWith('redirects') ? 6 : 1)
})

test('does not fetch from another host that a page redirects to, and names it', async () => {
  const other = await serve((socket) => socket.end(reply('Content-Type: text/plain', 'secret')))
  const { url } = await serve((socket) => socket.end(reply(`Location: ${other.url.href}#x`, '', '307 Moved')))
  expect(await fetching(url).page).toEqual({ type: 'moved', to: other.url })
  expect(other.heads).toEqual([])
})

test('follows a redirect on the same host', async () => {
  const { url, heads } = await serve((socket, head) => {
    socket.end(
      head.startsWith('GET /start')
        ? reply('Location: end?x=1', '', '303 See Other')
        : reply('Content-Type: text/plain', 'there'),
    )
  })
  expect(await fetching(url).page).toMatchObject({
    url: new URL('/end?x=1', url),
    bytes: Buffer.from('there'),
  })
  expect(heads).toHaveLength(2)
})

const resolveToLoopback: PageFetchOptions['resolveName'] = (_name, _options, done) =>
  done(null, [{ address: '127.0.0.1', family: 4 }])

test('connects to no private host that the user has not named, whatever its name resolves to', async () => {
  const { url, heads } = await serve((socket) => socket.end(reply('Content-Type: text/plain', 'secret')))
  const named = new URL(`http://rebind.example:${url.port}/`)
  for (const address of [url, new URL(`http://localhost:${url.port}/`), named]) {
    expect(
      await refusal(fetching(address, { isNamed: () => false, resolveName: resolveToLoopback }).page),
    ).toEqual({
      code: 'INVALID_INPUT',
      reason: 'web-private',
    })
  }
  expect(heads).toEqual([])
})

test.each([
  ['never answers', (_socket: Socket) => {}],
  ['sends a byte now and then', (socket: Socket) => socket.write(reply('Content-Type: text/plain', 'x'))],
])('gives up on a server that %s after 30 seconds', async (_what, answer) => {
  const answered = Promise.withResolvers<void>()
  const { url, allClosed } = await serve((socket) => {
    answer(socket)
    answered.resolve()
  })
  const clock = createManualClock()
  const { page } = fetching(url, { clock })
  const refused = refusal(page)
  await answered.promise
  clock.advance(30_000)
  expect(await refused).toEqual({ code: 'TIMEOUT', reason: 'web' })
  clock.advance(2_500)
  await allClosed()
})

test.each(['while the name is resolved', 'before the answer', 'during the answer'])(
  'ends at once when stopped %s',
  async (phase) => {
    const controller = new AbortController()
    const reached = Promise.withResolvers<void>()
    const { url, allClosed } = await serve((socket) => {
      if (phase === 'during the answer') socket.write(reply('Content-Type: text/plain', 'x'))
      reached.resolve()
    })
    const isResolving = phase === 'while the name is resolved'
    const { page, counts, closed } = fetching(isResolving ? new URL('http://slow.example/') : url, {
      signal: controller.signal,
      isNamed: () => !isResolving,
      resolveName: () => reached.resolve(),
    })
    const stopped = expect(page).rejects.toThrow('stopped')
    await reached.promise
    controller.abort(new Error('stopped'))
    await stopped
    await Promise.all([allClosed(), closed])
    expect(counts).toEqual({ opened: 1, closed: 1 })
  },
)
