import type { MainPort } from '../../rpc/transport/port-transport'
import type { WindowBounds } from './window-state'

/*
 * What the Electron host uses of Electron, as narrow as it gets: the real modules fit it, and so does a fake.
 */

interface PreventableEvent {
  readonly defaultPrevented: boolean
  preventDefault(): void
}

export interface HostWebContents {
  on(event: 'context-menu', listener: (event: unknown, parameters: ContextMenuParameters) => void): unknown
  on(event: 'dom-ready' | 'unresponsive' | 'responsive', listener: () => void): unknown
  on(event: 'will-navigate' | 'will-redirect', listener: (details: NavigationEvent) => void): unknown
  on(event: 'will-prevent-unload', listener: (event: PreventableEvent) => void): unknown
  on(event: 'will-attach-webview', listener: (event: PreventableEvent) => void): unknown
  on(
    event: 'render-process-gone',
    listener: (event: PreventableEvent, details: { reason: string; exitCode: number }) => void,
  ): unknown
  on(
    event: 'did-fail-load',
    listener: (
      event: PreventableEvent,
      code: number,
      description: string,
      url: string,
      isMainFrame: boolean,
    ) => void,
  ): unknown
  getURL(): string
  replaceMisspelling(word: string): void
  readonly session: { addWordToSpellCheckerDictionary(word: string): boolean }
  reload(): void
  postMessage(channel: string, message: unknown, transfer?: MainPort[]): void
  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' }): void
}

/** What stands where the user asked for a menu. */
export interface ContextMenuParameters {
  misspelledWord: string
  dictionarySuggestions: string[]
  isEditable: boolean
  selectionText: string
  editFlags: {
    canUndo: boolean
    canRedo: boolean
    canCut: boolean
    canCopy: boolean
    canPaste: boolean
    canSelectAll: boolean
  }
}

export interface HostTray {
  setToolTip(text: string): void
  setContextMenu(menu: HostMenu | null): void
  on(event: 'click', listener: () => void): unknown
  destroy(): void
}

export interface NavigationEvent extends PreventableEvent {
  url: string
}

export interface HostWindowOptions extends WindowBounds {
  minWidth: number
  minHeight: number
  show: boolean
  title: string
  backgroundColor: string
  icon: string
  webPreferences: {
    preload: string
    contextIsolation: boolean
    sandbox: boolean
    nodeIntegration: boolean
    webviewTag: boolean
  }
}

export interface HostWindow {
  readonly webContents: HostWebContents
  on(event: 'closed' | 'ready-to-show' | 'show', listener: () => void): unknown
  on(event: 'close', listener: (event: PreventableEvent) => void): unknown
  /** Windows only. */
  on(event: 'query-session-end' | 'session-end', listener: (event: PreventableEvent) => void): unknown
  off(event: 'closed', listener: () => void): unknown
  loadURL(url: string): Promise<void>
  close(): void
  show(): void
  hide(): void
  focus(): void
  minimize(): void
  restore(): void
  maximize(): void
  isMinimized(): boolean
  isMaximized(): boolean
  getNormalBounds(): Required<WindowBounds>
}

export interface HostMenuItem {
  label?: string
  enabled?: boolean
  role?:
    | 'undo'
    | 'redo'
    | 'cut'
    | 'copy'
    | 'paste'
    | 'selectAll'
    | 'appMenu'
    | 'editMenu'
    | 'windowMenu'
    | 'close'
    | 'quit'
    | 'reload'
    | 'resetZoom'
    | 'zoomIn'
    | 'zoomOut'
    | 'togglefullscreen'
    | 'toggleDevTools'
    | 'help'
    | 'about'
    | 'services'
    | 'hide'
    | 'hideOthers'
    | 'unhide'
    | 'delete'
    | 'pasteAndMatchStyle'
    | 'startSpeaking'
    | 'stopSpeaking'
    | 'minimize'
    | 'zoom'
    | 'front'
  type?: 'separator'
  accelerator?: string
  visible?: boolean
  click?: () => void
  submenu?: HostMenuItem[]
}

export interface HostSafeStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(plain: string): Promise<Buffer>
  decryptStringAsync(sealed: Buffer): Promise<{ result: string }>
  /** Linux only. */
  getSelectedStorageBackend(): string
}

export interface HostMenu {
  /** Shows it where the pointer is. */
  popup(): void
}

/** What a message box says and offers. */
export interface HostMessageBox {
  type: 'question' | 'error'
  message: string
  detail: string
  buttons: string[]
  defaultId: number
  cancelId: number
  noLink: boolean
  /** Takes the question away, as if it were cancelled. */
  signal?: AbortSignal
}

/** The window that a dialog belongs to. Without one, macOS blocks the process as long as the dialog is open. */
type DialogParent = Pick<HostWindow, 'show' | 'focus'>

export interface ElectronModules {
  app: {
    readonly isPackaged: boolean
    requestSingleInstanceLock(): boolean
    releaseSingleInstanceLock(): void
    /** Windows only: what notifications and the taskbar know the app by. */
    setAppUserModelId(id: string): void
    readonly commandLine: { hasSwitch(name: string): boolean }
    setPath(name: 'userData', path: string): void
    whenReady(): Promise<void>
    /** The user's languages by their BCP 47 tags, the most wanted first. */
    getPreferredSystemLanguages(): string[]
    quit(): void
    /** Starts the app again once this one has ended. */
    relaunch(options: { args: string[] }): void
    exit(code: number): void
    on(event: 'window-all-closed' | 'activate' | 'quit', listener: () => void): unknown
    on(event: 'second-instance', listener: (event: unknown, args: string[]) => void): unknown
    /** macOS only. */
    on(event: 'open-url', listener: (event: PreventableEvent, url: string) => void): unknown
    setAsDefaultProtocolClient(scheme: string): boolean
    on(event: 'before-quit', listener: (event: PreventableEvent) => void): unknown
  }
  BrowserWindow: new (options: HostWindowOptions) => HostWindow
  Menu: {
    buildFromTemplate(template: HostMenuItem[]): HostMenu
    setApplicationMenu(menu: HostMenu | null): void
  }
  Tray: new (iconPath: string) => HostTray
  MessageChannelMain: new () => { port1: MainPort; port2: MainPort }
  dialog: {
    showErrorBox(title: string, content: string): void
    showMessageBox(window: DialogParent, options: HostMessageBox): Promise<{ response: number }>
    showOpenDialog(
      window: DialogParent,
      options: { title: string; properties: ('openDirectory' | 'createDirectory')[] },
    ): Promise<{ canceled: boolean; filePaths: string[] }>
  }
  shell: {
    openExternal(url: string): Promise<void>
    openPath(path: string): Promise<string>
  }
  powerMonitor: {
    /** Linux and macOS only. */
    on(event: 'shutdown', listener: () => void): unknown
  }
  screen: { getAllDisplays(): { workArea: Required<WindowBounds> }[] }
  session: {
    readonly defaultSession: {
      setPermissionRequestHandler(
        handler: (contents: unknown, permission: string, decide: (isGranted: boolean) => void) => void,
      ): void
      setPermissionCheckHandler(handler: (contents: unknown, permission: string) => boolean): void
      /** On Linux and Windows one that is on fetches dictionaries from a server of Chromium. */
      setSpellCheckerEnabled(isOn: boolean): void
    }
  }
  protocol: {
    registerSchemesAsPrivileged(
      schemes: {
        scheme: string
        privileges: { standard: boolean; secure: boolean; supportFetchAPI: boolean }
      }[],
    ): void
    handle(scheme: string, handler: (request: { url: string }) => Promise<Response>): void
  }
  safeStorage: HostSafeStorage
}
