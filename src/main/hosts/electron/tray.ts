import type { TFunction } from 'i18next'

import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import type { ElectronModules } from './electron-modules'

/** What stands in the tray while no window does. */
export interface ShownTray {
  /** Builds its menu anew, in the language of the moment. */
  speak(): void
  /** Takes it away. */
  hide: Dispose
}

/** Desktops of Linux that show tray icons as they come, by their names in `XDG_CURRENT_DESKTOP`. */
const desktopsWithTray = new Set([
  'Budgie',
  'Deepin',
  'KDE',
  'LXDE',
  'LXQt',
  'MATE',
  // It adds one to GNOME, which has none.
  'ubuntu',
  'Unity',
  'X-Cinnamon',
  'XFCE',
])

/**
 * Whether an icon in the tray can be seen. On Linux `Tray` does not fail where there is no tray, and whether one is
 * there depends on the desktop.
 * @see https://www.electronjs.org/docs/latest/api/tray
 * @see https://specifications.freedesktop.org/desktop-entry-spec/latest/recognized-keys.html
 */
export function canShowTray(system: NodeJS.Platform, environment: NodeJS.ProcessEnv): boolean {
  if (system !== 'linux') return true
  const desktops = (environment['XDG_CURRENT_DESKTOP'] ?? '').split(':')
  return desktops.some((desktop) => desktopsWithTray.has(desktop))
}

/** Puts Parley into the tray. */
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
  // Not at once: one that is destroyed while it tells of its own click takes the process with it.
  return { speak, hide: () => void options.clock.after(0, () => tray.destroy()) }
}
