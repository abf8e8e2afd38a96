import type { AppSettings } from '../../../shared/app/schema'
import { t } from '../../language/t'
import { action, type Action } from '../../state/actions/action-list'
import { useViewActions } from '../../state/app/use-view-actions'
import { settingsSections } from '../../state/navigation/navigation'
import { useApp } from '../../state/app/use-app'
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
import { entryActions } from './entry-actions'
import { groupEntries } from '../../state/session-list/session-groups'
import type { AppState } from '../../state/app/app-state'
import { isShownIn, viewOfEntry } from '../../state/session-list/session-entry'

const textSizes: readonly AppSettings['textSize'][] = ['small', 'normal', 'large', 'largest']

/** Offers the actions that are available in every view. */
export function useWindowActions(focusSearch: () => void): void {
  const app = useApp()
  const begin = (what: 'chat' | 'compare') => {
    const { view } = app.navigation.getState()
    if (what === 'chat') app.newChat()
    else app.newCompare()
    // One that is already open gets the focus just like a new one.
    if (view.kind === what && (view.kind === 'chat' ? view.sessionId : view.comparisonId) === null) {
      focusComposer()
    }
  }
  useViewActions(() => [
    action('newChat', { run: () => begin('chat') }),
    action('newCompare', { run: () => begin('compare') }),
    action('temporaryChat', { run: app.newTemporaryChat }),
    action('newWindow', { run: () => app.openWindow(null) }),
    action('search', { run: focusSearch }),
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
    action('toggleSidebar', { run: () => toggleSidebar(app, focusSearch) }),
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
    action('ranking', { run: () => app.dialogs.open({ kind: 'ranking' }) }),
    action('promptSets', { run: () => app.dialogs.open({ kind: 'sets', adding: null }) }),
    action('prompts', { run: () => app.dialogs.open({ kind: 'prompts' }) }),
    ...appearanceActions(app.settings),
    action('palette', { run: () => app.dialogs.open({ kind: 'palette' }) }),
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
function toggleSidebar(app: AppState, focusSearch: () => void): void {
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
  } else focusSearch()
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
