import { failureParams } from '../../shared/failures/failure-params'
import type { Notice } from '../../shared/runs/events'
import { t } from '../language/t'

/** Why a request is being retried. A notice without the failed code or the provider falls back to its message. */
export function retrySentence({ message, cause }: Notice): string {
  if (cause === undefined) return message
  const { code, data = {} } = cause
  const { providerName, status = '' } = failureParams(data)
  if (providerName === undefined) return message
  if (code === 'PROVIDER_AUTH') return t('errors.retry.auth', { providerName, status })
  if (code === 'PROVIDER_RATE_LIMIT') return t('errors.retry.rateLimited', { providerName, status })
  if (code === 'PROVIDER_OVERLOADED') return t('errors.retry.overloaded', { providerName, status })
  // Other retried failures are those of a provider's connection, or of anything behind an agent.
  const isOfProvider = code === 'PROVIDER_UNREACHABLE' && data['reason'] !== 'agent-offline'
  return t(isOfProvider ? 'errors.retry.unreachable' : 'errors.retry.agent', { providerName })
}
