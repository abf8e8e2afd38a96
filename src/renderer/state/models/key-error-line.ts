import type { ErrorData } from '../../../shared/errors'
import { errorLine, errorText } from '../../errors/error-text'
import { t } from '../../language/t'

/** An error as one line next to a key field, without advice to enter the key in Settings. */
export function keyErrorLine(error: ErrorData): string {
  const isKey = error.code === 'PROVIDER_AUTH' && error.data?.['reason'] === 'key'
  return isKey ? `${errorText(error).what} ${t('settings.provider.enterKey')}` : errorLine(error)
}
