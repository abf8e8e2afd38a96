import {
  auth,
  type AuthProvider,
  extractWWWAuthenticateParams,
  UnauthorizedError,
} from '@modelcontextprotocol/client'

import type { ServerSetup } from '../../../model-setup/server-setup'
import { registeredClient, type SignInOptions, SignInProvider } from './sign-in-provider'

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
