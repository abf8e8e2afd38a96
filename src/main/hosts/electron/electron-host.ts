import { join } from 'node:path'

import type { TFunction } from 'i18next'

import type { DeepLink } from '../../../shared/app/deep-link'
import type { WindowCommand } from '../../../shared/rpc/window-events'
import { makeDataFolder } from '../../data-folder/data-folder'
import type { Dispose } from '../../base/dispose'
import { withDeadline } from '../../base/deadline'
import { findDeepLink, parseDeepLink } from '../parse-deep-link'
import { createElectronPlatform } from './electron-platform'
import { DialogFolders, showSaveDialogs } from './window/dialog-folders'
import { failToStart } from './fail-to-start'
import { HostQuestions } from './host-questions'
import type { ElectronHostOptions, HostedApp } from './electron-host-options'
import { createWindows } from './create-windows'
import { menuTemplate } from './app-menu'
import type { ElectronModules, HostWindow } from './system/electron-modules'
import { lockInstance } from './instance-lock'
import { registerAppScheme, serveAppScheme } from './app-protocol'
import { relaunchAfterQuit } from './relaunch'
import { AppTray, canShowTray } from './tray'
import { PendingApp } from './pending-app'
import { type ElectronUpdates, startUpdates } from './updates'
import type { HostWindows } from './window/host-windows'
import type { QuickWindow } from './window/quick-window'
import { builtPaths, restrictSession } from './window/main-window'
import { endWhenIdle } from '../end-when-idle'
import { HostNotices } from '../../platform/host-notices'
import { hostTexts } from '../host-texts'
import type { Platform } from '../../platform/platform'

/**
 * Equal to the id in electron-builder.yml: Windows shows notifications only for an app that its start menu lists with
 * this id.
 */
const appId = 'app.parley.desktop'
/** The longest time for saving; then the app quits without it. */
const closeDeadlineMs = 6_000

/**
 * Runs the app in Electron: one instance, its windows, and a quit that waits until everything is saved. Registers all
 * listeners for Electron, the system and the user before it first awaits. Shows the windows before the app is built;
 * events in the meantime are queued for the app. Closing a window does not end its runs; except on macOS, the app
 * quits when the last of them is saved. Never rejects.
 */
export function runElectronHost(options: ElectronHostOptions): Promise<void> {
  return new ElectronHost(options).run()
}

class ElectronHost {
  readonly #options: ElectronHostOptions
  readonly #modules: ElectronModules
  readonly #notices = new HostNotices()
  readonly #pending = new PendingApp()
  readonly #questions: HostQuestions
  readonly #firstShown = Promise.withResolvers<void>()
  #platform: Platform | null = null
  #isReady = false
  readonly #windows: HostWindows
  readonly #quick: QuickWindow
  #closing: 'no' | 'under way' | 'done' = 'no'
  #isRestarting = false
  #stopWaitingForRuns: Dispose | null = null
  readonly #tray: AppTray
  #updates: ElectronUpdates | null = null

  constructor(options: ElectronHostOptions) {
    this.#options = options
    this.#modules = options.modules
    this.#questions = new HostQuestions({
      modules: options.modules,
      texts: () => this.#texts(),
      window: () => this.#windowToAskIn(),
      isClosing: () => this.#closing !== 'no',
      // The window asks because it knows of at least one.
      paneRunCount: () => Math.max(1, this.#pending.app?.paneRunCount() ?? 0),
      windowCount: () => this.#windows.count,
      onProblem: (error) => this.#pending.reportProblem('window', error),
    })
    const { windows, quick } = createWindows(options, {
      pending: this.#pending,
      questions: this.#questions,
      notices: this.#notices,
      texts: () => this.#texts(),
      isEnding: () => this.#closing !== 'no',
      openLink: (url) => this.#openLink(url),
      onShown: () => this.#firstShown.resolve(),
      onSessionEnd: (hold) => this.#sessionEnds(hold),
      staysWhenClosed: (window) => this.#staysWhenClosed(window),
      showInMain: (link) => {
        this.#showWindow()
        this.#openDeepLink(link)
      },
    })
    this.#windows = windows
    this.#quick = quick
    this.#tray = new AppTray(options.modules, {
      iconPath: builtPaths(options.mainFolder).icon,
      clock: options.clock,
      texts: () => this.#texts(),
      show: () => this.#showWindow(),
      newChat: () => {
        this.#showWindow()
        this.#openDeepLink({ to: 'new-chat', text: null, model: null })
      },
      quit: () => options.modules.app.quit(),
      onProblem: (error) => this.#pending.reportProblem('tray', error),
    })
    this.#pending.tell((app) => {
      app.onSettings(() => this.#applySettings(app))
      this.#applySettings(app)
    })
  }

  async run(): Promise<void> {
    const { app, protocol } = this.#modules
    try {
      this.#options.onUncaught((source, error) =>
        this.#pending.tell((built) => built.reportFatal(source, error)),
      )
      const electronFolder = join(this.#options.dataFolder, 'electron')
      makeDataFolder(electronFolder)
      app.setPath('userData', electronFolder)
      if (!lockInstance(app, electronFolder)) {
        this.#options.report('running-already')
        app.quit()
        return
      }
      // Also if the user quits before a window is shown.
      void this.#firstShown.promise.then(() => this.#options.report('shown'))
      registerAppScheme(protocol)
      if (this.#options.system === 'win32') app.setAppUserModelId(appId)
      this.#listen()
      await app.whenReady()
      this.#listenToSystem()
      this.#showFirstWindow()
      await this.#firstShown.promise
      await this.#build()
    } catch (error) {
      await failToStart(this.#options, error, () => this.#texts())
    } finally {
      this.#pending.settle()
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
    const { powerMonitor } = this.#modules
    // On Linux, Electron makes a shutdown wait only for listeners that are added after its first one.
    powerMonitor.on('resume', () => {})
    powerMonitor.on('shutdown', (event) => {
      event?.preventDefault()
      this.#sessionEnds(null)
    })
    this.#options.onTerminated(() => this.#sessionEnds(null))
  }

  #showFirstWindow(): void {
    const { app, protocol, session } = this.#modules
    const { icon, renderer } = builtPaths(this.#options.mainFolder)
    this.#isReady = true
    if (app.isPackaged) app.setAsDefaultProtocolClient('parley')
    // On Linux, the About dialog would be empty.
    app.setAboutPanelOptions({
      applicationName: 'Parley',
      applicationVersion: this.#options.version,
      iconPath: icon,
    })
    serveAppScheme(protocol, renderer)
    restrictSession(session.defaultSession)
    if (app.isPackaged && app.commandLine.hasSwitch('no-sandbox')) this.#notices.add({ kind: 'unsandboxed' })
    this.#showMenu()
    this.#windows.restore()
    this.#openDeepLink(findDeepLink(this.#options.relaunching.args))
  }

  async #build(): Promise<void> {
    const { dataFolder, version, system, clock } = this.#options
    const onProblem = (source: string, error: unknown) => this.#pending.reportProblem(source, error)
    const folders = new DialogFolders(join(dataFolder, 'electron'), {
      clock,
      onProblem: (error) => onProblem('dialogs', error),
    })
    showSaveDialogs(this.#modules.session.defaultSession, folders, () => this.#texts())
    const platform = await createElectronPlatform(this.#modules, {
      folders,
      dataFolder,
      version,
      system,
      clock,
      notices: this.#notices,
      texts: () => this.#texts(),
      window: () => this.#windowToAskIn(),
      restart: () => this.#restart(),
      readClipboard: () => this.#quick.readClipboard(),
      installUpdate: () => void this.#endIfAgreed(() => void this.#updates?.install()),
      onProblem,
    })
    this.#platform = platform
    // The user has quit in the meantime.
    if (this.#closing !== 'no') return
    this.#pending.provide(await this.#options.createApp(platform))
    this.#updates = await this.#startUpdates()
  }

  #texts(): TFunction {
    const language = this.#pending.app?.settings().language ?? 'system'
    return hostTexts(language, this.#modules.app.getPreferredSystemLanguages())
  }

  #applySettings(app: HostedApp): void {
    const { nativeTheme, session } = this.#modules
    session.defaultSession.setSpellCheckerEnabled(app.settings().spellCheck)
    // Title bars, menus and dialogs have the theme of the page.
    nativeTheme.themeSource = app.settings().theme
    this.#showMenu()
    this.#tray.updateLanguage()
    if (this.#closing === 'no') this.#quick.useKeys(app.settings())
  }

  #showMenu(): void {
    const { app, Menu, shell } = this.#modules
    const template = menuTemplate({
      t: this.#texts(),
      system: this.#options.system,
      isDevelopment: !app.isPackaged,
      shortcuts: this.#pending.app?.settings().shortcuts ?? {},
      command: (command) => this.#command(command),
      newWindow: () => this.#openAnother(),
      showDataFolder: () => void shell.openPath(this.#options.dataFolder),
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  #openDeepLink(link: DeepLink | null): void {
    if (link !== null) this.#pending.tell((app) => app.openDeepLink(link))
  }

  #startUpdates(): Promise<ElectronUpdates | null> {
    return startUpdates(this.#options, {
      isClosing: () => this.#closing !== 'no',
      onReady: (version) => this.#notices.add({ kind: 'update-ready', version }),
      endInOrder: async () => {
        await this.#end()
        // The windows no longer respond, and an installer may take a while.
        this.#windows.hide()
      },
      onProblem: (error) => this.#pending.reportProblem('updates', error),
    })
  }

  /** Shows the window used last, or opens one. */
  #showWindow(): void {
    if (!this.#isReady || this.#closing !== 'no') return
    if (this.#windows.count > 0) return this.#windows.raise()
    this.#stayOpen()
    this.#windows.openFirst()
  }

  #openAnother(): void {
    if (!this.#isReady || this.#closing !== 'no') return
    this.#stayOpen()
    this.#windows.openAnother('')
  }

  /** A window opens: the app no longer ends with its runs, and needs no tray icon. */
  #stayOpen(): void {
    this.#stopWaitingForRuns?.()
    this.#stopWaitingForRuns = null
    this.#tray.hide()
  }

  /**
   * Ends the app by `end`, unless the user wants the panes' answers to continue. Returns whether it did so immediately.
   */
  #endIfAgreed(end: () => void): boolean {
    if ((this.#pending.app?.paneRunCount() ?? 0) === 0) {
      end()
      return true
    }
    void this.#questions.askToEnd(end)
    return false
  }

  /** The window used last, brought to the front so that a question is visible; null while the app quits. */
  #windowToAskIn(): HostWindow | null {
    const { current } = this.#windows
    if (current === null) this.#showWindow()
    else if (current.isMinimized()) current.restore()
    return this.#closing === 'no' ? this.#windows.current : null
  }

  #command(command: WindowCommand): void {
    this.#showWindow()
    this.#pending.tell((app) => app.sendCommand(command))
  }

  #openLink(url: string): void {
    this.#platform?.openLink(url).catch((error: unknown) => this.#pending.reportProblem('open-link', error))
  }

  #allWindowsClosed(): void {
    if (this.#options.system === 'darwin' || this.#closing !== 'no') return
    const { app } = this.#pending
    if (app === null) {
      this.#modules.app.quit()
      return
    }
    if (app.settings().keepRunning && this.#tray.show()) return
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
  #staysWhenClosed(window: HostWindow): boolean {
    const { system, relaunching } = this.#options
    if (this.#closing !== 'no' || this.#windows.count > 1 || this.#questions.isAskingAbout(window))
      return false
    return this.#pending.app?.settings().keepRunning === true && !canShowTray(system, relaunching.environment)
  }

  /** Saves answers in progress first, if the system still waits; it asks no app whether it may quit. */
  #sessionEnds(hold: (() => void) | null): void {
    if (this.#closing === 'done') return
    const hasRuns = (this.#pending.app?.activity().runs ?? 0) > 0
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
    this.#windows.save()
    this.#closing = 'under way'
    this.#quick.releaseKeys()
    // A start that waits for its window's first paint stops waiting.
    this.#firstShown.resolve()
    this.#updates?.stop()
    this.#tray.hide()
    this.#stopWaitingForRuns?.()
    try {
      // Immediately, if there is an app: Windows may allow no later turn.
      const closed = this.#pending.app?.close() ?? this.#pending.settled.then((app) => app?.close())
      await withDeadline(closed, { clock: this.#options.clock, limitMs: closeDeadlineMs })
    } catch (error) {
      this.#pending.tell((app) => app.reportFatal('close', error))
    } finally {
      this.#closing = 'done'
    }
  }
}
