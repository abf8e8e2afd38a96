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
  const params = failureParams(data)
  if (!Object.values(texts).every((text) => hasAll(text, params))) return null
  const say = format(t)
  const key = keyOf(error)
  const fix =
    'fix' in texts ? say(`${key}.fix`, params) : code === 'PROVIDER_UNREACHABLE' ? advice(params, say) : ''
  const said = params['said'] === undefined ? '' : say('errors.said', params)
  return { what: say(`${key}.what`, params), fix: [fix, said].filter((text) => text !== '').join(' ') }
}

/** The part of an error's message that names fields of the API; empty for most errors. */
export function failureDetail(error: ErrorData, t: TFunction): string {
  const texts = textsOf(error)
  if (texts === null || !('detail' in texts)) return ''
  return format(t)(`${keyOf(error)}.detail`, failureParams(error.data ?? {}))
}

/** Keys and values are only known at run time here: `textsOf` and `hasAll` check them. */
type Format = (key: string, params: Readonly<Record<string, TextParam>>) => string

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

function hasAll(text: string, params: Readonly<Record<string, unknown>>): boolean {
  return [...text.matchAll(/\{\{(\w+)/gu)].every(([, name = '']) => params[name] !== undefined)
}

function advice(params: Readonly<Record<string, TextParam>>, say: Format): string {
  const { address, providerName } = params
  if (typeof address !== 'string' || providerName === undefined) return say('errors.advice.unknown', params)
  return say(isLocalAddress(address) ? 'errors.advice.local' : 'errors.advice.online', params)
}
