import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { ParleyApi } from '../../rpc/parley-api'
import type { Drafts } from '../drafts/drafts'
import type { Environment } from '../../browser/environment'
import { errorDataOf } from '../../errors/error-data'
import type { NavigationState } from '../navigation/navigation'

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
  /** Whether the user is being asked because answers may end. */
  readonly question = createStore<{ isOpen: boolean }>(() => ({ isOpen: false }))
  readonly #environment: Environment
  readonly #drafts: StoreApi<Drafts>
  readonly #navigation: StoreApi<NavigationState>
  readonly #wouldLose: () => boolean
  #isReloading = false

  constructor(
    environment: Environment,
    options: {
      drafts: StoreApi<Drafts>
      navigation: StoreApi<NavigationState>
      /** Whether answers would end with main and this window, not the host, has to ask the user. */
      wouldLose: () => boolean
    },
  ) {
    this.#environment = environment
    this.#drafts = options.drafts
    this.#navigation = options.navigation
    this.#wouldLose = options.wouldLose
  }

  /** Restarts, or asks the user first. */
  async ask(): Promise<void> {
    if (this.#wouldLose()) this.question.setState({ isOpen: true })
    else await this.agree()
  }

  /** The user chose to let the answers finish. */
  decline(): void {
    this.question.setState({ isOpen: false })
  }

  /** Restarts, even if answers end with it. */
  agree(): Promise<void> {
    this.question.setState({ isOpen: false })
    return this.#begin(async (api) => (await api.invoke('app.restart', {})).restarting)
  }

  /** Restarts with the downloaded version. */
  installUpdate(): Promise<void> {
    return this.#begin(async (api) => (await api.invoke('app.installUpdate', {})).installing)
  }

  async #begin(request: (api: ParleyApi) => Promise<boolean>): Promise<void> {
    if (this.store.getState().isUnderWay) return
    this.#drafts.getState().flush()
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

  /** Main has announced its restart, whoever requested it. */
  noteBegun(): void {
    this.store.setState({ isUnderWay: true, error: null })
    this.#environment.after(restartWithinMs, () => this.store.setState({ isUnderWay: false }))
  }

  /**
   * Reloads the page, once, so that nothing in it is broken or relies on what the old main said. It first waits for a
   * half-filled form in Settings, which no draft preserves.
   */
  reloadPage(): void {
    if (this.#isReloading) return
    this.#isReloading = true
    if (!this.#navigation.getState().isSettingsOpen) {
      this.#reload()
      return
    }
    const stop = this.#navigation.subscribe(({ isSettingsOpen }) => {
      if (isSettingsOpen) return
      stop()
      this.#reload()
    })
  }

  #reload(): void {
    this.#drafts.getState().flush()
    this.#environment.reloadPage()
  }
}
