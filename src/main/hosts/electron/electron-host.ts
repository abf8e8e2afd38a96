import { join } from 'node:path'

import type { MainPort } from '../../rpc/transport/port-transport'
import type { TFunction } from 'i18next'

import type { DeepLink } from '../../../shared/app/deep-link'
import { ParleyError } from '../../../shared/errors'
import { toErrorData } from '../../../shared/failures/failure'
import { failureText } from '../../../shared/failures/failure-text'
import type { WindowCommand } from '../../../shared/rpc/window-events'
import { makeDataFolder } from '../../data-folder/data-folder'
import type { Dispose } from '../../base/dispose'
import { withDeadline } from '../../base/deadline'
import { findDeepLink, parseDeepLink } from '../parse-deep-link'
import { createElectronPlatform } from './electron-platform'
import { askAboutFailure, askInWindow } from './dialogs'
import type { ElectronHostOptions, HostedApp } from './electron-host-options'
import { askBeforeLeaving } from './ask-before-leaving'
import { menuTemplate } from './app-menu'
import type { ElectronModules, HostWindow } from './electron-modules'
import { appAddress, registerAppScheme, serveAppScheme } from './app-protocol'
import { relaunchAfterQuit } from './relaunch'
import { restrictSession } from './restrict-session'
import { canShowTray, showTray, type ShownTray } from './tray'
import { ElectronUpdates } from './updates'
import { builtPaths, openElectronWindow, type WindowFailure } from './main-window'
import { endWhenIdle } from '../end-when-idle'
import { HostNotices } from '../../platform/host-notices'
import { hostTexts } from '../host-texts'
import { createPortTransport } from '../../rpc/transport/port-transport'
import type { Platform } from '../../platform/platform'

/**
 * The same as in electron-builder.yml: Windows shows notifications only for an app that its start menu lists with this
 * id.
 */
const appId = 'app.parley.desktop'
/** How long saving may take before the app quits without it. */
const closeDeadlineMs = 6_000

/**
 * Runs the app in Electron: one instance, one window, and a quit that waits until everything is saved. Registers all
 * listeners for Electron, the system and the user before it first awaits. Shows the window before the app is built;
 * events in the meantime are queued for the app. Closing the window does not end its runs; except on macOS, the app
 * quits when the last of them is saved. Never rejects.
 */
export function runElectronHost(options: ElectronHostOptions): Promise<void> {
  return new ElectronHost(options).run()
}

class ElectronHost {
  readonly #options: ElectronHostOptions
  readonly #modules: ElectronModules
  readonly #notices = new HostNotices()
  /** Settles when the app is built, or will not be. */
  readonly #built = Promise.withResolvers<HostedApp | null>()
  readonly #firstShown = Promise.withResolvers<void>()
  /** Calls that wait for the app. */
  readonly #untilBuilt: ((app: HostedApp) => void)[] = []
  #app: HostedApp | null = null
  #platform: Platform | null = null
  #isReady = false
  #window: HostWindow | null = null
  #isAskingAboutWindow = false
  #closing: 'no' | 'under way' | 'done' = 'no'
  #isRestarting = false
  #isAskingToEnd = false
  #stopWaitingForRuns: Dispose | null = null
  #tray: ShownTray | null = null
  #updates: ElectronUpdates | null = null

  constructor(options: ElectronHostOptions) {
    this.#options = options
    this.#modules = options.modules
  }

  async run(): Promise<void> {
    const { app, dialog, protocol } = this.#modules
    try {
      this.#options.onUncaught((source, error) => this.#tell((built) => built.reportFatal(source, error)))
      const electronFolder = join(this.#options.dataFolder, 'electron')
      makeDataFolder(electronFolder)
      app.setPath('userData', electronFolder)
      if (!app.requestSingleInstanceLock()) {
        app.quit()
        return
      }
      registerAppScheme(protocol)
      if (this.#options.system === 'win32') app.setAppUserModelId(appId)
      this.#listen()
      await app.whenReady()
      this.#listenToSystem()
      this.#showFirstWindow()
      await this.#firstShown.promise
      await this.#build()
    } catch (error) {
      // Before that, Electron shows no dialog on Linux.
      await app.whenReady()
      const t = this.#texts()
      dialog.showErrorBox(t('host.start.failed'), describe(error, t))
      app.exit(1)
    } finally {
      this.#built.resolve(this.#app)
    }
  }

  #listen(): void {
    const { app } = this.#modules
    app.on('second-instance', (_event, args) => {
      this.#showWindow()
      this.#openDeepLink(findDeepLink(args))
    })
    // macOS may deliver a link at any time, even before anything can be shown.
    app.on('open-url', (event, address) => {
      event.preventDefault()
      this.#showWindow()
      this.#openDeepLink(parseDeepLink(address))
    })
    app.on('activate', () => this.#showWindow())
    app.on('window-all-closed', () => this.#allWindowsClosed())
    app.on('before-quit', (event) => {
      if (this.#closing === 'done') {
        this.#updates?.stop()
        return
      }
      event.preventDefault()
      if (this.#closing !== 'no') return
      // The restart was already confirmed.
      if (this.#isRestarting) void this.#close()
      else this.#endIfAgreed(() => void this.#close())
    })
  }

  /** Listeners that need Electron to be ready; the system does not ask whether it may end the app. */
  #listenToSystem(): void {
    this.#modules.powerMonitor.on('shutdown', () => this.#sessionEnds(null))
    this.#options.onTerminated(() => this.#sessionEnds(null))
  }

  #showFirstWindow(): void {
    const { app, protocol, session } = this.#modules
    this.#isReady = true
    if (app.isPackaged) app.setAsDefaultProtocolClient('parley')
    serveAppScheme(protocol, builtPaths(this.#options.mainFolder).renderer)
    restrictSession(session.defaultSession)
    if (app.isPackaged && app.commandLine.hasSwitch('no-sandbox')) this.#notices.add({ kind: 'unsandboxed' })
    this.#showMenu()
    this.#showWindow()
    this.#openDeepLink(findDeepLink(this.#options.relaunching.args))
  }

  async #build(): Promise<void> {
    const { dataFolder, version, system, clock } = this.#options
    const platform = await createElectronPlatform(this.#modules, {
      dataFolder,
      version,
      system,
      clock,
      notices: this.#notices,
      texts: () => this.#texts(),
      window: () => this.#windowToAskIn(),
      restart: () => this.#restart(),
      installUpdate: () => void this.#endIfAgreed(() => void this.#updates?.install()),
      onProblem: (source, error) => this.#reportProblem(source, error),
    })
    this.#platform = platform
    // The user has quit in the meantime.
    if (this.#closing !== 'no') return
    const app = await this.#options.createApp(platform)
    this.#app = app
    app.onSettings(() => this.#applySettings(app))
    this.#applySettings(app)
    for (const tell of this.#untilBuilt.splice(0)) tell(app)
    if (this.#closing === 'no') await this.#startUpdates()
  }

  /** Calls `tell` now, or when the app is built. */
  #tell(tell: (app: HostedApp) => void): void {
    if (this.#app === null) this.#untilBuilt.push(tell)
    else tell(this.#app)
  }

  #reportProblem(source: string, error: unknown): void {
    this.#tell((app) => app.reportProblem(source, error))
  }

  #texts(): TFunction {
    const language = this.#app?.settings().language ?? 'system'
    return hostTexts(language, this.#modules.app.getPreferredSystemLanguages())
  }

  #applySettings(app: HostedApp): void {
    this.#modules.session.defaultSession.setSpellCheckerEnabled(app.settings().spellCheck)
    this.#showMenu()
    this.#tray?.updateLanguage()
  }

  #showMenu(): void {
    const { app, Menu, shell } = this.#modules
    const template = menuTemplate({
      t: this.#texts(),
      system: this.#options.system,
      isDevelopment: !app.isPackaged,
      command: (command) => this.#command(command),
      showDataFolder: () => void shell.openPath(this.#options.dataFolder),
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  #openDeepLink(link: DeepLink | null): void {
    if (link !== null) this.#tell((app) => app.openDeepLink(link))
  }

  async #startUpdates(): Promise<void> {
    const { loadUpdater, clock } = this.#options
    if (loadUpdater === null) return
    const onProblem = (error: unknown) => this.#reportProblem('updates', error)
    try {
      const updater = await loadUpdater()
      // The user has quit in the meantime.
      if (this.#closing !== 'no') return
      this.#updates = new ElectronUpdates(updater, {
        clock,
        onReady: (version) => this.#notices.add({ kind: 'update-ready', version }),
        endInOrder: async () => {
          await this.#end()
          // Nothing answers it any more, and an installer may take a while.
          this.#window?.hide()
          // The installer starts the new version, which has no other way to get the providers' keys and the data
          // folder.
          const { relaunching, dataFolder } = this.#options
          Object.assign(process.env, relaunching.environment, { PARLEY_USER_DATA: dataFolder })
          // The new version may start while this process is still ending.
          this.#modules.app.releaseSingleInstanceLock()
        },
        startAgain: (movedTo) => {
          const { relaunching } = this.#options
          const moved = movedTo === null ? {} : { APPIMAGE: movedTo }
          const environment = { ...relaunching.environment, ...moved }
          relaunchAfterQuit(this.#modules.app, { ...relaunching, environment })
          this.#modules.app.quit()
        },
        onProblem,
      })
    } catch (error) {
      onProblem(error)
    }
  }

  #showWindow(): void {
    if (!this.#isReady || this.#closing !== 'no') return
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
      dataFolder: this.#options.dataFolder,
      clock: this.#options.clock,
      connectPort: (port) => this.#connectPort(port),
      openLink: (url) => this.#openLink(url),
      texts: () => this.#texts(),
      reportProblem: (problem) => this.#tell((app) => app.reportWindowProblem(problem)),
      reportWarning: (source, error) => this.#reportProblem(source, error),
      onShown: () => this.#firstShown.resolve(),
      onFailure: (failure) => void this.#askAboutWindow(failure),
      onSessionEnd: (hold) => this.#sessionEnds(hold),
      staysWhenClosed: () => this.#staysWhenClosed(),
      onClosed: () => {
        this.#window = null
      },
    })
    askBeforeLeaving(this.#window, {
      mayLeave: () => this.#mayLeave(),
      isEnding: () => this.#closing !== 'no',
      onProblem: (error) => this.#reportProblem('window', error),
    })
  }

  /** Whether the user agrees that the panes' answers end with the window. */
  async #mayLeave(): Promise<boolean> {
    const t = this.#texts()
    const pressed = await askInWindow(this.#modules.dialog, this.#windowToAskIn(), {
      type: 'question',
      message: t('host.leave.question'),
      detail: t('host.leave.detail'),
      buttons: [t('host.leave.leave'), t('host.leave.stay')],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    })
    return pressed === 0
  }

  /**
   * Ends the app by `end`, unless the user wants the panes' answers to continue. Returns whether it did so immediately.
   */
  #endIfAgreed(end: () => void): boolean {
    if (this.#app?.hasPaneRuns() !== true) {
      end()
      return true
    }
    if (!this.#isAskingToEnd) void this.#askToEnd(end)
    return false
  }

  async #askToEnd(end: () => void): Promise<void> {
    this.#isAskingToEnd = true
    try {
      if ((await this.#mayLeave()) && this.#closing === 'no') end()
    } catch (error) {
      this.#reportProblem('window', error)
    } finally {
      this.#isAskingToEnd = false
    }
  }

  /** The window, brought to the front so that a question is visible; null while the app quits. */
  #windowToAskIn(): HostWindow | null {
    if (this.#window === null) this.#showWindow()
    else if (this.#window.isMinimized()) this.#window.restore()
    return this.#closing === 'no' ? this.#window : null
  }

  async #askAboutWindow(failure: WindowFailure): Promise<void> {
    const window = this.#window
    if (this.#isAskingAboutWindow || window === null || this.#closing !== 'no') return
    this.#isAskingAboutWindow = true
    try {
      const answer = await askAboutFailure(this.#modules.dialog, window, this.#texts(), failure)
      if (answer === 'reload') window.webContents.reload()
      else if (answer === 'quit') this.#modules.app.quit()
      else window.close()
    } catch (error) {
      this.#reportProblem('window', error)
    } finally {
      this.#isAskingAboutWindow = false
    }
  }

  /** A page that connects before the app is built waits for it. */
  #connectPort(port: MainPort): Dispose {
    let disconnect: Dispose = () => port.close()
    let isGone = false
    this.#tell((app) => {
      if (isGone) return
      const transport = createPortTransport(port)
      app.connect(transport)
      disconnect = () => transport.close()
    })
    return () => {
      isGone = true
      disconnect()
    }
  }

  #hideTray(): void {
    this.#tray?.hide()
    this.#tray = null
  }

  #command(command: WindowCommand): void {
    this.#showWindow()
    this.#tell((app) => app.sendCommand(command))
  }

  #openLink(url: string): void {
    this.#platform?.openLink(url).catch((error: unknown) => this.#reportProblem('open-link', error))
  }

  #allWindowsClosed(): void {
    if (this.#options.system === 'darwin' || this.#closing !== 'no') return
    const app = this.#app
    if (app === null) {
      this.#modules.app.quit()
      return
    }
    if (app.settings().keepRunning && this.#showTray(app)) return
    this.#stopWaitingForRuns = endWhenIdle(
      {
        // There was a window, even if its page never connected.
        activity: () => ({ ...app.activity(), hadWindow: true }),
        onActivity: (listener) => app.onActivity(listener),
      },
      { graceMs: 0, clock: this.#options.clock, idle: () => this.#modules.app.quit() },
    )
  }

  /** If the tray icon may be invisible, a closed window could not be opened again. */
  #staysWhenClosed(): boolean {
    const { system, relaunching } = this.#options
    if (this.#closing !== 'no' || this.#isAskingAboutWindow) return false
    return this.#app?.settings().keepRunning === true && !canShowTray(system, relaunching.environment)
  }

  /** False when the system has no tray: without a window, the app would be unreachable. */
  #showTray(app: HostedApp): boolean {
    try {
      this.#tray = showTray(this.#modules, {
        iconPath: builtPaths(this.#options.mainFolder).icon,
        clock: this.#options.clock,
        texts: () => this.#texts(),
        show: () => this.#showWindow(),
        newChat: () => {
          this.#showWindow()
          app.openDeepLink({ to: 'new-chat', text: null, model: null })
        },
        quit: () => this.#modules.app.quit(),
      })
      return true
    } catch (error) {
      this.#reportProblem('tray', error)
      return false
    }
  }

  /** Saves answers in progress first, if the system still waits; it asks no app whether it may quit. */
  #sessionEnds(hold: (() => void) | null): void {
    if (this.#closing === 'done') return
    const hasRuns = (this.#app?.activity().runs ?? 0) > 0
    if (hold !== null && !hasRuns) return
    hold?.()
    if (this.#closing === 'no') void this.#close()
  }

  #restart(): boolean {
    // Called twice, Electron would start two new processes.
    if (this.#isRestarting) return true
    if (this.#closing !== 'no') return false
    return this.#endIfAgreed(() => this.#startAgain())
  }

  #startAgain(): void {
    this.#isRestarting = true
    if (this.#updates?.isReady === true) {
      // Quitting would install the update, and replace the program that is restarted.
      void this.#updates.install()
      return
    }
    this.#updates?.cancelInstall()
    relaunchAfterQuit(this.#modules.app, this.#options.relaunching)
    this.#modules.app.quit()
  }

  async #close(): Promise<void> {
    await this.#end()
    this.#modules.app.quit()
  }

  /** Saves and releases everything; after that, the app may quit immediately. */
  async #end(): Promise<void> {
    this.#closing = 'under way'
    // A start that waits for its window's first paint stops waiting.
    this.#firstShown.resolve()
    this.#updates?.stop()
    this.#hideTray()
    this.#stopWaitingForRuns?.()
    try {
      // Immediately, if there is an app: Windows may allow no later turn.
      const closed = this.#app?.close() ?? this.#built.promise.then((app) => app?.close())
      await withDeadline(closed, { clock: this.#options.clock, limitMs: closeDeadlineMs })
    } catch (error) {
      this.#tell((app) => app.reportFatal('close', error))
    } finally {
      this.#closing = 'done'
    }
  }
}

function describe(error: unknown, t: TFunction): string {
  if (error instanceof ParleyError) {
    const text = failureText(toErrorData(error), t)
    return text === null ? error.message : [text.what, text.fix].join('\n\n').trim()
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
