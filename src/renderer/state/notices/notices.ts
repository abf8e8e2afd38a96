import { createStore } from 'zustand/vanilla'

import type { NoticeId } from '../../../shared/ids'
import type { ConfirmationKind } from '../../../shared/rpc/window-events'
import type { StoreNotice } from '../../../shared/store/store'
import type { ParleyApi } from '../../rpc/parley-api'
import type { HostNotice, QuickKeysProblem, ShownNotice } from '../../../shared/app/host-notice'
import type { SpendingMark } from '../../../shared/spending/spending'
import type { TextStorage } from '../../browser/environment'
import type { Dialogs } from '../dialogs/dialogs'

interface NoticesState {
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

interface HostNoticesState {
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

const storageKey = 'parley.spending-dismissed'
/** The number of dismissed notices that are remembered; each belongs to a day or a month. */
const maxKept = 20

/** The warning or limit of spending that the banner shows: the most serious one that the user has not dismissed. */
export class SpendingNotice {
  readonly store = createStore<{ shown: SpendingMark | null }>(() => ({ shown: null }))
  readonly #storage: TextStorage
  #marks: readonly SpendingMark[] = []

  constructor(storage: TextStorage) {
    this.#storage = storage
  }

  /** Applies main's current list. */
  receive(marks: readonly SpendingMark[]): void {
    this.#marks = marks
    this.#show()
  }

  /** Hides the notice for the rest of its day or month, unless the limit is changed. */
  dismiss(mark: SpendingMark): void {
    const kept = [...this.#dismissed().filter((key) => key !== keyOf(mark)), keyOf(mark)]
    this.#storage.setItem(storageKey, JSON.stringify(kept.slice(-maxKept)))
    this.#show()
  }

  #show(): void {
    const dismissed = this.#dismissed()
    const open = this.#marks.filter((mark) => !dismissed.includes(keyOf(mark)))
    this.store.setState({ shown: open.find(({ kind }) => kind === 'limit') ?? open[0] ?? null })
  }

  #dismissed(): string[] {
    try {
      const kept: unknown = JSON.parse(this.#storage.getItem(storageKey) ?? '[]')
      return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []
    } catch {
      // Damaged: treated as if nothing had been dismissed.
      return []
    }
  }
}

function keyOf({ kind, period, limitUsd, when }: SpendingMark): string {
  return `${kind} ${period} ${limitUsd} ${when}`
}

interface ConfirmationState {
  /** The page on which the user must confirm something; null when there is nothing to confirm. */
  pageUrl: string | null
  about: ConfirmationKind | null
}

/** Confirmations outside the window, which nothing inside it can answer. A dialog links to each until it is closed. */
export class Confirmation {
  readonly store = createStore<ConfirmationState>(() => ({ pageUrl: null, about: null }))
  readonly #dialogs: Dialogs

  constructor(dialogs: Dialogs) {
    this.#dialogs = dialogs
  }

  /** Takes the page on which main asks, which main may send again; null when main has an answer. */
  receive({ pageUrl, about }: ConfirmationState): void {
    if (pageUrl === this.store.getState().pageUrl) return
    this.store.setState({ pageUrl, about })
    if (pageUrl === null) this.#dialogs.close('confirmation')
    else this.#dialogs.open({ kind: 'confirmation', pageUrl, about })
  }
}
