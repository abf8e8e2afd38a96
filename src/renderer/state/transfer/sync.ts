import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import { stateOf, type SyncProblem, type SyncState } from '../../../shared/store/sync'
import type { SyncPlace } from '../../../shared/store/sync-place'
import { attempt } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'

interface SyncView extends SyncState {
  isStarting: boolean
  /** Why the place that was chosen last cannot be used. */
  refusal: SyncProblem | null
  /** Why the last change was refused. */
  error: ErrorData | null
}

/** The exchange with the person's other machines, as main reports it. */
export class Sync {
  readonly store = createStore<SyncView>(() => ({
    ...stateOf(null),
    isStarting: false,
    refusal: null,
    error: null,
  }))
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    this.#api = api
  }

  receive(state: SyncState): void {
    this.store.setState(state)
  }

  /** Starts to exchange through a folder or a server. `isNew`: it may get a key for this passphrase. */
  async start(given: {
    place: SyncPlace
    secret: string
    passphrase: string
    isNew: boolean
  }): Promise<void> {
    this.store.setState({ isStarting: true })
    await attempt(this.store, async () => {
      const { state, problem } = await this.#api.invoke('sync.start', given)
      this.store.setState({ ...state, refusal: problem })
    })
    this.store.setState({ isStarting: false })
  }

  /** Another place is being chosen. */
  forgetRefusal(): void {
    this.store.setState({ refusal: null, error: null })
  }

  /** True if the passphrase is changed. */
  async changePassphrase(passphrase: string): Promise<boolean> {
    let isChanged = false
    await attempt(this.store, async () => {
      const { state, problem } = await this.#api.invoke('sync.changePassphrase', { passphrase })
      isChanged = problem === null
      this.store.setState({ ...state, refusal: problem })
    })
    return isChanged
  }

  stop(): Promise<void> {
    return this.#change(() => this.#api.invoke('sync.stop', {}))
  }

  removeDevice(deviceId: string): Promise<void> {
    return this.#change(() => this.#api.invoke('sync.removeDevice', { deviceId }))
  }

  async #change(ask: () => Promise<{ state: SyncState }>): Promise<void> {
    await attempt(this.store, async () => this.store.setState({ ...(await ask()).state, refusal: null }))
  }
}
