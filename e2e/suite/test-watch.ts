import type { Page, TestInfo, TestInfoError } from '@playwright/test'

import type { Extension } from './limits/answer-within.ts'
import { diagnosePatiently, isLostWindow, isSilentWindow } from './ask-health.ts'
import type { GivenApp } from './app-of-file.ts'
import { type Breakage, breakageFrom, otherBoot } from './breakage.ts'
import type { Evidence } from './records/evidence.ts'
import type { Journal } from './records/journal.ts'
import { observeOccupation } from './occupied-windows.ts'
import { SettledWindows } from './settled-windows.ts'

/** The interval between two checks of the app while a test runs. */
const lookEveryMs = 250

interface TestWatchDeps {
  journal: Journal
  evidence: Evidence
  testInfo: TestInfo
  /** Throws unexpected errors of the windows. */
  checkComplaints: () => void
  /** The spec file and the test, as named by the suite. */
  file: string
  test: string
}

/**
 * Watches the app and windows of one test. Reports a breakage at once and closes the test's windows, so that
 * the test does not wait in a broken app. A test during which the app broke has failed, whatever it asserted.
 * The evidence of any failure is kept before the windows are closed.
 */
export class TestWatch {
  readonly given: GivenApp
  readonly #deps: TestWatchDeps
  readonly #pages: Page[] = []
  readonly #windows = new SettledWindows()
  #crashed = 0
  #breakage: Breakage | null = null
  #isOver = false
  #keptEvidence: Promise<void> | null = null
  readonly #watching: Promise<void>
  #endPause: () => void = () => {}

  constructor(given: GivenApp, deps: TestWatchDeps) {
    this.given = given
    this.#deps = deps
    this.#watching = this.#watchUntilOver()
  }

  /** Reports a limit that was extended because the machine was busy. */
  readonly noteExtension = (extension: Extension): void => {
    this.#deps.journal.add({ type: 'limit-extended', ...this.#place(), extension })
  }

  /** Follows a window's end and its console, from before anything is loaded in it. */
  watch(page: Page): void {
    this.#pages.push(page)
    this.#windows.watch(page)
    this.#deps.evidence.watch(page)
    page.on('crash', () => {
      this.#crashed += 1
      this.#endPause()
    })
  }

  /**
   * Must be called when the test is over, before anything of it is closed; only the first call counts.
   * @throws Error that names what broke during the test, or else the unexpected errors of its windows
   */
  async check(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#endPause()
    await this.#watching
    if (this.#breakage === null) await this.#look()
    const { journal, testInfo } = this.#deps
    const [error] = testInfo.errors
    const complaint = this.#findComplaint()
    const failure =
      this.#breakage ??
      (error === undefined ? null : failureOf(error)) ??
      (complaint === null ? null : breakageFrom(complaint))
    if (failure === null) return
    journal.add({ type: 'test-failed', ...this.#place(), breakage: failure })
    await this.#keepEvidence()
    if (this.#breakage !== null) throw new Error(`the app broke during this test\n${failure.report}`)
    if (complaint !== null) throw complaint
  }

  /** Called while the windows are open, so that a test that fails only by a window error also leaves evidence. */
  #findComplaint(): Error | null {
    try {
      this.#deps.checkComplaints()
      return null
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  async #watchUntilOver(): Promise<void> {
    while (!this.#isOver && this.#breakage === null) {
      await this.#pause()
      if (!this.#isOver) await this.#look()
    }
    if (this.#breakage === null || this.#isOver) return
    await this.#keepEvidence()
    // What the test is waiting for in them will never appear.
    await Promise.all(this.#pages.map((page) => page.close().catch(() => undefined)))
  }

  #keepEvidence(): Promise<void> {
    return (this.#keptEvidence ??= this.#deps.evidence.keep(this.given.app, this.#pages))
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, lookEveryMs)
      this.#endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #look(): Promise<void> {
    const breakage = await this.#findBreakage()
    if (breakage === null || this.#breakage !== null) return
    this.#breakage = breakage
    this.#deps.journal.add({
      type: 'app-broke',
      ...this.#place(),
      when: 'during',
      app: this.given.name,
      breakage,
    })
  }

  async #findBreakage(): Promise<Breakage | null> {
    const isOccupiedByTest = observeOccupation(this.#pages)
    const diagnosis = await diagnosePatiently(this.given.app, {
      onExtended: this.noteExtension,
      // Nothing is awaited from a window that crashed, or that the test closed. One that loads may still answer.
      hasNoWindow: () => this.#crashed > 0 || !this.#windows.isOneOpen,
    })
    if (diagnosis.kind === 'broken') {
      if (isSilentWindow(diagnosis) && isOccupiedByTest()) return null
      if (isLostWindow(diagnosis) && !this.#windows.isThereOne) return null
      const { summary, report } = diagnosis.breakage
      return { summary, report: [report, this.#crash].filter((line) => line !== null).join('\n') }
    }
    const restarted = otherBoot(this.given.name, diagnosis.health)
    if (restarted !== null) return restarted
    // If another window is open, main tolerates the loss of one.
    const summary = this.#crash
    return summary === null ? null : { summary, report: summary }
  }

  get #crash(): string | null {
    if (this.#crashed === 0) return null
    return `the process of ${this.#crashed} of ${this.#pages.length} windows crashed`
  }

  #place() {
    const { testInfo, file, test } = this.#deps
    return { slot: testInfo.parallelIndex, worker: testInfo.workerIndex, file, test }
  }
}

function failureOf({ message = 'it failed without a message', stack }: TestInfoError): Breakage {
  return { summary: message.split('\n')[0] ?? '', report: stack ?? message }
}
