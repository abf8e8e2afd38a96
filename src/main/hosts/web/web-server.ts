import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

import type { TFunction } from 'i18next'
import type { WebSocket } from 'ws'
import { WebSocketServer } from 'ws'

import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { Health } from '../../../shared/app/health'
import { languageFor } from '../../../shared/locales/language'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { AppSettings } from '../../../shared/app/schema'
import { showConfirmation, takeConfirmation } from './confirmations/confirmation-page'
import { fileHeaders, pageDocument, pageHeaders, sandboxFolder, securityHeaders } from '../content-security'
import { hostTexts } from '../host-texts'
import { readStaticFile } from '../static-files'
import { isOwnHost, isOwnOrigin, isPageHost, isPrefetch, AccessGuard } from './access/access-guard'
import { confirmationFolder, type WebConfirmations } from './confirmations/page-confirmations'
import { errorCode } from '../../base/error-code'
import { limitIdleConnections } from '../../base/idle-connections'

/** The time that a connection may be silent before the system checks it. */
const checkAfterMs = 60_000
/** A browser opens six connections for each window. */
const maxIdleConnections = 256

export interface WebServerOptions {
  /** 0 means any free port. */
  port: number
  /** The folder of the built renderer. */
  rendererFolder: string
  /** False while there is no app: then health and the wire answer 503, and the page is still served. */
  isServing(): boolean
  health(): Promise<Health>
  /** The questions that the user is asked on separate pages. */
  confirmations: WebConfirmations
  /** The language in the user's settings. */
  language(): AppSettings['language']
  /** The theme in the user's settings. */
  theme(): AppSettings['theme']
  /** Called with each accepted WebSocket. */
  onSocket(socket: WebSocket): void
  /** Called when the network lost a WebSocket: its window may still be there. */
  onLost(): void
  /** Called with errors in requests; the peer only learns that there was one. */
  onError(error: unknown): void
}

/** A web server that accepts connections. */
export interface WebServer {
  /** The page's address, with the one-time key. */
  readonly url: string
  /** Closes every connection and frees the port. */
  close(): Promise<void>
}

/**
 * Serves the window on 127.0.0.1.
 * @throws ParleyError INVALID_INPUT when the port is in use or not permitted
 */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const access = new AccessGuard()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: wireLimits.frameBytes,
    perMessageDeflate: false,
  })
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      options.onError(error)
      if (response.headersSent) response.destroy()
      else sendText(response, 500, textsFor(request)('host.page.unanswered'))
    })
  })
  const idle = limitIdleConnections(server, maxIdleConnections)
  server.on('upgrade', upgrade)
  const port = await listen(server, options.port)

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isPageHost(request.headers.host, port)) {
      await respondToPage(request, response)
      return
    }
    if (!isOwnHost(request.headers.host, port)) {
      sendText(response, 403, 'This is not a Parley address.')
      return
    }
    // A service worker could intercept every page, even those that no window may read.
    if (request.headers['service-worker'] !== undefined) {
      sendText(response, 403, 'Parley does not use service workers.')
      return
    }
    const t = textsFor(request)
    const url = parseUrl(request)
    if (url === null || !url.pathname.startsWith(access.basePath)) {
      sendText(response, 404, t('host.page.nothing'))
      return
    }
    const path = url.pathname.slice(access.basePath.length)
    if (request.method === 'POST' && path.startsWith(confirmationFolder)) {
      await takeConfirmation(request, response, confirmationAt(path, request))
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      sendText(response, 405, 'Only GET and HEAD are supported.', { Allow: 'GET, HEAD' })
      return
    }
    // Only a public library: its frame has no origin, and so no cookie.
    if (path.startsWith(sandboxFolder)) {
      await serve(path, response, t)
      return
    }
    const key = url.searchParams.get('key')
    const decision = access.decide({
      cookie: request.headers.cookie,
      key,
      fetchSite: request.headers['sec-fetch-site'],
      isLookingAhead: request.method === 'HEAD' || isPrefetch(request.headers),
    })
    switch (decision) {
      case 'exchange':
        redirect(response, url.pathname, { 'Set-Cookie': access.setCookie })
        return
      case 'later':
        // An error status, so that no browser caches it as the page.
        sendText(response, request.method === 'HEAD' ? 200 : 503, t('host.page.notAhead'))
        return
      case 'strip':
        redirect(response, url.pathname)
        return
      case 'hand-over':
        // Browsers withhold a SameSite=Strict cookie on navigation from another site; this page navigates again, with
        // the cookie.
        send(
          response,
          200,
          'text/html; charset=utf-8',
          '<!doctype html><meta http-equiv="refresh" content="0">',
        )
        return
      case 'refused':
        sendText(response, 403, t(key === null ? 'host.page.noAddress' : 'host.page.addressUsed'))
        return
      case 'allowed':
        if (path.startsWith(confirmationFolder)) {
          showConfirmation(request, response, confirmationAt(path, request))
        } else await serve(path, response, t)
    }
  }

  /** Frames of pages get one document, and nothing else. */
  async function respondToPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isDocument = request.method === 'GET' && request.url === `${access.basePath}${pageDocument}`
    const file = isDocument ? await readStaticFile(options.rendererFolder, pageDocument) : null
    if (file === null) {
      sendText(response, 404, 'There is nothing here.')
      return
    }
    const windows = `http://127.0.0.1:${port} http://localhost:${port}`
    response.writeHead(200, { ...pageHeaders(windows), 'Content-Type': file.contentType }).end(file.body)
  }

  function confirmationAt(path: string, { headers }: IncomingMessage) {
    const setting = options.language()
    const accepted = acceptedLanguages(headers)
    const { confirmations } = options
    const id = path.slice(confirmationFolder.length)
    return {
      id,
      confirmations,
      t: hostTexts(setting, accepted),
      language: languageFor(setting, accepted),
      theme: options.theme(),
    }
  }

  async function serve(path: string, response: ServerResponse, t: TFunction): Promise<void> {
    if (path === 'health') {
      if (!options.isServing()) {
        sendText(response, 503, t('host.page.restarting'))
        return
      }
      send(response, 200, 'application/json; charset=utf-8', JSON.stringify(await options.health()))
      return
    }
    const file = await readStaticFile(options.rendererFolder, path)
    if (file === null) sendText(response, 404, t('host.page.nothing'))
    else
      send(
        response,
        200,
        file.contentType,
        file.body,
        fileHeaders(path, `http://*.localhost:${port}${access.basePath}${pageDocument}`),
      )
  }

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    // It does not matter if a peer vanishes during the handshake.
    stream.on('error', () => stream.destroy())
    const { host, origin, cookie } = request.headers
    const isPage =
      isOwnOrigin(origin, host, port) &&
      parseUrl(request)?.pathname === `${access.basePath}wire` &&
      access.decide({ cookie, key: null, fetchSite: undefined, isLookingAhead: false }) === 'allowed'
    if (!isPage) {
      stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    // Closing sockets count: their peers may keep them open.
    if (!options.isServing() || sockets.clients.size >= wireLimits.connections) {
      stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    idle.release(request.socket)
    sockets.handleUpgrade(request, stream, head, (socket) => {
      // Without pings: a browser that is frozen cannot answer, but its system keeps the connection.
      request.socket.setKeepAlive(true, checkAfterMs)
      request.socket.on('error', (error) => {
        if (isLoss(error)) options.onLost()
      })
      options.onSocket(socket)
    })
  }

  return {
    url: `http://127.0.0.1:${port}${access.basePath}${access.query}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

/** A refused client may not be the user, so its browser's language applies. */
function textsFor({ headers }: IncomingMessage): TFunction {
  return hostTexts('system', acceptedLanguages(headers))
}

function acceptedLanguages(headers: IncomingHttpHeaders): string[] {
  const accepted = headers['accept-language'] ?? ''
  return accepted.split(',').map((range) => range.split(';', 1).join('').trim())
}

function parseUrl(request: IncomingMessage): URL | null {
  // The raw path is checked: URL would resolve `..` before it could be rejected.
  const target = request.url ?? ''
  if (!target.startsWith('/') || /(^|\/)(\.|%2e){2}(\/|$|\?)/i.test(target)) return null
  return URL.parse(target, 'http://127.0.0.1')
}

function redirect(response: ServerResponse, path: string, headers: Record<string, string> = {}): void {
  response.writeHead(303, { ...securityHeaders, ...headers, Location: path }).end()
}

function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  send(response, status, 'text/plain; charset=utf-8', `${text}\n`, headers)
}

function send(
  response: ServerResponse,
  status: number,
  contentType: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    ...securityHeaders,
    ...headers,
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
  })
  // Node omits the body of a HEAD response itself.
  response.end(body)
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.once('error', (error: NodeJS.ErrnoException) => {
    reject(portFailure(port, error))
  })
  server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  return promise
}

/** True if the network failed. A browser that ends, however it ends, closes or resets its connections. */
function isLoss(error: unknown): boolean {
  return ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'].includes(errorCode(error) ?? '')
}

function portFailure(port: number, error: NodeJS.ErrnoException): ParleyError {
  const { code, message } = error
  if (code === 'EADDRINUSE') return failure('INVALID_INPUT', 'port-taken', { port }, error)
  if (code === 'EACCES') return failure('INVALID_INPUT', 'port-forbidden', { port }, error)
  return failure('INVALID_INPUT', 'port-not-opened', { port, detail: code ?? message }, error)
}
