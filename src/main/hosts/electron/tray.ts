import type { TFunction } from 'i18next'

import type { Clock } from '../../base/clock'
import type { ElectronModules, HostTray } from './system/electron-modules'

/** Linux desktops that show tray icons, by their names in `XDG_CURRENT_DESKTOP`. */
const desktopsWithTray = new Set([
  'Budgie',
  'Deepin',
  'KDE',
  'LXDE',
  'LXQt',
  'MATE',
  // It adds a tray to GNOME, which has none.
  'ubuntu',
  'Unity',
  'X-Cinnamon',
  'XFCE',
])

/**
 * True if a tray icon is visible. On Linux, `Tray` does not fail without a tray, and it depends on the desktop whether
 * there is one.
 * @see https://www.electronjs.org/docs/latest/api/tray
 * @see https://specifications.freedesktop.org/desktop-entry-spec/latest/recognized-keys.html
 */
export function canShowTray(system: NodeJS.Platform, environment: NodeJS.ProcessEnv): boolean {
  if (system !== 'linux') return true
  const desktops = (environment['XDG_CURRENT_DESKTOP'] ?? '').split(':')
  return desktops.some((desktop) => desktopsWithTray.has(desktop))
}

interface AppTrayOptions {
  iconPath: string
  clock: Clock
  texts: () => TFunction
  show: () => void
  newChat: () => void
  quit: () => void
  onProblem: (error: unknown) => void
}

/** Parley in the tray, while it has no window. */
export class AppTray {
  readonly #modules: Pick<ElectronModules, 'Tray' | 'Menu'>
  readonly #options: AppTrayOptions
  #tray: HostTray | null = null

  constructor(modules: Pick<ElectronModules, 'Tray' | 'Menu'>, options: AppTrayOptions) {
    this.#modules = modules
    this.#options = options
  }

  /** False when the system has no tray: without a window, the app would be unreachable. */
  show(): boolean {
    if (this.#tray !== null) return true
    try {
      const tray = new this.#modules.Tray(this.#options.iconPath)
      this.#tray = tray
      tray.setToolTip('Parley')
      tray.on('click', this.#options.show)
      this.updateLanguage()
      return true
    } catch (error) {
      this.#options.onProblem(error)
      return false
    }
  }

  /** Rebuilds its menu in the current language. */
  updateLanguage(): void {
    const { texts, show, newChat, quit } = this.#options
    const t = texts()
    this.#tray?.setContextMenu(
      this.#modules.Menu.buildFromTemplate([
        { label: t('host.tray.show'), click: show },
        { label: t('common.newChat'), click: newChat },
        { type: 'separator' },
        { label: t('host.tray.quit'), click: quit },
      ]),
    )
  }

  /** Removes the icon. */
  hide(): void {
    const tray = this.#tray
    this.#tray = null
    // Not immediately, because destroying an icon during its click event crashes the process.
    if (tray !== null) this.#options.clock.after(0, () => tray.destroy())
  }
}
