import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { ParleyApi } from '../../rpc/parley-api'
import type { Drafts } from '../drafts/drafts'
import type { Environment } from '../../browser/environment'
import { errorDataOf } from '../../errors/error-data'
import type { NavigationState } from '../navigation/navigation'

/** A main that is not back by then did not find a way to start. */
const restartWithinMs = 15_000

export interface RestartState {
  /** Asked for here; the page is built anew when the new main is there. */
  isUnderWay: boolean
  /** Why it was refused. */
  error: ErrorData | null
}

/** Starts main anew, and this page with it: what was typed stays, and so does what is shown. */
export class Restart {
  readonly store = createStore<RestartState>(() => ({ isUnderWay: false, error: null }))
  /** Whether the user is being asked if answers may end with it. */
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
      /** Whether answers would end with main that the user is to be asked about here, and not by the host. */
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

  /** The user wants the answers to go on. */
  decline(): void {
    this.question.setState({ isOpen: false })
  }

  /** Restarts, whatever ends with it. */
  agree(): Promise<void> {
    this.question.setState({ isOpen: false })
    return this.#begin(async (api) => (await api.invoke('app.restart', {})).restarting)
  }

  /** Restarts with the version that is ready to be installed. */
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
      // Main may be gone before its answer is here; then the new one is about to come.
      if (this.#environment.connection.current() === 'lost') return
      this.store.setState({ isUnderWay: false, error: errorDataOf(error) })
    }
  }

  /** Main said that it starts anew, whatever it was asked for. */
  noteBegun(): void {
    this.store.setState({ isUnderWay: true, error: null })
    this.#environment.after(restartWithinMs, () => this.store.setState({ isUnderWay: false }))
  }

  /**
   * Builds the page anew, once: whatever was broken in it is whole again, and nothing in it still believes what the
   * old main said. A half-filled form in Settings, which no draft holds, is waited for.
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
