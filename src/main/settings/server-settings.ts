import { serverFailure } from '../../shared/failures/server-failure'
import { serverLimits } from '../../shared/tools/servers'
import { registerSecret } from '../base/redaction/redaction'
import type { SavedServer } from '../model-setup/schema'
import type { ServerSetup } from '../model-setup/setups'
import { reservedVariable } from './loading-variables'
import { originOf, plainKey } from './provider-input'
import { type SecretStore, serverSecretId } from './secret-store'
import type { GivenTransport } from '../../shared/tools/schema'
import type { SettingsStore } from './settings-store'
import { failure } from '../../shared/failures/failure'
import { webAddress } from '../../shared/models/api-address'

/** A change to a server; absent fields stay as they are. */
export interface ServerChange {
  id: string
  transport?: GivenTransport | undefined
  isEnabled?: boolean | undefined
  timeoutSeconds?: number | undefined
  startTimeoutSeconds?: number | undefined
  idleSeconds?: number | undefined
  disabledTools?: readonly string[] | undefined
  /** Only for a new server. */
  bundle?: string | undefined
}

/** The secret with the sign-in of a server. */
const signIn = { kind: 'sign-in', name: '' } as const
const clientSecret = { kind: 'client-secret', name: '' } as const
/**
 * A hash of what the user has allowed to start, if there are variables: their values could be guessed from a hash in
 * plain text. Without them it is a setting, for hosts that cannot read keys.
 */
const allowed = { kind: 'allowed', name: '' } as const

/**
 * The user's MCP servers. Values of variables and headers, the secret of a registered client, and what a sign-in
 * returned, are encrypted like a provider's key. They are dropped when the command or the origin of the address changes,
 * so that they never reach another program or server. Only `setupOf` and `signInOf` reveal them.
 */
export class ServerSettings {
  readonly #settings: SettingsStore
  readonly #secrets: SecretStore

  constructor(settings: SettingsStore, secrets: SecretStore) {
    this.#settings = settings
    this.#secrets = secrets
    for (const server of settings.servers()) {
      this.#learn(this.#values(server))
      registerSecret(this.#clientSecret(server) ?? '')
    }
  }

  /** Lists the servers in the order in which they were added. */
  list(): SavedServer[] {
    return this.#settings.servers()
  }

  get(id: string): SavedServer | undefined {
    return this.#settings.servers().find((server) => server.id === id)
  }

  /** Returns the current transport of the server, with the values of its variables and headers. */
  setupOf(server: SavedServer): ServerSetup {
    const values = this.#values(server)
    const { transport } = server
    if (transport.type === 'stdio') {
      return { type: 'stdio', command: transport.command, args: transport.args, environment: values }
    }
    const { url, oauthClientId } = transport
    return {
      type: 'http',
      url,
      headers: values,
      oauthClientId,
      oauthClientSecret: oauthClientId === null ? null : this.#clientSecret(server),
    }
  }

  /** Saves a change; a new server needs a transport. @throws INVALID_INPUT, STORE_FULL */
  save(change: ServerChange): { server: SavedServer; isTransportChanged: boolean } {
    const servers = this.#settings.servers()
    const before = servers.find(({ id }) => id === change.id)
    if (before === undefined && servers.length >= serverLimits.servers) {
      throw serverFailure('many', { most: serverLimits.servers })
    }
    const given = change.transport === undefined ? null : checkedServerTransport(change.transport)
    if (before === undefined && given === null) throw serverFailure('transport', {})
    const isMoved = before !== undefined && given !== null && !isSamePlace(before.transport, given.transport)
    const values = this.#valuesAfter(isMoved ? undefined : before, given?.values ?? {})
    const transport = transportAfter(before?.transport, given, Object.keys(values))
    const { call, start, idle } = serverLimits.defaultSeconds
    const server: SavedServer = {
      id: change.id,
      transport,
      isEnabled: change.isEnabled ?? before?.isEnabled ?? true,
      timeoutSeconds: change.timeoutSeconds ?? before?.timeoutSeconds ?? call,
      startTimeoutSeconds: change.startTimeoutSeconds ?? before?.startTimeoutSeconds ?? start,
      idleSeconds: change.idleSeconds ?? before?.idleSeconds ?? idle,
      disabledTools: [...(change.disabledTools ?? before?.disabledTools ?? [])],
      allowed: before?.allowed ?? null,
      bundle: before === undefined ? (change.bundle ?? null) : before.bundle,
    }
    this.#learn(values)
    // Values are dropped before the command or address changes, so that a crash in between cannot pair one with
    // something that it was not entered for.
    if (before !== undefined) this.#dropValues(before, isMoved ? [] : Object.keys(values))
    if (isMoved) this.#secrets.remove(serverSecretId(change.id, signIn))
    const newSecret = given?.clientSecret ?? null
    // The old one is dropped first: it must not become that of another client.
    if (!hasClientSecret(transport) || newSecret !== null) {
      this.#secrets.remove(serverSecretId(change.id, clientSecret))
    }
    registerSecret(newSecret ?? '')
    this.#settings.setServers(
      before === undefined
        ? [...servers, server]
        : servers.map((one) => (one.id === server.id ? server : one)),
    )
    const stored = Object.entries(values).map(
      ([name, value]) => [serverSecretId(server.id, { kind: kindOf(server), name }), value] as const,
    )
    if (newSecret !== null && hasClientSecret(transport)) {
      stored.push([serverSecretId(server.id, clientSecret), newSecret])
    }
    this.#secrets.setAll(stored)
    return { server, isTransportChanged: before === undefined || given !== null }
  }

  /** The hash of what the user has allowed to start; null if nothing. */
  allowedHash({ id, transport, allowed: known }: SavedServer): string | null {
    return namesOf(transport).length === 0 ? known : this.#secrets.get(serverSecretId(id, allowed))
  }

  /** The user allowed what has this hash to start. @throws STORE_FULL */
  allow(id: string, hash: string): void {
    const server = this.get(id)
    if (server === undefined) return
    if (namesOf(server.transport).length > 0) this.#secrets.set(serverSecretId(id, allowed), hash)
    else {
      this.#settings.setServers(
        this.#settings.servers().map((one) => (one.id === id ? { ...one, allowed: hash } : one)),
      )
    }
  }

  /** Removes the server with its values and its sign-in; false when there was none. @throws STORE_FULL */
  remove(id: string): boolean {
    const servers = this.#settings.servers()
    const server = servers.find((one) => one.id === id)
    if (server === undefined) return false
    this.#dropValues(server, [])
    for (const kind of [signIn, clientSecret, allowed]) this.#secrets.remove(serverSecretId(id, kind))
    this.#settings.setServers(servers.filter((one) => one.id !== id))
    return true
  }

  /** Returns the result of the server's sign-in, as JSON; null before it. */
  signInOf(id: string): string | null {
    return this.#secrets.get(serverSecretId(id, signIn))
  }

  /** Null signs out. A server that was removed gets nothing. @throws STORE_FULL */
  setSignIn(id: string, text: string | null): void {
    const secretId = serverSecretId(id, signIn)
    if (text === null) this.#secrets.remove(secretId)
    else if (this.get(id) !== undefined) this.#secrets.set(secretId, text)
  }

  #valuesAfter(
    before: SavedServer | undefined,
    given: Readonly<Record<string, string | null>>,
  ): Record<string, string> {
    const merged: Record<string, string | null> = { ...(before && this.#values(before)), ...given }
    return Object.fromEntries(
      Object.entries(merged).filter((pair): pair is [string, string] => pair[1] !== null),
    )
  }

  #values(server: SavedServer): Record<string, string> {
    const kind = kindOf(server)
    return Object.fromEntries(
      namesOf(server.transport).flatMap((name) => {
        const value = this.#secrets.get(serverSecretId(server.id, { kind, name }))
        return value === null ? [] : [[name, value] as const]
      }),
    )
  }

  #dropValues(server: SavedServer, kept: readonly string[]): void {
    for (const name of namesOf(server.transport)) {
      if (!kept.includes(name))
        this.#secrets.remove(serverSecretId(server.id, { kind: kindOf(server), name }))
    }
  }

  #learn(values: Readonly<Record<string, string>>): void {
    for (const value of Object.values(values)) registerSecret(value)
  }

  #clientSecret({ id, transport }: SavedServer): string | null {
    return hasClientSecret(transport) ? this.#secrets.get(serverSecretId(id, clientSecret)) : null
  }
}

function kindOf({ transport }: SavedServer): 'variable' | 'header' {
  return transport.type === 'stdio' ? 'variable' : 'header'
}

function hasClientSecret(transport: SavedServer['transport']): boolean {
  return transport.type === 'http' && transport.hasClientSecret
}

function namesOf(transport: SavedServer['transport']): readonly string[] {
  return transport.type === 'stdio' ? transport.variables : transport.headers
}

/** True if values that were entered for one transport may be given to the other. */
function isSamePlace(one: SavedServer['transport'], other: SavedServer['transport']): boolean {
  if (one.type === 'stdio' || other.type === 'stdio') {
    return (
      one.type === 'stdio' &&
      other.type === 'stdio' &&
      JSON.stringify([one.command, one.args]) === JSON.stringify([other.command, other.args])
    )
  }
  return originOf(one.url) === originOf(other.url)
}

function transportAfter(
  before: SavedServer['transport'] | undefined,
  given: ReturnType<typeof checkedServerTransport> | null,
  names: string[],
): SavedServer['transport'] {
  const transport = given?.transport ?? before
  if (transport === undefined) throw serverFailure('transport', {})
  if (transport.type === 'stdio') return { ...transport, variables: names }
  const former = before?.type === 'http' && isSamePlace(before, transport) ? before : null
  const formerId = former?.oauthClientId ?? null
  const oauthClientId = given === null || given.keepsClientId ? formerId : transport.oauthClientId
  const isKept = given?.clientSecret === undefined
  const keepsSecret = former?.hasClientSecret === true && oauthClientId === formerId
  return {
    ...transport,
    headers: names,
    oauthClientId,
    hasClientSecret: oauthClientId !== null && (isKept ? keepsSecret : given.clientSecret !== null),
  }
}

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
function checkedServerTransport(given: GivenTransport): {
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
  const { url, headers = {}, oauthClientId, oauthClientSecret } = given
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
    clientSecret: oauthClientSecret,
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
