import { messageText } from '../../../../shared/sessions/messages'
import type { DifferenceFinder } from '../../../differences/difference-finder'
import type { SessionStore } from '../../../store/sessions/session-store'
import type { RouteHandlers } from '../../router'

/** `differences.*`. */
export function differenceHandlers(deps: { store: SessionStore; finder: DifferenceFinder }) {
  const { store, finder } = deps
  return {
    'differences.get': async ({ messageIds }, { signal }) => {
      const texts = messageIds.map((messageId) => messageText(store.findMessage(messageId)))
      return { texts, differences: await finder.find(texts, signal) }
    },
    'differences.prepare': async (_input, { signal }) => {
      await finder.prepare(signal)
      return {}
    },
  } satisfies Partial<RouteHandlers>
}
