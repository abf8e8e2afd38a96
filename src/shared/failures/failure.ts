import type { TFunction } from 'i18next'

import { type ErrorCode, type ErrorData, ParleyError } from '../errors'
import type { english } from '../locales/en/index'
import { createTranslator } from '../locales/translator'
import { failureDetail, failureText } from './failure-text'

type Texts = typeof english.errors

/** Why an error of `Code` happened: the catalogue has a text for each. */
export type FailureReason<Code extends ErrorCode = ErrorCode> = Code extends ErrorCode
  ? keyof Texts[Code] & string
  : never

/** The names that a text puts in: `{{name}}` or `{{name, format}}`. */
type NamesIn<Text> = Text extends `${string}{{${infer Inner}}}${infer Rest}`
  ? (Inner extends `${infer Name},${string}` ? Name : Inner) | NamesIn<Rest>
  : never

/** Names that follow from other data, or that a text does without: see `failureParams`. */
type DerivedName = 'status' | 'networkCode' | 'seconds' | 'firstError' | 'count'

type NeededName<Code extends ErrorCode, Reason> = Reason extends keyof Texts[Code]
  ? Exclude<NamesIn<Texts[Code][Reason][keyof Texts[Code][Reason]]>, DerivedName>
  : never

/** What comes with an error: all that its text puts in, and whatever else code may want to know. */
export type FailureData<Code extends ErrorCode, Reason> = Record<
  NeededName<Code, Reason>,
  string | number | readonly (string | number)[]
> &
  Readonly<Record<string, unknown>>

type DataAndCause<Code extends ErrorCode, Reason> = [NeededName<Code, Reason>] extends [never]
  ? [data?: Readonly<Record<string, unknown>>, cause?: unknown]
  : [data: FailureData<Code, Reason>, cause?: unknown]

/**
 * An error of the catalogue `locales/en/errors`. Its message is the English text; windows format the text themselves from
 * the code, `data.reason` and the rest of `data`.
 */
export function failure<Code extends ErrorCode, Reason extends FailureReason<Code>>(
  code: Code,
  reason: Reason,
  ...[data = {}, cause]: DataAndCause<Code, Reason>
): ParleyError {
  const error = describe(code, reason, data)
  return new ParleyError(code, error.message, { data: error.data, cause })
}

/** The same as plain data, for errors that are stored, sent or shown without being thrown. */
export function failureData<Code extends ErrorCode, Reason extends FailureReason<Code>>(
  code: Code,
  reason: Reason,
  ...[data = {}]: DataAndCause<Code, Reason>
): FailureErrorData {
  return describe(code, reason, data)
}

type FailureErrorData = ErrorData & { data: Record<string, unknown> }

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
  return (translator ??= createTranslator().t)
}

function messageOf(error: ErrorData): string {
  const t = inEnglish()
  const text = failureText(error, t)
  if (text === null) return error.code
  return [text.what, text.fix, failureDetail(error, t)].filter((part) => part !== '').join(' ')
}

/** Turns anything thrown into wire data. What is not a ParleyError is a bug, and says no more than that. */
export function toErrorData(error: unknown): ErrorData {
  if (!(error instanceof ParleyError)) return failureData('INTERNAL', 'bug')
  const { code, message, data } = error
  return data === undefined ? { code, message } : { code, message, data }
}
