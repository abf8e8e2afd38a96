import type { SessionId } from '../../../shared/ids'
import type { Workspaces } from '../../agents/workspaces/workspaces'
import type { Platform } from '../../platform/platform'
import type { AgentFolders } from '../../store/agents/agent-folders'
import type { SessionLeases } from '../../leases/session-leases'
import type { SessionStore } from '../../store/sessions/session-store'
import type { RouteHandlers } from '../router'

const recentCount = 12

/** `workspaces.*`: the folders in which agents work. */
export function workspaceHandlers(deps: {
  workspaces: Workspaces
  folders: AgentFolders
  store: SessionStore
  leases: SessionLeases
  platform: Platform
  /** Ends an agent that waits for the chat's next question. */
  forgetAgent: (sessionId: string) => Promise<void>
}) {
  const { workspaces, folders, store, leases, platform, forgetAgent } = deps

  /** Acts while no run is active there and none can start. @throws RUN_ACTIVE, NOT_FOUND */
  async function whileFree<Result>(sessionId: SessionId, act: () => Promise<Result>): Promise<Result> {
    store.getSession(sessionId)
    const lease = leases.acquire(sessionId, { kind: 'operation', stop: () => {} })
    try {
      return await act()
    } finally {
      lease.release()
    }
  }

  return {
    'workspaces.choose': async () => ({
      path: (await platform.chooseFolder?.()) ?? null,
      hasDialog: platform.chooseFolder !== undefined,
    }),
    'workspaces.look': async ({ path }, { signal }) => ({
      folder: path === undefined ? null : await workspaces.inspect(path, signal),
      recent: folders.recent(recentCount),
    }),
    'workspaces.diff': ({ sessionId }, { signal }) => {
      store.getSession(sessionId)
      return workspaces.diff(sessionId, signal).then((diff) => ({ diff }))
    },
    'workspaces.apply': ({ sessionId, state, paths }) =>
      whileFree(sessionId, async () => ({ applied: await workspaces.apply(sessionId, state, paths) })),
    'workspaces.discard': ({ sessionId }) =>
      whileFree(sessionId, async () => {
        // The agent's working directory is in that folder, which is about to be removed.
        await forgetAgent(sessionId)
        return { removed: await workspaces.discard(sessionId) }
      }),
  } satisfies Partial<RouteHandlers>
}
