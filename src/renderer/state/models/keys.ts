import type { ErrorData } from '../../../shared/errors'
import { webAddress } from '../../../shared/models/api-address'
import { isLocalAddress } from '../../../shared/models/local-address'
import type { KeysGuard } from '../../../shared/models/models'
import { type ProviderPreset, providerPresets } from '../../../shared/models/provider-presets'
import { errorLine, errorText } from '../../errors/error-text'
import { t } from '../../language/t'

/**
 * Says to which host a key is sent that is entered for this address, and whether it is encrypted on the way; empty while
 * the address names no host. The host is shown as it is looked up, in ASCII, so that no other host looks like it.
 */
export function keyDestination(address: string | null): string {
  const url = URL.parse(webAddress(address ?? '') ?? '')
  if (url === null || url.host === '') return ''
  return url.protocol === 'http:' && !isLocalAddress(url.host)
    ? t('settings.provider.keySentInTheClear', { host: url.host })
    : t('settings.provider.keySentTo', { host: url.host })
}

/** An error as one line next to a key field, without advice to enter the key in Settings. */
export function keyErrorLine(error: ErrorData): string {
  const isKey = error.code === 'PROVIDER_AUTH' && error.data?.['reason'] === 'key'
  return isKey ? `${errorText(error).what} ${t('settings.provider.enterKey')}` : errorLine(error)
}

/** Explains what the key storage protects against; empty until that is known. */
export function keyStorageWords(guard: KeysGuard | null): string {
  if (guard === null) return ''
  return guard === 'key-store' ? t('settings.keysGuard.keyStore') : t('settings.keysGuard.keyFile')
}

/** The provider whose key this looks like; null if none has keys of this shape. */
export function recogniseKey(key: string): ProviderPreset | null {
  return providerPresets.find(({ keyShape }) => keyShape?.test(key.trim())) ?? null
}
