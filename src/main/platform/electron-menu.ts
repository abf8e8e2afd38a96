import type { WindowCommand } from '../../shared/rpc/window-events'
import type { HostMenuItem } from './electron-modules'

/** The application menu. Health is not in it: it is there for those who know to ask. */
export function menuTemplate(options: {
  system: NodeJS.Platform
  isDevelopment: boolean
  command: (command: WindowCommand) => void
  showDataFolder: () => void
}): HostMenuItem[] {
  const { command } = options
  const isMac = options.system === 'darwin'
  const separator: HostMenuItem = { type: 'separator' }
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        { label: 'New Chat', accelerator: 'CmdOrCtrl+N', click: () => command('new-chat') },
        { label: 'New Compare', accelerator: 'CmdOrCtrl+Shift+N', click: () => command('new-compare') },
        separator,
        { label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: () => command('settings') },
        separator,
        { role: 'close' },
        ...(isMac ? [] : [{ role: 'quit' } as const]),
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        {
          label: 'Command Palette…',
          accelerator: 'CmdOrCtrl+Shift+P',
          click: () => command('palette'),
        },
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'reload' },
        { role: 'togglefullscreen' },
        ...(options.isDevelopment ? [separator, { role: 'toggleDevTools' } as const] : []),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Keyboard Shortcuts', accelerator: 'CmdOrCtrl+/', click: () => command('shortcuts') },
        separator,
        { label: 'Show Data Folder', click: options.showDataFolder },
        ...(isMac ? [] : [{ role: 'about' } as const]),
      ],
    },
  ]
}
