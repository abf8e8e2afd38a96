import { type ModelFacts, type ModelParamName, modelParamNames } from '../../../shared/models/models'
import type { ModelParams, ReasoningEffort } from '../../../shared/sessions/sessions'
import { lookupTable } from '../../../shared/lookup-table'
import { decimalMark, typedNumber } from '../../language/format'
import { t } from '../../language/t'

/** The text in each parameter's field; empty means the provider's default. */
export type ParamTexts = Record<NumberParam, string> & { stop: string }
export type NumberParam = 'temperature' | 'topP' | 'maxOutputTokens' | 'seed'

/** A parsed field: a value, nothing (the default), or an error. */
export type ReadParam<Value> =
  | { kind: 'value'; value: Value }
  | { kind: 'default' }
  | { kind: 'wrong'; why: string }

interface NumberRule {
  isWhole: boolean
  min: number
  max: number
}

const maxStops = 4
const maxStopChars = 200
const startChars = 24

/** Follows the rules of the contract. */
const numberRules: Record<NumberParam, NumberRule> = {
  temperature: { isWhole: false, min: 0, max: 2 },
  topP: { isWhole: false, min: 0, max: 1 },
  maxOutputTokens: {
    isWhole: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
  },
  seed: {
    isWhole: true,
    min: Number.MIN_SAFE_INTEGER,
    max: Number.MAX_SAFE_INTEGER,
  },
}

/** The parameters to offer for a model; all if its parameters are unknown. */
export function offeredParams(facts: ModelFacts | undefined): ModelParamName[] {
  const { params, reasons } = facts ?? {}
  if (params !== undefined) return modelParamNames.filter((name) => params.includes(name))
  return modelParamNames.filter((name) => name !== 'reasoningEffort' || reasons !== false)
}

/** Parses the field of a number, within the limits of the model. */
export function readNumberParam(
  name: NumberParam,
  text: string,
  facts: ModelFacts | undefined,
): ReadParam<number> {
  if (text.trim() === '') return { kind: 'default' }
  const { isWhole, min, max } = numberRules[name]
  const value = typedNumber(text)
  const isRight =
    (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value)) && value >= min && value <= max
  if (!isRight) return { kind: 'wrong', why: t(`models.paramWrong.${name}`) }
  const most = name === 'maxOutputTokens' ? facts?.maxOutputTokens : undefined
  return most !== undefined && value > most
    ? { kind: 'wrong', why: t('models.paramWrong.tooManyTokens', { most }) }
    : { kind: 'value', value }
}

/** One text per line; `\n`, `\t` and `\\` represent characters that cannot be typed in a line. */
export function readStops(text: string): ReadParam<string[]> {
  const stops = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/\\([nt\\])/g, (_all, sign: string) => unescaped.get(sign) ?? sign))
  if (stops.length === 0) return { kind: 'default' }
  if (stops.length > maxStops)
    return { kind: 'wrong', why: t('models.paramWrong.stopLines', { most: maxStops }) }
  return stops.some((stop) => stop.length > maxStopChars)
    ? { kind: 'wrong', why: t('models.paramWrong.stopLength', { most: maxStopChars }) }
    : { kind: 'value', value: stops }
}

/** The field texts for these parameters. */
export function paramTexts({ temperature, topP, maxOutputTokens, seed, stop }: ModelParams): ParamTexts {
  return {
    temperature: numberText(temperature),
    topP: numberText(topP),
    maxOutputTokens: numberText(maxOutputTokens),
    seed: numberText(seed),
    stop: (stop ?? []).map(escapeStop).join('\n'),
  }
}

/** The set parameters, briefly: `temperature 0.2`. */
export function setParamWords(params: ModelParams): string[] {
  return modelParamNames.flatMap((name) => {
    const value = params[name]
    if (value === undefined) return []
    const shown = Array.isArray(value)
      ? value.map((stop) => t('common.quoted', { text: escapeStop(stop) })).join(', ')
      : paramValueText(value)
    return [t(`models.paramSet.${name}`, { value: shown })]
  })
}

/** A value as it is typed in the window's language, or the name of a reasoning effort. */
export function paramValueText(value: number | ReasoningEffort): string {
  return typeof value === 'number' ? numberText(value) : t(`models.effortWord.${value}`)
}

/** The start of a text in quotation marks, on one line. */
export function quotedStart(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return t('common.quoted', {
    text: line.length > startChars ? `${line.slice(0, startChars).trimEnd()}…` : line,
  })
}

/** Without grouping; empty for none. */
function numberText(value: number | undefined): string {
  return value === undefined ? '' : String(value).replace('.', decimalMark())
}

const unescaped = lookupTable({ n: '\n', t: '\t', '\\': '\\' })

function escapeStop(stop: string): string {
  return stop.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}
