import { isRecord } from '../../../shared/record'

/** Fields that contain an error's message, most specific first. */
const wordFields = [
  'message',
  'Message',
  'msg',
  'detail',
  'error_message',
  'errorMessage',
  'error_msg',
  'errmsg',
  'err_msg',
  'status_msg',
  'error_description',
  'description',
  'error',
  'errors',
  'base_resp',
  'reason',
  'title',
] as const
/** Fields that contain an error's name or number. */
const codeFields = [
  'code',
  'type',
  'status',
  'error_code',
  'errorCode',
  'status_code',
  'errcode',
  'err_code',
] as const

/**
 * The messages of an error in any shape: a string, an object around it, or a list of validation errors by field, as
 * Mistral and vLLM send it. Empty when there are none.
 */
export function messagesIn(value: unknown, levels = 5): string[] {
  if (levels === 0) return []
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (Array.isArray(value)) return listed(value as unknown[], levels)
  if (!isRecord(value)) return []
  for (const field of wordFields) {
    const [words] = messagesIn(value[field], levels - 1)
    if (words !== undefined) return [`${words}${field === 'msg' ? placeIn(value) : ''}`]
  }
  return []
}

/** The first message of a list. Validation errors, which each name a field, are joined. */
function listed(entries: readonly unknown[], levels: number): string[] {
  const messages = entries.flatMap((entry) => messagesIn(entry, levels - 1))
  const areOfFields = entries.every((entry) => isRecord(entry) && Array.isArray(entry['loc']))
  return areOfFields && messages.length > 0 ? [messages.slice(0, 5).join('; ')] : messages.slice(0, 1)
}

/** The place of the error in the request, as FastAPI reports it. */
function placeIn({ loc }: Record<string, unknown>): string {
  if (!Array.isArray(loc)) return ''
  const steps = (loc as unknown[]).filter((step) => typeof step === 'string' || typeof step === 'number')
  return ` (${steps.join('.')})`
}

/** The names and numbers of an error. */
export function codesIn(error: Record<string, unknown>): (string | number)[] {
  return codeFields
    .map((field) => error[field])
    .filter((code): code is string | number => typeof code === 'string' || typeof code === 'number')
    .filter((code) => code !== '')
}

/** True if a message or code means success, such as `0`, `200`, `OK` and `success`. */
export function meansSuccess(word: string | number): boolean {
  return /^(?:0|2\d\d|ok(?:ay)?|success(?:ful)?|no[ _]?error|none|null|false|)[.!]?$/i.test(
    String(word).trim(),
  )
}
