import type { KeysGuard } from '../../../shared/models/models'
import { t } from '../../language/t'

/** What the key storage protects against, and what not; empty until it is known. */
export function keyStorageWords(guard: KeysGuard | null): string {
  if (guard === null) return ''
  return guard === 'key-store' ? t('settings.keysGuard.keyStore') : t('settings.keysGuard.keyFile')
}
