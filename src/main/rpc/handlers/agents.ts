import type { RouteHandlers } from '../router'

/** `agents.*`, `approvals.*` and `consents.*`. */
export function agentHandlers() {
  return {
    'agents.list': unbuilt,
    'agents.save': unbuilt,
    'approvals.answer': unbuilt,
    'consents.list': unbuilt,
    'consents.remove': unbuilt,
  } satisfies Partial<RouteHandlers>
}

function unbuilt(): never {
  throw new Error('not built yet')
}
