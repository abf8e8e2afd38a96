import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import {
  auth,
  Client,
  computeScopeUnion,
  type FetchLike,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'

import { failure } from '../../../../shared/failures/failure'
import { serverFailure } from '../../../../shared/failures/server-failure'
import type { Clock } from '../../../base/clock'
import { unlessAborted } from '../../../base/pause'
import type { ServerSetup } from '../../../model-setup/setups'
import { isLoopback } from '../../../providers/http/peer'
import { shortHost } from '../../../../shared/text/visible-text'
import { createBoundedFetch } from '../connection/bounded-fetch'
import { signInFailure } from '../connection/client-failures'
import { registeredClient, SignInProvider } from './sign-in-provider'
import type { SignInAt } from './stored-sign-in'
import { limitIdleConnections } from '../../../base/idle-connections'

/** The time that the user has in the browser. */
const browserTimeoutMs = 10 * 60_000

/**
 * Signs in to a server in the user's browser and stores the tokens. Returns at once if the server needs no sign-in, or
 * the stored one is still valid.
 * @throws SERVER_FAILED, TIMEOUT, CANCELLED the user did not open the page, the reason of `signal`
 */
export async function signIn(
  server: string,
  setup: Extract<ServerSetup, { type: 'http' }>,
  deps: {
    store: SignInAt
    clock: Clock
    version: string
    namedHosts: () => readonly string[]
    openLink: (url: string, signal: AbortSignal, tokenHost: string | null) => Promise<boolean>
    /** Shown in the browser at the end. */
    page: string
  },
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, namedHosts } = deps
  const state = randomBytes(24).toString('base64url')
  const listener = await openCallbackListener({ state, port: store.get().port, page: deps.page })
  const expired = new AbortController()
  const cancelTimer = clock.after(browserTimeoutMs, () =>
    expired.abort(serverFailure('sign-in-time', { server })),
  )
  const waiting = AbortSignal.any([signal, expired.signal])
  const provider = new SignInProvider({
    server,
    store,
    registered: registeredClient(setup),
    browser: {
      state,
      port: listener.port,
      redirectUrl: listener.redirectUrl,
      async open(url, tokenHost) {
        waiting.throwIfAborted()
        // Also keeps out addresses that a browser would not open as a page, such as `javascript:`.
        const isPage = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.href))
        // A name before the host looks like a host.
        if (!isPage || url.username !== '' || url.password !== '') {
          throw serverFailure('sign-in-address', {
            server,
            target: shortHost(`${url.protocol}//${url.host}`, 200),
          })
        }
        if (!(await deps.openLink(url.href, waiting, tokenHost))) throw failure('CANCELLED', 'request')
      },
    },
  })
  const { url: ownUrl, headers } = setup
  const fetchFn = createBoundedFetch({ server, url: ownUrl, headers, clock, namedHosts })
  const answered = () =>
    unlessAborted(listener.answer, waiting, () => {
      throw waiting.reason
    })
  try {
    const { wantedScope } = store.get()
    if (wantedScope === undefined) {
      const transport = new StreamableHTTPClientTransport(new URL(setup.url), {
        authProvider: provider,
        fetch: fetchFn,
      })
      await connectOnce(transport, deps.version, waiting, async () => {
        await transport.finishAuth(accepted(await answered(), server))
      })
    } else {
      await widen(provider, { serverUrl: setup.url, scope: wantedScope, fetchFn }, async () =>
        accepted(await answered(), server),
      )
      store.change({ wantedScope: undefined })
    }
  } catch (error) {
    waiting.throwIfAborted()
    throw signInFailure(error, server)
  } finally {
    cancelTimer()
    listener.close()
  }
}

/** Connects, which shows whether a sign-in is needed and where; `finish` completes one that has begun. */
async function connectOnce(
  transport: StreamableHTTPClientTransport,
  version: string,
  signal: AbortSignal,
  finish: () => Promise<void>,
): Promise<void> {
  const client = new Client(
    { name: 'parley', title: 'Parley', version },
    { versionNegotiation: { mode: 'auto' } },
  )
  const onAbort = () => void transport.close()
  signal.throwIfAborted()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await client.connect(transport)
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error
    await finish()
  } finally {
    signal.removeEventListener('abort', onAbort)
    await transport.close()
  }
}

/** Signs in again for more than was granted before. */
async function widen(
  provider: SignInProvider,
  { scope, ...options }: { serverUrl: string; scope: string; fetchFn: FetchLike },
  answered: () => Promise<URLSearchParams>,
): Promise<void> {
  const whole = computeScopeUnion(provider.tokens()?.scope, scope) ?? scope
  const result = await auth(provider, { ...options, scope: whole, forceReauthorization: true })
  if (result === 'AUTHORIZED') return
  const answer = await answered()
  const iss = answer.get('iss')
  await auth(provider, {
    ...options,
    authorizationCode: answer.get('code') ?? '',
    ...(iss === null ? {} : { iss }),
  })
}

/** The browser's answer if the user agreed. @throws SERVER_FAILED */
function accepted(answer: URLSearchParams, server: string): URLSearchParams {
  if (answer.get('error') === 'access_denied') throw serverFailure('sign-in-refused', { server })
  // Any other error comes from the browser too, where any page could have sent it: only a code counts.
  if (answer.get('code') === null) throw serverFailure('sign-in-failed', { server })
  return answer
}

/** Waits for the user's browser to return from a sign-in. */
interface CallbackListener {
  port: number
  redirectUrl: string
  /** The parameters with which the browser returned. Never rejects. */
  answer: Promise<URLSearchParams>
  close(): void
}

const path = '/callback'
/** The user's browser needs one; anything else on this computer could hold more. */
const maxIdleConnections = 16

/**
 * Listens on this machine only, at the port of the last sign-in if it is free, because many servers know Parley by its
 * redirect address. A request without the right `state` is refused and changes nothing: any page could send it.
 */
async function openCallbackListener(options: {
  state: string
  port: number | undefined
  page: string
}): Promise<CallbackListener> {
  const { promise: answer, resolve } = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', 'http://127.0.0.1')
    if (request.method !== 'GET' || url?.pathname !== path) return reply(response, 404, '')
    if (url.searchParams.get('state') !== options.state) return reply(response, 400, '')
    reply(response, 200, options.page)
    resolve(url.searchParams)
  })
  limitIdleConnections(server, maxIdleConnections)
  const port = await listen(server, options.port)
  return {
    port,
    redirectUrl: `http://127.0.0.1:${port}${path}`,
    answer,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function listen(server: Server, wanted: number | undefined): Promise<number> {
  for (const port of wanted === undefined ? [0] : [wanted, 0]) {
    server.listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    } catch (error) {
      // Another program has the port.
      if (port === 0) throw error
    }
  }
  return 0
}

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  })
  response.end(text)
}
