import type { TFunction } from 'i18next'

import { type ErrorData, errorCodes } from '../errors'
import { english } from '../locales/en/index'
import { isLocalAddress } from '../models/local-address'
import { failureParams, type TextParam } from './failure-params'

/** What an error says to a reader. `fix` is empty where nothing can be done. */
export interface FailureText {
  what: string
  fix: string
}

/** The texts of a reason. Plurals have `what_one` and `what_other` in place of `what`. */
type ReasonTexts = Readonly<Record<string, string>>

/**
 * What an error says in the language of `t`. Null for an error that is not in the catalogue, such as one that an older
 * version stored, or that lacks what its text needs; it has nothing but its message.
 */
export function failureText(error: ErrorData, t: TFunction): FailureText | null {
  const { code, data = {} } = error
  const texts = textsOf(error)
  if (texts === null) return null
  const known = failureParams(data)
  const params = paramsOf(Object.values(texts), known)
  if (params === null) return null
  const say = format(t)
  const key = keyOf(error)
  const fix =
    'fix' in texts ? say(`${key}.fix`, params) : code === 'PROVIDER_UNREACHABLE' ? advice(known, say) : ''
  const said = known['said'] === undefined ? '' : say('errors.said', { said: known['said'] })
  return { what: say(`${key}.what`, params), fix: [fix, said].filter((text) => text !== '').join(' ') }
}

/** The part of an error's message that names fields of the API; empty for most errors. */
export function failureDetail(error: ErrorData, t: TFunction): string {
  const text = textsOf(error)?.['detail']
  const params = text === undefined ? null : paramsOf([text], failureParams(error.data ?? {}))
  return params === null ? '' : format(t)(`${keyOf(error)}.detail`, params)
}

/** Keys and values are only known at run time here: `textsOf` and `paramsOf` check them. */
type Format = (key: string, params: Params) => string

type Params = Readonly<Record<string, TextParam>>

function format(t: TFunction): Format {
  return t as unknown as Format
}

function keyOf({ code, data }: ErrorData): string {
  return `errors.${code}.${String(data?.['reason'])}`
}

function textsOf({ code, data }: ErrorData): ReasonTexts | null {
  const reason = data?.['reason']
  // A stored or imported error may have any code.
  if (!errorCodes.includes(code)) return null
  const reasons: Readonly<Record<string, ReasonTexts>> = english.errors[code]
  return typeof reason === 'string' && Object.hasOwn(reasons, reason) ? (reasons[reason] ?? null) : null
}

/**
 * What `texts` put in, and nothing else, since i18next takes other names as its own options. Null where `known` lacks
 * one of them, or has something else in place of a number.
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

/** A name in a text, and whether it is formatted as a number. */
const placeholder = /\{\{(\w+)(, number)?/gu

function advice({ address, providerName }: Params, say: Format): string {
  if (typeof address !== 'string' || providerName === undefined) return say('errors.advice.unknown', {})
  return say(isLocalAddress(address) ? 'errors.advice.local' : 'errors.advice.online', { providerName })
}
