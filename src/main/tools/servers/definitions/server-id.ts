import { serverIdPattern, serverLimits } from '../../../../shared/tools/servers'
import type { SavedServer } from '../../../model-setup/schema'

/** A name as the id of a server; null if nothing of it can be used. */
export function serverIdOf(name: string): string | null {
  const id = name
    .slice(0, 10 * serverLimits.idChars)
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[^A-Za-z0-9]+|-+$/g, '')
    .slice(0, serverLimits.idChars)
  return serverIdPattern.test(id) ? id : null
}

/** Like `serverIdOf`, but an id that is not taken. */
export function freeServerId(name: string, isTaken: (id: string) => boolean): string {
  const base = (serverIdOf(name) ?? 'server').slice(0, serverLimits.idChars - 4)
  let id = base
  for (let count = 2; isTaken(id); count += 1) id = `${base}-${count}`
  return id
}

type Transport = SavedServer['transport']

/** The command or address of a server and the names of its values: what its tools and their permissions are tied to. */
export function serverPlace(transport: Transport): string {
  return JSON.stringify(
    transport.type === 'stdio'
      ? [transport.command, transport.args, transport.variables.toSorted()]
      : [transport.url, transport.headers.toSorted()],
  )
}

/** The command as it would be typed in a shell. */
export function commandLine({
  command,
  args = [],
}: {
  command: string
  args?: readonly string[] | undefined
}): string {
  return [command, ...args].map((word) => quoted(word)).join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
