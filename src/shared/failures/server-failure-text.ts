import type { ErrorData } from '../errors'
import { failureParams } from './failure-params'
import type { FailureText } from './failure-text'

/** The language of an error: its texts, and a check that there is one for a key. */
export interface ServerErrorLanguage {
  say: (key: string, params: object) => string
  has: (key: string) => boolean
}

/** Left where a value is missing or empty. */
const placeholder = /\{\{\w+(?:, \w+)?\}\}/g

/** The text of an error of an MCP server; null for any other error, and while these texts are not loaded. */
export function serverFailureText(
  { data = {} }: Pick<ErrorData, 'data'>,
  { say, has }: ServerErrorLanguage,
): FailureText | null {
  // A stored or imported error may have any reason.
  if (data['about'] !== 'server' || typeof data['reason'] !== 'string') return null
  const key = `serverErrors.${data['reason']}`
  if (!has(`${key}.what`)) return null
  const params = failureParams(data)
  const fix = has(`${key}.fix`) ? filled(say(`${key}.fix`, params)) : ''
  const said = params['said'] === undefined ? '' : say('errors.said', { said: params['said'] })
  return {
    what: filled(say(`${key}.what`, params)),
    fix: [fix, said].filter((part) => part !== '').join(' '),
  }
}

function filled(text: string): string {
  return text.replaceAll(placeholder, '…')
}
