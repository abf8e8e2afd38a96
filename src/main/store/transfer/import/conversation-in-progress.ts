import type { SessionId } from '../../../../shared/ids'
import type { TreeMessage } from '../../sessions/tree-in-progress'
import type { UnsentWork } from './formats/imported-conversation'

/** What became of a conversation that was handed over. */
export type Intake =
  | { kind: 'imported'; sessionId: SessionId; messageCount: number }
  | { kind: 'extended'; sessionId: SessionId; messageCount: number; changedCount: number }
  | { kind: 'comparison'; messageCount: number }
  /** Its comparison is not all here yet. */
  | { kind: 'pane' }
  | { kind: 'known' }
  | { kind: 'busy' }

/** A conversation that is being stored. Nothing of it is seen before it is finished. */
export interface ConversationInProgress {
  /** @throws STORE_FULL, STORE_DAMAGED */
  add(messages: readonly TreeMessage[]): Promise<void>
  /** With what was written and not sent in it. */
  finish(unsent: UnsentWork): Intake
  abandon(): Promise<void>
}
