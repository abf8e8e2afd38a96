import type { SessionId } from '../../../shared/ids'
import type { Session } from '../../../shared/sessions/sessions'
import type { ToolCatalogue } from '../../tools/tool'
import type { RouteHandlers } from '../router'

/** `tools.*`: what models can use. */
export function toolHandlers(deps: {
  /** @throws NOT_FOUND */
  session: (id: SessionId) => Session
  /** The tools of new chats. */
  defaults: () => string[]
  catalogue: ToolCatalogue
}) {
  const { session, defaults, catalogue } = deps
  return {
    'tools.list': ({ sessionId }) => {
      if (sessionId === undefined)
        return { tools: catalogue.list({ enabled: defaults() }, { workspace: null }) }
      const found = session(sessionId)
      return { tools: catalogue.list(found.tools ?? { enabled: [] }, found) }
    },
  } satisfies Partial<RouteHandlers>
}
