import { auth, extractWWWAuthenticateParams, UnauthorizedError } from '@modelcontextprotocol/client'

import { serverFailure } from '../../../../shared/failures/server-failure'
import type { ServerSetup } from '../../../model-setup/setups'
import type { TokenAuth } from '../connection/connection'
import { registeredClient, type SignInOptions, SignInProvider } from './sign-in-provider'
import type { SignInAt } from './stored-sign-in'

/**
 * Sends the stored token with each request, and refreshes it when it was refused. A refresh token is valid only once, so
 * requests that are refused at the same time share one refresh, and one that was sent before it is only sent again.
 */
export function tokenAuth(
  setup: Extract<ServerSetup, { type: 'http' }>,
  options: Pick<SignInOptions, 'server' | 'store'>,
): TokenAuth {
  const provider = new SignInProvider({ ...options, registered: registeredClient(setup), browser: null })
  const token = () => provider.tokens()?.access_token
  const sent = new WeakMap<Response, string | null>()
  let refreshing: Promise<void> | null = null
  return {
    token: () => Promise.resolve(token()),
    refused: (response, authorization) => void sent.set(response, authorization),
    async onUnauthorized({ response, serverUrl, fetchFn }) {
      const current = token()
      const isOutdated = sent.has(response) && sent.get(response) !== `Bearer ${current}`
      if (refreshing === null && current !== undefined && isOutdated) return
      refreshing ??= refresh().finally(() => {
        refreshing = null
      })
      await refreshing

      async function refresh(): Promise<void> {
        const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
        const result = await auth(provider, {
          serverUrl,
          fetchFn,
          ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
          ...(scope === undefined ? {} : { scope }),
        })
        if (result !== 'AUTHORIZED') throw new UnauthorizedError()
      }
    },
  }
}

/**
 * Sends the stored token and nothing else: a refresh token is valid only once, so only the process that can store the
 * next one may use it.
 */
export function storedToken(server: string, store: SignInAt): TokenAuth {
  return {
    token: () => Promise.resolve(store.get().tokens?.access_token),
    refused: () => {},
    onUnauthorized: () => Promise.reject(serverFailure('needs-sign-in', { server })),
  }
}
