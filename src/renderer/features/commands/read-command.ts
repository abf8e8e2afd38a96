import type { Command } from './command'

/** The meaning of a text in the composer. */
export type ReadCommand =
  /** A message, as it will be sent. */
  | { kind: 'message'; text: string }
  | { kind: 'command'; command: Command; argument: string }
  /** It looks like a command, but none has this name. */
  | { kind: 'unknown'; name: string }
  /** An argument for a command that takes none. */
  | { kind: 'surplus'; command: Command }

/**
 * Distinguishes commands from messages. A message can start with a slash after a space, or with two slashes; a path such
 * as `/etc/hosts` is a message too.
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
