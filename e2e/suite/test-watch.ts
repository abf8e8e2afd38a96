import type { Page, TestInfo, TestInfoError } from '@playwright/test'

import type { Extension } from './answer-within.ts'
import { diagnosePatiently, isLostWindow } from './ask-health.ts'
import type { GivenApp } from './app-of-file.ts'
import { type Breakage, breakageFrom, otherBoot } from './breakage.ts'
import type { Evidence } from './evidence.ts'
import type { Journal } from './journal.ts'
import { SettledWindows } from './settled-windows.ts'

/** How long between two looks at the app while a test runs. */
const lookEveryMs = 200

interface TestWatchDeps {
  journal: Journal
  evidence: Evidence
  testInfo: TestInfo
  /** Throws what the windows complained of and the test did not expect. */
  checkComplaints: () => void
  /** The spec file and the test, as the suite names them. */
  file: string
  test: string
}

/**
 * Watches one test's app and windows. What breaks while the test runs is told at once, and its windows are closed, so
 * that it does not wait in a wreck. And it has the last word: a test during which the app broke has failed, whatever
 * it asserted. Whatever a test failed of, the evidence is kept before its windows go.
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

  /** Reports a limit that was extended because the machine withheld time. */
  readonly noteExtension = (extension: Extension): void => {
    this.#deps.journal.add({ type: 'limit-extended', ...this.#place(), extension })
  }

  /** Hears of a window's end and of what it says, from before anything is loaded in it. */
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
   * To be called when the test is over and before anything of it is closed; the first call counts.
   * @throws Error that names what broke during the test, or else what its windows complained of
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

  /** Asked while the windows are there: a test that fails of a complaint alone leaves evidence like any other. */
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
    // What the test still waits for in them will not come.
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
    const diagnosis = await diagnosePatiently(this.given.app, { onExtended: this.noteExtension })
    if (diagnosis.kind === 'broken') {
      return isLostWindow(diagnosis) && !this.#windows.isThereOne ? null : diagnosis.breakage
    }
    const restarted = otherBoot(this.given.name, diagnosis.health)
    if (restarted !== null) return restarted
    // With another window there, main bears the loss of one.
    if (this.#crashed === 0) return null
    const summary = `the process of ${this.#crashed} of ${this.#pages.length} windows crashed`
    return { summary, report: summary }
  }

  #place() {
    const { testInfo, file, test } = this.#deps
    return { slot: testInfo.parallelIndex, worker: testInfo.workerIndex, file, test }
  }
}

function failureOf({ message = 'it failed and did not say why', stack }: TestInfoError): Breakage {
  return { summary: message.split('\n')[0] ?? '', report: stack ?? message }
}
