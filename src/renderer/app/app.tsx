import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'

import { ActionAnnouncer } from '../features/actions/action-announcer'
import { useWindowActions } from '../features/actions/use-window-actions'
import { ChatPage } from '../features/chat/chat-page'
import { Sidebar } from '../features/session-list/sidebar'
import { t } from '../language/t'
import { TextsContext } from '../language/use-language'
import { useAppearance, useTexts } from './use-window-settings'
import { placeOfView } from '../state/navigation/navigation'
import { reportError } from '../rpc/report-error'
import { useApp } from '../state/app/use-app'
import { Banner } from '../features/notices/banner'
import { ErrorBoundary } from '../ui/boundaries/error-boundary'
import { PlainBoundary } from '../ui/boundaries/plain-boundary'
import { Dialogs } from './dialogs'
import { LazyCompare, LazyQuickBar, LazySelectionQuote } from './lazy-views'
import { FollowLinkContext } from '../markdown/code/markdown-context'
import type { LinkTarget } from '../markdown/source/link-target'
import { usePreload } from './use-preload'
import { useShortcuts } from './use-shortcuts'
import { classNames } from '../ui/class-names'
import { Stack } from '../ui/layout/layout'
import styles from './app.module.css'

/** The window: the sidebar, a chat or comparison, and overlays. */
export function App() {
  const app = useApp()
  const { view, isQuick, isSidebarOpen, isSidebarHidden } = useStore(app.navigation)
  const searchField = useRef<HTMLInputElement>(null)
  const { isRenderBroken } = useStore(app.faults.store)

  useEffect(() => app.windowLink.attach(), [app])
  const texts = useTexts()
  useAppearance()
  useSpellCheck()
  const isPainted = usePreload()
  useShortcuts()
  useWindowActions(() => {
    // In a narrow window the field exists only once the sidebar is open, and must exist before the next key press.
    flushSync(() => app.navigation.setState({ isSidebarOpen: true }))
    searchField.current?.focus()
    searchField.current?.select()
  })

  const onError = (error: unknown, componentStack: string) =>
    reportError(app.environment.api, 'render', error, componentStack)
  const followLink = useCallback((target: LinkTarget) => app.dialogs.open({ kind: 'link', target }), [app])

  return (
    <TextsContext value={texts}>
      <FollowLinkContext value={followLink}>
        <div className={windowClass({ isSidebarOpen, isSidebarHidden, isQuick })}>
          {!isQuick && (
            <ErrorBoundary place={t('common.placeSessions')} onError={onError}>
              <Sidebar searchField={searchField} />
            </ErrorBoundary>
          )}
          <div
            className={styles.windowScrim}
            onPointerDown={() => app.navigation.setState({ isSidebarOpen: false })}
          />
          <Stack as="main" gap={0} className={styles.windowMain} data-slot="window-main">
            <ErrorBoundary place={t('common.placeNotice')} onError={onError}>
              <Banner />
            </ErrorBoundary>
            {isQuick && (
              <ErrorBoundary place={t('common.quickWindow')} onError={onError}>
                <LazyQuickBar view={view} />
              </ErrorBoundary>
            )}
            <ErrorBoundary key={placeOfView(view)} place={t('common.placeView')} onError={onError}>
              <BrokenRender isBroken={isRenderBroken} />
              {view.kind === 'chat' ? (
                <ChatPage key={view.sessionId ?? 'new'} view={view} />
              ) : (
                <LazyCompare key={view.comparisonId ?? 'new'} comparisonId={view.comparisonId} />
              )}
            </ErrorBoundary>
          </Stack>
        </div>
        {isPainted && (
          <PlainBoundary fallback={null}>
            <LazySelectionQuote />
          </PlainBoundary>
        )}
        <ActionAnnouncer />
        <Dialogs />
      </FollowLinkContext>
    </TextsContext>
  )
}

function windowClass(shown: { isSidebarOpen: boolean; isSidebarHidden: boolean; isQuick: boolean }): string {
  return classNames(
    styles.window,
    shown.isSidebarOpen && styles.windowWithSidebar,
    shown.isSidebarHidden && styles.windowSidebarHidden,
    shown.isQuick && styles.windowQuick,
  )
}

/** Turns spell checking on or off for the page; every text field inherits it unless it sets its own. */
function useSpellCheck(): void {
  const isOn = useStore(useApp().settings.store, (state) => state.settings.spellCheck)
  useLayoutEffect(() => {
    document.documentElement.spellcheck = isOn
  }, [isOn])
}

/** Throws while rendering if a test asked for it; otherwise renders nothing. */
function BrokenRender({ isBroken }: { isBroken: boolean }): null {
  if (isBroken) throw new Error('thrown in render by test.throwInRender')
  return null
}
