import { failure } from '../../shared/failures/failure'
import { serverFailure } from '../../shared/failures/server-failure'
import { webAddress } from '../../shared/models/api-address'
import type { GivenTransport } from '../../shared/tools/schema'
import type { SavedServer } from '../model-setup/schema'
import { plainKey } from './provider-input'

/** Names that identify Parley's own processes to it. */
const reservedVariable = /^PARLEY_/i

/** Headers that the protocol itself sets, or that would change how the request is sent. */
const reservedHeaders: ReadonlySet<string> = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'host',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'transfer-encoding',
])

/** A checked transport without names, and its values. An absent client secret is kept. @throws INVALID_INPUT */
export function checkedServerTransport(given: GivenTransport): {
  transport: SavedServer['transport']
  values: Record<string, string | null>
  keepsClientId: boolean
  clientSecret: string | null | undefined
} {
  if (given.type === 'stdio') {
    const { command, args = [], env = {} } = given
    if ([command, ...args, ...Object.values(env)].some((text) => text?.includes('\0') === true)) {
      throw serverFailure('character', { field: 'transport' })
    }
    const reserved = Object.keys(env).find((name) => reservedVariable.test(name))
    if (reserved !== undefined) {
      throw serverFailure('variable-reserved', { field: 'env', name: reserved })
    }
    return {
      transport: { type: 'stdio', command, args: [...args], variables: [] },
      values: { ...env },
      keepsClientId: false,
      clientSecret: null,
    }
  }
  const { url, headers = {}, oauthClientId, oauthClientSecret: clientSecret } = given
  return {
    transport: {
      type: 'http',
      url: checkedAddress(url),
      headers: [],
      oauthClientId: oauthClientId ?? null,
      hasClientSecret: false,
    },
    values: checkedHeaders(headers),
    keepsClientId: oauthClientId === undefined,
    clientSecret,
  }
}

function checkedAddress(typed: string): string {
  const url = URL.parse(webAddress(typed) ?? '')
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw failure('INVALID_INPUT', 'address', { field: 'url' })
  }
  if (url.username !== '' || url.password !== '') {
    throw failure('INVALID_INPUT', 'address-with-password', { field: 'url' })
  }
  url.hash = ''
  return url.href
}

function checkedHeaders(headers: Readonly<Record<string, string | null>>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (reservedHeaders.has(name.toLowerCase())) {
        throw serverFailure('header', { field: 'headers', name })
      }
      // A scheme may be separated from its key by a space, as in `Bearer KEY`.
      const isSendable = value === null || value.split(' ').every((word) => plainKey(word) !== null)
      if (!isSendable) throw failure('INVALID_INPUT', 'key-characters', { field: 'headers' })
      return [name.toLowerCase(), value?.trim() ?? null]
    }),
  )
}
