import { flushSync } from 'react-dom'
import { useStore } from 'zustand'

import type { SessionId } from '../../../shared/ids'
import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import {
  exportSubject,
  isLocal,
  isShownIn,
  viewOfEntry,
  type SessionEntry,
} from '../../state/session-list/session-entry'
import { titleOfAction } from '../../state/actions/action-list'
import type { SessionFolderName } from '../../state/session-list/session-folder'
import type { AppState } from '../../state/app/app-state'
import { useApp, useShortcutKeys } from '../../state/app/use-app'
import type { MenuItem } from '../../ui/overlays/menu'

/** The actions for one row or for all selected ones. */
export interface EntryActions {
  /** The keys that delete a focused row. */
  deleteKeys: string
  pin: (entries: readonly SessionEntry[], pinned: boolean) => void
  archive: (entries: readonly SessionEntry[]) => void
  unarchive: (entries: readonly SessionEntry[]) => void
  /** Asks for the project. */
  move: (entries: readonly SessionEntry[]) => void
  /** Keeps them on this machine or not; null while nothing is exchanged. */
  keepHere: ((entries: readonly SessionEntry[], isKept: boolean) => void) | null
  export: (entries: readonly SessionEntry[]) => void
  openInWindow: (entry: SessionEntry) => void
  /** Opens a copy of the chat. */
  duplicate: (sessionId: SessionId) => void
  delete: (entries: readonly SessionEntry[]) => void
  restore: (entries: readonly SessionEntry[]) => void
  /** Asks for confirmation first. */
  erase: (entries: readonly SessionEntry[]) => void
}

interface EntryActionOptions {
  /** Called before rows disappear. `doFirst` may move the focus, which the list then takes back. */
  onLeaving: (entries: readonly SessionEntry[], doFirst?: () => void) => void
  /** Asks for confirmation. */
  onErase: (entries: readonly SessionEntry[]) => void
}

/** The actions on chats and comparisons of the list, for menus and keys. */
export function useEntryActions({ onLeaving, onErase }: EntryActionOptions): EntryActions {
  const app = useApp()
  const deleteKeys = useShortcutKeys()('entryDelete')
  const isExchanging = useStore(app.sync.store, ({ place }) => place !== null)
  const { organiser } = app
  const leaving = (act: (entries: readonly SessionEntry[]) => Promise<unknown>) => {
    return (entries: readonly SessionEntry[]) => {
      onLeaving(entries)
      void act(entries)
    }
  }
  const duplicate = async (sessionId: SessionId) => {
    const error = await app.chat.duplicate(sessionId)
    if (error !== null) app.sessionList.showError(error)
  }
  return {
    deleteKeys,
    pin: (entries, pinned) => void organiser.pin(entries, pinned),
    archive: leaving((entries) => organiser.archive(entries)),
    unarchive: leaving((entries) => organiser.unarchive(entries)),
    move: (entries) => app.dialogs.open({ kind: 'project', shown: { kind: 'move', entries } }),
    keepHere: isExchanging ? (entries, isKept) => void keepHere(app, entries, isKept) : null,
    export: (entries) => {
      const subject = exportSubject(entries)
      if (subject !== null) app.dialogs.open({ kind: 'export', subject })
    },
    openInWindow: (entry) => app.openWindow(viewOfEntry(entry)),
    duplicate: (sessionId) => void duplicate(sessionId),
    delete: (entries) => {
      onLeaving(entries, () => {
        const { view } = app.navigation.getState()
        // A new chat focuses its composer when it renders.
        if (entries.some((entry) => isShownIn(view, entry))) flushSync(app.newChat)
      })
      void organiser.delete(entries)
    },
    restore: leaving((entries) => organiser.restore(entries)),
    erase: onErase,
  }
}

/** Keeps entries on this machine or not, and says what that means. */
export async function keepHere(
  app: Pick<AppState, 'organiser' | 'actions'>,
  entries: readonly SessionEntry[],
  isKept: boolean,
): Promise<void> {
  const isDone = await app.organiser.keepHere(entries, isKept)
  if (isDone) app.actions.announce(t(isKept ? 'actions.entry.kept' : 'actions.entry.shared'))
}

/** The menu items for these rows of this list, in order. */
export function actionItems(
  folder: SessionFolderName,
  entries: readonly SessionEntry[],
  actions: EntryActions,
): MenuItem[] {
  const exportItem: MenuItem = {
    label: t('common.export'),
    refusal: exportSubject(entries) === null ? t('sessions.actions.oneComparison') : null,
    onChoose: () => actions.export(entries),
  }
  const moveItem: MenuItem = {
    label: t('actions.titles.moveToProject'),
    onChoose: () => actions.move(entries),
  }
  const areKept = entries.every(isLocal)
  const keepItems: MenuItem[] =
    actions.keepHere === null
      ? []
      : [
          {
            label: t(areKept ? 'sessions.actions.share' : 'actions.titles.keepHere'),
            onChoose: () => actions.keepHere?.(entries, !areKept),
          },
        ]
  const deleteItem: MenuItem = {
    label: t('common.delete'),
    shortcut: actions.deleteKeys,
    isDanger: true,
    onChoose: () => actions.delete(entries),
  }
  const [entry, ...others] = entries
  const duplicateItems: MenuItem[] =
    entry?.kind === 'chat' && others.length === 0
      ? [{ label: t('sessions.actions.duplicate'), onChoose: () => actions.duplicate(entry.id) }]
      : []
  const windowItems: MenuItem[] =
    entry !== undefined && others.length === 0
      ? [
          {
            label: titleOfAction('openInWindow'),
            onChoose: () => actions.openInWindow(entry),
          },
        ]
      : []
  switch (folder) {
    case 'chats':
    case 'project': {
      const arePinned = entries.every(({ pinned }) => pinned)
      return [
        {
          label: t(arePinned ? 'sessions.actions.unpin' : 'actions.titles.pin'),
          onChoose: () => actions.pin(entries, !arePinned),
        },
        moveItem,
        { label: t('actions.titles.archive'), onChoose: () => actions.archive(entries) },
        ...keepItems,
        ...windowItems,
        ...duplicateItems,
        exportItem,
        deleteItem,
      ]
    }
    case 'archived':
      return [
        { label: t('common.unarchive'), onChoose: () => actions.unarchive(entries) },
        moveItem,
        ...keepItems,
        ...windowItems,
        ...duplicateItems,
        exportItem,
        deleteItem,
      ]
    case 'trash':
      return [
        { label: t('common.restore'), onChoose: () => actions.restore(entries) },
        {
          label: t('sessions.actions.erase'),
          shortcut: actions.deleteKeys,
          isDanger: true,
          onChoose: () => actions.erase(entries),
        },
      ]
    default:
      return assertNever(folder)
  }
}
