import { EventEmitter } from 'node:events'

import type {
  ElectronModules,
  HostMenu,
  HostMenuItem,
  HostPort,
  HostTray,
  HostWindow,
  HostWindowOptions,
  NavigationEvent,
} from '../electron-modules'
import type { WindowBounds } from '../window-state'

/** An event that remembers whether it was prevented. */
export class FakeEvent {
  isPrevented = false

  preventDefault(): void {
    this.isPrevented = true
  }
}

/** One end of a channel; `close` is all that happens to it in these tests. */
export class FakePort extends EventEmitter implements HostPort {
  isClosed = false
  postMessage(): void {}
  start(): void {}
  close(): void {
    this.isClosed = true
  }
}

/** The page of a fake window: records what it was sent and lets a test play what a page does. */
class FakeWebContents extends EventEmitter {
  url = ''
  reloads = 0
  readonly posted: { channel: string; ports: HostPort[] }[] = []
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

  postMessage(channel: string, _message: unknown, transfer: HostPort[] = []): void {
    this.posted.push({ channel, ports: transfer })
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' }): void {
    this.openHandler = handler
  }

  /** A document at `url` has been loaded. */
  load(url: string): void {
    this.url = url
    this.emit('dom-ready')
  }

  /** The page tries to go to `url`; answers whether it may. */
  navigate(url: string): boolean {
    const event: NavigationEvent & FakeEvent = Object.assign(new FakeEvent(), { url })
    this.emit('will-navigate', event)
    return !event.isPrevented
  }
}

export class FakeWindow extends EventEmitter implements HostWindow {
  readonly webContents = new FakeWebContents()
  readonly calls: string[] = []
  isMinimizedNow = false

  constructor(readonly options: HostWindowOptions) {
    super()
  }

  loadURL(url: string): Promise<void> {
    this.calls.push(`load ${url}`)
    return Promise.resolve()
  }

  show(): void {
    this.calls.push('show')
  }

  focus(): void {
    this.calls.push('focus')
  }

  restore(): void {
    this.calls.push('restore')
  }

  maximize(): void {
    this.calls.push('maximize')
  }

  isMinimized(): boolean {
    return this.isMinimizedNow
  }

  isMaximized(): boolean {
    return this.calls.includes('maximize')
  }

  getNormalBounds(): Required<WindowBounds> {
    return { x: 10, y: 20, width: 1_000, height: 700 }
  }

  /** The user closes it. */
  close(): void {
    this.emit('close')
    this.emit('closed')
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

export class FakeTray extends EventEmitter implements HostTray {
  items: HostMenuItem[] = []
  isDestroyed = false
  setToolTip(): void {}

  setContextMenu(menu: HostMenu | null): void {
    this.items = menu instanceof FakeMenu ? menu.items : []
  }

  destroy(): void {
    this.isDestroyed = true
  }
}

type PermissionRequest = Parameters<
  ElectronModules['session']['defaultSession']['setPermissionRequestHandler']
>[0]

/**
 * The modules of Electron that the host uses, without Electron: each records what it was asked, and `app` plays the
 * events of a life cycle.
 */
export class FakeElectron {
  readonly app = Object.assign(new EventEmitter(), {
    isPackaged: true,
    hasLock: true,
    calls: [] as string[],
    /** The schemes whose addresses the system hands to it. */
    opens: [] as string[],
    userData: '',
    requestSingleInstanceLock: () => this.app.hasLock,
    setPath: (_name: 'userData', path: string) => {
      this.app.userData = path
    },
    whenReady: () => Promise.resolve(),
    /** What the user prefers, the most wanted first. */
    systemLanguages: ['en-GB'],
    getPreferredSystemLanguages: () => this.app.systemLanguages,
    quit: () => {
      const event = new FakeEvent()
      this.app.emit('before-quit', event)
      this.app.calls.push(event.isPrevented ? 'quit held back' : 'quit')
      this.#quitCalled()
    },
    setAsDefaultProtocolClient: (scheme: string) => {
      this.app.opens.push(scheme)
      return true
    },
    relaunch: () => {
      this.app.calls.push('relaunch')
    },
    exit: (code: number) => {
      this.app.calls.push(`exit ${code}`)
    },
  })
  readonly windows: FakeWindow[] = []
  readonly ports: FakePort[] = []
  readonly trays: FakeTray[] = []
  /** The menus that were shown at the pointer. */
  readonly popups: HostMenuItem[][] = []
  menu: HostMenuItem[] = []
  displays: Required<WindowBounds>[] = [{ x: 0, y: 0, width: 1_920, height: 1_080 }]
  /** What the user answers to a question: the index of a button. */
  answer = 0
  readonly questions: { message: string; detail: string; buttons: string[]; defaultId: number }[] = []
  /** Whether questions are left standing until they are taken away. */
  isSilent = false
  /** What the user chooses when asked for a folder; null chooses none. */
  chosenFolder: string | null = null
  readonly opened: string[] = []
  readonly errorBoxes: string[] = []
  readonly errorTitles: string[] = []
  schemes: string[] = []
  serve: (request: { url: string }) => Promise<Response> = () => Promise.reject(new Error('not served'))
  requestPermission: PermissionRequest = () => {}
  checkPermission: (contents: unknown, permission: string) => boolean = () => true
  /** Null: there is no key store. */
  keyStore: string | null = 'key-of-this-account'
  keyStoreName = 'gnome_libsecret'
  #quitCalled: () => void = () => {}

  /** Settles at the next call of `app.quit`. */
  nextQuit(): Promise<void> {
    return new Promise((resolve) => {
      this.#quitCalled = resolve
    })
  }

  get modules(): ElectronModules {
    const { windows, ports, trays } = this
    return {
      app: this.app,
      BrowserWindow: class extends FakeWindow {
        constructor(options: HostWindowOptions) {
          super(options)
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
        showMessageBox: ({ message, detail, buttons, defaultId, cancelId, signal }) => {
          this.questions.push({ message, detail, buttons, defaultId })
          if (!this.isSilent) return Promise.resolve({ response: this.answer })
          return new Promise((resolve) =>
            signal?.addEventListener('abort', () => resolve({ response: cancelId })),
          )
        },
        showOpenDialog: () =>
          Promise.resolve({
            canceled: this.chosenFolder === null,
            filePaths: this.chosenFolder === null ? [] : [this.chosenFolder],
          }),
      },
      shell: {
        openExternal: (url) => {
          this.opened.push(url)
          return Promise.resolve()
        },
        openPath: (path) => {
          this.opened.push(path)
          return Promise.resolve('')
        },
      },
      screen: { getAllDisplays: () => this.displays.map((workArea) => ({ workArea })) },
      session: {
        defaultSession: {
          setPermissionRequestHandler: (handler) => {
            this.requestPermission = handler
          },
          setPermissionCheckHandler: (handler) => {
            this.checkPermission = handler
          },
        },
      },
      protocol: {
        registerSchemesAsPrivileged: (schemes) => {
          this.schemes = schemes.map(({ scheme }) => scheme)
        },
        handle: (_scheme, handler) => {
          this.serve = handler
        },
      },
      safeStorage: {
        isAsyncEncryptionAvailable: () => Promise.resolve(this.keyStore !== null),
        encryptStringAsync: (plain) => Promise.resolve(Buffer.from(`${this.keyStore}:${plain}`)),
        decryptStringAsync: (sealed) => {
          const [keyStore, result = ''] = sealed.toString().split(':')
          return keyStore === this.keyStore
            ? Promise.resolve({ result })
            : Promise.reject(new Error('sealed by another key store'))
        },
        getSelectedStorageBackend: () => this.keyStoreName,
      },
    }
  }
}
