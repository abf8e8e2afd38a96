import type { TFunction } from 'i18next'

import type { ElectronModules } from './electron-modules'
import { createElectronCipher } from './electron-secrets'
import type { Platform } from './platform'

const openableProtocols = ['http:', 'https:', 'mailto:']

/** The platform of the Electron host. To be called once the app is ready. */
export async function createElectronPlatform(
  modules: Pick<ElectronModules, 'app' | 'dialog' | 'safeStorage' | 'shell'>,
  options: { version: string; dataFolder: string; system: NodeJS.Platform; texts: () => TFunction },
): Promise<Platform> {
  const { version, dataFolder, system } = options
  let isRestarting = false
  return {
    host: 'electron',
    version,
    dataFolder,
    secrets: await createElectronCipher(modules.safeStorage, { dataFolder, system }),
    openLink: (url) => openLink(modules, options.texts(), url),
    confirm: () => Promise.resolve(false),
    quit: () => modules.app.quit(),
    restart() {
      // Asked twice, Electron would start two of them.
      if (!isRestarting) modules.app.relaunch()
      isRestarting = true
      modules.app.quit()
      return true
    },
  }
}

/** What is shown is what is opened: the address as the browser would write it, host names in ASCII. */
async function openLink(
  { dialog, shell }: Pick<ElectronModules, 'dialog' | 'shell'>,
  t: TFunction,
  address: string,
): Promise<boolean> {
  const url = URL.parse(address)
  if (url === null || !openableProtocols.includes(url.protocol)) return false
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: t('host.link.question'),
    detail: url.href,
    buttons: [t('host.link.open'), t('host.link.cancel')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  if (response !== 0) return false
  await shell.openExternal(url.href)
  return true
}
