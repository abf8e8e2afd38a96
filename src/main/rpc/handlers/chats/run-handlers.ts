import type { AttachmentId, SessionId } from '../../../../shared/ids'
import type { AttachmentPart } from '../../../../shared/sessions/messages'
import type { Dispose } from '../../../base/dispose'
import type { Compactions } from '../../../runs/compaction/compactions'
import type { RunForms } from '../../../runs/forms/run-forms'
import type { ActiveRuns } from '../../../runs/run/active-runs'
import type { RunManager } from '../../../runs/starting/run-manager'
import { SessionWatch } from '../../../runs/watching/session-watch'
import type { SessionView } from '../../../runs/watching/session-view'
import type { AttachmentStore } from '../../../store/attachments/attachment-store'
import type { RouteHandlers, StreamHandlers } from '../../router'

/** The files as message parts. @throws NOT_FOUND one no longer exists */
export type UseAttachments = (ids: readonly AttachmentId[]) => AttachmentPart[]

/** `runs.*` and `session.watch`. */
export function runHandlers(deps: {
  manager: RunManager
  active: ActiveRuns
  view: SessionView
  useAttachments: UseAttachments
  /** Records that the window of `connection` shows this chat, until the returned function is called. */
  onWatched: (sessionId: SessionId, connection: object) => Dispose
}) {
  const { manager, active, view, useAttachments, onWatched } = deps
  return {
    routes: {
      'runs.send': ({ attachments = [], ...input }, { signal }) =>
        manager.send({ ...input, attachments: useAttachments(attachments) }, signal),
      'runs.regenerate': ({ attachments, ...input }) =>
        manager.regenerate({
          ...input,
          attachments: attachments === undefined ? undefined : useAttachments(attachments),
        }),
      'runs.continue': ({ sessionId, messageId }) => manager.continue(sessionId, messageId),
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
      'session.watch': ({ sessionId, after }, { connection }) =>
        new SessionWatch(sessionId, { active, view, onWatched: (id) => onWatched(id, connection) }, after),
    } satisfies Partial<StreamHandlers>,
  }
}

/** `forms.*`: forms that users fill in. */
export function formHandlers(forms: RunForms) {
  return {
    routes: {
      'forms.submit': (input) => forms.submit(input),
      'forms.dismiss': ({ sessionId, formId }) => ({ runId: forms.dismiss(sessionId, formId) }),
    } satisfies Partial<RouteHandlers>,
    streams: {} satisfies Partial<StreamHandlers>,
  }
}

/** `queue.*`: messages that wait to be sent. */
export function queueHandlers(manager: RunManager, attachments: Pick<AttachmentStore, 'markUsed'>) {
  return {
    routes: {
      'queue.edit': ({ sessionId, queuedId, text }) => {
        manager.editQueued(sessionId, queuedId, text)
        return {}
      },
      'queue.remove': ({ sessionId, queuedId }) => {
        const removed = manager.removeQueued(sessionId, queuedId)
        try {
          attachments.markUsed(removed.attachments ?? [])
        } catch {
          // The message has left the queue, so its text must reach the composer even if the disk fails.
        }
        return removed
      },
      'queue.resume': ({ sessionId }) => {
        manager.resumeQueue(sessionId)
        return {}
      },
    } satisfies Partial<RouteHandlers>,
    streams: {} satisfies Partial<StreamHandlers>,
  }
}

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
