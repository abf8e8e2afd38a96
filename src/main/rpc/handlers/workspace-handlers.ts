import type { AgentInfo } from '../../../shared/agents/agents'
import { commandLimits } from '../../../shared/agents/command-checks'
import { failure } from '../../../shared/failures/failure'
import type { SessionId } from '../../../shared/ids'
import type { Workspaces } from '../../agents/workspaces/workspaces'
import type { ComparisonChecks } from '../../compare/checks/comparison-checks'
import type { HiddenWork } from '../../compare/sealed/hidden-work'
import type { Platform } from '../../platform/platform'
import type { AgentChange } from '../../settings/agent-settings'
import type { AgentFolders } from '../../store/agents/agent-turns'
import type { SessionLeases } from '../../leases/session-leases'
import type { SessionStore } from '../../store/sessions/session-store'
import type { RouteHandlers, StreamHandlers } from '../router'

const recentCount = 12

/** `workspaces.*` and `checks.run`: the folders in which agents work. */
export function workspaceHandlers(deps: {
  workspaces: Workspaces
  hiddenWork: Pick<HiddenWork, 'shown'>
  folders: AgentFolders
  store: SessionStore
  leases: SessionLeases
  checks: ComparisonChecks
  platform: Platform
  /** Ends an agent that waits for the chat's next question. */
  forgetAgent: (sessionId: string) => Promise<void>
  readText: (folder: string, path: string) => Promise<string>
}) {
  const { workspaces, hiddenWork, folders, store, leases, checks, platform, forgetAgent } = deps

  /** Acts while no run is active there and none can start. @throws RUN_ACTIVE, NOT_FOUND */
  async function whileFree<Result>(sessionId: SessionId, act: () => Promise<Result>): Promise<Result> {
    store.getSession(sessionId)
    // It would also write to the user's folder what is left out until the reveal.
    store.assertRevealed(sessionId)
    const lease = leases.acquire(sessionId, { kind: 'operation', stop: () => {} })
    try {
      return await act()
    } finally {
      lease.release()
    }
  }

  return {
    routes: {
      'workspaces.choose': async ({ use = 'agent', path }) => ({
        path: (await platform.chooseFolder?.(use, path)) ?? null,
        hasDialog: platform.chooseFolder !== undefined,
      }),
      'workspaces.look': async ({ path }, { signal }) => ({
        folder: path === undefined ? null : await workspaces.inspect(path, signal),
        recent: folders.recent(recentCount),
      }),
      'workspaces.diff': async ({ sessionId }, { signal }) => {
        store.getSession(sessionId)
        return hiddenWork.shown(sessionId, async () => {
          const diff = await workspaces.diff(sessionId, signal)
          return { diff, check: diff === null ? null : await workspaces.lastCheck(sessionId, diff.state) }
        })
      },
      'workspaces.page': async ({ sessionId, path }) => {
        const { workspace, isFolderImported } = store.getSession(sessionId)
        store.assertRevealed(sessionId)
        const folder = (await workspaces.workFolder(sessionId)) ?? workspace
        if (folder === null || isFolderImported) throw failure('NOT_FOUND', 'path', { path })
        return { text: await deps.readText(folder, path) }
      },
      'workspaces.apply': ({ sessionId, state, paths }) =>
        whileFree(sessionId, async () => ({ applied: await workspaces.apply(sessionId, state, paths) })),
      'workspaces.discard': ({ sessionId }) =>
        whileFree(sessionId, async () => {
          // The agent's working directory is in that folder, which is about to be removed.
          await forgetAgent(sessionId)
          return { removed: await workspaces.discard(sessionId) }
        }),
    } satisfies Partial<RouteHandlers>,
    streams: {
      'checks.run': ({ limitSeconds = commandLimits.seconds.usual, ...input }, { signal }) =>
        checks.run({ ...input, limitMs: limitSeconds * 1000 }, signal),
    } satisfies Partial<StreamHandlers>,
  }
}

/** `agents.*`: the known agents and their settings. */
export function agentHandlers(deps: {
  list: (refresh: boolean) => Promise<AgentInfo[]>
  save: (change: AgentChange, signal: AbortSignal) => Promise<AgentInfo>
  /** The list of models may have changed. */
  onSaved: () => void
}) {
  return {
    'agents.list': async ({ refresh }) => ({ agents: await deps.list(refresh ?? false) }),
    'agents.save': async (change, { signal }) => {
      const agent = await deps.save(change, signal)
      deps.onSaved()
      return { agent }
    },
  } satisfies Partial<RouteHandlers>
}
