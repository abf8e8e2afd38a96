import { createStore } from 'zustand/vanilla'

import type { NoticeId } from '../../../shared/ids'
import type { StoreNotice } from '../../../shared/store/store'
import type { ParleyApi } from '../../rpc/parley-api'

export interface NoticesState {
  /** Newest first. */
  notices: readonly StoreNotice[]
}

/** Notices about the store. */
export class Notices {
  readonly store = createStore<NoticesState>(() => ({ notices: [] }))
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    this.#api = api
  }

  /** Applies main's current list. */
  receive(notices: readonly StoreNotice[]): void {
    this.store.setState({ notices })
  }

  /** The user has dismissed it. */
  async dismiss(noticeId: NoticeId): Promise<void> {
    const { notices } = this.store.getState()
    this.receive(notices.filter(({ id }) => id !== noticeId))
    try {
      await this.#api.invoke('notices.dismiss', { noticeId })
    } catch {
      // It still exists in main, which sends it again.
      this.receive(notices)
    }
  }
}
