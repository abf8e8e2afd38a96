import { parseArgs } from 'node:util'

import { failure } from '../../../shared/failures/failure'
import { setLimits } from '../../../shared/sets/sets'
import { argumentFailure } from '../start-failure'

/** What the command line asks for. */
export interface EvalArguments {
  /** The name or id of a set, or the path of a JSONL or CSV file. */
  set: string
  /** Empty: those of the set's last run. */
  models: string[]
  repeats: number
  atOnce: number
  costLimitUsd: number | null
  /** The id of an earlier run, or `last`. */
  baseline: string | null
  /** Starts a new run even if one of the same plan has not ended. */
  isNew: boolean
  /** A file for the result: CSV, or JSON. */
  out: string | null
  userData: string | undefined
}

const known =
  'SET, --model PROVIDER/MODEL (repeatable), --repeats N, --at-once N, --cost-limit USD, --baseline RUN or last, --new, --out FILE and --user-data FOLDER'

/** @throws INVALID_INPUT for an option that does not exist, or a wrong value */
export function parseEvalArguments(args: string[]): EvalArguments {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        model: { type: 'string', multiple: true, default: [] },
        repeats: { type: 'string', default: '1' },
        'at-once': { type: 'string', default: '4' },
        'cost-limit': { type: 'string' },
        baseline: { type: 'string' },
        new: { type: 'boolean', default: false },
        out: { type: 'string' },
        'user-data': { type: 'string' },
      },
    })
    const [set] = positionals
    if (set === undefined || positionals.length > 1) throw new Error('Name one set')
    return {
      set,
      models: values.model,
      repeats: wholeNumber('--repeats', values.repeats, setLimits.repeats),
      atOnce: wholeNumber('--at-once', values['at-once'], setLimits.atOnce),
      costLimitUsd: values['cost-limit'] === undefined ? null : amount('--cost-limit', values['cost-limit']),
      baseline: values.baseline ?? null,
      isNew: values.new,
      out: values.out ?? null,
      userData: values['user-data'],
    }
  } catch (error) {
    throw argumentFailure(error, known)
  }
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  throw new Error(`${name} must be a whole number from 1 to ${max}`)
}

function amount(name: string, text: string): number {
  const value = Number(text)
  if (Number.isFinite(value) && value > 0) return value
  throw new Error(`${name} must be a positive number`)
}

/** @throws INVALID_INPUT there is no such model to ask */
export function assertModels(models: readonly string[]): void {
  if (models.length === 0 || models.length > setLimits.models) {
    throw failure('INVALID_INPUT', 'argument', {
      problem: `Name 1 to ${setLimits.models} models with --model`,
      options: known,
    })
  }
}
