import type { ErrorData } from '../../../shared/errors'
import { t } from '../../language/t'
import { errorLine } from '../../errors/error-text'

/** An error in one line, where keys are entered: whoever is there is not sent to Settings to do so. */
export function keyErrorLine(error: ErrorData): string {
  const { providerName: provider, status } = error.data ?? {}
  if (error.code !== 'PROVIDER_AUTH' || status === 403 || typeof provider !== 'string') {
    return errorLine(error)
  }
  return t('settings.provider.keyRefused', {
    provider,
    mark: typeof status === 'number' ? ` (${status})` : '',
  })
}
