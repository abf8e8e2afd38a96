import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { randomBytes } from 'node:crypto'

import { failure } from '../../../../shared/failures/failure'
import { serverFailure } from '../../../../shared/failures/server-failure'
import type { Clock } from '../../../base/clock'
import { unlessAborted } from '../../../base/pause'
import type { ServerSetup } from '../../../model-setup/server-setup'
import { createBoundedFetch } from '../connection/bounded-fetch'
import { connectFailure } from '../connection/client-failures'
import { openCallbackListener } from './callback-listener'
import { SignInProvider } from './sign-in-provider'
import type { SignInStore } from './stored-sign-in'

/** How long the user may take in the browser. */
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
    store: SignInStore
    clock: Clock
    version: string
    openLink: (url: string) => Promise<boolean>
    /** Shown in the browser at the end. */
    page: string
  },
  signal: AbortSignal,
): Promise<void> {
  const { store, clock } = deps
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
    clientId: setup.oauthClientId,
    browser: {
      state,
      port: listener.port,
      redirectUrl: listener.redirectUrl,
      async open(url) {
        if (url.protocol !== 'https:' && !isLoopback(url)) {
          throw serverFailure('redirected', { server, target: url.host })
        }
        if (!(await deps.openLink(url.href))) throw failure('CANCELLED', 'request')
      },
    },
  })
  const transport = new StreamableHTTPClientTransport(new URL(setup.url), {
    authProvider: provider,
    requestInit: { headers: setup.headers },
    fetch: createBoundedFetch({ server, url: setup.url, clock }),
  })
  const client = new Client(
    { name: 'parley', title: 'Parley', version: deps.version },
    { versionNegotiation: { mode: 'auto' } },
  )
  const onAbort = () => void transport.close()
  waiting.addEventListener('abort', onAbort, { once: true })
  try {
    await client.connect(transport)
  } catch (error) {
    waiting.throwIfAborted()
    if (!(error instanceof UnauthorizedError)) throw connectFailure(error, server)
    const answer = await unlessAborted(listener.answer, waiting, () => {
      throw waiting.reason
    })
    await finish(transport, answer, server)
  } finally {
    waiting.removeEventListener('abort', onAbort)
    cancelTimer()
    listener.close()
    await transport.close()
  }
}

async function finish(
  transport: StreamableHTTPClientTransport,
  answer: URLSearchParams,
  server: string,
): Promise<void> {
  if (answer.get('error') === 'access_denied') {
    throw serverFailure('sign-in-refused', { server })
  }
  // Any other error comes from the browser too, which a page may have sent: only the code counts.
  if (answer.get('code') === null) throw serverFailure('sign-in-failed', { server })
  try {
    await transport.finishAuth(answer)
  } catch (error) {
    throw connectFailure(error, server)
  }
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'
}
