import { createStore } from 'zustand/vanilla'

import type { HostNotice } from '../../../shared/app/host-notice'
import type { ParleyApi } from '../../rpc/parley-api'

export interface HostNoticesState {
  notices: readonly HostNotice[]
}

/** What the host of the app has to say to the user. */
export class HostNotices {
  readonly store = createStore<HostNoticesState>(() => ({ notices: [] }))
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    this.#api = api
  }

  /** Takes over what main says now. */
  take(notices: readonly HostNotice[]): void {
    this.store.setState({ notices })
  }

  /** The user has read it, or wants the update later. */
  async dismiss(kind: HostNotice['kind']): Promise<void> {
    const { notices } = this.store.getState()
    this.take(notices.filter((notice) => notice.kind !== kind))
    try {
      await this.#api.invoke('app.dismissHostNotice', { kind })
    } catch {
      // It is still there for main, which tells the next window of it.
      this.take(notices)
    }
  }
}
