import type { LineUpId } from '../ids'
import type { Pane } from './sessions'

/** A pane of a line-up: its model with the settings, and for an agent how it works. */
export type LineUpPane = Omit<
  Pane,
  'paneId' | 'sessionId' | 'position' | 'letter' | 'isMerge' | 'isFolderImported'
>

/** The panes of a comparison, saved under a name to be asked again. */
export interface LineUp {
  id: LineUpId
  name: string
  panes: LineUpPane[]
  /** Comparisons with it are blind unless the user decides otherwise. */
  isBlind: boolean
  updatedAt: number
}

/** Bounds of a line-up. */
export const lineUpLimits = { nameChars: 100 } as const
