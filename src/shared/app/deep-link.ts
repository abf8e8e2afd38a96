import type { ComparisonId, SessionId } from '../ids'

/** Where a `parley://` address leads. What it brings is only put before the user: nothing is ever sent by it. */
export type DeepLink =
  | { to: 'chat'; sessionId: SessionId }
  | { to: 'comparison'; comparisonId: ComparisonId }
  /** A chat to begin, with this text in its field and this model chosen. */
  | { to: 'new-chat'; text: string | null; model: string | null }
  | { to: 'new-comparison' }
  | { to: 'settings' }
