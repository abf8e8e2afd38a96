import type { FunctionComponent } from 'react'
import { useStore } from 'zustand'

import { t } from '../language/t'
import { reportError } from '../rpc/report-error'
import { useApp } from '../state/app/use-app'
import type { DialogKind, DialogOf, DialogState } from '../state/dialogs/dialogs'
import { ErrorBoundary } from '../ui/boundaries/error-boundary'
import { type LazyComponent, lazyComponent } from '../ui/lazy-component'

type PropsOf<Dialog extends DialogState> = Omit<Dialog, 'kind'> & { onClose: () => void }

/** The component of each dialog, and its name for when it cannot be drawn. Loaded after start-up in this order. */
const dialogs: {
  [Kind in DialogKind]: { Content: LazyComponent<PropsOf<DialogOf<Kind>>>; place: () => string }
} = {
  palette: {
    Content: lazyComponent(() => import('../features/palette/palette'), 'Palette'),
    place: () => t('common.placeActions'),
  },
  link: {
    Content: lazyComponent(() => import('./link-dialog'), 'LinkDialog'),
    place: () => t('common.placeNotice'),
  },
  confirmation: {
    Content: lazyComponent(() => import('../features/notices/notice-dialogs'), 'ConfirmationDialog'),
    place: () => t('common.placeNotice'),
  },
  restart: {
    Content: lazyComponent(() => import('../features/notices/notice-dialogs'), 'RestartDialog'),
    place: () => t('common.placeNotice'),
  },
  settings: {
    Content: lazyComponent(() => import('../features/settings/settings-dialog'), 'SettingsDialog'),
    place: () => t('common.placeSettings'),
  },
  shortcuts: {
    Content: lazyComponent(() => import('../features/actions/shortcut-sheet'), 'ShortcutSheet'),
    place: () => t('common.placeActions'),
  },
  project: {
    Content: lazyComponent(() => import('../features/projects/projects-dialogs'), 'ProjectsDialogs'),
    place: () => t('common.projects'),
  },
  prompts: {
    Content: lazyComponent(() => import('../features/prompts/prompts-dialog'), 'PromptsDialog'),
    place: () => t('common.placePrompts'),
  },
  spending: {
    Content: lazyComponent(() => import('../features/spending/spending-dialog'), 'SpendingDialog'),
    place: () => t('actions.titles.spending'),
  },
  export: {
    Content: lazyComponent(() => import('../features/settings/data/export-dialogs'), 'ExportDialogs'),
    place: () => t('common.placeExport'),
  },
  'add-to-set': {
    Content: lazyComponent(() => import('../features/sets/add-to-set-dialog'), 'AddToSetDialog'),
    place: () => t('sets.addTitle'),
  },
  leave: {
    Content: lazyComponent(() => import('../features/chat/temporary/leave-dialog'), 'LeaveDialog'),
    place: () => t('chat.temporary.leaveTitle'),
  },
}

/** Dialogs that any key or press may open, loaded right after the first paint. */
export const firstDialogs = (['palette', 'link', 'confirmation', 'restart'] as const).map(
  (kind) => dialogs[kind].Content,
)

/** All dialogs, in the order in which they are loaded after start-up. */
export const allDialogs = Object.values(dialogs).map(({ Content }) => Content)

/** The open dialogs. */
export function Dialogs() {
  const app = useApp()
  const { open } = useStore(app.dialogs.store)
  return open.map(({ kind, ...props }) => {
    const { place } = dialogs[kind]
    // The compiler does not know that the props belong to the kind.
    const Content = dialogs[kind].Content as FunctionComponent<{ onClose: () => void }>
    return (
      <ErrorBoundary
        key={kind}
        place={place()}
        onError={(error, componentStack) => reportError(app.environment.api, 'render', error, componentStack)}
      >
        <Content {...props} onClose={() => app.dialogs.close(kind)} />
      </ErrorBoundary>
    )
  })
}
