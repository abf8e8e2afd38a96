import type { TFunction } from 'i18next'

import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import type { ElectronModules } from './electron-modules'

/** How often a new version is looked for. */
const lookEveryMs = 6 * 60 * 60 * 1_000

/** What the host uses of electron-updater. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  on(event: 'update-downloaded', listener: (info: { version: string }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  checkForUpdates(): Promise<unknown>
  quitAndInstall(): void
}

/**
 * Looks for new versions, fetches them in the background, and asks before it starts the new one; whoever says later
 * gets it with the next start. `endInOrder` saves everything before the installer may begin. A look that fails, as
 * without a network, is told to `onProblem` and made again.
 */
export function keepUpToDate(
  updater: Updater,
  deps: {
    dialog: Pick<ElectronModules['dialog'], 'showMessageBox'>
    clock: Clock
    texts: () => TFunction
    endInOrder: () => Promise<void>
    onProblem: (error: unknown) => void
  },
): Dispose {
  updater.autoDownload = true
  updater.autoInstallOnAppQuit = true
  let cancelLook: Dispose | null = null
  const look = () => {
    cancelLook = deps.clock.after(lookEveryMs, look)
    updater.checkForUpdates().catch(deps.onProblem)
  }
  const offer = async (version: string) => {
    const t = deps.texts()
    const { response } = await deps.dialog.showMessageBox({
      type: 'question',
      message: t('host.update.ready', { version }),
      detail: t('host.update.detail'),
      buttons: [t('host.update.restart'), t('host.update.later')],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    })
    if (response !== 0) return
    await deps.endInOrder()
    updater.quitAndInstall()
  }
  updater.on('update-downloaded', ({ version }) => void offer(version).catch(deps.onProblem))
  // Errors are told twice by the updater: here and to whoever asked it.
  updater.on('error', () => {})
  look()
  return () => cancelLook?.()
}
