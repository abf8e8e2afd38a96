import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'

import type { Health } from '../../../shared/app/health'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import { createManualClock } from '../../base/testing/manual-clock'
import { contentSecurityPolicy } from '../content-security'
import { WebConfirmations } from './confirmations/page-confirmations'
import type { WebServer } from './web-server'
import { startWebServer } from './web-server'

const health: Health = {
  status: 'ok',
  bootId: 'boot-1',
  pid: 1,
  uptimeMs: 2,
  lateMs: 0,
  fatalErrorCount: 0,
  fatalErrors: [],
  checks: [],
}

let folder: string
let server: WebServer
let sockets: WebSocket[]
let errors: unknown[]
let isServing: boolean
let losses: number

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-web-'))
  mkdirSync(join(folder, 'renderer/assets'), { recursive: true })
  writeFileSync(join(folder, 'renderer/index.html'), '<!doctype html>Parley')
  writeFileSync(join(folder, 'renderer/assets/app.js'), 'export {}')
  writeFileSync(join(folder, 'secret.txt'), 'not for you')
  mkdirSync(join(folder, 'renderer/sandbox'))
  writeFileSync(join(folder, 'renderer/sandbox/library.js'), 'var library')
  writeFileSync(join(folder, 'renderer/sandbox/page.html'), 'the frame')
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'renderer/linked.txt'))
  sockets = []
  errors = []
  isServing = true
  losses = 0
  server = await startWebServer({
    port: 0,
    rendererFolder: join(folder, 'renderer'),
    isServing: () => isServing,
    health: () => Promise.resolve(health),
    confirmations: new WebConfirmations(createManualClock()),
    language: () => 'system',
    theme: () => 'system',
    onSocket: (socket) => sockets.push(socket),
    onLost: () => (losses += 1),
    onError: (error) => errors.push(error),
  })
})

afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Sends the path unchanged, which `fetch` would not. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
      .on('error', reject)
      .end()
  })
}

function basePath(): string {
  return new URL(server.url).pathname
}

/** Exchanges the key like a browser, and returns the cookie. */
async function logIn(): Promise<string> {
  const { pathname, search } = new URL(server.url)
  const { headers } = await ask(pathname + search)
  return headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}

/** Opens the wire; returns the socket, or the status with which it was refused. */
function openWire(headers: Record<string, string>, path = `${basePath()}wire`): Promise<WebSocket | number> {
  const { port } = new URL(server.url)
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
  return new Promise((resolve) => {
    socket.on('open', () => resolve(socket))
    socket.on('unexpected-response', (_request, response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    // A refused socket also emits an error, which does not matter here.
    socket.on('error', () => {})
  })
}

it('closes sockets that ask for nothing when there are too many, and still serves the page', async () => {
  const { port } = new URL(server.url) // 511 connections can wait to be accepted; others are repeated after a second.
  const idle = Array.from({ length: 500 }, () => connect(Number(port), '127.0.0.1').on('error', () => {}))
  try {
    await expect.poll(() => idle.filter((socket) => socket.closed).length).toBeGreaterThanOrEqual(500 - 256)
    expect((await ask('/')).status).toBe(404)
  } finally {
    for (const socket of idle) socket.destroy()
  }
})

describe('the one-time key', () => {
  it('is exchanged for a cookie of this path only, and stripped from the address', async () => {
    const { pathname, search } = new URL(server.url)
    const { status, headers } = await ask(pathname + search)
    expect(status).toBe(303)
    expect(headers.location).toBe(pathname)
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(new RegExp(`^parley=[\\w-]{32}; Path=${pathname}; HttpOnly; SameSite=Strict$`)),
    ])
    expect(pathname).toMatch(/^\/w-[\w-]{32}\/$/)
  })

  it.each<[string, Record<string, string>, string, number]>([
    ['a HEAD request', {}, 'HEAD', 200],
    ['a prefetch', { 'sec-purpose': 'prefetch' }, 'GET', 503],
    ['a prerendering', { 'sec-purpose': 'prefetch;prerender' }, 'GET', 503],
    ['an older prefetch', { purpose: 'prefetch' }, 'GET', 503],
    ['a prefetch of Firefox', { 'x-moz': 'prefetch' }, 'GET', 503],
    ['a preview', { 'x-purpose': 'preview' }, 'GET', 503],
  ])('is not used up by %s', async (_, headers, method, status) => {
    const { pathname, search } = new URL(server.url)
    const ahead = await ask(pathname + search, headers, method)
    expect([ahead.status, ahead.headers['set-cookie'], ahead.headers['cache-control']]).toEqual([
      status,
      undefined,
      'no-store',
    ])
    expect((await ask(pathname + search)).status).toBe(303)
  })

  it('works once: a second use without the cookie is refused', async () => {
    await logIn()
    const { pathname, search } = new URL(server.url)
    const { status, headers, body } = await ask(pathname + search)
    expect([status, headers['set-cookie']]).toEqual([403, undefined])
    expect(body).toContain('already used')
  })

  it('is refused in the language that the browser asks for', async () => {
    const { body } = await ask(basePath(), { 'accept-language': 'fr-FR, de-CH;q=0.8, en;q=0.5' })
    expect(body).toMatch(/^Diese Seite öffnet sich nur/)
  })

  it('is refused when wrong, and stays valid for its owner', async () => {
    expect((await ask(`${basePath()}?key=wrong`)).status).toBe(403)
    expect(await logIn()).toMatch(/^parley=/)
  })

  it('is only stripped when the cookie is present, as after a reload of the first address', async () => {
    const cookie = await logIn()
    const { status, headers } = await ask(`${basePath()}?key=stale`, { cookie })
    expect([status, headers.location, headers['set-cookie']]).toEqual([303, basePath(), undefined])
  })
})

describe('serving files', () => {
  it('requires the right cookie', async () => {
    for (const path of ['', 'assets/app.js', 'health', 'nowhere']) {
      expect((await ask(basePath() + path)).status).toBe(403)
      expect((await ask(basePath() + path, { cookie: 'parley=AAAA' })).status).toBe(403)
    }
    expect((await ask('/')).status).toBe(404)
    expect((await ask('/w-guess/')).status).toBe(404)
  })

  it('sends types and all security headers', async () => {
    const cookie = await logIn()
    const page = await ask(basePath(), { cookie })
    expect([page.status, page.body]).toEqual([200, '<!doctype html>Parley'])
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy.replace(
        "frame-src 'none'",
        `frame-src http://*.localhost:${new URL(server.url).port}${basePath()}sandbox/page.html`,
      ),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    const script = await ask(`${basePath()}assets/app.js`, { cookie })
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect(contentSecurityPolicy).toContain("script-src 'self';")
  })

  it('serves pages of answers, under names of their own, one document that may request nothing', async () => {
    const { port } = new URL(server.url)
    const host = `p0123456789abcdef.localhost:${port}`
    const path = `${basePath()}sandbox/page.html`
    const page = await ask(path, { host })
    expect([page.status, page.body]).toEqual([200, 'the frame'])
    const policy = page.headers['content-security-policy']?.toString()
    for (const rule of ["default-src 'none'", 'sandbox allow-scripts', 'trusted-types default'])
      expect(policy).toContain(rule)
    expect(policy).toContain(`frame-ancestors http://127.0.0.1:${port} `)
    expect(page.headers['x-dns-prefetch-control']).toBe('off')
    const cookie = await logIn()
    for (const other of [`${path}?x`, basePath(), `${basePath()}sandbox/library.js`, `${basePath()}health`])
      expect((await ask(other, { host, cookie })).status, other).toBe(404)
    expect((await ask(path, { host }, 'POST')).status).toBe(404)
    for (const name of [
      `other.localhost:${port}`,
      `p0123456789abcdef.localhost:1`,
      'p0123456789abcdef.localhost',
    ])
      expect((await ask(path, { host: name })).status, name).toBe(403)
  })

  it('allows a frame without a cookie only the sandbox scripts', async () => {
    const script = await ask(`${basePath()}sandbox/library.js`)
    expect([script.status, script.body]).toEqual([200, 'var library'])
    expect(script.headers['cross-origin-resource-policy']).toBe('cross-origin')
    for (const path of ['assets/app.js', 'sandbox/..%2findex.html', 'sandbox/../index.html', 'health']) {
      expect((await ask(`${basePath()}${path}`)).status, path).not.toBe(200)
    }
    expect((await ask('/sandbox/library.js')).status).toBe(404)
  })

  it.each([
    '../secret.txt',
    '..%2fsecret.txt',
    '%2e%2e/secret.txt',
    '%2e%2e%2fsecret.txt',
    'assets/../../secret.txt',
    'assets/..%5c..%5csecret.txt',
    'linked.txt',
    'assets',
    'assets%00.js',
    '%ff',
    '.hidden',
  ])('never leaves the folder: %s', async (path) => {
    const cookie = await logIn()
    const { status, body } = await ask(basePath() + path, { cookie })
    expect([status, body]).toEqual([404, 'Page not found.\n'])
  })

  it("requires the server's own host names, against DNS rebinding", async () => {
    const cookie = await logIn()
    const { port } = new URL(server.url)
    expect((await ask(basePath(), { cookie, host: `localhost:${port}` })).status).toBe(200)
    for (const host of [`evil.example:${port}`, '127.0.0.1', `127.0.0.1:${Number(port) + 1}`]) {
      expect((await ask(basePath(), { cookie, host })).status).toBe(403)
    }
  })

  it('rejects other methods', async () => {
    const cookie = await logIn()
    expect((await ask(basePath(), { cookie }, 'POST')).status).toBe(405)
    expect((await ask(basePath(), { cookie }, 'HEAD')).body).toBe('')
  })

  it('includes health for any request with the cookie, without a window', async () => {
    const cookie = await logIn()
    const { headers, body } = await ask(`${basePath()}health`, { cookie })
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(body)).toEqual(health)
  })

  it('retries a navigation from another site, for which the browser withheld the cookie', async () => {
    const { status, body } = await ask(basePath(), { 'sec-fetch-site': 'cross-site' })
    expect(status).toBe(200)
    expect(body).toBe('<!doctype html><meta http-equiv="refresh" content="0">')
    expect((await ask(basePath(), { 'sec-fetch-site': 'same-origin' })).status).toBe(403)
  })
})

it('answers 503 for health and the wire while there is no app, and keeps page and cookie', async () => {
  const cookie = await logIn()
  isServing = false
  const headers = { cookie, origin: new URL(server.url).origin }
  expect((await ask(`${basePath()}health`, { cookie })).status).toBe(503)
  expect(await openWire(headers)).toBe(503)
  expect((await ask(basePath(), { cookie })).status).toBe(200)
  expect((await ask(`${basePath()}health`)).status).toBe(403)
  isServing = true
  expect((await ask(`${basePath()}health`, { cookie })).status).toBe(200)
  expect(await openWire(headers)).toBeInstanceOf(WebSocket)
})

describe('the wire', () => {
  it('opens for the page, as often as it asks: a second window has the same cookie', async () => {
    const cookie = await logIn()
    const { origin } = new URL(server.url)
    const windows = [await openWire({ cookie, origin }), await openWire({ cookie, origin })]
    expect(windows.every((window) => window instanceof WebSocket)).toBe(true)
    expect(sockets).toHaveLength(2)
    for (const window of windows) if (window instanceof WebSocket) window.terminate()
  })

  it('is refused at the connection limit, and opens again when a connection has ended', async () => {
    const cookie = await logIn()
    const { origin } = new URL(server.url)
    const all = Array.from({ length: wireLimits.connections }, () => openWire({ cookie, origin }))
    const windows = await Promise.all(all)
    expect(windows.every((window) => window instanceof WebSocket)).toBe(true)
    expect(await openWire({ cookie, origin })).toBe(503)
    const [first] = sockets
    if (first === undefined) throw new Error('no socket was opened')
    first.terminate()
    await once(first, 'close')
    expect(await openWire({ cookie, origin })).toBeInstanceOf(WebSocket)
  })

  it('is refused without the cookie, from another origin, for another host name and on another path', async () => {
    const cookie = await logIn()
    const { origin, port } = new URL(server.url)
    expect(await openWire({ origin })).toBe(403)
    expect(await openWire({ cookie })).toBe(403)
    expect(await openWire({ cookie, origin: 'http://evil.example' })).toBe(403)
    expect(await openWire({ cookie, origin: `http://localhost:${port}` })).toBe(403)
    expect(await openWire({ cookie, origin, host: `evil.example:${port}` })).toBe(403)
    expect(await openWire({ cookie, origin }, `${basePath()}other`)).toBe(403)
    expect(await openWire({ cookie, origin }, '/wire')).toBe(403)
    expect(sockets).toHaveLength(0)
  })

  it('closes with the server', async () => {
    const cookie = await logIn()
    const window = await openWire({ cookie, origin: new URL(server.url).origin })
    if (!(window instanceof WebSocket)) throw new Error(`refused with ${window}`)
    const closed = new Promise((resolve) => window.on('close', resolve))
    await server.close()
    await closed
  })
})

/** A window that is connected, and the server's end of its connection. */
async function openWindow(): Promise<{ window: WebSocket; stream: Socket }> {
  const window = await openWire({ cookie: await logIn(), origin: new URL(server.url).origin })
  if (!(window instanceof WebSocket)) throw new Error(`refused with ${window}`)
  const { _socket: stream } = sockets[0] as unknown as { _socket: Socket }
  return { window, stream }
}

describe('the connection of a window', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('lasts however long the browser is frozen, because its system still answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
    const { window } = await openWindow()
    const pings: unknown[] = []
    window.on('ping', (data) => pings.push(data))
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect([window.readyState, pings, losses]).toEqual([WebSocket.OPEN, [], 0])
    window.terminate()
  })

  it.each([
    ['ETIMEDOUT', 1],
    ['ECONNRESET', 0],
  ])('that ends with %s was lost %d times', async (code, count) => {
    const { window, stream } = await openWindow()
    const closed = once(window, 'close')
    stream.destroy(Object.assign(new Error(code), { code }))
    await closed
    expect(losses).toBe(count)
  })
})

it('reports which port is in use, and what to do', async () => {
  const port = Number(new URL(server.url).port)
  await expect(
    startWebServer({
      port,
      rendererFolder: folder,
      isServing: () => true,
      health: () => Promise.resolve(health),
      confirmations: new WebConfirmations(createManualClock()),
      language: () => 'system',
      theme: () => 'system',
      onSocket: () => {},
      onLost: () => {},
      onError: () => {},
    }),
  ).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: `Another program is using port ${port}. Choose another one with --port, or use --port 0 to pick a free one.`,
    data: { reason: 'port-taken', port },
  })
  expect(errors).toEqual([])
})
