import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'

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
  checkForUpdates(): Promise<unknown>
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
  /** Ends this process, whose app has ended, and starts the version that is installed. */
  startAgain: () => void
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
  #cancelLook: Dispose | null = null
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
    // Those of a look are told twice by the updater: here and to whoever asked it.
    updater.on('error', (error) => {
      this.#giveUp(error)
    })
    this.#look()
  }

  /** Ends the app in order and installs. Should the installer not begin, the version that is there starts again. */
  async install(): Promise<void> {
    if (this.#step !== 'looking') return
    this.#step = 'ending'
    await this.#steps.endInOrder()
    this.#step = 'installing'
    this.#steps.clock.after(installsWithinMs, () => this.#giveUp(new Error('the installer did not begin')))
    try {
      this.#updater.quitAndInstall()
    } catch (error) {
      this.#giveUp(error)
    }
  }

  stop(): void {
    this.#cancelLook?.()
  }

  #look(): void {
    this.#cancelLook = this.#steps.clock.after(lookEveryMs, () => this.#look())
    this.#updater.checkForUpdates().catch(this.#steps.onProblem)
  }

  #giveUp(error: unknown): void {
    if (this.#step !== 'installing') return
    this.#step = 'over'
    this.#steps.onProblem(error)
    // Trying once more on the way out would meet the app that starts.
    this.#updater.autoInstallOnAppQuit = false
    this.#steps.startAgain()
  }
}
