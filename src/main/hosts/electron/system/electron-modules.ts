import type {
  App,
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Clipboard,
  CommandLine,
  ContextMenuParams,
  Display,
  DownloadItem,
  Event,
  GlobalShortcut,
  Menu,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  NativeTheme,
  OpenDialogOptions,
  OpenDialogReturnValue,
  Protocol,
  RenderProcessGoneDetails,
  SafeStorage,
  Session,
  Shell,
  Tray,
  WebContents,
} from 'electron'

import type { MainPort } from '../../../rpc/transport/port-transport'

/*
 * The part of Electron that the host uses: the real modules match it, and so does a fake. Events, and members that take
 * or return one of these objects, are declared by hand, because `Pick` would bring in the whole class.
 */

type NavigationEvent = Event<{ url: string }>

/** The page in a window. */
export interface HostWebContents extends Pick<
  WebContents,
  'getURL' | 'reload' | 'replaceMisspelling' | 'setWindowOpenHandler'
> {
  on(event: 'context-menu', listener: (event: Event, parameters: ContextMenuParameters) => void): unknown
  on(event: 'dom-ready' | 'unresponsive' | 'responsive', listener: () => void): unknown
  on(event: 'will-navigate' | 'will-redirect', listener: (details: NavigationEvent) => void): unknown
  on(event: 'will-prevent-unload' | 'will-attach-webview', listener: (event: Event) => void): unknown
  on(
    event: 'render-process-gone',
    listener: (event: Event, details: RenderProcessGoneDetails) => void,
  ): unknown
  on(
    event: 'did-fail-load',
    listener: (event: Event, code: number, description: string, url: string, isMainFrame: boolean) => void,
  ): unknown
  readonly session: Pick<Session, 'addWordToSpellCheckerDictionary'>
  postMessage(channel: string, message: unknown, transfer?: MainPort[]): void
}

/** The parameters of a context menu. */
export type ContextMenuParameters = Pick<
  ContextMenuParams,
  'misspelledWord' | 'dictionarySuggestions' | 'isEditable' | 'selectionText'
> & {
  editFlags: Pick<
    ContextMenuParams['editFlags'],
    'canUndo' | 'canRedo' | 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'
  >
}

/** The icon of Parley in the system's tray. */
export interface HostTray extends Pick<Tray, 'setToolTip' | 'destroy'> {
  setContextMenu(menu: HostMenu | null): void
  on(event: 'click', listener: () => void): unknown
}

/** A window, without what Parley does not use. */
export interface HostWindow extends Pick<
  BrowserWindow,
  | 'loadURL'
  | 'close'
  | 'show'
  | 'hide'
  | 'focus'
  | 'minimize'
  | 'restore'
  | 'maximize'
  | 'isMinimized'
  | 'isMaximized'
  | 'getNormalBounds'
> {
  readonly webContents: HostWebContents
  on(event: 'closed' | 'ready-to-show' | 'show' | 'focus', listener: () => void): unknown
  on(event: 'close', listener: (event: Event) => void): unknown
  /** Windows only. */
  on(event: 'query-session-end' | 'session-end', listener: (event: Event) => void): unknown
  off(event: 'closed', listener: () => void): unknown
}

/** An item of a menu, as a template for Electron. */
export interface HostMenuItem extends Pick<
  MenuItemConstructorOptions,
  'label' | 'enabled' | 'role' | 'type' | 'accelerator' | 'visible'
> {
  click?: () => void
  submenu?: HostMenuItem[]
}

/** A file that the page saves. */
export interface HostDownload extends Pick<
  DownloadItem,
  'getFilename' | 'getSavePath' | 'setSaveDialogOptions'
> {
  once(
    event: 'done',
    listener: (event: Event, state: 'completed' | 'cancelled' | 'interrupted') => void,
  ): unknown
}

/** The system's key store. */
export type HostSafeStorage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'getSelectedStorageBackend'
> & {
  decryptStringAsync(
    sealed: Buffer,
  ): Promise<Pick<Awaited<ReturnType<SafeStorage['decryptStringAsync']>>, 'result'>>
}

/** `popup` shows it at the pointer. */
export type HostMenu = Pick<Menu, 'popup'>

/** The content of a message box; `signal` closes it as if it were cancelled. */
export type HostMessageBox = Pick<MessageBoxOptions, 'type' | 'signal'> &
  Required<Pick<MessageBoxOptions, 'message' | 'detail' | 'buttons' | 'defaultId' | 'cancelId' | 'noLink'>>

/** The window of a dialog. Without one, macOS blocks the process while the dialog is open. */
type DialogParent = Pick<HostWindow, 'show' | 'focus'>

/** Everything that the host uses of Electron, so that tests can run it without. */
export interface ElectronModules {
  app: Pick<
    App,
    | 'isPackaged'
    | 'requestSingleInstanceLock'
    | 'releaseSingleInstanceLock'
    | 'setAboutPanelOptions'
    | 'setAppUserModelId'
    | 'setPath'
    | 'whenReady'
    | 'getPreferredSystemLanguages'
    | 'quit'
    | 'relaunch'
    | 'exit'
    | 'setAsDefaultProtocolClient'
  > & {
    readonly commandLine: Pick<CommandLine, 'hasSwitch'>
    on(event: 'window-all-closed' | 'activate' | 'quit', listener: () => void): unknown
    on(event: 'second-instance', listener: (event: Event, args: string[]) => void): unknown
    /** macOS only. */
    on(event: 'open-url', listener: (event: Event, url: string) => void): unknown
    on(event: 'before-quit', listener: (event: Event) => void): unknown
  }
  BrowserWindow: new (options: BrowserWindowConstructorOptions) => HostWindow
  Menu: {
    buildFromTemplate(template: HostMenuItem[]): HostMenu
    setApplicationMenu(menu: HostMenu | null): void
  }
  Tray: new (iconPath: string) => HostTray
  MessageChannelMain: new () => { port1: MainPort; port2: MainPort }
  dialog: {
    showErrorBox(title: string, content: string): void
    showMessageBox(
      window: DialogParent,
      options: HostMessageBox,
    ): Promise<Pick<MessageBoxReturnValue, 'response'>>
    showOpenDialog(window: DialogParent, options: OpenDialogOptions): Promise<OpenDialogReturnValue>
  }
  clipboard: Pick<Clipboard, 'readText'>
  nativeTheme: Pick<NativeTheme, 'themeSource'>
  globalShortcut: Pick<GlobalShortcut, 'unregister'> & {
    register(accelerator: string, callback: () => void): boolean
  }
  shell: Pick<Shell, 'openExternal' | 'openPath'>
  powerMonitor: {
    /**
     * Linux and macOS only. Preventing it makes the system wait for the app to quit: 5 s on Linux. Electron's types lack
     * the event.
     */
    on(event: 'shutdown', listener: (event?: Event) => void): unknown
    on(event: 'resume', listener: () => void): unknown
  }
  screen: { getAllDisplays(): Pick<Display, 'workArea'>[] }
  session: {
    readonly defaultSession: Pick<
      Session,
      'resolveProxy' | 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setSpellCheckerEnabled'
    > & { on(event: 'will-download', listener: (event: Event, item: HostDownload) => void): unknown }
  }
  protocol: Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'>
  safeStorage: HostSafeStorage
}
