import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { TFunction } from 'i18next'

import { ParleyError } from '../../shared/errors'
import type { DeepLink } from '../../shared/deep-link'
import type { WindowCommand } from '../../shared/rpc/window-events'
import type { AppSettings } from '../../shared/settings'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import type { WindowProblem } from '../base/window-problem'
import { findDeepLink, parseDeepLink } from './deep-link'
import { createElectronPlatform } from './electron'
import { menuTemplate } from './electron-menu'
import type { ElectronModules, HostPort, HostWindow } from './electron-modules'
import { appAddress, registerAppScheme, serveAppScheme } from './electron-protocol'
import { showTray, type ShownTray } from './electron-tray'
import { keepUpToDate, type Updater } from './electron-updates'
import { builtPaths, openElectronWindow } from './electron-window'
import type { Activity } from './end-when-idle'
import { endWhenIdle } from './end-when-idle'
import { hostTexts } from './host-texts'
import type { Platform } from './platform'

/** How long saving may take before the app quits without it. */
const closeDeadlineMs = 6_000

/** All that the page gets: writing plain text to the clipboard, and saying that an answer is there. */
const grantedPermissions = ['clipboard-sanitized-write', 'notifications']

/** The app as this host needs it. */
export interface HostedApp {
  activity(): Activity
  onActivity(listener: () => void): Dispose
  sendCommand(command: WindowCommand): void
  openDeepLink(link: DeepLink): void
  /** Whether the app goes on without a window until it is told to end. */
  isKeptRunning(): boolean
  /** The language that the user chose. */
  language(): AppSettings['language']
  onLanguage(listener: () => void): Dispose
  /** The returned function ends the connection. */
  connectPort(port: HostPort): Dispose
  reportFatal(source: string, error: unknown): void
  /** What went wrong and harms nothing; for the log. */
  reportProblem(source: string, error: unknown): void
  reportWindowProblem(problem: WindowProblem | null): void
  close(): Promise<void>
}

export interface ElectronHostOptions {
  modules: ElectronModules
  version: string
  /** The folder of the built main process. */
  mainFolder: string
  dataFolder: string
  /** In development: where the renderer is served from instead of its built files. */
  developmentAddress: string | undefined
  system: NodeJS.Platform
  clock: Clock
  /** What the app was started with. */
  args: readonly string[]
  /** Brings new versions; null where there are none to be had. */
  loadUpdater: (() => Promise<Updater>) | null
  createApp(platform: Platform): Promise<HostedApp>
}

/**
 * Runs the app in Electron: one instance, one window, a quit that waits until everything is saved. Closing the
 * window leaves its runs going; on systems other than macOS the app quits after the last of them is saved. What
 * Electron wants done before it is ready is done before this function first waits. Never rejects.
 */
export async function runElectronHost(options: ElectronHostOptions): Promise<void> {
  const { modules, dataFolder } = options
  let app: HostedApp | null = null
  const texts = () => hostTexts(app?.language() ?? 'system', modules.app.getPreferredSystemLanguages())
  try {
    const electronFolder = join(dataFolder, 'electron')
    mkdirSync(electronFolder, { recursive: true, mode: 0o700 })
    modules.app.setPath('userData', electronFolder)
    if (!modules.app.requestSingleInstanceLock()) {
      modules.app.quit()
      return
    }
    registerAppScheme(modules.protocol)
    // macOS hands an address over at any time, also before anything can be shown.
    const early: string[] = []
    modules.app.on('open-url', (event, address) => {
      event.preventDefault()
      early.push(address)
    })
    await modules.app.whenReady()
    serveAppScheme(modules.protocol, builtPaths(options.mainFolder).renderer)
    denyPermissions(modules)
    const platform = await createElectronPlatform(modules, { ...options, texts })
    app = await options.createApp(platform)
    const host = new ElectronHost(options, platform, app, texts)
    host.start([...options.args, ...early])
  } catch (error) {
    modules.dialog.showErrorBox(texts()('host.start.failed'), describe(error))
    modules.app.exit(1)
  }
}

class ElectronHost {
  readonly #options: ElectronHostOptions
  readonly #modules: ElectronModules
  readonly #platform: Platform
  readonly #app: HostedApp
  /** Says texts in the language of the moment. */
  readonly #texts: () => TFunction
  #window: HostWindow | null = null
  #closing: 'no' | 'under way' | 'done' = 'no'
  #stopWaitingForRuns: Dispose | null = null
  #tray: ShownTray | null = null
  #stopUpdates: Dispose = () => {}

  constructor(options: ElectronHostOptions, platform: Platform, app: HostedApp, texts: () => TFunction) {
    this.#options = options
    this.#modules = options.modules
    this.#platform = platform
    this.#app = app
    this.#texts = texts
  }

  /** `args` may name an address of the app's own to begin with. */
  start(args: readonly string[]): void {
    const { app } = this.#modules
    this.#showMenu()
    this.#app.onLanguage(() => {
      this.#showMenu()
      this.#tray?.speak()
    })
    if (app.isPackaged) app.setAsDefaultProtocolClient('parley')
    app.on('second-instance', (_event, secondArgs) => {
      this.#showWindow()
      this.#openDeepLink(findDeepLink(secondArgs))
    })
    app.on('open-url', (_event, address) => {
      this.#showWindow()
      this.#openDeepLink(parseDeepLink(address))
    })
    app.on('activate', () => this.#showWindow())
    app.on('window-all-closed', () => this.#allWindowsClosed())
    app.on('before-quit', (event) => {
      if (this.#closing === 'done') return
      event.preventDefault()
      if (this.#closing === 'no') void this.#close()
    })
    this.#showWindow()
    this.#openDeepLink(findDeepLink(args))
    void this.#startUpdates()
  }

  #showMenu(): void {
    const { app, Menu, shell } = this.#modules
    const template = menuTemplate({
      t: this.#texts(),
      system: this.#options.system,
      isDevelopment: !app.isPackaged,
      command: (command) => this.#command(command),
      showDataFolder: () => void shell.openPath(this.#platform.dataFolder),
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  #openDeepLink(link: DeepLink | null): void {
    if (link !== null) this.#app.openDeepLink(link)
  }

  async #startUpdates(): Promise<void> {
    const { loadUpdater, clock } = this.#options
    if (loadUpdater === null) return
    const onProblem = (error: unknown) => this.#app.reportProblem('updates', error)
    try {
      const updater = await loadUpdater()
      const endInOrder = () => this.#end()
      this.#stopUpdates = keepUpToDate(updater, {
        dialog: this.#modules.dialog,
        clock,
        texts: this.#texts,
        endInOrder,
        onProblem,
      })
    } catch (error) {
      onProblem(error)
    }
  }

  #showWindow(): void {
    if (this.#closing !== 'no') return
    if (this.#window !== null) {
      if (this.#window.isMinimized()) this.#window.restore()
      this.#window.show()
      this.#window.focus()
      return
    }
    this.#stopWaitingForRuns?.()
    this.#stopWaitingForRuns = null
    this.#hideTray()
    const paths = builtPaths(this.#options.mainFolder)
    this.#window = openElectronWindow(this.#modules, {
      address: this.#options.developmentAddress ?? appAddress,
      preloadPath: paths.preload,
      iconPath: paths.icon,
      dataFolder: this.#platform.dataFolder,
      monotonic: () => this.#options.clock.monotonic(),
      connectPort: (port) => this.#app.connectPort(port),
      openLink: (url) => this.#openLink(url),
      texts: this.#texts,
      reportProblem: (problem) => this.#app.reportWindowProblem(problem),
      onClosed: () => {
        this.#window = null
      },
    })
  }

  #hideTray(): void {
    this.#tray?.hide()
    this.#tray = null
  }

  #command(command: WindowCommand): void {
    if (this.#window === null) this.#showWindow()
    else this.#app.sendCommand(command)
  }

  #openLink(url: string): void {
    this.#platform.openLink(url).catch((error: unknown) => this.#app.reportFatal('open-link', error))
  }

  #allWindowsClosed(): void {
    if (this.#options.system === 'darwin' || this.#closing !== 'no') return
    const app = this.#app
    if (app.isKeptRunning()) {
      this.#tray = showTray(this.#modules, {
        iconPath: builtPaths(this.#options.mainFolder).icon,
        texts: this.#texts,
        show: () => this.#showWindow(),
        newChat: () => {
          this.#showWindow()
          app.openDeepLink({ to: 'new-chat', text: null, model: null })
        },
        quit: () => this.#modules.app.quit(),
      })
      return
    }
    this.#stopWaitingForRuns = endWhenIdle(
      {
        // There was a window, also when its page never got as far as to connect.
        activity: () => ({ ...app.activity(), hadWindow: true }),
        onActivity: (listener) => app.onActivity(listener),
      },
      { graceMs: 0, clock: this.#options.clock, idle: () => this.#modules.app.quit() },
    )
  }

  async #close(): Promise<void> {
    await this.#end()
    this.#modules.app.quit()
  }

  /** Saves and lets go of everything; after it the app may quit at once. */
  async #end(): Promise<void> {
    this.#closing = 'under way'
    this.#stopUpdates()
    this.#hideTray()
    this.#stopWaitingForRuns?.()
    const { promise: tooLate, resolve } = Promise.withResolvers<void>()
    const cancelDeadline = this.#options.clock.after(closeDeadlineMs, resolve)
    try {
      await Promise.race([this.#app.close(), tooLate])
    } catch (error) {
      this.#app.reportFatal('close', error)
    } finally {
      cancelDeadline()
      this.#closing = 'done'
    }
  }
}

function denyPermissions({ session }: Pick<ElectronModules, 'session'>): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(grantedPermissions.includes(permission)),
  )
  session.defaultSession.setPermissionCheckHandler((_contents, permission) =>
    grantedPermissions.includes(permission),
  )
}

function describe(error: unknown): string {
  if (error instanceof ParleyError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
