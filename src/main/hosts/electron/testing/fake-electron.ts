import { EventEmitter } from 'node:events'

import type { MainPort } from '../../../rpc/transport/port-transport'
import type {
  ElectronModules,
  HostMenu,
  HostMenuItem,
  HostSafeStorage,
  HostTray,
  HostWebContents,
  HostWindow,
} from '../electron-modules'
import type { WindowBounds } from '../window-state'

/** An event that records whether it was prevented. */
export class FakeEvent {
  defaultPrevented = false

  preventDefault(): void {
    this.defaultPrevented = true
  }
}

/** One end of a channel, which these tests only start and close. */
export class FakePort extends EventEmitter implements MainPort {
  isClosed = false
  isStarted = false
  postMessage(): void {}
  start(): void {
    this.isStarted = true
  }
  close(): void {
    this.isClosed = true
  }
}

/** The page of a fake window: records what it was sent and lets a test act as the page. */
class FakeWebContents extends EventEmitter {
  url = ''
  reloads = 0
  readonly posted: { channel: string; ports: MainPort[] }[] = []
  openHandler: (details: { url: string }) => { action: 'deny' } = () => ({ action: 'deny' })

  readonly learned: string[] = []
  readonly replaced: string[] = []
  readonly session = {
    addWordToSpellCheckerDictionary: (word: string) => {
      this.learned.push(word)
      return true
    },
  }

  replaceMisspelling(word: string): void {
    this.replaced.push(word)
  }

  getURL(): string {
    return this.url
  }

  reload(): void {
    this.reloads += 1
  }

  postMessage(channel: string, _message: unknown, transfer: MainPort[] = []): void {
    this.posted.push({ channel, ports: transfer })
  }

  setWindowOpenHandler(handler: Parameters<HostWebContents['setWindowOpenHandler']>[0]): void {
    this.openHandler = handler as typeof this.openHandler
  }

  /** A document at `url` was loaded. */
  load(url: string): void {
    this.url = url
    this.emit('dom-ready')
  }

  /** The page wants to stay; returns whether the host lets it leave anyway. */
  isLetGo(): boolean {
    const event = new FakeEvent()
    this.emit('will-prevent-unload', event)
    return event.defaultPrevented
  }

  /** The page tries to navigate to `url`; returns whether it may. */
  navigate(url: string): boolean {
    const event = Object.assign(new FakeEvent(), { url })
    this.emit('will-navigate', event)
    return !event.defaultPrevented
  }
}

/** https://www.electronjs.org/docs/latest/api/browser-window */
export class FakeWindow extends EventEmitter implements HostWindow {
  readonly webContents = new FakeWebContents()
  readonly calls: string[] = []
  isMinimizedNow = false
  isShownNow = false
  bounds: Required<WindowBounds> = { x: 10, y: 20, width: 1_000, height: 700 }
  /** The page's `beforeunload` prevents leaving. */
  wantsToStay = false

  /** `draws`: whether its page ever paints. */
  constructor(
    readonly options: WindowOptions,
    readonly draws = true,
  ) {
    super()
  }

  loadURL(url: string): Promise<void> {
    this.calls.push(`load ${url}`)
    if (this.draws) queueMicrotask(() => this.draw())
    return Promise.resolve()
  }

  /** #event-ready-to-show: “when the web page has been rendered (while not being shown)”, which each reload does again. */
  draw(): void {
    if (!this.isShownNow) this.emit('ready-to-show')
  }

  show(): void {
    this.calls.push('show')
    this.#appear()
  }

  hide(): void {
    this.calls.push('hide')
    this.isShownNow = false
  }

  minimize(): void {
    this.calls.push('minimize')
    this.isMinimizedNow = true
  }

  focus(): void {
    this.calls.push('focus')
  }

  restore(): void {
    this.calls.push('restore')
    this.isMinimizedNow = false
  }

  /** #winmaximize: “This will also show (but not focus) the window if it isn't being displayed already.” */
  maximize(): void {
    this.calls.push('maximize')
    this.#appear()
  }

  isMinimized(): boolean {
    return this.isMinimizedNow
  }

  isMaximized(): boolean {
    return this.calls.includes('maximize')
  }

  getNormalBounds(): Required<WindowBounds> {
    return this.bounds
  }

  /**
   * The user or the host closes the window. A page that wants to stay does, unless the host prevents that.
   * @see https://www.electronjs.org/docs/latest/api/web-contents#event-will-prevent-unload
   */
  close(): void {
    const event = new FakeEvent()
    this.emit('close', event)
    if (event.defaultPrevented) return
    if (this.wantsToStay && !this.webContents.isLetGo()) return
    this.emit('closed')
  }

  /** #event-show */
  #appear(): void {
    if (this.isShownNow) return
    this.isShownNow = true
    this.emit('show')
  }

  /** #event-query-session-end: Windows is about to end the session. Returns whether it waits. */
  querySessionEnd(): boolean {
    const event = new FakeEvent()
    this.emit('query-session-end', event)
    return event.defaultPrevented
  }
}

class FakeMenu implements HostMenu {
  constructor(
    readonly items: HostMenuItem[],
    readonly shown: HostMenuItem[][],
  ) {}

  popup(): void {
    this.shown.push(this.items)
  }
}

/** https://www.electronjs.org/docs/latest/api/tray */
export class FakeTray extends EventEmitter implements HostTray {
  items: HostMenuItem[] = []
  isDestroyed = false
  #isEmitting = false
  setToolTip(): void {}

  setContextMenu(menu: HostMenu | null): void {
    this.items = menu instanceof FakeMenu ? menu.items : []
  }

  /** #traydestroy. An object that emits an event must exist until all its listeners have returned. */
  destroy(): void {
    if (this.#isEmitting) throw new Error('the tray was destroyed during its click event')
    this.isDestroyed = true
  }

  /** The user clicks it. */
  click(): void {
    this.#isEmitting = true
    try {
      this.emit('click')
    } finally {
      this.#isEmitting = false
    }
  }
}

type WindowOptions = ConstructorParameters<ElectronModules['BrowserWindow']>[0]
type PermissionRequest = (contents: unknown, permission: string, decide: (isGranted: boolean) => void) => void

/**
 * `safeStorage`: https://www.electronjs.org/docs/latest/api/safe-storage. Its cipher text starts with the mark of the
 * key: `v11` for a Linux keyring, and `v10` for the fixed key that Chromium uses without one, although the backend
 * still has the name of the desktop's keyring.
 */
export class FakeKeyStore implements HostSafeStorage {
  /** The key of this account; other accounts and machines have other keys. */
  key = 'key-of-this-account'
  /** `fixed`: Linux without a keyring. `silent`: waits for a password that nobody enters. */
  state: 'open' | 'locked' | 'silent' | 'fixed' | 'absent' = 'open'
  backend: ReturnType<HostSafeStorage['getSelectedStorageBackend']> = 'gnome_libsecret'
  readonly #answered = Promise.withResolvers<void>()

  isAsyncEncryptionAvailable(): Promise<boolean> {
    return Promise.resolve(this.state !== 'absent')
  }

  async encryptStringAsync(plain: string): Promise<Buffer> {
    await this.#access()
    return Buffer.from(this.state === 'fixed' ? `v10:peanuts:${plain}` : `v11:${this.key}:${plain}`)
  }

  async decryptStringAsync(sealed: Buffer): Promise<{ result: string }> {
    const [mark, key, result = ''] = sealed.toString().split(':')
    // The fixed key opens its own data in every state.
    if (mark === 'v10' && key === 'peanuts') return { result }
    await this.#access()
    if (this.state === 'fixed' || key !== this.key) throw new Error('sealed by another key store')
    return { result }
  }

  getSelectedStorageBackend(): typeof this.backend {
    return this.backend
  }

  /** The user enters the password that a `silent` key store waits for. */
  unlock(): void {
    this.state = 'open'
    this.#answered.resolve()
  }

  async #access(): Promise<void> {
    if (this.state === 'silent') await this.#answered.promise
    if (this.state === 'locked' || this.state === 'absent') throw new Error('the keyring is locked')
  }
}

/**
 * Fakes of the Electron modules that the host uses: each records its calls, and `app` emits the events of a life cycle.
 */
export class FakeElectron {
  readonly app = Object.assign(new EventEmitter(), {
    isPackaged: true,
    hasLock: true,
    calls: [] as string[],
    /** The schemes whose links the system passes to the app. */
    opens: [] as string[],
    userData: '',
    requestSingleInstanceLock: () => this.app.hasLock,
    releaseSingleInstanceLock: () => void this.app.calls.push('lock released'),
    /** https://www.electronjs.org/docs/latest/api/app#appsetappusermodelidid-windows */
    modelId: null as string | null,
    setAppUserModelId: (id: string) => {
      this.app.modelId = id
    },
    switches: [] as string[],
    /** https://www.electronjs.org/docs/latest/api/command-line#commandlinehasswitchswitch */
    commandLine: { hasSwitch: (name: string) => this.app.switches.includes(name) },
    setPath: (_name: 'userData', path: string) => {
      this.app.userData = path
    },
    ready: Promise.withResolvers<void>(),
    whenReady: () => (this.isEarly ? this.app.ready.promise : Promise.resolve()),
    /** The user's languages in order of preference. */
    systemLanguages: ['en-GB'],
    getPreferredSystemLanguages: () => this.app.systemLanguages,
    /** #event-before-quit: “emitted before the application starts closing its windows”; #event-quit is the last. */
    quit: () => {
      const event = new FakeEvent()
      this.app.emit('before-quit', event)
      this.app.calls.push(event.defaultPrevented ? 'quit held back' : 'quit')
      if (!event.defaultPrevented) this.app.emit('quit')
      this.#quitCalled()
    },
    setAsDefaultProtocolClient: (scheme: string) => {
      this.app.opens.push(scheme)
      return true
    },
    /** #apprelaunchoptions: the new process gets the environment at the time of this call. */
    relaunch: ({ args }: { args: string[] }) => {
      this.app.calls.push('relaunch')
      this.relaunches.push({ args, environment: { ...process.env } })
    },
    exit: (code: number) => {
      this.app.calls.push(`exit ${code}`)
    },
  })
  /** Whether Electron is still starting: the test resolves `app.ready`. */
  isEarly = false
  /** Whether pages ever paint. */
  draws = true
  hasTrays = true
  /** Whether the system has programs that open links. */
  hasPrograms = true
  readonly relaunches: { args: string[]; environment: NodeJS.ProcessEnv }[] = []
  isSpellingChecked = true
  readonly windows: FakeWindow[] = []
  readonly ports: FakePort[] = []
  readonly trays: FakeTray[] = []
  /** The context menus that were shown. */
  readonly popups: HostMenuItem[][] = []
  menu: HostMenuItem[] = []
  displays: Required<WindowBounds>[] = [{ x: 0, y: 0, width: 1_920, height: 1_080 }]
  /** The user's answer to questions: the index of a button. */
  answer = 0
  readonly questions: {
    message: string
    detail: string
    buttons: string[]
    defaultId: number
    window: FakeWindow
  }[] = []
  /** Whether questions stay open until they are withdrawn. */
  isSilent = false
  /** The folder that the user chooses; null cancels. */
  chosenFolder: string | null = null
  readonly opened: string[] = []
  readonly errorBoxes: string[] = []
  readonly errorTitles: string[] = []
  schemes: string[] = []
  serve: (request: { url: string }) => Promise<Response> = () => Promise.reject(new Error('not served'))
  requestPermission: PermissionRequest = () => {}
  checkPermission: (contents: unknown, permission: string) => boolean = () => true
  readonly keyStore = new FakeKeyStore()
  /** https://www.electronjs.org/docs/latest/api/power-monitor */
  readonly powerMonitor = new EventEmitter()
  #quitCalled: () => void = () => {}

  /** Settles at the next call of `app.quit`. */
  nextQuit(): Promise<void> {
    return new Promise((resolve) => {
      this.#quitCalled = resolve
    })
  }

  get modules(): ElectronModules {
    const { windows, ports, trays } = this
    const draws = () => this.draws
    const hasTrays = () => this.hasTrays
    return {
      app: this.app,
      BrowserWindow: class extends FakeWindow {
        constructor(options: WindowOptions) {
          super(options, draws())
          windows.push(this)
        }
      },
      Menu: {
        buildFromTemplate: (items) => new FakeMenu(items, this.popups),
        setApplicationMenu: (menu) => {
          this.menu = menu instanceof FakeMenu ? menu.items : []
        },
      },
      Tray: class extends FakeTray {
        constructor(readonly iconPath: string) {
          super()
          if (!hasTrays()) throw new Error('no tray')
          trays.push(this)
        }
      },
      MessageChannelMain: class {
        readonly port1 = new FakePort()
        readonly port2 = new FakePort()

        constructor() {
          ports.push(this.port1)
        }
      },
      dialog: {
        showErrorBox: (title, content) => {
          this.errorTitles.push(title)
          this.errorBoxes.push(content)
        },
        // https://www.electronjs.org/docs/latest/api/dialog#sheets: without a window, it blocks the whole process on
        // macOS. After its window is closed, it may never answer.
        showMessageBox: (window, { message, detail, buttons, defaultId, cancelId, signal }) => {
          if (!(window instanceof FakeWindow)) throw new Error('this message box blocks macOS')
          this.questions.push({ message, detail, buttons, defaultId, window })
          if (!this.isSilent) return Promise.resolve({ response: this.answer })
          return new Promise((resolve) =>
            signal?.addEventListener('abort', () => resolve({ response: cancelId })),
          )
        },
        showOpenDialog: (window) => {
          if (!(window instanceof FakeWindow)) throw new Error('this dialog blocks macOS')
          if (this.isSilent) return new Promise(() => {})
          const { chosenFolder } = this
          return Promise.resolve({
            canceled: chosenFolder === null,
            filePaths: chosenFolder === null ? [] : [chosenFolder],
          })
        },
      },
      shell: {
        // https://www.electronjs.org/docs/latest/api/shell#shellopenexternalurl-options: rejects when no program can
        // open it.
        openExternal: (url) => {
          if (!this.hasPrograms) return Promise.reject(new Error('no application for it'))
          this.opened.push(url)
          return Promise.resolve()
        },
        openPath: (path) => {
          this.opened.push(path)
          return Promise.resolve('')
        },
      },
      powerMonitor: this.powerMonitor,
      screen: { getAllDisplays: () => this.displays.map((workArea) => ({ workArea })) },
      session: {
        defaultSession: {
          setPermissionRequestHandler: (handler) => {
            this.requestPermission = handler as PermissionRequest
          },
          setPermissionCheckHandler: (handler) => {
            this.checkPermission = handler as typeof this.checkPermission
          },
          setSpellCheckerEnabled: (isOn) => {
            this.isSpellingChecked = isOn
          },
        },
      },
      protocol: {
        registerSchemesAsPrivileged: (schemes) => {
          this.schemes = schemes.map(({ scheme }) => scheme)
        },
        handle: (_scheme, handler) => {
          this.serve = handler as typeof this.serve
        },
      },
      safeStorage: this.keyStore,
    }
  }
}
