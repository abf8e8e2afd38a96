import type { TFunction } from 'i18next'

import type { Clock } from '../base/clock'
import { confirmationTexts } from './confirmation-texts'
import type { ElectronModules } from './electron-modules'
import { createElectronCipher } from './electron-secrets'
import type { Confirmation, Platform } from './platform'
import { queuedConfirm } from './queued-confirm'

const openableProtocols = ['http:', 'https:', 'mailto:']

/** The platform of the Electron host. To be called once the app is ready. */
export async function createElectronPlatform(
  modules: Pick<ElectronModules, 'app' | 'dialog' | 'safeStorage' | 'shell'>,
  options: {
    version: string
    dataFolder: string
    system: NodeJS.Platform
    texts: () => TFunction
    clock: Clock
  },
): Promise<Platform> {
  const { version, dataFolder, system } = options
  let isRestarting = false
  return {
    host: 'electron',
    version,
    dataFolder,
    secrets: await createElectronCipher(modules.safeStorage, { dataFolder, system }),
    openLink: (url) => openLink(modules, options.texts(), url),
    confirm: queuedConfirm(
      (question, signal) => ask(modules, options.texts(), question, signal),
      options.clock,
    ),
    chooseFolder: () => chooseFolder(modules, options.texts()),
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

/** Agreeing is never what a mere press of Enter does. */
async function ask(
  { dialog }: Pick<ElectronModules, 'dialog'>,
  t: TFunction,
  question: Confirmation,
  signal: AbortSignal,
): Promise<boolean> {
  const texts = confirmationTexts(t, question)
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: texts.question,
    detail: [...texts.lines.map(({ label, value }) => `${label}: ${value}`), '', texts.consequence].join(
      '\n',
    ),
    buttons: [texts.allow, texts.refuse],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
    signal,
  })
  return response === 0
}

async function chooseFolder(
  { dialog }: Pick<ElectronModules, 'dialog'>,
  t: TFunction,
): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: t('host.confirm.choose'),
    properties: ['openDirectory', 'createDirectory'],
  })
  return canceled ? null : (filePaths[0] ?? null)
}
