import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type Clock, systemClock } from '../../base/clock'
import { createManualClock } from '../../base/testing/manual-clock'
import { decodedBody } from './content-decoding'
import { failureOf } from './provider-failure'
import { readBounded } from './read-bounded'
import { createUpstreamFetch } from './upstream-fetch'

let server: Server
let sockets: Socket[]
let baseUrl: string

beforeEach(async () => {
  sockets = []
  server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  server.close()
  await once(server, 'close')
})

/** A fetch whose single connection is counted. */
function watched(clock: Clock = systemClock) {
  const closed = Promise.withResolvers<void>()
  const counts = { opened: 0, closed: 0 }
  const fetch = createUpstreamFetch({
    peer: { name: 'Fake', address: '127.0.0.1', secret: null },
    clock,
    onOpened: () => {
      counts.opened += 1
    },
    onClosed: () => {
      counts.closed += 1
      closed.resolve()
    },
  })
  return { fetch, counts, closed: closed.promise }
}

async function accepted(): Promise<Socket> {
  const [socket] = (await once(server, 'connection')) as [Socket]
  return socket
}

const peer = { name: 'Fake', address: '127.0.0.1:1', secret: null }

/** A response with a compressed body, without a server. */
function incoming(encoding: string, chunks: Iterable<Buffer>): IncomingMessage {
  return Object.assign(Readable.from(chunks, { objectMode: false }), {
    headers: { 'content-encoding': encoding },
  }) as unknown as IncomingMessage
}

async function decoded(encoding: string, chunks: Iterable<Buffer>): Promise<string> {
  const { stream } = decodedBody(incoming(encoding.toLowerCase(), chunks), peer)
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

function cut(bytes: Buffer, size: number): Buffer[] {
  const count = Math.ceil(bytes.length / size)
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
}

/** Returns what lets `change` act on the next socket that a request opens. */
function onNextSocket(change: (socket: Socket) => void): () => void {
  let opened: Socket | null = null
  const onSocket = (message: unknown) => {
    opened = (message as { socket: Socket }).socket
  }
  channel('net.client.socket').subscribe(onSocket)
  return () => {
    channel('net.client.socket').unsubscribe(onSocket)
    if (opened !== null) change(opened)
  }
}

function answerWith(text: string | Buffer) {
  server.once('connection', (socket: Socket) => {
    socket.once('data', () => socket.end(text))
  })
}

describe('the upstream fetch', () => {
  it('gives up on a connection that is not established within 15 s', async () => {
    const clock = createManualClock()
    const { fetch, counts, closed } = watched(clock)
    const answer = fetch(baseUrl)
    clock.advance(15_000)
    await expect(answer).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' })
    await closed
    expect(counts).toEqual({ opened: 1, closed: 1 })
    expect(clock.pendingTimers).toBe(0)
  })

  it('waits indefinitely once the connection is established', async () => {
    const clock = createManualClock()
    const controller = new AbortController()
    const answer = watched(clock).fetch(baseUrl, { signal: controller.signal })
    await once(await accepted(), 'data')
    expect(clock.pendingTimers).toBe(0)
    controller.abort()
    await expect(answer).rejects.toThrow()
  })

  it('fails when the server switches protocols, instead of waiting for an answer', async () => {
    answerWith('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
    await expect(watched().fetch(baseUrl)).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' })
  })

  it('reports a redirect without its path, which may repeat what was sent', async () => {
    answerWith('HTTP/1.1 302 Found\r\nLocation: /login?key=unguessable\r\n\r\n')
    const error: unknown = await watched()
      .fetch(baseUrl)
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'PROVIDER_BAD_REQUEST' })
    expect(String(error)).not.toContain('unguessable')
  })

  it('says that a connection went dead, if the system says so in the middle of an answer', async () => {
    const begun = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'
    server.once('connection', (socket: Socket) => socket.once('data', () => socket.write(begun)))
    const { fetch, closed } = watched()
    // As the system reports a peer that answers no keep-alive probe.
    const dead = Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT' })
    const end = onNextSocket((socket) => socket.destroy(dead))
    const response = await fetch(baseUrl)
    const reader = response.body?.getReader()
    await reader?.read()
    end()
    await expect(reader?.read()).rejects.toMatchObject({ data: { reason: 'went-dead' } })
    await closed
  })

  it('returns the status, headers and body of the answer', async () => {
    answerWith('HTTP/1.1 201 Created\r\nx-a: 1\r\nx-a: 2\r\ncontent-length: 5\r\n\r\nhello')
    const { fetch, counts, closed } = watched()
    const response = await fetch(`${baseUrl}/x`, { method: 'POST', body: 'ping', headers: { 'x-b': '3' } })
    expect({ status: response.status, xa: response.headers.get('x-a'), text: await response.text() }).toEqual(
      {
        status: 201,
        xa: '1, 2',
        text: 'hello',
      },
    )
    await closed
    expect(counts).toEqual({ opened: 1, closed: 1 })
  })

  it('handles an answer without a body', async () => {
    answerWith('HTTP/1.1 204 No Content\r\n\r\n')
    const { fetch, closed } = watched()
    expect((await fetch(baseUrl)).status).toBe(204)
    await closed
  })

  it('destroys a connection whose request is not fully sent', async () => {
    const { fetch, counts, closed } = watched()
    const stop = new AbortController()
    const asking = fetch(baseUrl, { method: 'POST', body: 'x'.repeat(50_000_000), signal: stop.signal })
    const socket = await accepted()
    const finSeen = once(socket, 'end')
    stop.abort(new Error('stopped'))
    await expect(asking).rejects.toThrow('stopped')
    await closed
    socket.resume()
    await finSeen
    expect(counts).toEqual({ opened: 1, closed: 1 })
  })

  it('half-closes a connection that waits for its answer', async () => {
    const { fetch, counts, closed } = watched()
    const stop = new AbortController()
    const asking = fetch(baseUrl, { signal: stop.signal })
    const socket = await accepted()
    await once(socket, 'data')
    const finSeen = once(socket, 'end')
    stop.abort(new Error('stopped'))
    await expect(asking).rejects.toThrow('stopped')
    await finSeen
    expect(counts).toEqual({ opened: 1, closed: 0 })
    socket.end()
    await closed
    expect(counts).toEqual({ opened: 1, closed: 1 })
  })

  it('opens no connection when it was aborted before', async () => {
    const { fetch, counts } = watched()
    await expect(fetch(baseUrl, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
      'stopped',
    )
    expect({ counts, sockets: sockets.length }).toEqual({ counts: { opened: 0, closed: 0 }, sockets: 0 })
  })

  it('releases a body once enough of it has been read', async () => {
    server.once('connection', (socket: Socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n')
        socket.write('y'.repeat(200_000))
      })
      socket.once('end', () => socket.end())
    })
    const { fetch, closed } = watched()
    const { text, isCut } = await readBounded(await fetch(baseUrl), 65_536)
    expect({ length: text.length, isCut }).toEqual({ length: 65_536, isCut: true })
    await closed
  })

  it('follows no redirect, and names its target', async () => {
    answerWith('HTTP/1.1 302 Found\r\nlocation: https://elsewhere.example/path?key=1\r\n\r\n')
    const { fetch, closed } = watched()
    await expect(fetch(baseUrl)).rejects.toMatchObject({
      code: 'PROVIDER_BAD_REQUEST',
      data: { reason: 'redirect', target: 'https://elsewhere.example' },
    })
    await closed
  })

  it('reports a redirect that names no server', async () => {
    answerWith('HTTP/1.1 302 Found\r\nlocation: /login?key=1\r\n\r\n')
    const { fetch, closed } = watched()
    await expect(fetch(baseUrl)).rejects.toMatchObject({
      code: 'PROVIDER_BAD_REQUEST',
      message: expect.stringContaining('redirects to another page') as string,
      data: { reason: 'redirect-unknown' },
    })
    await closed
  })

  const encodings: [name: string, encoding: string, bytes: Buffer][] = [
    ['gzip', 'gzip', gzipSync('hello there')],
    ['x-gzip', 'X-GZip', gzipSync('hello there')],
    ['br', 'br', brotliCompressSync('hello there')],
    ['deflate', 'deflate', deflateSync('hello there')],
    ['deflate without its header', 'deflate', deflateRawSync('hello there')],
    ['nested compression', 'deflate, gzip', gzipSync(deflateSync('hello there'))],
    ['identity', 'identity', Buffer.from('hello there')],
    ['gzip that was decoded on its way', 'gzip', Buffer.from('hello there')],
    ['gzip that the header names twice', 'gzip, gzip', gzipSync('hello there')],
    ['gzip twice', 'gzip, gzip', gzipSync(gzipSync('hello there'))],
    ['gzip named deflate', 'deflate', gzipSync('hello there')],
    ['gzip named br', 'br', gzipSync('hello there')],
    ['deflate named gzip', 'gzip', deflateSync('hello there')],
    ['gzip followed by stray bytes', 'gzip', Buffer.concat([gzipSync('hello there'), Buffer.from('xx')])],
    [
      'deflate followed by stray bytes',
      'deflate',
      Buffer.concat([deflateSync('hello there'), Buffer.from('xx')]),
    ],
    [
      'br followed by stray bytes',
      'br',
      Buffer.concat([brotliCompressSync('hello there'), Buffer.from('xx')]),
    ],
    ['gzip in two members', 'gzip', Buffer.concat([gzipSync('hello '), gzipSync('there')])],
    [
      'gzip followed by the start of another member',
      'gzip',
      Buffer.concat([gzipSync('hello there'), Buffer.from([0x1f, 0x8b, 0x01])]),
    ],
    ['names that are not compressions', 'none, utf-8, chunked', Buffer.from('hello there')],
    ['gzip after a name that is not a compression', 'none', gzipSync('hello there')],
  ]
  it.each(encodings)('decodes %s, however it is split', async (_name, encoding, bytes) => {
    for (const size of [bytes.length, 1]) {
      expect(await decoded(encoding, cut(bytes, size))).toBe('hello there')
    }
  })

  it.each(['br', 'deflate', 'gzip', 'br, gzip'])('keeps plain text that is labelled %s', async (encoding) => {
    const bodies = [
      'data: {"a":1}\n\n',
      '{"error":{"message":"x"}}',
      ': keep-alive\n\n',
      '[{"a":1}]',
      '<!doctype html>',
      '{}',
      '[]',
    ]
    for (const body of bodies) {
      for (const size of [1, 100]) expect(await decoded(encoding, cut(Buffer.from(body), size))).toBe(body)
    }
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateRawSync],
  ] as const)('decodes %s of any text', async (encoding, compress) => {
    for (let seed = 0; seed < 200; seed++) {
      const text = `{"a":"${String.fromCharCode(32 + (seed % 90)).repeat(seed)}${seed * seed}"}`
      expect(await decoded(encoding, [compress(text)])).toBe(text)
    }
  })

  it('reads up to five layers, and refuses a header that names thousands', async () => {
    let packed = Buffer.from('hello there')
    for (let layer = 0; layer < 5; layer++) packed = gzipSync(packed)
    expect(await decoded(Array.from({ length: 5 }, () => 'gzip').join(), [packed])).toBe('hello there')
    answerWith(`HTTP/1.1 200 OK\r\ncontent-encoding: ${'gzip,'.repeat(3_000)}\r\n\r\nhello`)
    const { fetch, counts, closed } = watched()
    const response = await fetch(baseUrl)
    await expect(response.text()).rejects.toMatchObject({
      code: 'PROVIDER_PROTOCOL',
      data: { reason: 'encoding', encoding: '3000 layers' },
    })
    await closed
    expect(counts).toEqual({ opened: 1, closed: 1 })
  })

  it('decodes only as fast as it is read', async () => {
    const text = 'x'.repeat(20 * 1024 * 1024)
    const { stream } = decodedBody(incoming('gzip', [gzipSync(text)]), peer)
    await once(stream, 'readable')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(stream.readableLength).toBeLessThan(1024 * 1024)
    let length = 0
    for await (const piece of stream) length += (piece as Buffer).length
    expect(length).toBe(text.length)
  })

  it('keeps the status of an answer that it cannot decode', async () => {
    answerWith(
      Buffer.concat([
        Buffer.from('HTTP/1.1 429 Too Many\r\ncontent-encoding: zstd\r\n\r\n'),
        Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 1, 2, 3, 4, 5]),
      ]),
    )
    const { fetch, closed } = watched()
    const error = await failureOf(await fetch(baseUrl), peer, systemClock)
    expect(error).toMatchObject({ code: 'PROVIDER_RATE_LIMIT', data: { status: 429 } })
    await closed
  })

  it('names an unknown compression', async () => {
    answerWith(
      Buffer.concat([
        Buffer.from('HTTP/1.1 200 OK\r\ncontent-encoding: toString\r\n\r\n'),
        Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9]),
      ]),
    )
    const { fetch, closed } = watched()
    await expect((await fetch(baseUrl)).text()).rejects.toMatchObject({
      code: 'PROVIDER_PROTOCOL',
      data: { reason: 'encoding', encoding: 'tostring' },
    })
    await closed
  })

  it('yields the data of a compressed answer before its connection was lost', async () => {
    const bytes = gzipSync('hello '.repeat(5_000))
    answerWith(
      Buffer.concat([
        Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bytes.length}\r\n\r\n`),
        bytes.subarray(0, bytes.length - 12),
      ]),
    )
    const lost = Promise.withResolvers<unknown>()
    const fetch = createUpstreamFetch({
      peer: { name: 'Fake', address: '127.0.0.1', secret: null },
      clock: systemClock,
      onLost: lost.resolve,
    })
    expect(await (await fetch(baseUrl)).text()).toContain('hello hello')
    expect(await lost.promise).toMatchObject({ code: 'PROVIDER_PROTOCOL', data: { reason: 'broken-off' } })
  })

  const strange: [name: string, answer: string, reason: string][] = [
    [
      'headers that are too large',
      `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
      'headers-too-large',
    ],
    ['an answer that is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'not-http'],
  ]
  it.each(strange)('reports %s', async (_name, answer, reason) => {
    answerWith(answer)
    const { fetch, closed } = watched()
    await expect(fetch(baseUrl)).rejects.toMatchObject({ code: 'PROVIDER_PROTOCOL', data: { reason } })
    await closed
  })
})
