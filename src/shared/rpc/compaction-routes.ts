import { z } from 'zod'

import type { CompactionEvent, CompactionPlan } from '../sessions/compaction'
import type { ChatSummary } from '../sessions/messages'
import { route, stream } from './definitions/define-route'
import { messageId, modelRef, sessionId } from './definitions/fields'

/** Routes of summaries that replace the beginning of a chat in its requests. */
export const compactionRoutes = {
  /**
   * What `sessions.compact` would do now.
   * @throws INVALID_INPUT there is nothing to compact, an agent would have to do it, the session belongs to a pane, or the
   * model's context is too small
   */
  'sessions.planCompaction': route(() => z.object({ sessionId, model: modelRef })).returns<CompactionPlan>(),
  /**
   * Whether the summary of this message is sent instead of what it covers. False undoes a compaction.
   * @throws RUN_ACTIVE, NOT_FOUND also when the message has no summary
   */
  'sessions.useSummary': route(() => z.object({ sessionId, messageId, isUsed: z.boolean() })).returns<{
    summary: ChatSummary
  }>(),
}

/** The stream that compacts a chat. */
export const compactionStreams = {
  /**
   * Has `model` summarise the older messages of the chat's path; later requests contain the summary instead. Closing
   * the stream does not end it. `runs.stop` does, and discards what was written so far. Ends with the id of the message
   * that has the summary.
   * @throws as `sessions.planCompaction`; RUN_ACTIVE, LIMIT_REACHED, DEGRADED
   */
  'sessions.compact': stream(() => z.object({ sessionId, model: modelRef })).carries<CompactionEvent>(),
}
