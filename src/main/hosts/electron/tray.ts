import type { TFunction } from 'i18next'

import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import type { ElectronModules } from './system/electron-modules'

/** A visible tray icon. */
export interface ShownTray {
  /** Rebuilds its menu in the current language. */
  updateLanguage(): void
  /** Removes the icon. */
  hide: Dispose
}

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
 * Whether a tray icon is visible. On Linux, `Tray` does not fail without a tray, and it depends on the desktop whether
 * there is one.
 * @see https://www.electronjs.org/docs/latest/api/tray
 * @see https://specifications.freedesktop.org/desktop-entry-spec/latest/recognized-keys.html
 */
export function canShowTray(system: NodeJS.Platform, environment: NodeJS.ProcessEnv): boolean {
  if (system !== 'linux') return true
  const desktops = (environment['XDG_CURRENT_DESKTOP'] ?? '').split(':')
  return desktops.some((desktop) => desktopsWithTray.has(desktop))
}

/** Shows Parley in the tray. */
export function showTray(
  { Tray, Menu }: Pick<ElectronModules, 'Tray' | 'Menu'>,
  options: {
    iconPath: string
    clock: Clock
    texts: () => TFunction
    show: () => void
    newChat: () => void
    quit: () => void
  },
): ShownTray {
  const tray = new Tray(options.iconPath)
  tray.setToolTip('Parley')
  tray.on('click', options.show)
  const speak = () => {
    const t = options.texts()
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: t('host.tray.show'), click: options.show },
        { label: t('host.tray.newChat'), click: options.newChat },
        { type: 'separator' },
        { label: t('host.tray.quit'), click: options.quit },
      ]),
    )
  }
  speak()
  // Not immediately, because destroying an icon during its click event crashes the process.
  return { updateLanguage: speak, hide: () => void options.clock.after(0, () => tray.destroy()) }
}
