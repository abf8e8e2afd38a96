import { createStore } from 'zustand/vanilla'

import type { NoticeId } from '../../../shared/ids'
import type { StoreNotice } from '../../../shared/store/store'
import type { ParleyApi } from '../../rpc/parley-api'

export interface NoticesState {
  /** The newest first. */
  notices: readonly StoreNotice[]
}

/** What happened to the store that the user should know. */
export class Notices {
  readonly store = createStore<NoticesState>(() => ({ notices: [] }))
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    this.#api = api
  }

  /** Takes over what main says now. */
  take(notices: readonly StoreNotice[]): void {
    this.store.setState({ notices })
  }

  /** The user has read it. */
  async dismiss(noticeId: NoticeId): Promise<void> {
    const { notices } = this.store.getState()
    this.take(notices.filter(({ id }) => id !== noticeId))
    try {
      await this.#api.invoke('notices.dismiss', { noticeId })
    } catch {
      // It is still there for main, which then tells of it again.
      this.take(notices)
    }
  }
}
