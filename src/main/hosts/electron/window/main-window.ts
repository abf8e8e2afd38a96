import { join } from 'node:path'

import type { TFunction } from 'i18next'

import type { MainPort } from '../../../rpc/transport/port-transport'
import type { Clock } from '../../../base/clock'
import type { Dispose } from '../../../base/dispose'
import { frontTarget } from '../../../../shared/rpc/window-events'
import type { WindowProblem } from '../../../health/window-problem'
import type {
  ContextMenuParameters,
  ElectronModules,
  HostMenuItem,
  HostWebContents,
  HostWindow,
} from '../system/electron-modules'
import { clampToDisplays, minimumSize, type WindowState } from './window-state'

/** A window that crashes again this soon after a reload is not reloaded without asking. */
const crashLoopMs = 10_000
/** The longest wait for the first paint: an empty window can at least be seen and closed. */
const showsWithinMs = 1_500

type WindowShape = ConstructorParameters<ElectronModules['BrowserWindow']>[0]

export interface ElectronWindowOptions {
  /** The only page that this window may show. */
  address: string
  preloadPath: string
  iconPath: string
  /** The place and content of the new window. */
  state: WindowState
  /** Options that distinguish the window from a main window. */
  shape?: WindowShape
  clock: Clock
  /** Returns a function that ends the connection, because the port's own `close` does not do so on this side. */
  connectPort(port: MainPort): Dispose
  openLink(url: string): void
  /** The page wants another window of Parley at this address. */
  openWindow(address: string): void
  /** The texts in the current language. */
  texts(): TFunction
  reportProblem(problem: WindowProblem | null): void
  /** Logs a fault that does no harm. */
  reportWarning(source: string, error: unknown): void
  /** The window is visible, whatever it shows. */
  onShown(): void
  /** The window crashed twice in a row or cannot be loaded: the user has to decide. */
  onFailure(trouble: WindowFailure): void
  /** The Windows session is ending; `hold` delays that, and is null when it can no longer be delayed. */
  onSessionEnd(hold: (() => void) | null): void
  onFocus(): void
  /** The window is about to close, unless that is prevented. */
  onClosing(event: { preventDefault: () => void }): void
  onClosed(): void
}

/** Why a window shows nothing. */
export type WindowFailure = 'crashed' | 'not-loaded'

/** Opens a window at its last position, locked to its one page, and gives each load a new wire. */
export function openElectronWindow(
  modules: Pick<ElectronModules, 'BrowserWindow' | 'Menu' | 'MessageChannelMain' | 'screen'>,
  options: ElectronWindowOptions,
): HostWindow {
  const { state } = options
  const displays = modules.screen.getAllDisplays().map((display) => display.workArea)
  const window = new modules.BrowserWindow({
    ...(options.shape === undefined ? clampToDisplays(state.bounds, displays) : state.bounds),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    ...options.shape,
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
  window.on('close', (event) => options.onClosing(event))
  window.on('focus', () => options.onFocus())
  window.on('query-session-end', (event) => options.onSessionEnd(() => event.preventDefault()))
  window.on('session-end', () => options.onSessionEnd(null))
  window.on('closed', () => {
    showOnce.cancel()
    closePort()
    options.onClosed()
  })
  // Failures also emit did-fail-load, which reports them.
  window.loadURL(`${options.address}${state.place}`).catch(() => {})
  return window
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

function keepToOnePage(window: HostWindow, options: ElectronWindowOptions): void {
  const { webContents } = window
  for (const event of ['will-navigate', 'will-redirect'] as const) {
    webContents.on(event, (details) => {
      if (isOwnPage(details.url, options.address)) return
      details.preventDefault()
      options.openLink(details.url)
    })
  }
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  webContents.setWindowOpenHandler(({ url, frameName }) => {
    if (frameName === frontTarget) bringToFront(window)
    else if (isOwnPage(url, options.address)) options.openWindow(url)
    else options.openLink(url)
    return { action: 'deny' }
  })
}

/** Shows a window above those of other programs, also when it is hidden or minimised. */
export function bringToFront(window: HostWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Gives each document of Parley's own page one port, and closes the previous document's port. */
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
 * Shows the window at its first paint, or when that takes too long. Later paints, as after a reload, do not raise it.
 * Once something else has shown it, `ready-to-show` is no longer emitted.
 */
function showWhenDrawn(
  window: HostWindow,
  { isMaximized }: WindowState,
  options: ElectronWindowOptions,
): { now: () => void; cancel: () => void } {
  let isShown = false
  const show = (shows: () => void) => {
    cancelDeadline()
    if (isShown) return
    isShown = true
    shows()
    options.onShown()
  }
  // Not earlier, because maximising shows the window.
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
  return { now, cancel: () => show(() => {}) }
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
      // Not during this event, because that has crashed Electron. https://github.com/electron/electron/pull/51900
      cancelReload = options.clock.after(0, () => webContents.reload())
      return
    }
    showOnce.now()
    options.onFailure('crashed')
  })
  webContents.on('unresponsive', () => options.reportProblem({ kind: 'unresponsive' }))
  webContents.on('responsive', () => options.reportProblem(null))
  webContents.on('did-fail-load', (_event, code, description, url, isMainFrame) => {
    // -3 is a load that another one replaced.
    if (!isMainFrame || code === -3) return
    options.reportProblem({ kind: 'load-failed', reason: `${description} (${code}) at ${url}` })
    showOnce.now()
    options.onFailure('not-loaded')
  })
}

function isOwnPage(url: string, address: string): boolean {
  const page = URL.parse(url)
  const own = URL.parse(address)
  return page !== null && own !== null && page.protocol === own.protocol && page.host === own.host
}

/** Paths of the host's own files, relative to the folder of the built main process. */
export function builtPaths(mainFolder: string): { preload: string; renderer: string; icon: string } {
  return {
    preload: join(mainFolder, '../preload/index.cjs'),
    renderer: join(mainFolder, '../renderer'),
    icon: join(mainFolder, '../../resources/icon.png'),
  }
}

/** The page's only permissions: writing plain text to the clipboard, and notifications. */
const grantedPermissions = ['clipboard-sanitized-write', 'notifications']

/** Denies the page all other permissions. Spell checking is off until the settings turn it on. */
export function restrictSession(session: ElectronModules['session']['defaultSession']): void {
  session.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(grantedPermissions.includes(permission)),
  )
  session.setPermissionCheckHandler((_contents, permission) => grantedPermissions.includes(permission))
  // An active spell checker fetches its dictionaries immediately.
  session.setSpellCheckerEnabled(false)
}

/** The items of a context menu: spelling suggestions, and editing commands for the text. */
function contextMenuItems(
  { misspelledWord, dictionarySuggestions, editFlags, isEditable, selectionText }: ContextMenuParameters,
  contents: Pick<HostWebContents, 'replaceMisspelling' | 'session'>,
  t: TFunction,
): HostMenuItem[] {
  const separator: HostMenuItem = { type: 'separator' }
  const words: HostMenuItem[] = dictionarySuggestions.map((word) => ({
    label: word,
    click: () => contents.replaceMisspelling(word),
  }))
  const spelling: HostMenuItem[] =
    misspelledWord === ''
      ? []
      : [
          ...(words.length > 0 ? words : [{ label: t('host.spelling.noGuesses'), enabled: false }]),
          separator,
          {
            label: t('host.spelling.learn', { word: misspelledWord }),
            click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
          },
          separator,
        ]
  if (isEditable) {
    return [
      ...spelling,
      { role: 'undo', label: t('host.menu.undo'), enabled: editFlags.canUndo },
      { role: 'redo', label: t('host.menu.redo'), enabled: editFlags.canRedo },
      separator,
      { role: 'cut', label: t('host.menu.cut'), enabled: editFlags.canCut },
      { role: 'copy', label: t('host.menu.copy'), enabled: editFlags.canCopy },
      { role: 'paste', label: t('host.menu.paste'), enabled: editFlags.canPaste },
      { role: 'selectAll', label: t('host.menu.selectAll'), enabled: editFlags.canSelectAll },
    ]
  }
  if (selectionText.trim() === '') return []
  return [
    { role: 'copy', label: t('host.menu.copy') },
    { role: 'selectAll', label: t('host.menu.selectAll') },
  ]
}
