import type { TFunction } from 'i18next'

import type { AppSettings } from '../../../shared/app/schema'
import type { WindowCommand } from '../../../shared/rpc/window-events'
import { acceleratorOf, boundKeys } from './system/accelerators'
import type { HostMenuItem } from './system/electron-modules'

const separator: HostMenuItem = { type: 'separator' }

/**
 * The application menu. Health is left out: it has a shortcut for those who know it. Every item has its text from the
 * catalogue, because Electron's role labels are English only.
 */
export function menuTemplate(options: {
  t: TFunction
  system: NodeJS.Platform
  isDevelopment: boolean
  /** The keys that the user chose, by action. */
  shortcuts: AppSettings['shortcuts']
  command: (command: WindowCommand) => void
  newWindow: () => void
  showDataFolder: () => void
}): HostMenuItem[] {
  const { t, command } = options
  const keys = (id: string, byDefault: string): Pick<HostMenuItem, 'accelerator'> => {
    const accelerator = acceleratorOf(boundKeys(id, byDefault, options.shortcuts))
    return accelerator === undefined ? {} : { accelerator }
  }
  const isMac = options.system === 'darwin'
  return [
    ...(isMac ? [appMenu(t)] : []),
    {
      label: t('host.menu.file'),
      submenu: [
        { label: t('host.menu.newChat'), ...keys('newChat', 'Mod+N'), click: () => command('new-chat') },
        {
          label: t('host.menu.newCompare'),
          ...keys('newCompare', 'Mod+Shift+N'),
          click: () => command('new-compare'),
        },
        { label: t('host.menu.newWindow'), ...keys('newWindow', 'Alt+Shift+W'), click: options.newWindow },
        separator,
        { label: t('host.menu.settings'), ...keys('settings', 'Mod+,'), click: () => command('settings') },
        separator,
        { role: 'close', label: t('host.menu.close') },
        ...(isMac ? [] : [{ role: 'quit', label: t('host.menu.quit') } as const]),
      ],
    },
    editMenu(t, isMac),
    {
      label: t('host.menu.view'),
      submenu: [
        {
          label: t('host.menu.commandPalette'),
          ...keys('palette', 'Mod+K'),
          click: () => command('palette'),
        },
        separator,
        { role: 'resetZoom', label: t('host.menu.resetZoom') },
        { role: 'zoomIn', label: t('host.menu.zoomIn') },
        { role: 'zoomOut', label: t('host.menu.zoomOut') },
        // The role's own accelerator needs Shift on most keyboards, where = and + share a key.
        { role: 'zoomIn', label: t('host.menu.zoomIn'), accelerator: 'CmdOrCtrl+=', visible: false },
        separator,
        { role: 'reload', label: t('host.menu.reload') },
        { role: 'togglefullscreen', label: t('host.menu.fullScreen') },
        ...(options.isDevelopment
          ? [separator, { role: 'toggleDevTools', label: t('host.menu.toggleDevTools') } as const]
          : []),
      ],
    },
    {
      role: 'windowMenu',
      label: t('host.menu.window'),
      submenu: [
        { role: 'minimize', label: t('host.menu.minimize') },
        // `zoom` and `front` only work on macOS.
        ...(isMac
          ? [
              { role: 'zoom', label: t('host.menu.zoom') } as const,
              separator,
              { role: 'front', label: t('host.menu.bringAllToFront') } as const,
            ]
          : [{ role: 'close', label: t('host.menu.close') } as const]),
      ],
    },
    {
      role: 'help',
      label: t('host.menu.help'),
      submenu: [
        {
          label: t('host.menu.keyboardShortcuts'),
          ...keys('shortcuts', 'Mod+/'),
          click: () => command('shortcuts'),
        },
        separator,
        { label: t('host.menu.showDataFolder'), click: options.showDataFolder },
        ...(isMac ? [] : [{ role: 'about', label: t('host.menu.about') } as const]),
      ],
    },
  ]
}

/** The first menu on macOS; the system labels it with the name of the app. */
function appMenu(t: TFunction): HostMenuItem {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about', label: t('host.menu.about') },
      separator,
      { role: 'services', label: t('host.menu.services') },
      separator,
      { role: 'hide', label: t('host.menu.hide') },
      { role: 'hideOthers', label: t('host.menu.hideOthers') },
      { role: 'unhide', label: t('host.menu.showAll') },
      separator,
      { role: 'quit', label: t('host.menu.quit') },
    ],
  }
}

function editMenu(t: TFunction, isMac: boolean): HostMenuItem {
  return {
    role: 'editMenu',
    label: t('host.menu.edit'),
    submenu: [
      { role: 'undo', label: t('host.menu.undo') },
      { role: 'redo', label: t('host.menu.redo') },
      separator,
      { role: 'cut', label: t('host.menu.cut') },
      { role: 'copy', label: t('host.menu.copy') },
      { role: 'paste', label: t('host.menu.paste') },
      ...(isMac ? [{ role: 'pasteAndMatchStyle', label: t('host.menu.pasteAndMatchStyle') } as const] : []),
      { role: 'delete', label: t('host.menu.delete') },
      ...(isMac ? [] : [separator]),
      { role: 'selectAll', label: t('host.menu.selectAll') },
      ...(isMac ? [separator, speechMenu(t)] : []),
    ],
  }
}

function speechMenu(t: TFunction): HostMenuItem {
  return {
    label: t('host.menu.speech'),
    submenu: [
      { role: 'startSpeaking', label: t('host.menu.startSpeaking') },
      { role: 'stopSpeaking', label: t('host.menu.stopSpeaking') },
    ],
  }
}
