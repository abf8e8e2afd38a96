import { createKeyFileCipher } from '../key-file'
import type { Platform } from '../../platform/platform'
import type { WebConfirmations } from './page-confirmations'

/**
 * The platform of the web host. `openLink` opens nothing and returns false: the page is in the user's own browser, so
 * the window itself shows and opens the URL.
 */
export function createWebPlatform(options: {
  version: string
  dataFolder: string
  confirmations: WebConfirmations
  quit: () => void
  restart: () => boolean
}): Platform {
  return {
    host: 'web',
    version: options.version,
    dataFolder: options.dataFolder,
    secrets: createKeyFileCipher(options.dataFolder),
    openLink: () => Promise.resolve(false),
    confirm: options.confirmations.confirm,
    confirmationPage: options.confirmations,
    quit: options.quit,
    restart: options.restart,
  }
}
