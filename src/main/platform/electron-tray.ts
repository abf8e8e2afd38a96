import type { Dispose } from '../base/dispose'
import type { ElectronModules } from './electron-modules'

/** Stands in the tray while no window does; the returned function takes it away. */
export function showTray(
  { Tray, Menu }: Pick<ElectronModules, 'Tray' | 'Menu'>,
  options: { iconPath: string; show: () => void; newChat: () => void; quit: () => void },
): Dispose {
  const tray = new Tray(options.iconPath)
  tray.setToolTip('Parley')
  tray.on('click', options.show)
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: 'Show Parley', click: options.show },
      { label: 'New Chat', click: options.newChat },
      { type: 'separator' },
      { label: 'Quit', click: options.quit },
    ]),
  )
  return () => tray.destroy()
}
