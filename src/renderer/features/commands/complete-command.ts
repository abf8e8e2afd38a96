import type { Command, CommandPlace } from './command'

const offeredOptions = 50

/** One completion of a text that starts with a slash. */
export interface Completion {
  /** The text after accepting it. */
  text: string
  /** The completed part: a command's name or its argument. */
  label: string
  /** A hint about the argument that may follow. */
  hint: string | null
  title: string
  /** Why it is unavailable here. */
  disabledReason: string | null
}

/** The completions of `text`; null when there is nothing to complete. */
export function completionsOf(
  text: string,
  commands: readonly Command[],
  place: CommandPlace,
): Completion[] | null {
  const typed = /^\/(?<name>[a-z]*)(?: (?<argument>[^\n]*))?$/iu.exec(text)?.groups
  if (typed === undefined) return null
  const name = (typed['name'] ?? '').toLowerCase()
  const argument = typed['argument']
  if (argument === undefined) {
    const lines = commands
      .filter((command) => command.name.startsWith(name))
      .map((command) => ({
        text: command.argument === null ? `/${command.name}` : `/${command.name} `,
        label: `/${command.name}`,
        hint: command.argument?.hint() ?? null,
        title: command.title(),
        disabledReason: command.disabledReason(place),
      }))
    // Available commands come first.
    return [
      ...lines.filter((line) => line.disabledReason === null),
      ...lines.filter((line) => line.disabledReason !== null),
    ]
  }
  const command = commands.find((known) => known.name === name)
  if (command?.argument == null || command.disabledReason(place) !== null) return null
  const words = argument.toLowerCase().split(/\s+/u).filter(Boolean)
  return command.argument
    .options(place)
    .filter(({ value, title }) => words.every((word) => `${value} ${title}`.toLowerCase().includes(word)))
    .slice(0, offeredOptions)
    .map(({ value, title }) => ({
      text: `/${command.name} ${value}`,
      label: value,
      hint: null,
      title,
      disabledReason: null,
    }))
}
