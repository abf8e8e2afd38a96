import { flushSync } from 'react-dom'

import { action, type Action } from '../state/actions/action-list'
import type { AppState } from '../state/app-state'
import { chatEntry, compareEntry, isShownIn, type SessionEntry } from '../state/session-entry'

const nothingStored = 'Nothing is stored yet: send something first.'

/** What can be done with the chat or the comparison that the window shows, as with its row in the list. */
export function entryActions(app: AppState): Action[] {
  const entry = shownEntry(app)
  const isArchived = entry !== null && isPutAside(entry)
  const withEntry = (act: (shown: SessionEntry) => void) => ({
    whyNot: () => (shownEntry(app) === null ? nothingStored : null),
    run: () => {
      const shown = shownEntry(app)
      if (shown !== null) act(shown)
    },
  })
  return [
    action('pin', {
      title: entry?.pinned === true ? 'Unpin' : 'Pin',
      ...withEntry((shown) => {
        void app.organiser.pin([shown], !shown.pinned)
        app.actions.say(shown.pinned ? 'No longer pinned' : 'Pinned')
      }),
    }),
    action('archive', {
      title: isArchived ? 'Take out of the archive' : 'Archive',
      ...withEntry((shown) => {
        if (isPutAside(shown)) void app.organiser.unarchive([shown])
        else void app.organiser.archive([shown])
        app.actions.say(isPutAside(shown) ? 'Back among the chats' : 'Archived')
      }),
    }),
    action('exportChat', {
      whyNot: () => {
        const shown = shownEntry(app)
        if (shown === null) return nothingStored
        return shown.kind === 'chat' ? null : 'Only chats can be exported.'
      },
      run: () => {
        const shown = shownEntry(app)
        if (shown?.kind === 'chat') app.exportSessions([shown.id])
      },
    }),
    action(
      'deleteChat',
      withEntry((shown) => {
        // A new chat takes the keyboard to its composer once it is drawn.
        flushSync(app.newChat)
        void app.organiser.delete([shown])
        app.actions.say('Deleted. It stays in the bin for 30 days.')
      }),
    ),
  ]
}

/** The row of what is shown; one that the list does not reach down to is made of what is known of it. */
function shownEntry(app: AppState): SessionEntry | null {
  const { view } = app.navigation.getState()
  for (const name of ['chats', 'archived'] as const) {
    const { sessions, comparisons } = app.sessionList.shelves[name].store.getState()
    const session = sessions.find(({ id }) => view.kind === 'chat' && id === view.sessionId)
    if (session !== undefined) return chatEntry(session)
    const comparison = comparisons.find((known) => isShownIn(view, compareEntry(known)))
    if (comparison !== undefined) return compareEntry(comparison)
  }
  if (view.kind !== 'chat' || view.sessionId === null) return null
  const { session } = app.conversations.of(view.sessionId).store.getState()
  return session === null ? null : chatEntry({ ...session, running: false, unseen: false })
}

function isPutAside(entry: SessionEntry): boolean {
  return entry.kind === 'chat' ? entry.session.archived : entry.comparison.archived
}
