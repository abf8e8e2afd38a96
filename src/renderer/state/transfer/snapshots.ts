import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../errors/failure'
import type { SnapshotId } from '../../../shared/ids'
import type { StoreSnapshot } from '../../../shared/store/store'
import type { ParleyApi } from '../../rpc/parley-api'
import { errorDataOf } from '../../errors/error-data'

export interface SnapshotsState {
  /** Newest first; null until loaded. */
  snapshots: readonly StoreSnapshot[] | null
  /** The operation in progress. */
  busy: 'taking' | 'restoring' | null
  error: ErrorData | null
}

/** Verified copies of all stored data. */
export class Snapshots {
  readonly store = createStore<SnapshotsState>(() => ({ snapshots: null, busy: null, error: null }))
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    this.#api = api
  }

  async load(): Promise<void> {
    await this.#attempt(null, () => this.#read())
  }

  async take(): Promise<void> {
    await this.#attempt('taking', async () => {
      await this.#api.invoke('snapshots.take', {})
      await this.#read()
    })
  }

  /** Restarts Parley with this snapshot. False when that was refused. */
  async restore(snapshotId: SnapshotId): Promise<boolean> {
    let isRestarting = false
    await this.#attempt('restoring', async () => {
      isRestarting = (await this.#api.invoke('snapshots.restore', { snapshotId })).restarting
      if (!isRestarting) this.store.setState({ error: failureData('INTERNAL', 'not-restarted') })
    })
    return isRestarting
  }

  async #read(): Promise<void> {
    const { snapshots } = await this.#api.invoke('snapshots.list', {})
    this.store.setState({ snapshots })
  }

  async #attempt(busy: SnapshotsState['busy'], act: () => Promise<void>): Promise<void> {
    if (this.store.getState().busy !== null) return
    this.store.setState({ busy, error: null })
    try {
      await act()
    } catch (error) {
      this.store.setState({ error: errorDataOf(error) })
    } finally {
      this.store.setState({ busy: null })
    }
  }
}
