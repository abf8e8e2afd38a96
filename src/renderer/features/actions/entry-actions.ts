import { flushSync } from 'react-dom'

import { errorLine } from '../../errors/error-text'
import { t } from '../../language/t'
import { action, type Action } from '../../state/actions/action-list'
import type { AppState } from '../../state/app/app-state'
import {
  chatEntry,
  compareEntry,
  exportSubject,
  isShownIn,
  type SessionEntry,
  viewOfEntry,
} from '../../state/session-list/session-entry'

/**
 * Actions for the chat or comparison in the window, the same as for its row in the list. `isListShown`: the sidebar,
 * which offers to undo them and shows why they failed, is in view.
 */
export function entryActions(app: AppState, isListShown: () => boolean): Action[] {
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
  /** One notice: of the change once main has made it, unless the list offers to undo it, or of its failure. */
  const report = async (acting: Promise<boolean>, done: string, isOffered = true) => {
    const isDone = await acting
    if (isDone && isOffered && isListShown()) return
    if (isDone) return app.actions.announce(done)
    const { actionError } = app.sessionList.actions.getState()
    if (actionError !== null && !isListShown()) app.actions.refuse(errorLine(actionError))
  }
  return [
    action('pin', {
      title: t(entry?.pinned === true ? 'sessions.actions.unpin' : 'actions.titles.pin'),
      ...withEntry((shown) => {
        const done = t(shown.pinned ? 'actions.entry.unpinned' : 'common.pinned')
        void report(app.organiser.pin([shown], !shown.pinned), done, false)
      }),
    }),
    action('moveToProject', {
      ...withEntry((shown) =>
        app.dialogs.open({ kind: 'project', shown: { kind: 'move', entries: [shown] } }),
      ),
    }),
    action('archive', {
      title: t(isArchived ? 'common.unarchive' : 'actions.titles.archive'),
      ...withEntry((shown) => {
        if (isShownArchived(app, shown)) {
          void report(app.organiser.unarchive([shown]), t('actions.entry.unarchived'), false)
        } else void report(app.organiser.archive([shown]), t('actions.entry.archived'))
      }),
    }),
    action(
      'openInWindow',
      withEntry((shown) => app.openWindow(viewOfEntry(shown))),
    ),
    action('exportChat', {
      ...withEntry((shown) => {
        const subject = exportSubject([shown])
        if (subject !== null) app.dialogs.open({ kind: 'export', subject })
      }),
    }),
    action('deleteChat', {
      ...withEntry((shown) => {
        if (isTemporaryEntry(shown)) return app.newChat()
        // A new chat focuses its composer when it renders.
        flushSync(app.newChat)
        void report(app.organiser.delete([shown]), t('actions.entry.deleted'))
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
  for (const name of ['chats', 'project', 'archived'] as const) {
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

/** True if the entry is shown as archived, even before main has confirmed the change. */
function isShownArchived({ sessionList }: AppState, entry: SessionEntry): boolean {
  if (sessionList.isLeaving('chats', entry.id)) return true
  if (sessionList.isLeaving('archived', entry.id)) return false
  return entry.kind === 'chat' ? entry.session.archived : entry.comparison.archived
}
