import type { LiveApp, LiveAppOptions } from '../helpers/live-app.ts'
import type { Extension } from './limits/answer-within.ts'
import { diagnose } from './ask-health.ts'
import { type Breakage, breakageFrom, otherBoot } from './breakage.ts'
import type { AppName, Journal } from './records/journal.ts'

/** A fault may occur a moment after a file's last test, so the app is watched this long before it is closed. */
const quietMs = 300

/** The app that a test asks for. */
export interface AppRequest {
  /** The spec file, as named by the suite. */
  file: string
  test: string
  options: LiveAppOptions
  /** The test continues where the previous tests of its file left the app. */
  buildsOnTestsBefore: boolean
}

/** The app that a test runs in, healthy when it was given. */
export interface GivenApp {
  app: LiveApp
  name: AppName
}

type Current = GivenApp & { file: string; options: LiveAppOptions; lastTest: string; lastTestEndedMs: number }

/**
 * Gives each spec file its own app: kept for all tests of the file, replaced when the file changes or the app
 * breaks, and never given to a test while broken. One per worker.
 */
export class AppOfFile {
  readonly #start: (options: LiveAppOptions, file: string) => Promise<LiveApp>
  readonly #journal: Journal
  readonly #slot: number
  readonly #worker: number
  #current: Current | null = null
  /** The breakage of the previous app when it was closed, if any. */
  #leftBroken: { file: string; breakage: Breakage | null } | null = null

  /** `slot` outlives workers, `worker` does not: Playwright gives a slot a new worker after a failed test. */
  constructor(deps: {
    start: (options: LiveAppOptions, file: string) => Promise<LiveApp>
    journal: Journal
    slot: number
    worker: number
  }) {
    this.#start = deps.start
    this.#journal = deps.journal
    this.#slot = deps.slot
    this.#worker = deps.worker
  }

  /**
   * The app for one test, healthy at this moment.
   * @throws Error that says why the test did not start: the app is broken and the test builds on it, a test
   * that it builds on failed, or no app can be started
   */
  async get(request: AppRequest): Promise<GivenApp> {
    this.#assertMayStart(request)
    const current = this.#current
    if (current !== null && current.file === request.file && current.options === request.options) {
      const broken = await this.#findBroken(current, request)
      if (broken === null) return this.#hand(current, request)
      if (request.buildsOnTestsBefore || !current.app.isReplaceable) throw alreadyDegraded(broken)
      await this.#closeCurrent(current)
      const why = `the one before was degraded (${broken.summary})`
      return this.#startFresh(request, freshApp(request, why))
    }
    if (current !== null) await this.#leave(current)
    return this.#startFresh(request, this.#whyAnother(request))
  }

  /** Called when the test of the last `get` is over. */
  testEnded(): void {
    if (this.#current !== null) this.#current.lastTestEndedMs = performance.now()
  }

  /** Closes the app after a final check. */
  async close(): Promise<void> {
    if (this.#current !== null) await this.#leave(this.#current)
  }

  #assertMayStart({ file, buildsOnTestsBefore }: AppRequest): void {
    const events = this.#journal.read().filter((event) => event.file === file)
    const unstartable = events.find((event) => event.type === 'start-failed')
    if (unstartable !== undefined) {
      throw new Error(
        `this test did not start: there is no app for this file, because none could be started for "${unstartable.test}"\n${unstartable.breakage.report}`,
      )
    }
    if (!buildsOnTestsBefore) return
    const broken = events.find((event) => event.type === 'app-broke')
    if (broken !== undefined) throw alreadyDegraded(broken.breakage)
    const failed = events.find((event) => event.type === 'test-failed')
    if (failed !== undefined) {
      throw new Error(
        `this test did not start: it builds on "${failed.test}", which failed\n${failed.breakage.report}`,
      )
    }
  }

  async #findBroken(current: Current, request: AppRequest): Promise<Breakage | null> {
    const breakage = await this.#breakageSince(current)
    if (breakage !== null) this.#reportBroken(current, request.test, 'before', breakage)
    return breakage
  }

  #hand(current: Current, request: AppRequest): GivenApp {
    current.lastTest = request.test
    return { app: current.app, name: current.name }
  }

  async #startFresh(request: AppRequest, why: string | null): Promise<GivenApp> {
    const { file, test, options } = request
    const place = this.#place(file, test)
    let app: LiveApp
    try {
      app = await this.#start(options, file)
    } catch (error) {
      const breakage = breakageFrom(error)
      this.#journal.add({ type: 'start-failed', ...place, breakage })
      throw new Error(`this test did not start: its app could not be started\n${breakage.report}`, {
        cause: error,
      })
    }
    const onExtended = (extension: Extension) =>
      this.#journal.add({ type: 'limit-extended', ...place, extension })
    const diagnosis = await diagnose(app, { onExtended })
    if (diagnosis.kind === 'broken') {
      this.#journal.add({ type: 'start-failed', ...place, breakage: diagnosis.breakage })
      // A failed shutdown must not hide the original fault.
      await close(app)
      throw alreadyDegraded(diagnosis.breakage)
    }
    const { pid, bootId } = diagnosis.health
    const name = { pid, bootId }
    this.#current = { app, name, file, options, lastTest: test, lastTestEndedMs: -Infinity }
    this.#journal.add({ type: 'app-started', ...place, app: name, why })
    return { app, name }
  }

  /** Closes the app of a finished file after a final check, because no test would notice a fault from now on. */
  async #leave(current: Current): Promise<void> {
    const quietForMs = performance.now() - current.lastTestEndedMs
    if (quietForMs < quietMs) await new Promise((resolve) => setTimeout(resolve, quietMs - quietForMs))
    this.#reportLeftBroken(current, await this.#breakageSince(current))
    this.#reportLeftBroken(current, await this.#closeCurrent(current))
    this.#leftBroken = { file: current.file, breakage: this.#breakageKnownOf(current.name) }
  }

  /** Checks the app now. An app that was restarted counts as broken. */
  async #breakageSince({ app, name, file, lastTest }: Current): Promise<Breakage | null> {
    const diagnosis = await diagnose(app, {
      onExtended: (extension) =>
        this.#journal.add({ type: 'limit-extended', ...this.#place(file, lastTest), extension }),
    })
    return diagnosis.kind === 'broken' ? diagnosis.breakage : otherBoot(name, diagnosis.health)
  }

  /** Does not report again what follows from a known fault. */
  #reportLeftBroken(current: Current, breakage: Breakage | null): void {
    if (breakage === null || this.#breakageKnownOf(current.name) !== null) return
    this.#reportBroken(current, current.lastTest, 'after', breakage)
  }

  /** Returns what went wrong during the shutdown. */
  #closeCurrent(current: Current): Promise<Breakage | null> {
    this.#current = null
    return close(current.app)
  }

  /** Why this test needs an app that is started now; null if only the turn of its file has come. */
  #whyAnother(request: AppRequest): string | null {
    if (this.#leftBroken?.file === request.file)
      return freshApp(request, 'it needs an app with other options than the test before')
    if (this.#leftBroken !== null) return leftDegraded(request.file, this.#leftBroken)
    const inSlot = this.#journal.read().filter((event) => event.slot === this.#slot)
    const last = inSlot.findLast((event) => event.type === 'app-started')
    if (last === undefined) return null
    const breakage = this.#breakageKnownOf(last.app)
    if (last.file !== request.file) return leftDegraded(request.file, { file: last.file, breakage })
    const failed = inSlot.findLast((event) => event.type === 'test-failed' && event.worker === last.worker)
    // No test failed if the file is repeated.
    const cause = failed === undefined ? '' : ` because "${failed.test}" failed`
    const state = breakage === null ? '' : `, and the app was left degraded (${breakage.summary})`
    return freshApp(request, `Playwright started a new worker${cause}${state}`)
  }

  #breakageKnownOf(app: AppName): Breakage | null {
    const broken = this.#journal
      .read()
      .find((event) => event.type === 'app-broke' && event.app.bootId === app.bootId)
    return broken?.type === 'app-broke' ? broken.breakage : null
  }

  #reportBroken({ file, name }: Current, test: string, when: 'before' | 'after', breakage: Breakage): void {
    this.#journal.add({ type: 'app-broke', ...this.#place(file, test), when, app: name, breakage })
  }

  #place(file: string, test: string) {
    return { slot: this.#slot, worker: this.#worker, file, test }
  }
}

function freshApp({ file, test }: AppRequest, why: string): string {
  return `"${test}" of ${file} starts in a fresh app: ${why}`
}

function leftDegraded(file: string, before: { file: string; breakage: Breakage | null }): string | null {
  return before.breakage === null
    ? null
    : `${file} starts in a fresh app: ${before.file} left it degraded (${before.breakage.summary})`
}

function alreadyDegraded(breakage: Breakage): Error {
  return new Error(`this test did not start: the app was already degraded\n${breakage.report}`)
}

async function close(app: LiveApp): Promise<Breakage | null> {
  try {
    await app.close()
    return null
  } catch (error) {
    return breakageFrom(error)
  }
}
