import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../../shared/failures/failure'

/** Why `text` cannot be a server address; null when it can. */
export function addressRefusal(text: string): ErrorData | null {
  const isAddress = URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol)
  return isAddress ? null : failureData('INVALID_INPUT', 'address', { field: 'baseUrl' })
}
