import type { TFunction } from 'i18next'

import { type ErrorCode, type ErrorData, ParleyError } from '../errors'
import { english } from '../locales/en/index'
import { createTranslator } from '../locales/translator'
import { failureDetail, failureText } from './failure-text'

type Texts = typeof english.errors

/** Why an error of `Code` happened; the catalogue has a text for each reason. */
export type FailureReason<Code extends ErrorCode = ErrorCode> = Code extends ErrorCode
  ? keyof Texts[Code] & string
  : never

/** The names that a text interpolates: `{{name}}` or `{{name, format}}`. */
type NamesIn<Text> = Text extends `${string}{{${infer Inner}}}${infer Rest}`
  ? (Inner extends `${infer Name},${string}` ? Name : Inner) | NamesIn<Rest>
  : never

/** Names that `failureParams` derives from other data, or that a text can do without. */
type DerivedName = 'status' | 'networkCode' | 'seconds' | 'firstError' | 'count'

type NeededName<Code extends ErrorCode, Reason> = Reason extends keyof Texts[Code]
  ? Exclude<NamesIn<Texts[Code][Reason][keyof Texts[Code][Reason]]>, DerivedName>
  : never

/** The data of an error: every value its text interpolates, and anything else that code needs. */
export type FailureData<Code extends ErrorCode, Reason> = Record<
  NeededName<Code, Reason>,
  string | number | readonly (string | number)[]
> &
  Readonly<Record<string, unknown>>

/** The arguments of `failure` besides code and reason: the parameters that the sentence needs, and the cause. */
export type DataAndCause<Code extends ErrorCode, Reason> = [NeededName<Code, Reason>] extends [never]
  ? [data?: Readonly<Record<string, unknown>>, cause?: unknown]
  : [data: FailureData<Code, Reason>, cause?: unknown]

/**
 * An error from the catalogue `locales/en/errors`. Its message is the English text; windows format their own from the
 * code, `data.reason` and the rest of `data`.
 */
export function failure<Code extends ErrorCode, Reason extends FailureReason<Code>>(
  code: Code,
  reason: Reason,
  ...[data = {}, cause]: DataAndCause<Code, Reason>
): ParleyError {
  const error = describe(code, reason, data)
  return new ParleyError(code, error.message, { data: error.data, cause })
}

/** Like `failure`, as plain data, for errors that are stored, sent or shown without being thrown. */
export function failureData<Code extends ErrorCode, Reason extends FailureReason<Code>>(
  code: Code,
  reason: Reason,
  ...[data = {}]: DataAndCause<Code, Reason>
): FailureErrorData {
  return describe(code, reason, data)
}

/** An error that has data, because its reason is there. */
export type FailureErrorData = ErrorData & { data: Record<string, unknown> }

function describe(
  code: ErrorCode,
  reason: string,
  data: Readonly<Record<string, unknown>>,
): FailureErrorData {
  const error = { code, message: '', data: { ...data, reason } }
  return { ...error, message: messageOf(error) }
}

let translator: TFunction | null = null

/** Formats texts in English, for the wire, logs, MCP and the command line. */
export function inEnglish(): TFunction {
  return (translator ??= createTranslator(english).t)
}

function messageOf(error: ErrorData): string {
  const t = inEnglish()
  const text = failureText(error, t)
  if (text === null) return error.code
  return [text.what, text.fix, failureDetail(error, t)].filter((part) => part !== '').join(' ')
}

/** Converts anything thrown to wire data. Anything but a ParleyError is a bug and reveals no details. */
export function toErrorData(error: unknown): ErrorData {
  if (!(error instanceof ParleyError)) return failureData('INTERNAL', 'bug')
  const { code, message, data } = error
  return data === undefined ? { code, message } : { code, message, data }
}
