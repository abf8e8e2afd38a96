import type { ErrorData } from '../../../shared/errors'
import { errorLine, errorText } from '../../errors/error-text'
import { t } from '../../language/t'

/** An error in one line, where keys are entered: nobody who is there is sent to Settings to do so. */
export function keyErrorLine(error: ErrorData): string {
  const isKey = error.code === 'PROVIDER_AUTH' && error.data?.['reason'] === 'key'
  return isKey ? `${errorText(error).what} ${t('settings.provider.enterKey')}` : errorLine(error)
}
