import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { ParleyApi } from '../../rpc/parley-api'
import type { Drafts } from '../drafts/drafts'
import type { Environment } from '../../browser/environment'
import { errorDataOf } from '../../errors/error-data'
import type { Dialogs } from '../dialogs/dialogs'

/** If main is not back by then, it failed to start. */
const restartWithinMs = 15_000

export interface RestartState {
  /** Requested here; the page reloads when the new main is up. */
  isUnderWay: boolean
  /** Why it was refused. */
  error: ErrorData | null
}

/** Restarts main and reloads this page, keeping drafts and the view. */
export class Restart {
  readonly store = createStore<RestartState>(() => ({ isUnderWay: false, error: null }))
  readonly #environment: Environment
  readonly #drafts: Drafts
  readonly #dialogs: Dialogs
  readonly #lossOf: () => number
  #bootId: string | null = null
  #isReloading = false
  #hasAgreed = false

  constructor(
    environment: Environment,
    options: {
      drafts: Drafts
      dialogs: Dialogs
      /**
       * How many answers would end together with main or this page; 0 if the host asks the user instead of this window.
       */
      lossOf: () => number
    },
  ) {
    this.#environment = environment
    this.#drafts = options.drafts
    this.#dialogs = options.dialogs
    this.#lossOf = options.lossOf
  }

  /** Restarts, or asks the user first. */
  async ask(): Promise<void> {
    const answers = this.#lossOf()
    if (answers === 0) await this.#restart()
    else this.#dialogs.open({ kind: 'restart', before: 'restart', answers })
  }

  /**
   * The user presses a key that reloads the page. Asks first if answers would end, because the browser's own question
   * does not say how many. Returns whether it asks.
   */
  askToReload(): boolean {
    const answers = this.#lossOf()
    if (answers === 0) return false
    this.#dialogs.open({ kind: 'restart', before: 'reload', answers })
    return true
  }

  /** True once the user has agreed to end the answers, so that nothing asks again. */
  get hasAgreed(): boolean {
    return this.#hasAgreed
  }

  /** Does what the user asked for, even if it ends answers. */
  async agree(): Promise<void> {
    const asked = this.#dialogs.find('restart')
    this.#dialogs.close('restart')
    if (asked?.before !== 'reload') return this.#restart()
    this.#hasAgreed = true
    this.#reload()
    return undefined
  }

  #restart(): Promise<void> {
    return this.#begin(async (api) => (await api.invoke('app.restart', {})).restarting)
  }

  /** Restarts with the downloaded version. */
  installUpdate(): Promise<void> {
    return this.#begin(async (api) => (await api.invoke('app.installUpdate', {})).installing)
  }

  async #begin(request: (api: ParleyApi) => Promise<boolean>): Promise<void> {
    if (this.store.getState().isUnderWay) return
    this.#drafts.flush()
    this.store.setState({ isUnderWay: true, error: null })
    try {
      if (await request(this.#environment.api)) this.noteBegun()
      else this.store.setState({ isUnderWay: false })
    } catch (error) {
      // Main may have gone before its answer arrived; the new one is then about to start.
      if (this.#environment.connection.current() === 'lost') return
      this.store.setState({ isUnderWay: false, error: errorDataOf(error) })
    }
  }

  /** Main has announced its restart, no matter who requested it. */
  noteBegun(): void {
    this.store.setState({ isUnderWay: true, error: null })
    this.#environment.after(restartWithinMs, () => this.store.setState({ isUnderWay: false }))
  }

  /** The window is attached to this boot of main. Another one than before means that main was restarted. */
  noteBoot(bootId: string): void {
    if (this.#bootId !== null && this.#bootId !== bootId) this.#reloadPage()
    this.#bootId = bootId
  }

  /**
   * Reloads the page, once, so that nothing in it is broken or relies on what the old main said. It first waits for a
   * half-filled form in Settings, which no draft preserves.
   */
  #reloadPage(): void {
    if (this.#isReloading) return
    this.#isReloading = true
    if (this.#dialogs.find('settings') === null) {
      this.#reload()
      return
    }
    const stop = this.#dialogs.store.subscribe(() => {
      if (this.#dialogs.find('settings') !== null) return
      stop()
      this.#reload()
    })
  }

  #reload(): void {
    this.#drafts.flush()
    this.#environment.reloadPage()
  }
}
