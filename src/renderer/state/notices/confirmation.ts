import { createStore } from 'zustand/vanilla'

import type { Dialogs } from '../dialogs/dialogs'

export interface ConfirmationState {
  /** The page on which the user must confirm something; null when there is nothing to confirm. */
  pageUrl: string | null
}

/** Confirmations outside the window, which nothing inside it can answer. A dialog links to each until it is closed. */
export class Confirmation {
  readonly store = createStore<ConfirmationState>(() => ({ pageUrl: null }))
  readonly #dialogs: Dialogs

  constructor(dialogs: Dialogs) {
    this.#dialogs = dialogs
  }

  /** Takes the page on which main asks, which main may send again; null when main has an answer. */
  receive(pageUrl: string | null): void {
    if (pageUrl === this.store.getState().pageUrl) return
    this.store.setState({ pageUrl })
    if (pageUrl === null) this.#dialogs.close('confirmation')
    else this.#dialogs.open({ kind: 'confirmation', pageUrl })
  }
}
