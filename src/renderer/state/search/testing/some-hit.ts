import type { SessionId } from '../../../../shared/ids'
import type { SearchHit } from '../../../../shared/sessions/sessions'

/** A hit in the title of a chat, with these fields. */
export function someHit(fields: Partial<SearchHit>): SearchHit {
  return {
    sessionId: 's' as SessionId,
    sessionTitle: 'A chat',
    messageId: null,
    field: 'title',
    role: null,
    model: null,
    createdAt: 1,
    snippet: 'A chat',
    highlights: [],
    ...fields,
  }
}
