import type { App } from '../../composition/app'
import type { Dispose } from '../../base/dispose'
import { Emitter } from '../../base/emitter'
import type { Activity } from '../../composition/app'

/** What the holder needs of the app it holds. */
type HeldApp = Pick<App, 'activity' | 'onActivity' | 'reportFatal' | 'close'>

/** Errors kept for the next app, while there is none that could record them. */
const maxKeptErrors = 20
/** Between two apps nothing is idle: the windows are about to come back. */
const betweenApps: Activity = { windows: 0, runs: 0, hadWindow: false }

/**
 * The app of a host that can end it and build it anew in the same process. It is the one to ask and to report to,
 * whichever app there is just now.
 */
export class RestartableApp<Held extends HeldApp> {
  readonly #create: () => Promise<Held>
  readonly #onFailed: (error: unknown) => void
  readonly #activityChanged = new Emitter<void>()
  readonly #keptErrors: { source: string; error: unknown }[] = []
  #current: Held | null = null
  #stopListening: Dispose = () => {}
  #restarting: Promise<void> | null = null
  #hadWindow = false
  #isClosing = false

  /** `onFailed` hears when a restart found no way to start: there is no app then, and will be none. */
  constructor(create: () => Promise<Held>, onFailed: (error: unknown) => void) {
    this.#create = create
    this.#onFailed = onFailed
  }

  /** The app, or null while one ends and the next is built. */
  get current(): Held | null {
    return this.#current
  }

  /** Builds the first app. @throws whatever building it throws */
  async start(): Promise<Held> {
    const app = await this.#create()
    this.#stopListening = app.onActivity(() => this.#activityChanged.fire())
    this.#current = app
    for (const { source, error } of this.#keptErrors.splice(0)) app.reportFatal(source, error)
    this.#activityChanged.fire()
    return app
  }

  /** Begins in the next turn, so that whoever asked for it gets an answer. Asked again meanwhile it is the same one. */
  restart(): boolean {
    if (this.#isClosing) return false
    this.#restarting ??= this.#restart()
    return true
  }

  /** Records an error in the app that there is, or in the next one. */
  reportFatal(source: string, error: unknown): void {
    if (this.#current !== null) this.#current.reportFatal(source, error)
    else if (this.#keptErrors.length < maxKeptErrors) this.#keptErrors.push({ source, error })
  }

  activity(): Activity {
    const activity = this.#current?.activity() ?? betweenApps
    this.#hadWindow ||= activity.hadWindow
    // Windows that were there before a restart and did not come back are not waited for.
    return this.#current === null ? activity : { ...activity, hadWindow: this.#hadWindow }
  }

  onActivity(listener: () => void): Dispose {
    return this.#activityChanged.on(listener)
  }

  /** Ends whichever app there is, also in the middle of a restart, for good. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.#restarting
    await this.#end()
  }

  async #restart(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    try {
      await this.#end()
    } catch (error) {
      this.reportFatal('restart', error)
    }
    try {
      if (!this.#isClosing) await this.start()
    } catch (error) {
      this.#onFailed(error)
    } finally {
      this.#restarting = null
    }
  }

  async #end(): Promise<void> {
    const ending = this.#current
    if (ending === null) return
    this.#hadWindow ||= ending.activity().hadWindow
    this.#current = null
    this.#stopListening()
    this.#activityChanged.fire()
    await ending.close()
  }
}
