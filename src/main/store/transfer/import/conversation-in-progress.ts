import type { ComparisonId, SessionId } from '../../../../shared/ids'
import type { TreeMessage } from '../../sessions/tree-in-progress'
import type { UnsentWork } from './formats/imported-conversation'

/** The result for one conversation. */
export type ImportResult =
  | { kind: 'imported'; sessionId: SessionId; messageCount: number }
  | { kind: 'extended'; sessionId: SessionId; messageCount: number; changedCount: number }
  /** `voteCount` counts the user's own votes. */
  | { kind: 'comparison'; comparisonId: ComparisonId; messageCount: number; voteCount: number }
  /** Its comparison is still incomplete. */
  | { kind: 'pane' }
  | { kind: 'known' }
  | { kind: 'busy' }

/** A conversation that is being stored. It stays hidden until it is finished. */
export interface ConversationInProgress {
  /** @throws STORE_FULL, STORE_DAMAGED */
  add(messages: readonly TreeMessage[]): Promise<void>
  /** Completes it with its unsent work. */
  finish(unsent: UnsentWork): ImportResult
  abandon(): Promise<void>
}
