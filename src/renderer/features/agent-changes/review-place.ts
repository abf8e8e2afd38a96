import type { SessionId } from '../../../shared/ids'

/** A chat or pane whose changes can be looked at. */
export interface ReviewPlace {
  sessionId: SessionId
  /** What it is called beside others. */
  name: string
  /** The folder that its own was made of. */
  target: string
}
