import { ParleyError } from '../../../shared/errors'

/** Words that servers use when a model, or the way they serve it, has no tools. */
const words = /\btools?\b|tool[-_ ]?(?:use|call|choice)|function[-_ ]?call|\bfunctions?\b/i

/**
 * Whether a provider refused a request because of its tools. Servers use many statuses for this, even 500, and differ in
 * their words, so any refusal that speaks of tools counts: the same request without tools shows whether that was it.
 */
export function refusesTools(error: unknown): boolean {
  if (!(error instanceof ParleyError)) return false
  const { code, data = {} } = error
  if (code !== 'PROVIDER_BAD_REQUEST' && code !== 'PROVIDER_OVERLOADED' && code !== 'PROVIDER_PROTOCOL')
    return false
  const { said, param } = data
  return [said, param].some((text) => typeof text === 'string' && words.test(text))
}
