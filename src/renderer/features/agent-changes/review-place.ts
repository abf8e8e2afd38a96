import type { SessionId } from '../../../shared/ids'

/** A chat or pane whose changes can be reviewed. */
export interface ReviewPlace {
  sessionId: SessionId
  /** Its name among several. */
  name: string
  /** The folder that the agent's own was created from; null while the contestant is hidden, and nothing can be applied. */
  target: string | null
}
