import {
  auth,
  type AuthProvider,
  extractWWWAuthenticateParams,
  UnauthorizedError,
} from '@modelcontextprotocol/client'

import { serverFailure } from '../../../../shared/failures/server-failure'
import type { ServerSetup } from '../../../model-setup/server-setup'
import { registeredClient, type SignInOptions, SignInProvider } from './sign-in-provider'
import type { SignInStore } from './stored-sign-in'

/**
 * Sends the stored token with each request, and refreshes it when it was refused. Requests that are refused at the same
 * time share one refresh: a refresh token is valid only once.
 */
export function tokenAuth(
  setup: Extract<ServerSetup, { type: 'http' }>,
  options: Pick<SignInOptions, 'server' | 'store'>,
): AuthProvider {
  const provider = new SignInProvider({ ...options, registered: registeredClient(setup), browser: null })
  let refreshing: Promise<void> | null = null
  return {
    token: () => Promise.resolve(provider.tokens()?.access_token),
    onUnauthorized({ response, serverUrl, fetchFn }) {
      refreshing ??= refresh().finally(() => {
        refreshing = null
      })
      return refreshing

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
export function storedToken(server: string, store: SignInStore): AuthProvider {
  return {
    token: () => Promise.resolve(store.get().tokens?.access_token),
    onUnauthorized: () => Promise.reject(serverFailure('needs-sign-in', { server })),
  }
}
