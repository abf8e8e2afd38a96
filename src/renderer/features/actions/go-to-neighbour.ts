import { t } from '../../language/t'
import { groupEntries } from '../../state/session-list/session-groups'
import type { AppState } from '../../state/app/app-state'
import { isShownIn, viewOfEntry } from '../../state/session-list/session-entry'

/** Opens the chat or comparison that stands below (1) or above (-1) the one that is shown, as the list has them. */
export function goToNeighbour(app: AppState, by: 1 | -1): void {
  const { store } = app.sessionList
  const entries = groupEntries('chats', store.getState(), app.environment.now()).flatMap(
    (group) => group.entries,
  )
  const { view } = app.navigation.getState()
  const at = entries.findIndex((entry) => isShownIn(view, entry))
  // What is not in the list yet, as a new chat, comes before all of it.
  const next = entries[at + by]
  if (next !== undefined) app.go(viewOfEntry(next))
  else if (by === 1 && store.getState().nextCursor !== null) void app.sessionList.shelves.chats.loadMore()
  else app.actions.refuse(t(by === 1 ? 'actions.window.lastChat' : 'actions.window.firstChat'))
}
