import { UnknownWordError } from './known-words.ts'

/** A parsed command line: each option with its value, and the arguments that are not options. */
export interface CommandLine {
  options: ReadonlyMap<string, readonly string[]>
  rest: readonly string[]
}

/** The options of a program, under all of their names. */
export interface KnownOptions {
  /** Options that take a value. */
  valued: readonly string[]
  /** Options without a value. */
  flags: readonly string[]
}

/**
 * Options are kept under the name that was used.
 * @throws UnknownWordError the program has no such option, or the option lacks its value
 */
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
      add(name, value ?? valueBehind(name, args[index], known))
    } else if (known.flags.includes(name) && value === undefined) add(name, '')
    else throw new UnknownWordError(arg, 'a command line', [...known.valued, ...known.flags])
  }
  return { options, rest }
}

/** The last value of an option, under any of its names; null if it is absent. */
export function optionOf(line: CommandLine, ...names: string[]): string | null {
  return names.flatMap((name) => line.options.get(name) ?? []).at(-1) ?? null
}

/** The only argument that is not an option; null if there is none. @throws UnknownWordError there are several */
export function onlyWord([word, ...more]: readonly string[], where: string): string | null {
  refuseWords(more, where)
  return word ?? null
}

/** @throws UnknownWordError there is an argument */
export function refuseWords([word]: readonly string[], where: string): void {
  if (word !== undefined) throw new UnknownWordError(word, where, ['no more words'])
}

function valueBehind(name: string, value: string | undefined, { valued, flags }: KnownOptions): string {
  if (value === undefined || valued.includes(value) || flags.includes(value))
    throw new UnknownWordError(value ?? '', `the value of ${name}`, ['a value'])
  return value
}

function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + mark.length)]
}
