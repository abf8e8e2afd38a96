import type { StoreApi } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import { attempt } from '../../errors/error-data'

export interface ListState<Item> {
  phase: 'loading' | 'ready' | 'failed'
  /** Why the list could not be loaded, or why the last change was refused. */
  error: ErrorData | null
  /** The most recently removed item, while it can be restored. */
  removed: Item | null
}

/** The initial state of every list. */
export const unloadedList = { phase: 'loading', error: null, removed: null } as const

/** Base of the stores whose list main keeps. Each change is followed by reading the list. */
export abstract class ListStore<Item, State extends ListState<Item>, List extends keyof State> {
  readonly store: StoreApi<State>
  #reads = 0

  protected constructor(store: StoreApi<State>) {
    this.store = store
  }

  /** Reads the list from main. */
  protected abstract read(): Promise<Pick<State, List>>

  /** Adds a removed item again. */
  protected abstract restore(item: Item): Promise<unknown>

  /** Reloads the list. If that fails, the list that was read before is still the best available. */
  async load(): Promise<void> {
    const isRead = await this.attempt(() => this.#refresh())
    if (!isRead && this.store.getState().phase === 'loading') this.#set({ phase: 'failed' })
  }

  /** Reads a list again that was read before, because it has changed elsewhere. A refusal stays in view. */
  async reload(): Promise<void> {
    if (this.store.getState().phase !== 'ready') return
    // If that fails, the list that was read before is still the best available.
    await this.#refresh().catch(() => {})
  }

  /** Restores the item that was removed last. Resolves with whether that succeeded. */
  async undoRemove(): Promise<boolean> {
    const { removed } = this.store.getState()
    if (removed === null) return false
    return this.change(async () => {
      await this.restore(removed)
      this.#set({ removed: null })
    })
  }

  /** Ends the offer to restore the item that was removed last. */
  forgetRemoved(): void {
    this.#set({ removed: null })
  }

  dismissError(): void {
    this.#set({ error: null })
  }

  /** Removes an item by `act`, and offers to restore it. */
  protected removing(item: Item, act: () => Promise<unknown>): Promise<boolean> {
    return this.change(async () => {
      await act()
      this.forgetRemoved()
      this.#set({ removed: item })
    })
  }

  /** Runs `act` and reads the list. Resolves with whether that succeeded. */
  protected change(act: () => Promise<unknown>): Promise<boolean> {
    return this.attempt(async () => {
      await act()
      await this.#refresh()
    })
  }

  /** Runs `act` and keeps its error, or that there is none. Resolves with whether it succeeded. */
  protected attempt(act: () => Promise<unknown>): Promise<boolean> {
    return attempt({ setState: (change) => this.#set(change) }, act)
  }

  async #refresh(): Promise<void> {
    this.#reads += 1
    const read = this.#reads
    const list = await this.read()
    // A later read has a newer list.
    if (read === this.#reads) this.store.setState({ ...list, phase: 'ready' } as unknown as Partial<State>)
  }

  #set(change: Partial<ListState<Item>>): void {
    this.store.setState(change as Partial<State>)
  }
}
