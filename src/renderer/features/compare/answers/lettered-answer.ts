import type { Pane } from '../../../../shared/sessions/sessions'

/** An answer with its letter, for a vote. */
export interface LetteredAnswer {
  pane: Pick<Pane, 'paneId'>
  letter: string
  color: string
}
