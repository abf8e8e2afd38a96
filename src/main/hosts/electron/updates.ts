import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import type { ElectronHostOptions } from './electron-host-options'
import { relaunchAfterQuit } from './relaunch'

/** The interval between checks for a new version. */
const checkEveryMs = 6 * 60 * 60 * 1_000
/** An installer that has not ended the app after this time will not do so. On macOS it first copies the update. */
const installsWithinMs = 60_000

/** The part of electron-updater that the host uses. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  on(event: 'update-downloaded', listener: (info: { version: string }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  /** An AppImage was replaced by a file with another name. */
  on(event: 'appimage-filename-updated', listener: (path: string) => void): unknown
  /** Also starts the download of a new version. */
  checkForUpdates(): Promise<{ downloadPromise?: Promise<unknown> | null } | null>
  quitAndInstall(): void
}

/**
 * The source of updates in the file that electron-builder writes into the package at `resourcesFolder`; null for none.
 */
export function updateSource(resourcesFolder: string): URL | null {
  try {
    const file = readFileSync(join(resourcesFolder, 'app-update.yml'), 'utf8')
    return URL.parse(/^url:\s*['"]?(https:\/\/[^\s'"]+)/m.exec(file)?.[1] ?? '')
  } catch {
    // A build without updates.
    return null
  }
}

/** Callbacks for the steps of an update. */
interface UpdateSteps {
  clock: Clock
  /** Called once for each new version, however often it is found. */
  onReady: (version: string) => void
  /** Saves and releases everything. */
  endInOrder: () => Promise<void>
  /**
   * Ends this process, whose app has closed, and starts the installed version; for an AppImage, `movedTo` if it moved.
   */
  startAgain: (movedTo: string | null) => void
  onProblem: (error: unknown) => void
}

/**
 * Checks for new versions and downloads them in the background. A version that the user does not install when asked is
 * installed when the app quits. A failed check, for example without a network, goes to `onProblem` and is repeated.
 */
export class ElectronUpdates {
  readonly #updater: Updater
  readonly #steps: UpdateSteps
  readonly #known = new Set<string>()
  #movedTo: string | null = null
  #cancelCheck: Dispose | null = null
  #cancelDeadline: Dispose | null = null
  #step: 'looking' | 'ending' | 'installing' | 'over' = 'looking'

  constructor(updater: Updater, steps: UpdateSteps) {
    this.#updater = updater
    this.#steps = steps
    updater.autoDownload = true
    updater.autoInstallOnAppQuit = true
    updater.on('update-downloaded', ({ version }) => {
      if (this.#known.has(version)) return
      this.#known.add(version)
      steps.onReady(version)
    })
    updater.on('appimage-filename-updated', (path) => {
      this.#movedTo = path
    })
    // The updater reports the errors of a check twice: here and to the caller.
    updater.on('error', (error) => {
      this.#giveUp(error)
    })
    this.#check()
  }

  /** True if a version is ready, which is installed at the latest when the app quits. */
  get isReady(): boolean {
    return this.#known.size > 0
  }

  /** Closes the app and installs. If the installer does not start, the current version starts again. */
  async install(): Promise<void> {
    if (this.#step !== 'looking') return
    this.#step = 'ending'
    await this.#steps.endInOrder()
    this.#step = 'installing'
    try {
      this.#updater.quitAndInstall()
    } catch (error) {
      this.#giveUp(error)
      return
    }
    // Only now: an installer may block this process while it asks for a password.
    this.#cancelDeadline = this.#steps.clock.after(installsWithinMs, () =>
      this.#giveUp(new Error('the installer did not start')),
    )
  }

  /** The current version will restart: nothing may be installed while this process ends. */
  cancelInstall(): void {
    this.#updater.autoInstallOnAppQuit = false
  }

  /** The app is quitting, or an installer is ending it. */
  stop(): void {
    this.#cancelCheck?.()
    this.#cancelDeadline?.()
    if (this.#step === 'installing') this.#step = 'over'
  }

  #check(): void {
    this.#cancelCheck = this.#steps.clock.after(checkEveryMs, () => this.#check())
    this.#updater
      .checkForUpdates()
      .then((found) => found?.downloadPromise)
      .catch(this.#steps.onProblem)
  }

  #giveUp(error: unknown): void {
    if (this.#step !== 'installing') return
    this.stop()
    this.#steps.onProblem(error)
    // Another attempt on quit would conflict with the app that starts.
    this.cancelInstall()
    this.#steps.startAgain(this.#movedTo)
  }
}

/**
 * Starts the checks for new versions, which start with the environment and data folder of this one. Null when there are
 * no updates, or the user has quit in the meantime.
 */
export async function startUpdates(
  { loadUpdater, ...options }: ElectronHostOptions,
  steps: Pick<UpdateSteps, 'onReady' | 'endInOrder' | 'onProblem'> & { isClosing: () => boolean },
): Promise<ElectronUpdates | null> {
  if (loadUpdater === null || steps.isClosing()) return null
  try {
    const updater = await loadUpdater()
    return steps.isClosing() ? null : updatesBy(updater, options, steps)
  } catch (error) {
    steps.onProblem(error)
    return null
  }
}

function updatesBy(
  updater: Updater,
  { modules, clock, relaunching, dataFolder }: Omit<ElectronHostOptions, 'loadUpdater'>,
  steps: Pick<UpdateSteps, 'onReady' | 'endInOrder' | 'onProblem'>,
): ElectronUpdates {
  return new ElectronUpdates(updater, {
    ...steps,
    clock,
    endInOrder: async () => {
      await steps.endInOrder()
      // The installer starts the new version, which has no other way to get the providers' keys and the data folder.
      Object.assign(process.env, relaunching.environment, { PARLEY_USER_DATA: dataFolder })
      // The new version may start while this process is still ending.
      modules.app.releaseSingleInstanceLock()
    },
    startAgain: (movedTo) => {
      const moved = movedTo === null ? {} : { APPIMAGE: movedTo }
      const environment = { ...relaunching.environment, ...moved }
      relaunchAfterQuit(modules.app, { ...relaunching, environment })
      modules.app.quit()
    },
  })
}
