import type { TFunction } from 'i18next'

import { type ErrorData, errorCodes } from '../errors'
import { isLocalAddress } from '../models/local-address'
import { failureParams, type TextParam } from './failure-params'

/** An error's text for a reader. `fix` is empty when the reader can do nothing. */
export interface FailureText {
  what: string
  fix: string
}

/**
 * The texts of a reason. Plurals have `what_one` and `what_other` in place of `what`. `kept`: what the failure left of an
 * answer.
 */
type ReasonTexts = Readonly<Record<string, string>>

/**
 * An error's text in the language of `t`. Null for an error that is not in the catalogue, such as one stored by an older
 * version, or that lacks a value its text needs; only its message can be shown. Without `hasText`, nothing of an answer
 * is said to be kept.
 */
export function failureText(error: ErrorData, t: TFunction, hasText = true): FailureText | null {
  const { code, data = {} } = error
  const texts = textsOf(error, t)
  if (texts === null) return null
  const known = failureParams(data)
  const params = paramsOf(Object.values(texts), known)
  if (params === null) return null
  const say = format(t)
  const key = keyOf(error)
  const fix =
    retryIn(error, say) ??
    ('fix' in texts ? say(`${key}.fix`, params) : code === 'PROVIDER_UNREACHABLE' ? advice(known, say) : '')
  const kept = 'kept' in texts && hasText ? say(`${key}.kept`, params) : ''
  const said = known['said'] === undefined ? '' : say('errors.said', { said: known['said'] })
  return { what: say(`${key}.what`, params), fix: [kept, fix, said].filter((text) => text !== '').join(' ') }
}

/** The part of an error's message that names fields of the API; empty for most errors. */
export function failureDetail(error: ErrorData, t: TFunction): string {
  const text = textsOf(error, t)?.['detail']
  const params = text === undefined ? null : paramsOf([text], failureParams(error.data ?? {}))
  return params === null ? '' : format(t)(`${keyOf(error)}.detail`, params)
}

/** Untyped, because keys and values are known only at run time; `textsOf` and `paramsOf` check them. */
type Format = (key: string, params: Params) => string

type Params = Readonly<Record<string, TextParam>>

function format(t: TFunction): Format {
  return t as unknown as Format
}

function keyOf({ code, data }: ErrorData): string {
  return `errors.${code}.${String(data?.['reason'])}`
}

/** The texts of an error's reason, with their placeholders; null if `t` has none. */
function textsOf(error: ErrorData, t: TFunction): ReasonTexts | null {
  // A stored or imported error may have any code.
  if (!errorCodes.includes(error.code) || typeof error.data?.['reason'] !== 'string') return null
  const lookUp = t as unknown as (key: string, options: object) => unknown
  const options = { returnObjects: true, skipInterpolation: true, defaultValue: '' }
  const texts = lookUp(keyOf(error), options)
  return typeof texts === 'object' && texts !== null ? (texts as ReasonTexts) : null
}

/**
 * Only the values that `texts` interpolate, because i18next treats other names as its options. Null when `known` lacks
 * one of them, or a number is not a number.
 */
function paramsOf(texts: readonly string[], known: Params): Params | null {
  const params = new Map<string, TextParam>()
  for (const [, name = '', isNumber] of texts.flatMap((text) => [...text.matchAll(placeholder)])) {
    const value = isNumber === undefined ? known[name] : Number(known[name])
    if (value === undefined || Number.isNaN(value)) return null
    params.set(name, value)
  }
  return Object.fromEntries(params)
}

/** A placeholder, and whether it is formatted as a number. */
const placeholder = /\{\{(\w+)(, number)?/gu

const units = [
  { name: 'days', ms: 86_400_000 },
  { name: 'hours', ms: 3_600_000 },
  { name: 'minutes', ms: 60_000 },
  { name: 'seconds', ms: 1_000 },
]

/** When a provider that is busy wants to be asked again, in the largest unit of which there are at least two. */
function retryIn({ code, data = {} }: ErrorData, say: Format): string | null {
  const { retryAfterMs, isUnpaid, cannotPass } = data
  const isBusy = code === 'PROVIDER_RATE_LIMIT' || code === 'PROVIDER_OVERLOADED'
  if (!isBusy || isUnpaid === true || cannotPass === true) return null
  if (typeof retryAfterMs !== 'number' || !(retryAfterMs > 0)) return null
  const unit = units.find(({ ms }) => retryAfterMs >= 2 * ms) ?? { name: 'seconds', ms: 1_000 }
  return say(`errors.retryIn.${unit.name}`, { count: Math.ceil(retryAfterMs / unit.ms) })
}

function advice({ address, providerName }: Params, say: Format): string {
  if (typeof address !== 'string' || providerName === undefined) return say('errors.advice.unknown', {})
  return say(isLocalAddress(address) ? 'errors.advice.local' : 'errors.advice.online', { providerName })
}
