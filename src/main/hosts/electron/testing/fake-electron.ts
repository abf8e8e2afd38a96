import { EventEmitter } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { ElectronModules, HostMenuItem } from '../system/electron-modules'
import type { WindowBounds } from '../window/window-state'
import { FakeKeyStore } from './fake-key-store'
import { FakeMenu, FakeTray } from './fake-menus'
import { FakeEvent, FakePort, FakeWindow, type WindowOptions } from './fake-window'

/**
 * https://www.electronjs.org/docs/latest/api/power-monitor. On Linux, Electron connects to the system with the first
 * listener for any event, and asks it to wait only for `shutdown` listeners that are added later (`power-monitor.ts`).
 */
class FakePowerMonitor extends EventEmitter {
  #isConnected = false
  /** The system waits for the app if it prevents a shutdown. */
  canDelay = false

  override on(...[event, listener]: Parameters<EventEmitter['on']>): this {
    this.canDelay ||= this.#isConnected && event === 'shutdown'
    this.#isConnected = true
    return super.on(event, listener)
  }

  /** The system shuts down. Returns whether it waits for the app to quit. */
  shutDown(): boolean {
    const event = new FakeEvent()
    this.emit('shutdown', event)
    return this.canDelay && event.defaultPrevented
  }
}

type PermissionRequest = (contents: unknown, permission: string, decide: (isGranted: boolean) => void) => void

/**
 * Fakes of the Electron modules that the host uses: each records its calls, and `app` emits the events of a life cycle.
 */
export class FakeElectron {
  /** `held`: by another instance. `refused`: Chromium cannot make its lock. */
  lock: 'free' | 'held' | 'refused' = 'free'
  readonly app = Object.assign(new EventEmitter(), {
    isPackaged: true,
    calls: [] as string[],
    /** The schemes whose links the system passes to the app. */
    opens: [] as string[],
    userData: '',
    requestSingleInstanceLock: () => {
      if (this.lock === 'held') holdLock(this.app.userData)
      return this.lock === 'free'
    },
    releaseSingleInstanceLock: () => void this.app.calls.push('lock released'),
    /** https://www.electronjs.org/docs/latest/api/app#appsetappusermodelidid-windows */
    modelId: null as string | null,
    setAppUserModelId: (id: string) => {
      this.app.modelId = id
    },
    about: null as object | null,
    setAboutPanelOptions: (options: object) => {
      this.app.about = options
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
  /** Electron is still starting: the test resolves `app.ready`. */
  isEarly = false
  /** False if pages never paint. */
  draws = true
  hasTrays = true
  /** The system has programs that open links. */
  hasPrograms = true
  readonly relaunches: { args: string[]; environment: NodeJS.ProcessEnv }[] = []
  isSpellingChecked = true
  /** https://www.electronjs.org/docs/latest/api/session#sesresolveproxyurl */
  resolveProxy = (_url: string) => Promise.resolve('DIRECT')
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
  /** Questions stay open until they are withdrawn. */
  isSilent = false
  /** The start folders of the dialogs for folders. */
  readonly dialogFolders: (string | undefined)[] = []
  /** The number of open questions that were withdrawn. */
  withdrawals = 0
  /** The folder that the user chooses; null cancels. */
  chosenFolder: string | null = null
  /** The text of the clipboard, and how often it was read. */
  clipboardText = ''
  clipboardReads = 0
  /** https://www.electronjs.org/docs/latest/api/global-shortcut#usage-on-linux: there, keys stay registered. */
  isWayland = false
  /** The theme of what is not a page: https://www.electronjs.org/docs/latest/api/native-theme */
  readonly nativeTheme: ElectronModules['nativeTheme'] = { themeSource: 'system' }
  /** Keys that other programs have. */
  takenKeys: string[] = []
  /** The keys that work in every program. */
  readonly globalKeys = new Map<string, () => void>()
  readonly opened: string[] = []
  readonly errorBoxes: string[] = []
  readonly errorTitles: string[] = []
  schemes: string[] = []
  /** Answers a request of a page, by the scheme of its address. */
  serve(request: { url: string }): Promise<Response> {
    const handler = this.#handlers.get(new URL(request.url).protocol.slice(0, -1))
    return handler?.(request) ?? Promise.reject(new Error('not served'))
  }
  readonly #handlers = new Map<string, (request: { url: string }) => Promise<Response>>()
  requestPermission: PermissionRequest = () => {}
  checkPermission: (contents: unknown, permission: string) => boolean = () => true
  readonly keyStore = new FakeKeyStore()
  readonly powerMonitor = new FakePowerMonitor()
  readonly downloads = new EventEmitter()
  #quitCalled: () => void = () => {}

  /**
   * The page saves `name`; the user saves it at `path`, or cancels. Returns the options of the dialog.
   * https://www.electronjs.org/docs/latest/api/download-item
   */
  download(name: string, path: string | null): unknown {
    let given: unknown
    const item = Object.assign(new EventEmitter(), {
      getFilename: () => name,
      getSavePath: () => path ?? '',
      setSaveDialogOptions: (options: unknown) => {
        given = options
      },
    })
    this.downloads.emit('will-download', {}, item)
    item.emit('done', {}, path === null ? 'cancelled' : 'completed')
    return given
  }

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
            signal?.addEventListener('abort', () => {
              this.withdrawals += 1
              resolve({ response: cancelId })
            }),
          )
        },
        showOpenDialog: (window, { defaultPath }) => {
          if (!(window instanceof FakeWindow)) throw new Error('this dialog blocks macOS')
          this.dialogFolders.push(defaultPath)
          if (this.isSilent) return new Promise(() => {})
          const { chosenFolder } = this
          return Promise.resolve({
            canceled: chosenFolder === null,
            filePaths: chosenFolder === null ? [] : [chosenFolder],
          })
        },
      },
      nativeTheme: this.nativeTheme,
      clipboard: {
        readText: () => {
          this.clipboardReads += 1
          return Promise.resolve(this.clipboardText)
        },
      },
      // https://www.electronjs.org/docs/latest/api/global-shortcut: false if another program has it; an accelerator that
      // cannot be parsed throws.
      globalShortcut: {
        register: (keys, callback) => {
          if (!/^[\w+]+$/.test(keys)) throw new TypeError('conversion failure')
          if (this.takenKeys.includes(keys)) return false
          this.globalKeys.set(keys, callback)
          return true
        },
        unregister: (keys) => {
          if (!this.isWayland) this.globalKeys.delete(keys)
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
        // …#shellopenpathpath: resolves with the problem.
        openPath: (path) => {
          if (!this.hasPrograms) return Promise.resolve('No application is associated')
          this.opened.push(path)
          return Promise.resolve('')
        },
      },
      powerMonitor: this.powerMonitor,
      screen: { getAllDisplays: () => this.displays.map((workArea) => ({ workArea })) },
      session: {
        defaultSession: {
          on: (event, listener) => this.downloads.on(event, listener),
          resolveProxy: (url) => this.resolveProxy(url),
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
        handle: (scheme, handler) => {
          this.#handlers.set(scheme, handler as FakeElectron['serve'])
        },
      },
      safeStorage: this.keyStore,
    }
  }
}

/** Chromium's lock of another process, in a link, or a file on Windows. */
function holdLock(folder: string): void {
  if (process.platform === 'win32') writeFileSync(join(folder, 'lockfile'), '')
  else symlinkSync(`host-${process.ppid}`, join(folder, 'SingletonLock'))
}
