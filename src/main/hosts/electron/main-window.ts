import { join } from 'node:path'

import type { MainPort } from '../../rpc/transport/port-transport'
import type { TFunction } from 'i18next'

import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import type { WindowProblem } from '../../health/window-problem'
import { contextMenuItems } from './context-menu'
import type { ElectronModules, HostWindow } from './electron-modules'
import {
  clampToDisplays,
  loadWindowState,
  minimumSize,
  saveWindowState,
  type WindowState,
} from './window-state'

/** A window that died again so soon after it was loaded anew is not loaded a third time without asking. */
const crashLoopMs = 10_000
/** A window that has not drawn anything by then is shown as it is: an empty one can be seen and closed. */
const showsWithinMs = 1_500

export interface ElectronWindowOptions {
  /** The page that this window may show, and the only one. */
  address: string
  preloadPath: string
  iconPath: string
  dataFolder: string
  clock: Clock
  /** Answers with what ends the connection, which the port's own `close` does not do at this end. */
  connectPort(port: MainPort): Dispose
  openLink(url: string): void
  /** Says texts in the language of the moment. */
  texts(): TFunction
  reportProblem(problem: WindowProblem | null): void
  /** What went wrong and harms nothing; for the log. */
  reportWarning(source: string, error: unknown): void
  /** It is on the screen, whatever it shows. */
  onShown(): void
  /** It died twice in a row or cannot be loaded: only the user can say what now. */
  onTrouble(trouble: WindowTrouble): void
  /** Windows ends the user's session; `hold` has it wait, and is null once it cannot be held any more. */
  onSessionEnd(hold: (() => void) | null): void
  /** Whether it is only to be minimised when the user closes it. */
  staysWhenClosed(): boolean
  onClosed(): void
}

/** Why a window shows nothing. */
export type WindowTrouble = 'crashed' | 'not-loaded'

/** Opens the window where it stood last, locked to its one page, and gives each load of it a fresh wire. */
export function openElectronWindow(
  modules: Pick<ElectronModules, 'BrowserWindow' | 'Menu' | 'MessageChannelMain' | 'screen'>,
  options: ElectronWindowOptions,
): HostWindow {
  const state = loadWindowState(options.dataFolder)
  const displays = modules.screen.getAllDisplays().map((display) => display.workArea)
  const window = new modules.BrowserWindow({
    ...clampToDisplays(state.bounds, displays),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    title: 'Parley',
    backgroundColor: '#faf8f3',
    icon: options.iconPath,
    webPreferences: {
      preload: options.preloadPath,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
    },
  })
  keepToOnePage(window, options)
  offerContextMenu(window, modules, options)
  const closePort = handOverPorts(window, modules, options)
  const showOnce = showWhenDrawn(window, state, options)
  watchForProblems(window, options, showOnce)
  window.on('close', (event) => {
    if (showOnce.isShown()) saveState(window, options)
    if (!options.staysWhenClosed()) return
    event.preventDefault()
    window.minimize()
  })
  window.on('query-session-end', (event) => options.onSessionEnd(() => event.preventDefault()))
  window.on('session-end', () => options.onSessionEnd(null))
  window.on('closed', () => {
    showOnce.cancel()
    closePort()
    options.reportProblem(null)
    options.onClosed()
  })
  // A failure comes as did-fail-load too, which is where it is reported.
  window.loadURL(options.address).catch(() => {})
  return window
}

function saveState(window: HostWindow, options: ElectronWindowOptions): void {
  try {
    saveWindowState(options.dataFolder, {
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
    })
  } catch (error) {
    // Where a window was is not worth a fault, such as on a full disk.
    options.reportWarning('window-state', error)
  }
}

function offerContextMenu(
  { webContents }: HostWindow,
  { Menu }: Pick<ElectronModules, 'Menu'>,
  options: ElectronWindowOptions,
): void {
  webContents.on('context-menu', (_event, parameters) => {
    const items = contextMenuItems(parameters, webContents, options.texts())
    if (items.length > 0) Menu.buildFromTemplate(items).popup()
  })
}

function keepToOnePage({ webContents }: HostWindow, options: ElectronWindowOptions): void {
  for (const event of ['will-navigate', 'will-redirect'] as const) {
    webContents.on(event, (details) => {
      if (isOwnPage(details.url, options.address)) return
      details.preventDefault()
      options.openLink(details.url)
    })
  }
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  webContents.setWindowOpenHandler(({ url }) => {
    options.openLink(url)
    return { action: 'deny' }
  })
}

/** Each document of the own page gets one port, once; the port of the document before it is closed. */
function handOverPorts(
  { webContents }: HostWindow,
  { MessageChannelMain }: Pick<ElectronModules, 'MessageChannelMain'>,
  options: ElectronWindowOptions,
): Dispose {
  let disconnect: Dispose | null = null
  const closePort = () => {
    disconnect?.()
    disconnect = null
  }
  webContents.on('dom-ready', () => {
    closePort()
    if (!isOwnPage(webContents.getURL(), options.address)) return
    const channel = new MessageChannelMain()
    disconnect = options.connectPort(channel.port1)
    webContents.postMessage('parley:port', null, [channel.port2])
  })
  return closePort
}

/**
 * Shows it with its first picture, or without one when that takes too long. Later ones, as of a reload, raise nothing.
 * Once somebody else has shown it, `ready-to-show` does not come any more.
 */
function showWhenDrawn(
  window: HostWindow,
  { isMaximized }: WindowState,
  options: ElectronWindowOptions,
): { now: () => void; cancel: () => void; isShown: () => boolean } {
  let isShown = false
  const show = (shows: () => void) => {
    cancelDeadline()
    if (isShown) return
    isShown = true
    shows()
    options.onShown()
  }
  // Not before: maximising shows it.
  const maximize = () => {
    if (isMaximized) window.maximize()
  }
  const now = () =>
    show(() => {
      maximize()
      window.show()
    })
  const cancelDeadline = options.clock.after(showsWithinMs, now)
  window.on('ready-to-show', now)
  window.on('show', () => show(maximize))
  return { now, cancel: () => show(() => {}), isShown: () => isShown }
}

function watchForProblems(
  window: HostWindow,
  options: ElectronWindowOptions,
  showOnce: { now: () => void },
): void {
  const { webContents } = window
  let reloadedAtMs = -Infinity
  let cancelReload: Dispose | null = null
  window.on('closed', () => cancelReload?.())
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    options.reportProblem({ kind: 'render-process-gone', reason: `${reason}, exit code ${exitCode}` })
    const nowMs = options.clock.monotonic()
    const isLoop = nowMs - reloadedAtMs < crashLoopMs
    reloadedAtMs = nowMs
    if (!isLoop) {
      // Not before this event is over: that has crashed Electron. https://github.com/electron/electron/pull/51900
      cancelReload = options.clock.after(0, () => webContents.reload())
      return
    }
    showOnce.now()
    options.onTrouble('crashed')
  })
  webContents.on('unresponsive', () => options.reportProblem({ kind: 'unresponsive' }))
  webContents.on('responsive', () => options.reportProblem(null))
  webContents.on('did-fail-load', (_event, code, description, url, isMainFrame) => {
    // -3 is a load that another one replaced.
    if (!isMainFrame || code === -3) return
    options.reportProblem({ kind: 'load-failed', reason: `${description} (${code}) at ${url}` })
    showOnce.now()
    options.onTrouble('not-loaded')
  })
}

function isOwnPage(url: string, address: string): boolean {
  const page = URL.parse(url)
  const own = URL.parse(address)
  return page !== null && own !== null && page.protocol === own.protocol && page.host === own.host
}

/** Where the host's own files are, seen from the folder of the built main process. */
export function builtPaths(mainFolder: string): { preload: string; renderer: string; icon: string } {
  return {
    preload: join(mainFolder, '../preload/index.cjs'),
    renderer: join(mainFolder, '../renderer'),
    icon: join(mainFolder, '../../resources/icon.png'),
  }
}
