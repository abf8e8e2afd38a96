import { createStore } from 'zustand/vanilla'

import type { SpendingMark } from '../../../shared/spending/spending'
import type { TextStorage } from '../../browser/environment'

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
