import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'

/** How often a new version is looked for. */
const lookEveryMs = 6 * 60 * 60 * 1_000
/** An installer that has not ended the app by then is not going to. On macOS it first makes a copy of the update. */
const installsWithinMs = 60_000

/** What the host uses of electron-updater. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  on(event: 'update-downloaded', listener: (info: { version: string }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  /** An AppImage has been replaced by a file of another name. */
  on(event: 'appimage-filename-updated', listener: (path: string) => void): unknown
  /** Also begins to download what it finds. */
  checkForUpdates(): Promise<{ downloadPromise?: Promise<unknown> | null } | null>
  quitAndInstall(): void
}

/** Whether the package in `resourcesFolder` says where its updates are, in the file that electron-builder writes. */
export function knowsItsUpdates(resourcesFolder: string): boolean {
  try {
    const file = readFileSync(join(resourcesFolder, 'app-update.yml'), 'utf8')
    return /^url:\s*['"]?https:\/\/\S/m.test(file)
  } catch {
    // A build that was not told.
    return false
  }
}

export interface UpdateSteps {
  clock: Clock
  /** A version is here; said once for each, however often it is found again. */
  onReady: (version: string) => void
  /** Saves and lets go of everything. */
  endInOrder: () => Promise<void>
  /** Ends this process, whose app has ended, and starts the installed version; of an AppImage, `movedTo` if it moved. */
  startAgain: (movedTo: string | null) => void
  onProblem: (error: unknown) => void
}

/**
 * Looks for new versions and fetches them in the background. One that is not installed when the user is asked is
 * installed when the app quits. A look that fails, as without a network, is told to `onProblem` and made again.
 */
export class ElectronUpdates {
  readonly #updater: Updater
  readonly #steps: UpdateSteps
  readonly #known = new Set<string>()
  #movedTo: string | null = null
  #cancelLook: Dispose | null = null
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
    // Those of a look are told twice by the updater: here and to whoever asked it.
    updater.on('error', (error) => {
      this.#giveUp(error)
    })
    this.#look()
  }

  /** Whether a version is here, which is installed at the latest when the app quits. */
  get isReady(): boolean {
    return this.#known.size > 0
  }

  /** Ends the app in order and installs. Should the installer not begin, the version that is there starts again. */
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

  /** The same version will start again: nothing may be installed in its place while this process ends. */
  forgo(): void {
    this.#updater.autoInstallOnAppQuit = false
  }

  /** The app ends, or an installer is ending it. */
  stop(): void {
    this.#cancelLook?.()
    this.#cancelDeadline?.()
    if (this.#step === 'installing') this.#step = 'over'
  }

  #look(): void {
    this.#cancelLook = this.#steps.clock.after(lookEveryMs, () => this.#look())
    this.#updater
      .checkForUpdates()
      .then((found) => found?.downloadPromise)
      .catch(this.#steps.onProblem)
  }

  #giveUp(error: unknown): void {
    if (this.#step !== 'installing') return
    this.stop()
    this.#steps.onProblem(error)
    // Trying once more on the way out would meet the app that starts.
    this.forgo()
    this.#steps.startAgain(this.#movedTo)
  }
}
