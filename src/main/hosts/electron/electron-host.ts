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
import { askAboutTrouble, askInWindow } from './dialogs'
import type { ElectronHostOptions, HostedApp } from './electron-host-options'
import { askBeforeLeaving } from './ask-before-leaving'
import { menuTemplate } from './app-menu'
import type { ElectronModules, HostWindow } from './electron-modules'
import { appAddress, registerAppScheme, serveAppScheme } from './app-protocol'
import { relaunchAfterQuit } from './relaunch'
import { restrictSession } from './restrict-session'
import { canShowTray, showTray, type ShownTray } from './tray'
import { ElectronUpdates } from './updates'
import { builtPaths, openElectronWindow, type WindowTrouble } from './main-window'
import { endWhenIdle } from '../end-when-idle'
import { HostNotices } from '../../platform/host-notices'
import { hostTexts } from '../host-texts'
import { createPortTransport } from '../../rpc/transport/port-transport'
import type { Platform } from '../../platform/platform'

/** As in electron-builder.yml: Windows shows notifications only of an app that its start menu knows by this. */
const appId = 'app.parley.desktop'
/** How long saving may take before the app quits without it. */
const closeDeadlineMs = 6_000

/**
 * Runs the app in Electron: one instance, one window, a quit that waits until everything is saved. Everything that
 * Electron, the system or the user may say is listened to before this function first waits; the window is there before
 * the app is built, and what is said meanwhile reaches the app once it is. Closing the window leaves its runs going; on
 * systems other than macOS the app quits after the last of them is saved. Never rejects.
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
  /** What the app is to be told once it is built. */
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
      // Before it is ready, Electron shows no dialog on Linux.
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
    // macOS hands an address over at any time, also before anything can be shown.
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
      // A restart was agreed to already.
      if (this.#isRestarting) void this.#close()
      else this.#endIfAgreed(() => void this.#close())
    })
  }

  /** What the system says only once Electron is ready; it asks no user whether it may end the app. */
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
    // The user has quit meanwhile.
    if (this.#closing !== 'no') return
    const app = await this.#options.createApp(platform)
    this.#app = app
    app.onSettings(() => this.#applySettings(app))
    this.#applySettings(app)
    for (const tell of this.#untilBuilt.splice(0)) tell(app)
    if (this.#closing === 'no') await this.#startUpdates()
  }

  /** Now, or once the app is built. */
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
    this.#tray?.speak()
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
      // The user has quit meanwhile.
      if (this.#closing !== 'no') return
      this.#updates = new ElectronUpdates(updater, {
        clock,
        onReady: (version) => this.#notices.add({ kind: 'update-ready', version }),
        endInOrder: async () => {
          await this.#end()
          // Nothing answers it any more, and an installer may take its time.
          this.#window?.hide()
          // The installer starts the new version, which finds neither the keys of providers nor the folder elsewhere.
          const { relaunching, dataFolder } = this.#options
          Object.assign(process.env, relaunching.environment, { PARLEY_USER_DATA: dataFolder })
          // It may start while this process still ends.
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
      onTrouble: (trouble) => void this.#askAboutWindow(trouble),
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

  /** Whether the user agrees that the answers of panes end with the window. */
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

  /** Ends the app by `end`, unless the user wants the answers of panes to go on. Answers whether it did so at once. */
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

  /** The window, brought to where a question in it can be seen; null while the app ends. */
  #windowToAskIn(): HostWindow | null {
    if (this.#window === null) this.#showWindow()
    else if (this.#window.isMinimized()) this.#window.restore()
    return this.#closing === 'no' ? this.#window : null
  }

  async #askAboutWindow(trouble: WindowTrouble): Promise<void> {
    const window = this.#window
    if (this.#isAskingAboutWindow || window === null || this.#closing !== 'no') return
    this.#isAskingAboutWindow = true
    try {
      const answer = await askAboutTrouble(this.#modules.dialog, window, this.#texts(), trouble)
      if (answer === 'reload') window.webContents.reload()
      else if (answer === 'quit') this.#modules.app.quit()
      else window.close()
    } catch (error) {
      this.#reportProblem('window', error)
    } finally {
      this.#isAskingAboutWindow = false
    }
  }

  /** A page that comes before the app is built waits for it. */
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
        // There was a window, also when its page never got as far as to connect.
        activity: () => ({ ...app.activity(), hadWindow: true }),
        onActivity: (listener) => app.onActivity(listener),
      },
      { graceMs: 0, clock: this.#options.clock, idle: () => this.#modules.app.quit() },
    )
  }

  /** Where an icon in the tray may not be seen, a window that is closed would never be found again. */
  #staysWhenClosed(): boolean {
    const { system, relaunching } = this.#options
    if (this.#closing !== 'no' || this.#isAskingAboutWindow) return false
    return this.#app?.settings().keepRunning === true && !canShowTray(system, relaunching.environment)
  }

  /** False when the system has no tray: without a window the app could not be found again. */
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

  /** Answers that are being written are saved first, if the system still waits; it asks no app whether it may quit. */
  #sessionEnds(hold: (() => void) | null): void {
    if (this.#closing === 'done') return
    const hasRuns = (this.#app?.activity().runs ?? 0) > 0
    if (hold !== null && !hasRuns) return
    hold?.()
    if (this.#closing === 'no') void this.#close()
  }

  #restart(): boolean {
    // Asked twice, Electron would start two of them.
    if (this.#isRestarting) return true
    if (this.#closing !== 'no') return false
    return this.#endIfAgreed(() => this.#startAgain())
  }

  #startAgain(): void {
    this.#isRestarting = true
    if (this.#updates?.isReady === true) {
      // Quitting would install it, and replace the program that is started again.
      void this.#updates.install()
      return
    }
    this.#updates?.forgo()
    relaunchAfterQuit(this.#modules.app, this.#options.relaunching)
    this.#modules.app.quit()
  }

  async #close(): Promise<void> {
    await this.#end()
    this.#modules.app.quit()
  }

  /** Saves and lets go of everything; after it the app may quit at once. */
  async #end(): Promise<void> {
    this.#closing = 'under way'
    // A start that waits for the first picture of its window waits no longer.
    this.#firstShown.resolve()
    this.#updates?.stop()
    this.#hideTray()
    this.#stopWaitingForRuns?.()
    try {
      // At once, if there is an app: Windows may leave no later turn.
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
