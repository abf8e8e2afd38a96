import type { Activity, App } from '../../composition/create-app'
import type { Dispose } from '../../base/dispose'
import { Emitter } from '../../base/emitter'

/** The part of the app that the holder needs. */
type HeldApp = Pick<App, 'activity' | 'onActivity' | 'reportFatal' | 'close'>

/** The number of errors that are kept for the next app while there is none. */
const maxKeptErrors = 20
/** Between two apps, the host is not idle: the windows are about to return. */
const betweenApps: Activity = { windows: 0, runs: 0, hadWindow: false }

/**
 * Holds the app of a host that can close and rebuild it in the same process, and forwards requests and errors to the
 * current one.
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
  #hasLostWindow = false
  #isClosing = false

  /** `onFailed` is called when a restart fails: then there is no app, and there will be none. */
  constructor(create: () => Promise<Held>, onFailed: (error: unknown) => void) {
    this.#create = create
    this.#onFailed = onFailed
  }

  /** The app; null while one closes and the next is built. */
  get current(): Held | null {
    return this.#current
  }

  /** Builds the first app. @throws errors from building it */
  async start(): Promise<Held> {
    const app = await this.#create()
    this.#stopListening = app.onActivity(() => this.#activityChanged.fire())
    this.#current = app
    for (const { source, error } of this.#keptErrors.splice(0)) app.reportFatal(source, error)
    this.#activityChanged.fire()
    return app
  }

  /** Starts in the next turn, so that the caller gets an answer. Concurrent calls share one restart. */
  restart(): boolean {
    if (this.#isClosing) return false
    this.#restarting ??= this.#restart()
    return true
  }

  /** Records an error in the current app, or in the next one. */
  reportFatal(source: string, error: unknown): void {
    if (this.#current !== null) this.#current.reportFatal(source, error)
    else if (this.#keptErrors.length < maxKeptErrors) this.#keptErrors.push({ source, error })
  }

  activity(): Activity {
    const activity = this.#current?.activity() ?? betweenApps
    this.#hadWindow ||= activity.hadWindow
    // Windows from before a restart that did not return are not waited for.
    if (this.#current === null) return activity
    return { ...activity, hadWindow: this.#hadWindow && !this.#hasLostWindow }
  }

  /** The network lost a window, which did not close: until a window connects, the host is not idle. */
  windowLost(): void {
    this.#hasLostWindow = true
    this.#activityChanged.fire()
  }

  /** A window has connected. */
  windowConnected(): void {
    this.#hasLostWindow = false
  }

  onActivity(listener: () => void): Dispose {
    return this.#activityChanged.on(listener)
  }

  /** Closes the current app permanently, even during a restart. */
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
