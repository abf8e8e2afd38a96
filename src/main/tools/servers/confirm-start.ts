import { failure } from '../../../shared/failures/failure'
import { serverFailure } from '../../../shared/failures/server-failure'
import type { SavedServer } from '../../model-setup/schema'
import type { ServerSetup } from '../../model-setup/setups'
import type { ServerSettings } from '../../settings/server-settings'
import { variableLine } from '../../settings/loading-variables'
import { commandLine } from './definitions/server-id'
import type { ServerDeps } from './server-deps'
import { sha256 } from '../../base/sha256'

/** Everything that decides what a server's program does when it starts. */
interface ServerStart {
  command: string
  args: readonly string[]
  environment: Readonly<Record<string, string>>
}

type ConfirmDeps = Pick<ServerDeps, 'confirm' | 'folder'> & {
  settings: Pick<ServerSettings, 'get' | 'setupOf' | 'allowedHash' | 'allow'>
}

/**
 * The hash of what the user allows to start: the command, its arguments, the names and values of its variables and its
 * folder.
 */
function startHash({ command, args, environment }: ServerStart, folder: string): string {
  const variables = Object.entries(environment).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return sha256(JSON.stringify([command, args, variables, folder]))
}

/** True if the server starts without a question: the user has allowed exactly this, or it is not a program. */
export function isStartAllowed(
  server: SavedServer,
  { settings, folder }: Pick<ConfirmDeps, 'settings' | 'folder'>,
): boolean {
  if (server.transport.type !== 'stdio') return true
  const setup = settings.setupOf(server)
  return setup.type !== 'stdio' || settings.allowedHash(server) === startHash(setup, folder)
}

/**
 * Returns the setup with which the server is started or reached. Asks the user, outside the window, whether its program
 * may start, unless they have allowed exactly this.
 * @throws SERVER_FAILED the user does not allow it, STORE_FULL, the reason of `signal`
 */
export async function allowedSetup(
  server: SavedServer,
  { settings, folder, confirm }: ConfirmDeps,
  signal: AbortSignal,
): Promise<ServerSetup> {
  const setup = settings.setupOf(server)
  if (setup.type !== 'stdio') return setup
  const hash = startHash(setup, folder)
  if (settings.allowedHash(server) === hash) return setup
  const variables = Object.entries(setup.environment).map(variableLine)
  const isLoading = ({ label }: (typeof variables)[number]) => label === 'loading-variable'
  const isAllowed = await confirm(
    {
      kind: 'start-server',
      serverName: server.id,
      lines: [
        { label: 'command', value: commandLine(setup) },
        // First what must not be overlooked.
        ...variables.filter(isLoading),
        ...variables.filter((line) => !isLoading(line)),
        { label: 'folder', value: folder },
      ],
    },
    signal,
  )
  signal.throwIfAborted()
  if (!isAllowed) throw serverFailure('not-allowed', { server: server.id })
  const current = settings.get(server.id)
  const now = current === undefined ? null : settings.setupOf(current)
  // It was changed or removed while the question was open.
  if (now?.type !== 'stdio' || startHash(now, folder) !== hash) throw failure('CANCELLED', 'request')
  settings.allow(server.id, hash)
  return setup
}
