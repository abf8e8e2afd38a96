import type { ModelFacts, ModelParamName } from '../../../shared/models'
import { modelParamNames } from '../../../shared/models'
import type { ModelParams } from '../../../shared/sessions'
import { formatCount } from '../figures'

/** What stands in the field of a parameter: empty is the provider's own default. */
export type ParamTexts = Record<NumberParam, string> & { stop: string }
export type NumberParam = 'temperature' | 'topP' | 'maxOutputTokens' | 'seed'

/** What a field says: a value, nothing (the default), or why it is none. */
export type ReadParam<Value> =
  { kind: 'value'; value: Value } | { kind: 'default' } | { kind: 'wrong'; why: string }

interface NumberRule {
  isWhole: boolean
  min: number
  max: number
  /** What is asked for, in a few words. */
  asked: string
}

const maxStops = 4
const maxStopChars = 200

/** As the wire checks them. */
const numberRules: Record<NumberParam, NumberRule> = {
  temperature: { isWhole: false, min: 0, max: 2, asked: 'A number from 0 to 2.' },
  topP: { isWhole: false, min: 0, max: 1, asked: 'A number from 0 to 1.' },
  maxOutputTokens: {
    isWhole: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    asked: 'A whole number from 1.',
  },
  seed: {
    isWhole: true,
    min: Number.MIN_SAFE_INTEGER,
    max: Number.MAX_SAFE_INTEGER,
    asked: 'A whole number.',
  },
}

/** The parameters that can be offered for a model; all where it is not known which it takes. */
export function offeredParams(facts: ModelFacts | undefined): ModelParamName[] {
  const { params, reasons } = facts ?? {}
  if (params !== undefined) return modelParamNames.filter((name) => params.includes(name))
  return modelParamNames.filter((name) => name !== 'reasoningEffort' || reasons !== false)
}

export function readNumberParam(
  name: NumberParam,
  text: string,
  facts: ModelFacts | undefined,
): ReadParam<number> {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return { kind: 'default' }
  const { isWhole, min, max, asked } = numberRules[name]
  const value = /^-?\d*\.?\d+$/.test(typed) ? Number(typed) : Number.NaN
  const isRight =
    (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value)) && value >= min && value <= max
  if (!isRight) return { kind: 'wrong', why: asked }
  const most = name === 'maxOutputTokens' ? facts?.maxOutputTokens : undefined
  return most !== undefined && value > most
    ? { kind: 'wrong', why: `This model writes at most ${formatCount(most)} tokens.` }
    : { kind: 'value', value }
}

/** One text on each line; `\n`, `\t` and `\\` stand for what cannot be typed in a line. */
export function readStops(text: string): ReadParam<string[]> {
  const stops = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/\\([nt\\])/g, (_all, sign: string) => unescaped[sign] ?? sign))
  if (stops.length === 0) return { kind: 'default' }
  if (stops.length > maxStops) return { kind: 'wrong', why: `At most ${maxStops} lines.` }
  return stops.some((stop) => stop.length > maxStopChars)
    ? { kind: 'wrong', why: `At most ${maxStopChars} characters on a line.` }
    : { kind: 'value', value: stops }
}

/** What the fields show of these parameters. */
export function paramTexts({ temperature, topP, maxOutputTokens, seed, stop }: ModelParams): ParamTexts {
  return {
    temperature: temperature?.toString() ?? '',
    topP: topP?.toString() ?? '',
    maxOutputTokens: maxOutputTokens?.toString() ?? '',
    seed: seed?.toString() ?? '',
    stop: (stop ?? []).map(escapeStop).join('\n'),
  }
}

/** What is set, in a few words each: `temperature 0.2`. */
export function setParamWords(params: ModelParams): string[] {
  return modelParamNames.flatMap((name) => {
    const value = params[name]
    if (value === undefined) return []
    const shown = Array.isArray(value)
      ? value.map((stop) => `“${escapeStop(stop)}”`).join(', ')
      : String(value)
    return [`${paramWords[name]} ${shown}`]
  })
}

/** How a parameter is called inside a sentence. */
const paramWords: Record<ModelParamName, string> = {
  temperature: 'temperature',
  topP: 'top p',
  maxOutputTokens: 'max tokens',
  seed: 'seed',
  stop: 'stop',
  reasoningEffort: 'reasoning effort',
}

const unescaped: Record<string, string> = { n: '\n', t: '\t', '\\': '\\' }

function escapeStop(stop: string): string {
  return stop.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}
