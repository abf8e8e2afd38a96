import { failure } from '../../../../shared/failures/failure'
import type { ProjectId, SessionId } from '../../../../shared/ids'
import { newTools, type Project, projectParams } from '../../../../shared/projects/projects'
import { messageText } from '../../../../shared/sessions/messages'
import type { ModelParams, Session } from '../../../../shared/sessions/sessions'
import type { SessionTrash } from '../../../store/sessions/session-trash'
import type { SessionMetrics } from '../../../store/sessions/session-metrics'
import type { SessionLeases } from '../../../leases/session-leases'
import type { SessionOperations } from '../../../store/sessions/session-operations'
import type { SessionStore } from '../../../store/sessions/session-store'
import type { TemporaryChats } from '../../../store/sessions/temporary-chats'
import type { SessionView } from '../../../runs/watching/session-view'
import { whileIdle } from '../../../leases/while-idle'
import type { RouteHandlers } from '../../router'
import type { ParleyError } from '../../../../shared/errors'
import type { Clock } from '../../../base/clock'
import type { JobRunner } from '../../../base/threads/job'
import type { SearchedFiles, SlowSearch } from '../../../store/search/search-job'
import { isStoreFailure } from '../../../store/database/store-errors'
import type { StoreJobs } from '../../../store/store-jobs'

/** `sessions.*`: the list of chats, each chat's settings, and which of its messages are shown; `messages.*`. */
export function sessionHandlers(deps: {
  store: SessionStore
  temporary: Pick<TemporaryChats, 'create'> & {
    /** @throws STORE_FULL it stays temporary */
    keep: (sessionId: SessionId, assertMayKeep: () => void, signal: AbortSignal) => Promise<void>
  }
  operations: SessionOperations
  metrics: SessionMetrics
  trash: SessionTrash
  view: SessionView
  leases: SessionLeases
  /** True if a window other than that of `connection` shows the chat. */
  isShownElsewhere: (sessionId: SessionId, connection: object) => boolean
  /** Called after chats were erased from the trash. */
  onErased: () => void
  /** The model of a new chat: `wished`, or the default if it is null. */
  modelFor: (wished: string | null, signal: AbortSignal) => Promise<string>
  /** @throws NOT_FOUND */
  project: (id: ProjectId) => Project
  /** The parameters of chats with this model that have none of their own. */
  paramsOf: (model: string) => ModelParams
  /** The tools of new chats. */
  defaultTools: () => string[]
}) {
  const {
    store,
    temporary,
    operations,
    metrics,
    trash,
    view,
    leases,
    isShownElsewhere,
    onErased,
    modelFor,
    project,
    paramsOf,
    defaultTools,
  } = deps

  /** Notifies watchers and windows of the change before it answers with the result of `act`. */
  function changing<Result>(sessionId: SessionId, act: () => Result): Result {
    const result = act()
    view.announce(sessionId)
    return result
  }

  return {
    'sessions.create': async ({ isTemporary = false, ...input }, { signal }) => {
      const projectOf = () => (input.projectId === undefined ? null : project(input.projectId))
      const model = input.model ?? (await modelFor(projectOf()?.model ?? null, signal))
      const chosen = projectOf()
      const given = {
        ...input,
        model,
        params: input.params ?? projectParams(chosen) ?? paramsOf(model),
        tools: input.tools ?? newTools(chosen, defaultTools()),
      }
      const session = isTemporary ? temporary.create(given) : store.createSession(given)
      view.announce(session.id)
      return { session }
    },
    'sessions.keep': async ({ sessionId }, { signal }) => {
      // Otherwise, what was kept would be moved to the trash a moment later.
      await temporary.keep(sessionId, () => leases.assertNotEnding(sessionId), signal)
      return changing(sessionId, () => ({ session: store.getSession(sessionId) }))
    },
    'sessions.list': (input) => {
      const { sessions, nextCursor } = store.listSessions(input)
      return {
        sessions: sessions.map((session) => ({ ...session, ...view.runState(session.id) })),
        nextCursor,
      }
    },
    'sessions.get': ({ sessionId, ...page }) => view.get(sessionId, page),
    'sessions.update': ({ sessionId, ...patch }) =>
      changing(sessionId, () => ({ session: store.updateSession(sessionId, patch) })),
    'sessions.delete': async ({ sessionId, unlessShownElsewhere }, { connection }) => {
      assertIsChat(store.getSession(sessionId))
      if (unlessShownElsewhere === true && isShownElsewhere(sessionId, connection)) return { deleted: false }
      // Checked before the run is stopped: a refusal must not cost the answer.
      store.assertAnswers()
      await whileIdle(leases, sessionId, 'user', () => store.deleteSession(sessionId))
      view.announce(sessionId, true)
      return { deleted: true }
    },
    'sessions.restore': ({ sessionId }) =>
      changing(sessionId, () => ({ session: store.restoreSession(sessionId) })),
    'sessions.erase': async ({ sessionId }) => {
      const erased = sessionId === undefined ? await trash.empty() : await trash.erase(sessionId)
      onErased()
      return { erased }
    },
    'sessions.duplicate': async ({ sessionId }) => {
      const session = await operations.duplicate(sessionId)
      view.announce(session.id)
      return { session }
    },
    'sessions.fork': async ({ sessionId, messageId }) => {
      const session = await operations.fork(sessionId, messageId)
      view.announce(session.id)
      return { session }
    },
    'sessions.setLeaf': ({ sessionId, messageId, ...options }) =>
      changing(sessionId, () => operations.setLeaf(sessionId, messageId, options)),
    'messages.edit': ({ sessionId, messageId, text }) =>
      changing(sessionId, () => ({ messageId: operations.edit(sessionId, messageId, text) })),
    'messages.text': ({ sessionId, messageId }) => ({
      text: messageText(store.getMessage(sessionId, messageId)),
    }),
    'sessions.markSeen': ({ sessionId }) => {
      store.setUnseen(sessionId, null)
      view.announceSeen(sessionId)
      return {}
    },
    'sessions.retry': ({ sessionId }) => changing(sessionId, () => operations.retry(sessionId)),
    'sessions.undo': ({ sessionId }) => changing(sessionId, () => operations.undo(sessionId)),
    'sessions.status': ({ sessionId }) => {
      const { title, model, workspace, createdAt, updatedAt } = store.getSession(sessionId)
      return {
        sessionId,
        title,
        model,
        workspace,
        messageCount: metrics.messageCount(sessionId),
        createdAt,
        updatedAt,
        running: view.isRunning(sessionId),
      }
    },
    'sessions.usage': ({ sessionId }) => {
      store.getSession(sessionId)
      return metrics.usage(sessionId)
    },
  } satisfies Partial<RouteHandlers>
}

/** Refuses a pane's session, which is deleted only with its pane. */
function assertIsChat(session: Session): void {
  if (session.kind === 'chat') return
  throw failure('INVALID_INPUT', 'pane-deleted-elsewhere', { field: 'sessionId' })
}

/** A slower search is aborted with its thread; the next one starts another. */
const searchTimeoutMs = 20_000

/**
 * `sessions.search`: runs in a thread, so that typing never waits for it. Only a search in a temporary chat finds what is
 * in it.
 */
export function searchHandlers(deps: {
  /** The thread for short jobs. */
  jobs: JobRunner<StoreJobs>
  files: SearchedFiles
  store: SessionStore
  temporary: Pick<TemporaryChats, 'has' | 'search'>
  clock: Clock
  /** Called with every STORE_FULL and STORE_DAMAGED from the thread. */
  onStoreFailure: (error: ParleyError) => void
  onSlow: (slow: SlowSearch) => void
}) {
  const { jobs, files, store, temporary, clock, onStoreFailure, onSlow } = deps
  return {
    'sessions.search': async (input, { signal }) => {
      if (input.sessionId !== undefined) {
        store.getSession(input.sessionId)
        if (temporary.has(input.sessionId)) return temporary.search({ ...input, now: clock.now() })
      }
      try {
        return await jobs.run(
          'search',
          { ...input, ...files, now: clock.now() },
          { signal, timeoutMs: searchTimeoutMs, onReport: onSlow },
        )
      } catch (error) {
        if (isStoreFailure(error)) onStoreFailure(error)
        throw error
      }
    },
  } satisfies Partial<RouteHandlers>
}
