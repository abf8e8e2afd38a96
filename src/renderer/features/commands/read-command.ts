import type { Command } from './command'

/** What a text in the composer says. */
export type ReadCommand =
  /** A message, as it is to be sent. */
  | { kind: 'message'; text: string }
  | { kind: 'command'; command: Command; argument: string }
  /** It looks like a command, and there is none of that name. */
  | { kind: 'unknown'; name: string }
  /** Something stands after a command that takes nothing. */
  | { kind: 'surplus'; command: Command }

/**
 * Tells commands from messages. A message may begin with a slash after a space or with two of them; a path such as
 * `/etc/hosts` is a message too.
 */
export function readCommand(text: string, commands: readonly Command[]): ReadCommand {
  if (text.startsWith('//')) return { kind: 'message', text: text.slice(1) }
  const typed = /^\/(?<name>[a-z]+)(?:\s+(?<argument>[^]*))?$/iu.exec(text)?.groups
  if (typed === undefined) return { kind: 'message', text }
  const name = (typed['name'] ?? '').toLowerCase()
  const argument = (typed['argument'] ?? '').trim()
  const command = commands.find((known) => known.name === name)
  if (command === undefined) return { kind: 'unknown', name }
  if (command.argument === null && argument !== '') return { kind: 'surplus', command }
  return { kind: 'command', command, argument }
}
