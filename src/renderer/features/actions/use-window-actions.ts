import { flushSync } from 'react-dom'

import type { AppSettings } from '../../../shared/app/schema'
import { t } from '../../language/t'
import { action, type Action } from '../../state/actions/action-list'
import { useViewActions, useApp } from '../../state/app/use-app'
import { isNewView, places, settingsSections } from '../../state/navigation/navigation'
import {
  composerButton,
  focusComposer,
  folderChip,
  hasModelPicker,
  isSidebarShown,
  modelSettingsButton,
  openModelPicker,
  reviewButton,
} from '../../keyboard/focus-targets'
import type { Settings } from '../../state/settings/settings'
import { groupEntries } from '../../state/session-list/session-groups'
import type { AppState } from '../../state/app/app-state'
import {
  isLocal,
  isShownIn,
  viewOfEntry,
  chatEntry,
  compareEntry,
  exportSubject,
  type SessionEntry,
} from '../../state/session-list/session-entry'
import { keepHere } from '../session-list/use-entry-actions'
import { errorLine } from '../../errors/error-text'

const textSizes: readonly AppSettings['textSize'][] = ['small', 'normal', 'large', 'largest']

/** Offers the actions that are available in every view. */
export function useWindowActions(): void {
  const app = useApp()
  const begin = (what: 'chat' | 'compare') => {
    const { view } = app.navigation.getState()
    if (what === 'chat') app.newChat()
    else app.newCompare()
    // One that is already open gets the focus just like a new one.
    if (view.kind === what && isNewView(view)) focusComposer()
  }
  useViewActions(() => [
    action('newChat', { run: () => begin('chat') }),
    action('newCompare', { run: () => begin('compare') }),
    action('temporaryChat', { run: app.newTemporaryChat }),
    action('newWindow', { run: () => app.openWindow(null) }),
    action('openProject', { run: () => app.dialogs.open({ kind: 'project', shown: { kind: 'open' } }) }),
    action('newProject', {
      run: () => app.dialogs.open({ kind: 'project', shown: { kind: 'edit', project: null } }),
    }),
    action('newChatInProject', {
      run: () => app.dialogs.open({ kind: 'project', shown: { kind: 'new-chat' } }),
    }),
    action('back', {
      disabledReason: () => (steps()?.canGoBack === false ? t('actions.window.noBack') : null),
      run: () => history.back(),
    }),
    action('forward', {
      disabledReason: () => (steps()?.canGoForward === false ? t('actions.window.noForward') : null),
      run: () => history.forward(),
    }),
    action('previousChat', { run: () => goToNeighbour(app, -1) }),
    action('nextChat', { run: () => goToNeighbour(app, 1) }),
    action('toggleSidebar', { run: () => toggleSidebar(app) }),
    ...entryActions(app, isSidebarShown),
    action('focusComposer', { run: focusComposer }),
    action('chooseModel', {
      disabledReason: () => (hasModelPicker() ? null : t('actions.window.noModel')),
      run: () => void openModelPicker(),
    }),
    action('modelSettings', {
      disabledReason: () => (modelSettingsButton() === null ? t('actions.window.noModelSettings') : null),
      run: () => modelSettingsButton()?.click(),
    }),
    action('attachFiles', {
      disabledReason: () => (composerButton('attach-button') === null ? t('actions.window.noMessage') : null),
      run: () => composerButton('attach-button')?.click(),
    }),
    action('chooseTools', {
      disabledReason: () => (composerButton('tools-button') === null ? t('actions.window.noTools') : null),
      run: () => composerButton('tools-button')?.click(),
    }),
    action('chooseFolder', {
      disabledReason: () => (folderChip() === null ? t('actions.window.noAgent') : null),
      run: () => folderChip()?.click(),
    }),
    action('reviewChanges', {
      disabledReason: () => (reviewButton() === null ? t('actions.window.noChanges') : null),
      run: () => reviewButton()?.click(),
    }),
    ...places.map((place) => action(place.action, { run: () => app.go(place.view) })),
    action('prompts', { run: () => app.dialogs.open({ kind: 'prompts' }) }),
    ...appearanceActions(app.settings),
    // The field must exist before the next key press.
    action('palette', { run: () => flushSync(() => app.dialogs.open({ kind: 'palette' })) }),
    action('shortcuts', { run: () => app.dialogs.open({ kind: 'shortcuts' }) }),
    action('spending', { run: () => app.dialogs.open({ kind: 'spending' }) }),
    action('settings', { run: () => app.openSettings() }),
    ...settingsSections.map((section): Action => ({
      id: `settings:${section}`,
      title: t('actions.window.settingsOf', { section: t(`common.settingsSections.${section}`) }),
      keywords: `settings ${section}`,
      group: 'app',
      run: () => app.openSettings(section),
    })),
  ])
}

/** Whether the history has views before and after this one; unknown in older browsers. */
function steps(): Pick<Navigation, 'canGoBack' | 'canGoForward'> | undefined {
  return 'navigation' in window ? window.navigation : undefined
}

/** Opens the chat or comparison below (1) or above (-1) the current one in the list. */
function goToNeighbour(app: AppState, by: 1 | -1): void {
  const name = app.projects.openProject === null ? 'chats' : 'project'
  const { store } = app.sessionList.folders[name]
  const entries = groupEntries(name, store.getState(), app.environment.now()).flatMap(
    (group) => group.entries,
  )
  const { view } = app.navigation.getState()
  const at = entries.findIndex((entry) => isShownIn(view, entry))
  // Something not in the list yet, such as a new chat, counts as above the first entry.
  const next = entries[at + by]
  if (next !== undefined) app.go(viewOfEntry(next))
  else if (by === 1 && store.getState().nextCursor !== null) void app.sessionList.folders[name].loadMore()
  else app.actions.refuse(t(by === 1 ? 'actions.window.lastChat' : 'actions.window.firstChat'))
}

/** Shows or hides the sidebar and keeps the focus on something visible. */
function toggleSidebar(app: AppState): void {
  const sidebar = document.querySelector('[data-slot="sidebar"]')
  if (sidebar === null) return
  const { isSidebarOpen, isSidebarHidden } = app.navigation.getState()
  const hasFocus = sidebar.contains(document.activeElement)
  const isNarrow = window.matchMedia('(width < 900px)').matches
  if (!isNarrow) {
    const isShown = isSidebarOpen || !isSidebarHidden
    app.navigation.setState({ isSidebarHidden: isShown, isSidebarOpen: false })
    if (isShown && hasFocus) focusComposer()
  } else if (isSidebarOpen) {
    app.navigation.setState({ isSidebarOpen: false })
    if (hasFocus) focusComposer()
  } else {
    // In a narrow window, its content exists only once it is open.
    flushSync(() => app.navigation.setState({ isSidebarOpen: true }))
    sidebar.querySelector<HTMLElement>('[data-slot="search-button"]')?.focus()
  }
}

/** Actions that change the window's appearance. */
function appearanceActions(settings: Settings): Action[] {
  const current = () => settings.store.getState().settings
  const changes = (changed: Parameters<Settings['change']>[0]) => () => void settings.change(changed)
  const theme = (id: 'themeLight' | 'themeDark' | 'themeSystem', wanted: AppSettings['theme']) =>
    action(id, {
      disabledReason: () => (current().theme === wanted ? t('actions.appearance.isSo') : null),
      run: changes({ theme: wanted }),
    })
  const text = (id: 'largerText' | 'smallerText', by: 1 | -1) => {
    const next = () => textSizes[textSizes.indexOf(current().textSize) + by]
    return action(id, {
      disabledReason: () => {
        if (next() !== undefined) return null
        return t(by === 1 ? 'actions.appearance.largest' : 'actions.appearance.smallest')
      },
      run: () => {
        const textSize = next()
        if (textSize !== undefined) void settings.change({ textSize })
      },
    })
  }
  const { density, highContrast } = current()
  const isCompact = density === 'compact'
  return [
    theme('themeLight', 'light'),
    theme('themeDark', 'dark'),
    theme('themeSystem', 'system'),
    text('largerText', 1),
    text('smallerText', -1),
    action('density', {
      title: t(isCompact ? 'actions.appearance.comfortable' : 'actions.appearance.compact'),
      run: changes({ density: isCompact ? 'comfortable' : 'compact' }),
    }),
    action('highContrast', {
      title: t(highContrast ? 'actions.appearance.contrastOff' : 'actions.appearance.contrastOn'),
      run: changes({ highContrast: !highContrast }),
    }),
  ]
}

/**
 * Actions for the chat or comparison in the window, the same as for its row in the list. `isListShown`: the sidebar,
 * which offers to undo them and shows why they failed, is in view.
 */
export function entryActions(app: AppState, isListShown: () => boolean): Action[] {
  const entry = shownEntry(app)
  const isKept = entry !== null && isLocal(entry)
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
    ...(app.sync.store.getState().place === null
      ? []
      : [
          action('keepHere', {
            title: t(isKept ? 'sessions.actions.share' : 'actions.titles.keepHere'),
            ...withEntry((shown) => void keepHere(app, [shown], !isLocal(shown))),
          }),
        ]),
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
