import type { Compactions } from '../../../runs/compaction/compactions'
import type { RouteHandlers, StreamHandlers } from '../../router'

/** `sessions.planCompaction`, `sessions.useSummary` and `sessions.compact`. */
export function compactionHandlers(compactions: Compactions) {
  return {
    routes: {
      'sessions.planCompaction': ({ sessionId, model }) => compactions.plan(sessionId, model),
      'sessions.useSummary': ({ sessionId, messageId, isUsed }) => ({
        summary: compactions.useSummary(sessionId, messageId, isUsed),
      }),
    } satisfies Partial<RouteHandlers>,
    streams: {
      'sessions.compact': ({ sessionId, model }) => compactions.start(sessionId, model),
    } satisfies Partial<StreamHandlers>,
  }
}
