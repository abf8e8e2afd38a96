import type { SavedServer } from '../../../model-setup/schema'

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
