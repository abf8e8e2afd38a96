import { webAddress } from '../../../shared/models/api-address'
import { isLocalAddress } from '../../../shared/models/local-address'
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
