import type { ParseArgsConfig } from 'node:util'

import type { ParleyError } from '../../shared/errors'
import { failure } from '../../shared/failures/failure'

type ParsedOption = NonNullable<ParseArgsConfig['options']>[string]

/** An option of a command line, as Node parses it, with what help and errors say about it. */
export type CommandLineOption = ParsedOption & {
  /** The name of the value, such as `FOLDER`; none for a switch. */
  value?: string
  /** A description of one or more lines. */
  help: string
}

/** The options of a command line by their names without dashes, in the order of its help. */
export type CommandOptions = Readonly<Record<string, CommandLineOption>>

/** The options that every command line of Parley has last. */
export const commonOptions = {
  'user-data': { type: 'string', value: 'FOLDER', help: 'The data folder, if it is not the usual one.' },
  help: { type: 'boolean', default: false, help: 'Shows this text.' },
} as const satisfies CommandOptions

/** The lines about the options in the help. */
export function helpOn(options: CommandOptions): string {
  const entries = Object.entries(options).map(([name, option]) => ({
    usage: usageOf(name, option),
    ...option,
  }))
  const width = Math.max(...entries.map(({ usage }) => usage.length)) + 3
  return entries
    .flatMap(({ usage, help }) =>
      help.split('\n').map((line, index) => `  ${(index === 0 ? usage : '').padEnd(width)}${line}`),
    )
    .join('\n')
}

/** Lists what a command line accepts, for an error: `before`, the options, `after`. */
export function optionList(
  options: CommandOptions,
  { before = [], after = [] }: { before?: readonly string[]; after?: readonly string[] } = {},
): string {
  const names = Object.entries(options).map(
    ([name, option]) => usageOf(name, option) + (option.multiple === true ? ' (repeatable)' : ''),
  )
  const all = [...before, ...names, ...after]
  return `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

/** The error for a command line that cannot be used; `options` lists what it takes. */
export function argumentFailure(error: unknown, options: string): ParleyError {
  const problem = error instanceof Error ? error.message : String(error)
  return failure('INVALID_INPUT', 'argument', { problem, options }, error)
}

function usageOf(name: string, { value }: CommandLineOption): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}
