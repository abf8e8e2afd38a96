import { createStore } from 'zustand/vanilla'

import type { LineUpId } from '../../../shared/ids'
import type { LineUp } from '../../../shared/sessions/line-ups'
import type { RouteInput } from '../../../shared/rpc/contract'
import type { ParleyApi } from '../../rpc/parley-api'
import { type ListState, ListStore, unloadedList } from '../lists/list-store'

export interface LineUpsState extends ListState<LineUp> {
  /** By name. */
  lineUps: readonly LineUp[]
}

/** The user's line-ups: panes saved under a name. */
export class LineUps extends ListStore<LineUp, LineUpsState, 'lineUps'> {
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    super(createStore<LineUpsState>(() => ({ ...unloadedList, lineUps: [] })))
    this.#api = api
  }

  /** Saves a new line-up, or replaces one. Resolves with whether that succeeded. */
  save(lineUp: RouteInput<'lineUps.save'>): Promise<boolean> {
    return this.change(() => this.#api.invoke('lineUps.save', lineUp))
  }

  rename(lineUpId: LineUpId, name: string): Promise<boolean> {
    return this.change(() => this.#api.invoke('lineUps.rename', { lineUpId, name }))
  }

  /** Removes a line-up and offers to restore it. */
  remove(lineUp: LineUp): Promise<boolean> {
    return this.removing(lineUp, () => this.#api.invoke('lineUps.remove', { lineUpId: lineUp.id }))
  }

  protected override restore({ name, panes, isBlind }: LineUp): Promise<unknown> {
    return this.#api.invoke('lineUps.save', { name, panes: panes.map(paneInput), isBlind })
  }

  protected override read(): Promise<{ lineUps: readonly LineUp[] }> {
    return this.#api.invoke('lineUps.list', {})
  }
}

function paneInput({ workspace, ...pane }: LineUp['panes'][number]) {
  return { ...pane, ...(workspace == null ? {} : { workspace }) }
}
