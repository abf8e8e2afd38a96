import { flushSync } from 'react-dom'

import { t } from '../../language/t'
import { action, type Action } from '../../state/actions/action-list'
import type { AppState } from '../../state/app/app-state'
import {
  chatEntry,
  compareEntry,
  exportSubject,
  isShownIn,
  type SessionEntry,
} from '../../state/session-list/session-entry'

/** Actions for the chat or comparison in the window, the same as for its row in the list. */
export function entryActions(app: AppState): Action[] {
  const entry = shownEntry(app)
  const isArchived = entry !== null && isShownArchived(app, entry)
  const withEntry = (act: (shown: SessionEntry) => void) => ({
    disabledReason: () => {
      const shown = shownEntry(app)
      if (shown === null) return t('actions.entry.nothingStored')
      return isTemporaryEntry(shown) ? t('chat.temporary.notSaved') : null
    },
    run: () => {
      const shown = shownEntry(app)
      if (shown !== null) act(shown)
    },
  })
  return [
    action('pin', {
      title: t(entry?.pinned === true ? 'sessions.actions.unpin' : 'actions.titles.pin'),
      ...withEntry((shown) => {
        void app.organiser.pin([shown], !shown.pinned)
        app.actions.announce(t(shown.pinned ? 'actions.entry.unpinned' : 'actions.entry.pinned'))
      }),
    }),
    action('archive', {
      title: t(isArchived ? 'actions.entry.unarchive' : 'actions.titles.archive'),
      ...withEntry((shown) => {
        const wasArchived = isShownArchived(app, shown)
        if (wasArchived) void app.organiser.unarchive([shown])
        else void app.organiser.archive([shown])
        app.actions.announce(t(wasArchived ? 'actions.entry.unarchived' : 'actions.entry.archived'))
      }),
    }),
    action('exportChat', {
      ...withEntry((shown) => {
        const subject = exportSubject([shown])
        if (subject !== null) app.openExport(subject)
      }),
    }),
    action('deleteChat', {
      ...withEntry((shown) => {
        if (isTemporaryEntry(shown)) return app.newChat()
        // A new chat focuses its composer when it renders.
        flushSync(app.newChat)
        void app.organiser.delete([shown])
        app.actions.announce(t('actions.entry.deleted'))
      }),
      disabledReason: () => (shownEntry(app) === null ? t('actions.entry.nothingStored') : null),
    }),
  ]
}

/** Leaving a temporary chat deletes it; no other action of the list applies to it. */
function isTemporaryEntry(entry: SessionEntry): boolean {
  return entry.kind === 'chat' && entry.session.isTemporary === true
}

/** The list entry of what is shown; if the list is not loaded that far, it is created from what is known. */
function shownEntry(app: AppState): SessionEntry | null {
  const { view } = app.navigation.getState()
  for (const name of ['chats', 'archived'] as const) {
    const { sessions, comparisons } = app.sessionList.folders[name].store.getState()
    const session = sessions.find(({ id }) => view.kind === 'chat' && id === view.sessionId)
    if (session !== undefined) return chatEntry(session)
    const comparison = comparisons.find((known) => isShownIn(view, compareEntry(known)))
    if (comparison !== undefined) return compareEntry(comparison)
  }
  if (view.kind !== 'chat' || view.sessionId === null) return null
  const { session } = app.conversations.of(view.sessionId).store.getState()
  return session === null ? null : chatEntry({ ...session, running: false, unseen: false })
}

/** Whether it is shown as archived: a pending change counts before main has confirmed it. */
function isShownArchived({ sessionList }: AppState, entry: SessionEntry): boolean {
  if (sessionList.isLeaving('chats', entry.id)) return true
  if (sessionList.isLeaving('archived', entry.id)) return false
  return entry.kind === 'chat' ? entry.session.archived : entry.comparison.archived
}
