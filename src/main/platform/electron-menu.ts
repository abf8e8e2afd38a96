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
        { label: 'Show Data Folder', click: options.showDataFolder },
        ...(isMac ? [] : [{ role: 'about' } as const]),
      ],
    },
  ]
}
