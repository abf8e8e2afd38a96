import type { MessageId } from '../ids'

/** A reading position: the first visible message, and how far below the top of the view it starts. */
export interface ReadingPlace {
  messageId: MessageId
  topPx: number
}
