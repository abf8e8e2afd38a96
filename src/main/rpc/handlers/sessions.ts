import { invalidInput } from '../../../shared/errors'
import type { Session } from '../../../shared/sessions'
import type { SessionLeases } from '../../sessions/lease'
import type { SessionStore } from '../../sessions/session-store'
import type { SessionView } from '../../runs/session-view'
import { whileIdle } from '../../sessions/while-idle'
import type { RouteHandlers } from '../router'

/** `sessions.*`: what the list and a chat's own settings need. */
export function sessionHandlers(deps: {
  store: SessionStore
  view: SessionView
  leases: SessionLeases
  /** The model of a new chat for which none was chosen. */
  defaultModel: () => string
}) {
  const { store, view, leases, defaultModel } = deps
  return {
    'sessions.create': (input) => {
      const session = store.createSession({ ...input, model: input.model ?? defaultModel() })
      view.announce(session.id)
      return { session }
    },
    'sessions.list': (input) => {
      const { sessions, nextCursor } = store.listSessions(input)
      return {
        sessions: sessions.map((session) => ({ ...session, running: view.isRunning(session.id) })),
        nextCursor,
      }
    },
    'sessions.get': ({ sessionId, ...page }) => view.get(sessionId, page),
    'sessions.update': ({ sessionId, ...patch }) => {
      const session = store.updateSession(sessionId, patch)
      view.announce(sessionId)
      return { session }
    },
    'sessions.delete': async ({ sessionId }) => {
      assertIsChat(store.getSession(sessionId))
      await whileIdle(leases, sessionId, 'user', () => store.deleteSession(sessionId))
      view.announce(sessionId, true)
      return { deleted: true }
    },
    'sessions.restore': ({ sessionId }) => {
      const session = store.restoreSession(sessionId)
      view.announce(sessionId)
      return { session }
    },
    'sessions.markSeen': ({ sessionId }) => {
      store.setUnseen(sessionId, false)
      view.announce(sessionId)
      return {}
    },
  } satisfies Partial<RouteHandlers>
}

/** A pane without its session, or a session without its pane, would be neither: they come and go together. */
function assertIsChat(session: Session): void {
  if (session.kind === 'chat') return
  throw invalidInput('sessionId', 'this chat is a pane of a comparison. Remove the pane there instead.')
}
