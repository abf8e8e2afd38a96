/** A command line, taken apart: each option with what stands behind it, and what is no option. */
export interface CommandLine {
  options: ReadonlyMap<string, readonly string[]>
  rest: readonly string[]
}

/**
 * @param valued options that take a value, by every name that they have; each name is kept as it was written
 */
export function readCommandLine(args: readonly string[], valued: readonly string[]): CommandLine {
  const options = new Map<string, string[]>()
  const rest: string[] = []
  const add = (name: string, value: string) => options.set(name, [...(options.get(name) ?? []), value])
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    const [name, value] = arg.startsWith('--') ? splitAt(arg, '=') : [arg]
    if (!arg.startsWith('-') || arg === '-') rest.push(arg)
    else if (value !== undefined) add(name, value)
    else if (valued.includes(arg)) {
      index += 1
      add(arg, args[index] ?? '')
    } else add(arg, '')
  }
  return { options, rest }
}

/** What was given for an option, under any of its names, the last time; null where it was not. */
export function optionOf(line: CommandLine, ...names: string[]): string | null {
  return names.flatMap((name) => line.options.get(name) ?? []).at(-1) ?? null
}

function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + mark.length)]
}
