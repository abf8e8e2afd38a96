import type { TFunction } from 'i18next'

import { askAboutFailure, askToLeave } from './window/dialogs'
import type { ElectronModules, HostWindow } from './system/electron-modules'
import type { WindowFailure } from './window/main-window'

interface HostQuestionsDeps {
  modules: Pick<ElectronModules, 'app' | 'dialog'>
  texts: () => TFunction
  /** The window to ask in; null while the app quits. */
  window: () => HostWindow | null
  isClosing: () => boolean
  /** The number of answers that panes are writing. */
  paneRunCount: () => number
  windowCount: () => number
  onProblem: (error: unknown) => void
}

/** The questions that the host asks the user, each at most once at a time. */
export class HostQuestions {
  readonly #deps: HostQuestionsDeps
  readonly #askingAbout = new Set<HostWindow>()
  #isAskingToEnd = false

  constructor(deps: HostQuestionsDeps) {
    this.#deps = deps
  }

  /** True while a question about this window, which shows nothing, is open. */
  isAskingAbout(window: HostWindow): boolean {
    return this.#askingAbout.has(window)
  }

  /** Resolves to true if the user agrees that the panes' answers end with this window, or with the app. */
  mayLeave(leaving?: HostWindow): Promise<boolean> {
    const { modules, window, texts, paneRunCount, windowCount } = this.#deps
    // With several windows, it is unknown whose answers they are.
    const answers = leaving !== undefined && windowCount() > 1 ? null : paneRunCount()
    return askToLeave(modules.dialog, leaving ?? window(), texts(), answers)
  }

  /** Calls `end` if the user agrees that the panes' answers end. */
  async askToEnd(end: () => void): Promise<void> {
    if (this.#isAskingToEnd) return
    this.#isAskingToEnd = true
    try {
      if ((await this.mayLeave()) && !this.#deps.isClosing()) end()
    } catch (error) {
      this.#deps.onProblem(error)
    } finally {
      this.#isAskingToEnd = false
    }
  }

  /** Reloads or closes a window that shows nothing, or quits, as the user decides. */
  async askAboutWindow(window: HostWindow, trouble: WindowFailure): Promise<void> {
    const { modules, texts, isClosing, onProblem } = this.#deps
    if (this.#askingAbout.has(window) || isClosing()) return
    this.#askingAbout.add(window)
    try {
      const answer = await askAboutFailure(modules.dialog, window, texts(), trouble)
      if (answer === 'reload') window.webContents.reload()
      else if (answer === 'quit') modules.app.quit()
      else window.close()
    } catch (error) {
      onProblem(error)
    } finally {
      this.#askingAbout.delete(window)
    }
  }
}
