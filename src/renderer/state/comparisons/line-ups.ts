import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { LineUpId } from '../../../shared/ids'
import type { LineUp } from '../../../shared/sessions/line-ups'
import type { RouteInput } from '../../../shared/rpc/contract'
import { attempt } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'

export interface LineUpsState {
  phase: 'loading' | 'ready' | 'failed'
  /** By name. */
  lineUps: readonly LineUp[]
  error: ErrorData | null
  /** The most recently removed one, while it can be restored. */
  removed: LineUp | null
}

/** The user's line-ups: panes saved under a name. */
export class LineUps {
  readonly store = createStore<LineUpsState>(() => ({
    phase: 'loading',
    lineUps: [],
    error: null,
    removed: null,
  }))
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    this.#api = api
  }

  async load(): Promise<void> {
    const isRead = await attempt(this.store, () => this.#read())
    if (!isRead && this.store.getState().phase === 'loading') this.store.setState({ phase: 'failed' })
  }

  /** Saves a new line-up, or replaces one. Resolves with whether that succeeded. */
  save(lineUp: RouteInput<'lineUps.save'>): Promise<boolean> {
    return attempt(this.store, async () => {
      await this.#api.invoke('lineUps.save', lineUp)
      await this.#read()
    })
  }

  rename(lineUpId: LineUpId, name: string): Promise<boolean> {
    return attempt(this.store, async () => {
      await this.#api.invoke('lineUps.rename', { lineUpId, name })
      await this.#read()
    })
  }

  /** Removes a line-up and offers to restore it. */
  remove(lineUp: LineUp): Promise<boolean> {
    return attempt(this.store, async () => {
      await this.#api.invoke('lineUps.remove', { lineUpId: lineUp.id })
      this.store.setState({ removed: lineUp })
      await this.#read()
    })
  }

  /** Restores the line-up that was removed last. */
  async undoRemove(): Promise<boolean> {
    const { removed } = this.store.getState()
    if (removed === null) return false
    const { name, panes, isBlind } = removed
    const isRestored = await this.save({ name, panes: panes.map(paneInput), isBlind })
    if (isRestored) this.forgetRemoved()
    return isRestored
  }

  forgetRemoved(): void {
    this.store.setState({ removed: null })
  }

  dismissError(): void {
    this.store.setState({ error: null })
  }

  async #read(): Promise<void> {
    const { lineUps } = await this.#api.invoke('lineUps.list', {})
    this.store.setState({ lineUps, phase: 'ready' })
  }
}

function paneInput({ workspace, ...pane }: LineUp['panes'][number]) {
  return { ...pane, ...(workspace == null ? {} : { workspace }) }
}
