import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'

import { failure } from '../../../shared/failures/failure'
import { setLimits } from '../../../shared/sets/sets'
import { argumentFailure, commonOptions, helpOn, optionList } from '../command-line'

/** A command line that runs a set. */
export interface EvalArguments {
  /** The name or id of a set, or the path of a file with prompts. */
  set: string
  /** Empty: those of the set's last run. */
  models: string[]
  repeats: number
  atOnce: number
  costLimitUsd: number | null
  /** The id of an earlier run, or `last`. */
  baseline: string | null
  /** A model that judges the answers when the run is complete. */
  judge: string | null
  /** US dollars for the judge alone. */
  judgeCostLimitUsd: number | null
  /** Starts a new run even if one of the same plan has not ended. */
  isNew: boolean
  /** A file for the result: CSV, or JSON. */
  out: string | null
  userData: string | undefined
}

/** A command line that runs a watched set. */
export interface WatchArguments {
  /** The name or id of the set. */
  watched: string
  userData: string | undefined
}

/** A command line that lists the sets. */
export interface ListArguments {
  isList: true
  userData: string | undefined
}

const options = {
  model: {
    type: 'string',
    multiple: true,
    default: [] as string[],
    value: 'PROVIDER/MODEL',
    help: "Asks this model. Can be repeated. Default: the models of the set's last run.",
  },
  repeats: { type: 'string', default: '1', value: 'N', help: 'Asks each question N times.' },
  'at-once': {
    type: 'string',
    default: '4',
    value: 'N',
    help: 'Sends at most N requests at the same time. Default: 4.',
  },
  'cost-limit': { type: 'string', value: 'USD', help: 'Stops when the answers have cost this much.' },
  baseline: {
    type: 'string',
    value: 'RUN|last',
    help: 'Compares the result with this earlier run, or with the last one.',
  },
  judge: {
    type: 'string',
    value: 'PROVIDER/MODEL',
    help: 'Has a model judge the answers when the run is complete.',
  },
  'judge-cost-limit': { type: 'string', value: 'USD', help: 'A cost limit for the judge.' },
  new: { type: 'boolean', default: false, help: 'Starts a new run, even if an earlier one is not complete.' },
  out: { type: 'string', value: 'FILE', help: 'Saves the answers as CSV or JSON.' },
  watch: {
    type: 'boolean',
    default: false,
    help: 'Runs a set that is watched in Parley, and prints what has changed since its baseline.',
  },
  list: {
    type: 'boolean',
    default: false,
    help: 'Prints the id, the number of prompts and the name of each set, and runs none.',
  },
  ...commonOptions,
} as const

const known = optionList(options, { before: ['SET'] })

/** The output of `--help`. */
export const evalHelp = `Usage: parley-eval SET [options]
       parley-eval SET --watch [--user-data FOLDER]
       parley-eval --list [--user-data FOLDER]

Runs a prompt set and prints the result. SET is the name or id of a set, or a file with prompts: CSV, JSONL,
or JSON or YAML for promptfoo.

${helpOn(options)}

Exits with 0 if every check passed, with 1 if a check failed, and with 2 if the run is not complete.
With --watch, exits with 0 if chance explains all changes, with 1 if not, and with 2 if the run is not complete.
With --list, exits with 0, even if there is no set, and with 2 if the sets cannot be read.
`

/**
 * Null if the command line asks for the help.
 * @throws INVALID_INPUT for an option that does not exist, or a wrong value
 */
export function parseEvalArguments(args: string[]): EvalArguments | WatchArguments | ListArguments | null {
  try {
    const { values, positionals, tokens } = parseArgs({ args, allowPositionals: true, options, tokens: true })
    if (values.help) return null
    if (values.list) {
      if (positionals.length > 0) throw new Error('Do not name a set with --list')
      assertAlone('list', tokens)
      return { isList: true, userData: values['user-data'] }
    }
    const [set] = positionals
    if (set === undefined || positionals.length > 1) throw new Error('Name one set')
    if (values.watch) {
      assertAlone('watch', tokens)
      return { watched: set, userData: values['user-data'] }
    }
    return {
      set,
      models: values.model,
      repeats: wholeNumber('--repeats', values.repeats, setLimits.repeats),
      atOnce: wholeNumber('--at-once', values['at-once'], setLimits.atOnce),
      costLimitUsd: amount('--cost-limit', values['cost-limit']),
      baseline: values.baseline ?? null,
      judge: values.judge ?? null,
      judgeCostLimitUsd: amount('--judge-cost-limit', values['judge-cost-limit']),
      isNew: values.new,
      out: values.out === undefined ? null : fileIn(values.out),
      userData: values['user-data'],
    }
  } catch (error) {
    throw argumentFailure(error, known)
  }
}

function assertAlone(name: string, tokens: readonly { kind: string; name?: string }[]): void {
  for (const token of tokens) {
    if (token.kind === 'option' && token.name !== name && token.name !== 'user-data') {
      throw new Error(`--${token.name} has no effect with --${name}`)
    }
  }
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  throw new Error(`${name} must be a whole number from 1 to ${max}`)
}

/** Before anything is paid for. */
function fileIn(file: string): string {
  if (file === '') throw new Error('--out needs the name of a file')
  if (isFolder(file)) throw new Error(`--out: ${file} is a folder`)
  if (!isFolder(dirname(file))) throw new Error(`--out: there is no folder ${dirname(file)}`)
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK)
  } catch (error) {
    throw new Error(`--out: ${file} cannot be written`, { cause: error })
  }
  return file
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function amount(name: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const value = Number(text)
  if (Number.isFinite(value) && value > 0) return value
  throw new Error(`${name} must be a positive number`)
}

/** Before anything is paid for. @throws INVALID_INPUT there are too few or too many models */
export function assertModels(models: readonly string[], { judge }: Pick<EvalArguments, 'judge'>): void {
  const min = judge === null ? 1 : 2
  if (models.length < min || models.length > setLimits.models) {
    const purpose = judge === null ? '' : ', because a judge compares their answers'
    throw failure('INVALID_INPUT', 'argument', {
      problem: `Name ${min} to ${setLimits.models} models with --model${purpose}`,
      options: known,
    })
  }
}
