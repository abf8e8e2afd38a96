import { createStore } from 'zustand/vanilla'

import type { HostNotice, QuickKeysProblem, ShownNotice } from '../../../shared/app/host-notice'
import type { ParleyApi } from '../../rpc/parley-api'

export interface HostNoticesState {
  notices: readonly ShownNotice[]
  quickKeys: QuickKeysProblem | null
}

/** Notices from the host to the user. */
export class HostNotices {
  readonly store = createStore<HostNoticesState>(() => ({ notices: [], quickKeys: null }))
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    this.#api = api
  }

  /** Applies main's current list. */
  receive(notices: readonly HostNotice[]): void {
    this.store.setState({
      notices: notices.filter((notice) => notice.kind !== 'quick-keys'),
      quickKeys: notices.find((notice) => notice.kind === 'quick-keys') ?? null,
    })
  }

  /** The user has dismissed it, or wants the update later. */
  async dismiss(kind: ShownNotice['kind']): Promise<void> {
    const { notices } = this.store.getState()
    this.store.setState({ notices: notices.filter((notice) => notice.kind !== kind) })
    try {
      await this.#api.invoke('app.dismissHostNotice', { kind })
    } catch {
      // It still exists in main, which sends it to the next window.
      this.store.setState({ notices })
    }
  }
}
