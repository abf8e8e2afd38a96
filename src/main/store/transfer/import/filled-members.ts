import type { TreeInProgress } from '../../sessions/tree-in-progress'
import type { ParleyMerge, ParleyPane } from '../parley-format/parley-archive'
import type { ParleyPlace } from '../parley-format/parley-places'
import type { UnsentWork } from './formats/imported-conversation'

interface FilledChat {
  tree: TreeInProgress
  origin: string
  leafKey: string | null
  messageCount: number
  unsent: UnsentWork
}

/** The complete chat of a pane, still hidden. `index` counts the panes of the file from 0. */
export interface FilledPane extends FilledChat {
  pane: ParleyPane
  index: number
}

/** The complete chat of a merge, still hidden. */
export interface FilledMerge extends FilledChat {
  merge: ParleyMerge
  /** Which of its answers the comparison has. */
  answers: ParleyPlace[]
  model: string
}
