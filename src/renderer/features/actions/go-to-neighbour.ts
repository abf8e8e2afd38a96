import { t } from '../../language/t'
import { groupEntries } from '../../state/session-list/session-groups'
import type { AppState } from '../../state/app/app-state'
import { isShownIn, viewOfEntry } from '../../state/session-list/session-entry'

/** Opens the chat or comparison below (1) or above (-1) the current one in the list. */
export function goToNeighbour(app: AppState, by: 1 | -1): void {
  const { store } = app.sessionList
  const entries = groupEntries('chats', store.getState(), app.environment.now()).flatMap(
    (group) => group.entries,
  )
  const { view } = app.navigation.getState()
  const at = entries.findIndex((entry) => isShownIn(view, entry))
  // Something not in the list yet, such as a new chat, counts as above the first entry.
  const next = entries[at + by]
  if (next !== undefined) app.go(viewOfEntry(next))
  else if (by === 1 && store.getState().nextCursor !== null) void app.sessionList.shelves.chats.loadMore()
  else app.actions.refuse(t(by === 1 ? 'actions.window.lastChat' : 'actions.window.firstChat'))
}
