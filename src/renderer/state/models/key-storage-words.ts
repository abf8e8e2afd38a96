import type { KeysGuard } from '../../../shared/models/models'
import { t } from '../../language/t'

/** What the way in which keys are stored protects against, and what not; nothing while it is not known. */
export function keyStorageWords(guard: KeysGuard | null): string {
  if (guard === null) return ''
  return guard === 'key-store' ? t('settings.keysGuard.keyStore') : t('settings.keysGuard.keyFile')
}
