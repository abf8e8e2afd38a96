import type { ComparisonId, SessionId } from '../../../../shared/ids'
import type { ComparisonSummary, SessionSummary } from '../../../../shared/sessions/sessions'

/** A chat with its title as id. */
export function someChat(title: string, fields: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id: title as SessionId,
    kind: 'chat',
    title,
    model: null,
    workspace: null,
    systemPrompt: null,
    params: {},
    pinned: false,
    archived: false,
    createdAt: 1,
    updatedAt: 1,
    running: false,
    unseen: false,
    ...fields,
  }
}

/** A comparison with its title as id. */
export function someComparison(title: string, fields: Partial<ComparisonSummary> = {}): ComparisonSummary {
  return {
    id: title as ComparisonId,
    title,
    paneCount: 2,
    running: false,
    pinned: false,
    archived: false,
    createdAt: 1,
    updatedAt: 1,
    ...fields,
  }
}
