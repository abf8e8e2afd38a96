import type { ActiveRuns } from '../../runs/active-runs'
import type { RunManager } from '../../runs/run-manager'
import { SessionWatch } from '../../runs/session-watch'
import type { SessionView } from '../../runs/session-view'
import type { RouteHandlers, StreamHandlers } from '../router'

/** `runs.*` and `session.watch`. */
export function runHandlers(deps: { manager: RunManager; active: ActiveRuns; view: SessionView }) {
  const { manager, active, view } = deps
  return {
    routes: {
      'runs.send': (input, { signal }) => manager.send(input, signal),
      'runs.regenerate': (input) => manager.regenerate(input),
      'runs.stop': ({ sessionId, ...options }) => manager.stop(sessionId, options),
      'runs.list': () => ({
        runs: active.list().map(({ spec, startedAt, log }) => ({
          runId: spec.runId,
          sessionId: spec.sessionId,
          kind: spec.kind,
          model: spec.model,
          startedAt,
          lastSeq: log.lastSeq,
        })),
      }),
    } satisfies Partial<RouteHandlers>,
    streams: {
      'session.watch': ({ sessionId, after }) => new SessionWatch(sessionId, { active, view }, after),
    } satisfies Partial<StreamHandlers>,
  }
}
