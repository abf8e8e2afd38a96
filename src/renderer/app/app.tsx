import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'

import { ActionAnnouncer } from '../features/actions/action-announcer'
import { useWindowActions } from '../features/actions/use-window-actions'
import { ChatPage } from '../features/chat/chat-page'
import { Sidebar } from '../features/session-list/sidebar'
import { t } from '../language/t'
import { TextsContext } from '../language/use-language'
import { useAppearance, useLanguageSetting } from './use-window-settings'
import { placeOfView } from '../state/navigation/navigation'
import { reportError } from '../rpc/report-error'
import { useApp } from '../state/app/use-app'
import { Banner } from '../features/notices/banner'
import { ErrorBoundary } from '../ui/boundaries/error-boundary'
import { PlainBoundary } from '../ui/boundaries/plain-boundary'
import { isInBrowser } from '../browser/is-in-browser'
import { LazyCompare } from './lazy-views'
import {
  LazyConfirmation,
  LazyExport,
  LazyLeave,
  LazyLink,
  LazyPalette,
  LazyProjects,
  LazyPrompts,
  LazyQuickBar,
  LazyRanking,
  LazyRestart,
  LazySelectionQuote,
  LazySets,
  LazySettings,
  LazyShortcuts,
  LazySpending,
} from './lazy-dialogs'
import { FollowLinkContext } from '../markdown/code/markdown-context'
import type { LinkTarget } from '../markdown/source/link-target'
import { usePreload } from './use-preload'
import { useShortcuts } from './use-shortcuts'
import { classNames } from '../ui/class-names'
import styles from './app.module.css'

/** The window: the sidebar, a chat or comparison, and overlays. */
export function App() {
  const app = useApp()
  const { view, isSettingsOpen, isPromptsOpen, isRankingOpen, isSidebarOpen, exporting } = useStore(
    app.navigation,
  )
  const { isQuick, isSidebarHidden, isSpendingOpen, actionsShown, setsShown, leavingFor } = useStore(
    app.navigation,
  )
  const isProjectDialogOpen = useStore(app.projects.store, ({ dialog }) => dialog !== null)
  const isConfirming = useStore(app.confirmation, (state) => state.pageUrl !== null && !state.isPostponed)
  const isRestartAsked = useStore(app.restart.question, ({ asked }) => asked !== null)
  const searchField = useRef<HTMLInputElement>(null)
  const [link, setLink] = useState<LinkTarget | null>(null)

  const { isRenderBroken } = useStore(app.faults)

  useEffect(() => app.windowLink.attach(), [app])
  const texts = useLanguageSetting()
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
  const openLink = async (target: LinkTarget) => {
    setLink(null)
    const isOpened = await app.openLink(target.url)
    // In a browser, main leaves it to this page; elsewhere main opens links itself and its answer is final.
    if (!isOpened && isInBrowser) window.open(target.url, '_blank', 'noopener,noreferrer')
  }

  const closeActions = () => app.navigation.setState({ actionsShown: null })

  return (
    <TextsContext value={texts}>
      <FollowLinkContext value={setLink}>
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
          <main className={styles.windowMain} data-slot="window-main">
            <ErrorBoundary place={t('common.placeNotice')} onError={onError}>
              <Banner />
            </ErrorBoundary>
            {isQuick && (
              <ErrorBoundary place={t('actions.quick.name')} onError={onError}>
                <Suspense fallback={null}>
                  <LazyQuickBar view={view} />
                </Suspense>
              </ErrorBoundary>
            )}
            <ErrorBoundary key={placeOfView(view)} place={t('common.placeView')} onError={onError}>
              <BrokenRender isBroken={isRenderBroken} />
              {view.kind === 'chat' ? (
                <ChatPage key={view.sessionId ?? 'new'} view={view} />
              ) : (
                <Suspense fallback={null}>
                  <LazyCompare key={view.comparisonId ?? 'new'} comparisonId={view.comparisonId} />
                </Suspense>
              )}
            </ErrorBoundary>
          </main>
        </div>
        {isSettingsOpen && (
          <ErrorBoundary place={t('common.placeSettings')} onError={onError}>
            <Suspense fallback={null}>
              <LazySettings onClose={() => app.setSettingsOpen(false)} />
            </Suspense>
          </ErrorBoundary>
        )}
        {isPromptsOpen && (
          <ErrorBoundary place={t('common.placePrompts')} onError={onError}>
            <Suspense fallback={null}>
              <LazyPrompts onClose={() => app.setPromptsOpen(false)} />
            </Suspense>
          </ErrorBoundary>
        )}
        {isProjectDialogOpen && (
          <ErrorBoundary place={t('projects.title')} onError={onError}>
            <Suspense fallback={null}>
              <LazyProjects />
            </Suspense>
          </ErrorBoundary>
        )}
        {isRankingOpen && (
          <ErrorBoundary place={t('actions.titles.ranking')} onError={onError}>
            <Suspense fallback={null}>
              <LazyRanking onClose={() => app.setRankingOpen(false)} />
            </Suspense>
          </ErrorBoundary>
        )}
        {isSpendingOpen && (
          <ErrorBoundary place={t('spending.title')} onError={onError}>
            <Suspense fallback={null}>
              <LazySpending onClose={() => app.setSpendingOpen(false)} />
            </Suspense>
          </ErrorBoundary>
        )}
        {setsShown !== null && (
          <ErrorBoundary place={t('actions.titles.promptSets')} onError={onError}>
            <Suspense fallback={null}>
              <LazySets
                adding={setsShown.adding}
                onClose={() => app.navigation.setState({ setsShown: null })}
              />
            </Suspense>
          </ErrorBoundary>
        )}
        {exporting !== null && (
          <ErrorBoundary place={t('common.placeExport')} onError={onError}>
            <Suspense fallback={null}>
              <LazyExport subject={exporting} onClose={() => app.navigation.setState({ exporting: null })} />
            </Suspense>
          </ErrorBoundary>
        )}
        {actionsShown !== null && (
          <ErrorBoundary place={t('common.placeActions')} onError={onError}>
            <Suspense fallback={null}>
              {actionsShown === 'palette' ? (
                <LazyPalette onClose={closeActions} />
              ) : (
                <LazyShortcuts onClose={closeActions} />
              )}
            </Suspense>
          </ErrorBoundary>
        )}
        {isPainted && (
          <PlainBoundary fallback={null}>
            <Suspense fallback={null}>
              <LazySelectionQuote />
            </Suspense>
          </PlainBoundary>
        )}
        {leavingFor !== null && (
          <ErrorBoundary place={t('chat.temporary.leaveTitle')} onError={onError}>
            <Suspense fallback={null}>
              <LazyLeave />
            </Suspense>
          </ErrorBoundary>
        )}
        <ActionAnnouncer />
        <ErrorBoundary place={t('common.placeNotice')} onError={onError}>
          <Suspense fallback={null}>
            {isConfirming && <LazyConfirmation />}
            {isRestartAsked && <LazyRestart />}
            {link !== null && (
              <LazyLink target={link} onOpen={() => void openLink(link)} onClose={() => setLink(null)} />
            )}
          </Suspense>
        </ErrorBoundary>
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
  const isOn = useStore(useApp().settings, (state) => state.settings.spellCheck)
  useLayoutEffect(() => {
    document.documentElement.spellcheck = isOn
  }, [isOn])
}

/** Throws while rendering if a test asked for it; otherwise renders nothing. */
function BrokenRender({ isBroken }: { isBroken: boolean }): null {
  if (isBroken) throw new Error('thrown in render by test.throwInRender')
  return null
}
