import type { ComparisonId, SessionId } from '../ids'

/** The target of a `parley://` address. Its content is only offered to the user, never sent automatically. */
export type DeepLink =
  | { to: 'chat'; sessionId: SessionId }
  | { to: 'comparison'; comparisonId: ComparisonId }
  /** A new chat with this text in the composer and this model selected. */
  | { to: 'new-chat'; text: string | null; model: string | null }
  | { to: 'new-comparison' }
  | { to: 'settings' }
