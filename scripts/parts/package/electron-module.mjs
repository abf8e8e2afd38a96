// A stand-in for the module `electron`, for machines without its binary. It has only what the packaged app needs to open
// a window, and prints what that window would load.
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'

/** Anything of which nothing but its existence matters. @returns {any} */
function anything() {
  return new Proxy(() => {}, {
    get: (_target, key) => (typeof key === 'symbol' || key === 'then' ? undefined : anything()),
    apply: anything,
    construct: anything,
  })
}

/** @param {object} facts */
const report = (facts) => process.stdout.write(`${JSON.stringify(facts)}\n`)
const workArea = { x: 0, y: 0, width: 1_920, height: 1_080 }

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  commandLine: { hasSwitch: () => false },
  setPath() {},
  setAboutPanelOptions() {},
  setAsDefaultProtocolClient() {},
  requestSingleInstanceLock: () => true,
  getPreferredSystemLanguages: () => ['en'],
  whenReady: () => Promise.resolve(),
  quit: () => process.exit(0),
  /** @param {number} code */
  exit: (code) => process.exit(code),
})

export class BrowserWindow extends EventEmitter {
  webContents = anything()

  /** @param {{ icon: string, webPreferences: { preload: string } }} options */
  constructor({ icon, webPreferences }) {
    super()
    report({ preload: existsSync(webPreferences.preload), icon: existsSync(icon) })
    setImmediate(() => this.emit('ready-to-show'))
    return new Proxy(this, {
      get: (window, key) => Reflect.get(window, key) ?? (key === 'then' ? undefined : () => false),
    })
  }

  /** @param {string} url */
  async loadURL(url) {
    const response = await page?.(new Request(url))
    report({ page: (await response?.text())?.includes('<div id="root"') === true })
  }

  getNormalBounds() {
    return workArea
  }
}

/** @type {((request: Request) => Promise<Response>) | undefined} */
let page
export const protocol = {
  registerSchemesAsPrivileged() {},
  /** @param {string} _scheme @param {typeof page} handler */
  handle(_scheme, handler) {
    page = handler
  },
}
export const screen = { getAllDisplays: () => [{ workArea }], getPrimaryDisplay: () => ({ workArea }) }
export const safeStorage = {
  isAsyncEncryptionAvailable: () => Promise.resolve(false),
  getSelectedStorageBackend: () => 'basic_text',
}
export const powerMonitor = new EventEmitter()
export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false })
export const session = { defaultSession: anything() }
export const clipboard = anything()
export const dialog = anything()
export const globalShortcut = anything()
export const Menu = anything()
export const MessageChannelMain = anything()
export const shell = anything()
export const Tray = anything()
