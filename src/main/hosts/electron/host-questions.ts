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
  /** How many answers of panes are being written. */
  paneRunCount: () => number
  onProblem: (error: unknown) => void
}

/** The questions that the host asks the user, each at most once at a time. */
export class HostQuestions {
  readonly #deps: HostQuestionsDeps
  #isAskingAboutWindow = false
  #isAskingToEnd = false

  constructor(deps: HostQuestionsDeps) {
    this.#deps = deps
  }

  /** Whether a question about a window that shows nothing is open. */
  get isAskingAboutWindow(): boolean {
    return this.#isAskingAboutWindow
  }

  /** Whether the user agrees that the panes' answers end with the window. */
  mayLeave(): Promise<boolean> {
    const { modules, window, texts, paneRunCount } = this.#deps
    return askToLeave(modules.dialog, window(), texts(), paneRunCount())
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
    if (this.#isAskingAboutWindow || isClosing()) return
    this.#isAskingAboutWindow = true
    try {
      const answer = await askAboutFailure(modules.dialog, window, texts(), trouble)
      if (answer === 'reload') window.webContents.reload()
      else if (answer === 'quit') modules.app.quit()
      else window.close()
    } catch (error) {
      onProblem(error)
    } finally {
      this.#isAskingAboutWindow = false
    }
  }
}
