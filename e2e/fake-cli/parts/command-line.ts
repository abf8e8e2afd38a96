import { UnknownWordError } from './known-words.ts'

/** A command line, taken apart: each option with what stands behind it, and what is no option. */
export interface CommandLine {
  options: ReadonlyMap<string, readonly string[]>
  rest: readonly string[]
}

/** The options that a program has, by every name that they have. */
export interface KnownOptions {
  /** Options that take a value. */
  valued: readonly string[]
  /** Options that stand alone. */
  flags: readonly string[]
}

/** Each option is kept by the name as it was written. @throws UnknownWordError the program has no such option */
export function readCommandLine(args: readonly string[], known: KnownOptions): CommandLine {
  const options = new Map<string, string[]>()
  const rest: string[] = []
  const add = (name: string, value: string) => options.set(name, [...(options.get(name) ?? []), value])
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    const [name, value] = arg.startsWith('--') ? splitAt(arg, '=') : [arg]
    if (!arg.startsWith('-') || arg === '-') rest.push(arg)
    else if (known.valued.includes(name)) {
      if (value === undefined) index += 1
      add(name, value ?? args[index] ?? '')
    } else if (known.flags.includes(name) && value === undefined) add(name, '')
    else throw new UnknownWordError(arg, 'a command line', [...known.valued, ...known.flags])
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
