import type { RouteHandlers } from '../router'

/** `agents.*`, `consents.*` and `workspaces.*`. */
export function agentHandlers() {
  const unbuilt = () => {
    throw new Error('not built yet')
  }
  return {
    'agents.list': unbuilt,
    'agents.save': unbuilt,
    'approvals.answer': unbuilt,
    'consents.list': unbuilt,
    'consents.remove': unbuilt,
    'workspaces.choose': unbuilt,
    'workspaces.look': unbuilt,
    'workspaces.diff': unbuilt,
    'workspaces.apply': unbuilt,
    'workspaces.discard': unbuilt,
  } satisfies Partial<RouteHandlers>
}
