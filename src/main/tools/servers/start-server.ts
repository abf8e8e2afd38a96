import { ParleyError } from '../../../shared/errors'
import { serverFailure } from '../../../shared/failures/server-failure'
import { assertNever } from '../../../shared/invariant'
import type { SavedServer } from '../../model-setup/schema'
import type { ServerSetup } from '../../model-setup/setups'
import { allowedSetup } from './confirm-start'
import type { ConnectionEvents, ServerConnection, ServerList } from './connection/connection'
import { messageLimits } from './connection/message-limits'
import type { ServerLog } from './connection/server-log'
import { readApps, readPrompts, readResources, readTemplates } from './definitions/read-lists'
import { readTools } from './definitions/read-tools'
import type { RememberedServer } from './definitions/remembered-servers'
import type { ServerDeps } from './server-deps'
import { serverPlace } from './definitions/server-id'
import type { SignInStore } from './sign-in/stored-sign-in'

/**
 * Connects to a server and remembers what it offers. Asks the user first if its command was not allowed yet.
 * @throws ParleyError, the reason of `signal`
 */
export async function startServer(
  server: SavedServer,
  {
    deps,
    log,
    events,
    signIns,
  }: { deps: ServerDeps; log: ServerLog; events: ConnectionEvents; signIns: SignInStore },
  signal: AbortSignal,
): Promise<ServerConnection> {
  const setup = await allowedSetup(server, deps, signal)
  const { clock, version, namedHosts, startProgram } = deps
  const timeoutMs = server.startTimeoutSeconds * 1_000
  const expired = new AbortController()
  const cancelTimer = clock.after(timeoutMs, () =>
    expired.abort(serverFailure('start-time', { server: server.id, timeoutMs })),
  )
  const untilExpired = AbortSignal.any([signal, expired.signal])
  try {
    // Loaded with the first connection, because the library is large.
    const { openConnection } = await import('./connection/open-connection')
    const auth = setup.type === 'http' ? await storedAuth(setup, { server, deps, signIns }) : undefined
    const connection = await openConnection(
      setup,
      { server: server.id, version, clock, log, events, namedHosts, startProgram, ...(auth && { auth }) },
      untilExpired,
    )
    try {
      deps.remembered.set(await offersOf(connection, { server, log }, untilExpired))
      return connection
    } catch (error) {
      await connection.close()
      throw error
    }
  } finally {
    cancelTimer()
  }
}

/** The tokens of a server's sign-in. */
async function storedAuth(
  setup: Extract<ServerSetup, { type: 'http' }>,
  { server: { id: server }, deps, signIns }: { server: SavedServer; deps: ServerDeps; signIns: SignInStore },
) {
  const { storedToken, tokenAuth } = await import('./sign-in/token-auth')
  const store = signIns.at(setup.url)
  return deps.isReader === true ? storedToken(server, store) : tokenAuth(setup, { server, store })
}

/** Reads the current offers of a connected server. */
async function offersOf(
  connection: ServerConnection,
  { server, log }: { server: SavedServer; log: ServerLog },
  signal: AbortSignal,
): Promise<RememberedServer> {
  const { name, version, lists } = connection.facts
  const offers: RememberedServer = {
    id: server.id,
    place: serverPlace(server.transport),
    version: { name, version },
    tools: [],
    skipped: [],
    apps: [],
    prompts: [],
    resources: [],
  }
  for (const list of lists) {
    try {
      Object.assign(offers, await readList(connection, list, signal))
    } catch (error) {
      if (list === 'tools' || !(error instanceof ParleyError)) throw error
      const { reason } = error.data ?? {}
      if (reason !== 'answered' && reason !== 'unreadable') throw error
      // Its tools can be used without the other lists.
      log.add(`${list}: ${error.message}`)
    }
  }
  return offers
}

/** One list of a connected server, as it is remembered. */
export async function readList(
  connection: ServerConnection,
  list: ServerList,
  signal: AbortSignal,
): Promise<Partial<RememberedServer>> {
  const entries = await connection.list(list, signal)
  switch (list) {
    case 'tools':
      return readTools(entries)
    case 'prompts':
      return { prompts: fitting(readPrompts(entries)) }
    case 'resources':
      return {
        resources: fitting([
          ...readResources(entries),
          ...readTemplates(await connection.listTemplates(signal)),
        ]),
        apps: readApps(entries),
      }
    default:
      return assertNever(list)
  }
}

/** Returns as many entries as are remembered: they are written to a file, and to windows, whenever they change. */
function fitting<Entry>(entries: readonly Entry[]): Entry[] {
  let sizeBytes = 0
  return entries.filter((entry) => {
    sizeBytes += JSON.stringify(entry).length
    return sizeBytes <= messageLimits.definitionBytes
  })
}
