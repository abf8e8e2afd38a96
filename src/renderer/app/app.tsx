import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useEffectEvent,
  useSyncExternalStore,
} from 'react'
import { useStore } from 'zustand'

import { assertNever } from '../../shared/invariant'
import { ActionAnnouncer } from '../features/actions/action-announcer'
import { useWindowActions } from '../features/actions/use-window-actions'
import { ChatPage, LazyOpenChat } from '../features/chat/chat-page'
import { Sidebar } from '../features/session-list/sidebar'
import { t, setLanguage, windowTexts } from '../language/t'
import { TextsContext } from '../language/use-language'
import { placeOfView, type View } from '../state/navigation/navigation'
import { reportError } from '../rpc/report-error'
import { useApp } from '../state/app/use-app'
import { Banner, LazyNoticeLines } from '../features/notices/banner'
import { ErrorBoundary } from '../ui/boundaries/error-boundary'
import { PlainBoundary } from '../ui/boundaries/plain-boundary'
import { Dialogs, allDialogs, firstDialogs } from './dialogs'
import {
  LazyCompare,
  LazyPageChecks,
  LazyQuickBar,
  LazyRanking,
  LazySelectionQuote,
  LazySets,
  LazyWhichModel,
} from './lazy-views'
import { FollowLinkContext } from '../markdown/code/markdown-context'
import type { LinkTarget } from '../markdown/source/link-target'
import { classNames } from '../ui/class-names'
import { Stack } from '../ui/layout/layout'
import { LazyFindBar, LazyOutlinePanel } from '../features/chat/lazy-panels'
import { LazyEditAnswer, LazyEditMessage } from '../features/message/rows/lazy-editing'
import { LazyModelList } from '../features/model-picker/model-picker'
import { LazyModelSettings } from '../features/model-settings/model-settings-button'
import { Menu } from '../ui/overlays/menu'
import { Popup } from '../ui/overlays/popup'
import type { FocusedField } from '../state/actions/action-list'
import { focusComposer } from '../keyboard/focus-targets'
import { belongsToInputMethod } from '../keyboard/key-presses'
import { isAltGraph, keyHost } from '../keyboard/key-host'
import { languageFor } from '../../shared/locales/language'
import type { Texts } from '../language/window-texts'
import { scalesOf } from '../ui/theme/scales'
import styles from './app.module.css'

/** The window: the sidebar, a view, and overlays. */
export function App() {
  const app = useApp()
  const { view, isQuick, isSidebarOpen, isSidebarHidden } = useStore(app.navigation)
  const { isRenderBroken } = useStore(app.faults.store)

  const texts = useTexts()
  useAppearance()
  useSpellCheck()
  const waiting = useStore(app.promptSets.store, (state) => state.waiting)
  const isPainted = usePreload()
  useShortcuts()
  useWindowActions()

  const onError = (error: unknown, componentStack: string) =>
    reportError(app.environment.api, 'render', error, componentStack)
  const followLink = useCallback((target: LinkTarget) => app.dialogs.open({ kind: 'link', target }), [app])

  return (
    <TextsContext value={texts}>
      <FollowLinkContext value={followLink}>
        <div className={windowClass({ isSidebarOpen, isSidebarHidden, isQuick })}>
          {!isQuick && (
            <ErrorBoundary place={t('common.placeSessions')} onError={onError}>
              <Sidebar />
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
              <ShownView view={view} />
            </ErrorBoundary>
          </Stack>
        </div>
        {isPainted && (
          <PlainBoundary fallback={null}>
            <LazySelectionQuote />
          </PlainBoundary>
        )}
        {waiting !== null && !isQuick && (
          <PlainBoundary fallback={null}>
            <LazyPageChecks key={waiting.runId} {...waiting} />
          </PlainBoundary>
        )}
        <ActionAnnouncer />
        <Dialogs />
      </FollowLinkContext>
    </TextsContext>
  )
}

function ShownView({ view }: { view: View }) {
  switch (view.kind) {
    case 'chat':
      return <ChatPage key={view.sessionId ?? 'new'} view={view} />
    case 'compare':
      return <LazyCompare key={view.comparisonId ?? 'new'} comparisonId={view.comparisonId} />
    case 'sets':
      return <LazySets view={view} />
    case 'ranking':
      return <LazyRanking />
    case 'which-model':
      return <LazyWhichModel />
    default:
      return assertNever(view)
  }
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

/** Parts that the next key or press may open. */
const firstParts = [
  LazyOpenChat,
  Menu,
  Popup,
  LazyModelList,
  LazyModelSettings,
  LazyEditMessage,
  LazyEditAnswer,
  LazySelectionQuote,
  LazyNoticeLines,
  ...firstDialogs,
  LazyFindBar,
  LazyOutlinePanel,
]
/** Delay after the first paint before the rest is loaded: a window that was just opened has other things to do. */
const restAfterMs = 1_000

/**
 * Preloads code once the window is usable, so that menus, dialogs and comparisons open immediately. Menus, the palette
 * and what opens in a chat come first, because the next key may be for them; dialogs and comparisons follow a little
 * later. Returns whether the window has been painted.
 */
function usePreload(): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    const preload = (parts: readonly { load: () => Promise<unknown> }[]) => {
      // Opening one reports the error.
      for (const { load } of parts) load().catch(() => undefined)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    // After two frames, the window has been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        preload(firstParts)
        // Without it, the first answer is only read a little later.
        void import('../markdown/source/prepare-reading').then(
          ({ prepareReading }) => prepareReading(),
          () => undefined,
        )
        setIsPainted(true)
        timer = setTimeout(
          () => preload([LazyCompare, LazySets, LazyRanking, LazyWhichModel, ...allDialogs]),
          restAfterMs,
        )
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}

/**
 * Handles the shortcuts of all available actions, the Escape that stops an answer, and characters typed while nothing is
 * focused, which go to the composer; except while a dialog covers the window.
 */
function useShortcuts(): void {
  const app = useApp()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Keys pressed during composition belong to the input method.
    if (event.defaultPrevented || belongsToInputMethod(event)) return
    if (isReloadKey(event) && app.restart.askToReload()) event.preventDefault()
    if (document.querySelector('dialog[open]') !== null) return
    const isPressed = !isAltGraph(event) && app.actions.press(event, fieldOf(document.activeElement), keyHost)
    if (isPressed) event.preventDefault()
    // Whatever Escape closes has already handled it. A held key only closed something.
    else if (event.key === 'Escape' && !event.repeat) {
      // Its answer continues.
      if (app.navigation.getState().isQuick) app.environment.closeWindow()
      else app.actions.runIfPossible('stop')
    }
    // The browser types into what is focused after this.
    else if (isFreelyTyped(event) && document.activeElement === document.body) focusComposer()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** True for keys that type a character, except the space, which scrolls where nothing is focused. */
function isFreelyTyped(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  const isCommand = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')
  return !isCommand && key !== ' ' && /^.$/u.test(key)
}

/** The keys with which browsers reload a page. */
function isReloadKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return false
  return key === 'F5' || (key.toLowerCase() === 'r' && (keyHost.isMac ? metaKey : ctrlKey))
}

const textTypes: readonly string[] = ['text', 'search', 'url', 'email', 'password', 'number', 'tel']

function fieldOf(focused: Element | null): FocusedField {
  const isField =
    focused instanceof HTMLTextAreaElement ||
    (focused instanceof HTMLInputElement && textTypes.includes(focused.type))
  // A closed combobox shows the selected value, so nobody is typing there.
  if (!isField || focused.ariaExpanded === 'false') return 'none'
  return focused.value === '' ? 'empty' : 'with-text'
}

const contrastQuery = '(prefers-contrast: more)'

/** Sets the user's appearance settings as attributes of the page, which tokens.css reads. */
function useAppearance(): void {
  const app = useApp()
  const { theme, highContrast, textSize, density } = useStore(app.settings.store, (state) => state.settings)
  // The system's preference counts too, and can change.
  const isHighContrast = useSyncExternalStore(onContrastChange, wantsContrast) || highContrast
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    if (theme === 'system') delete dataset.theme
    else dataset.theme = theme
    if (isHighContrast) dataset.contrast = 'high'
    else delete dataset.contrast
    const scales = scalesOf({ textSize, density })
    style.setProperty('--text-scale', String(scales.text))
    style.setProperty('--density', String(scales.density))
  }, [theme, isHighContrast, textSize, density])
}

function wantsContrast(): boolean {
  return window.matchMedia(contrastQuery).matches
}

function onContrastChange(onChange: () => void): () => void {
  const query = window.matchMedia(contrastQuery)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** The window's texts, in the language of the settings. */
function useTexts(): Texts {
  const { settings, environment } = useApp()
  const setting = useStore(settings.store, (state) => state.settings.language)
  const texts = useSyncExternalStore(windowTexts.onChange, windowTexts.current)
  useEffect(() => {
    setLanguage(languageFor(setting, window.navigator.languages)).catch((error: unknown) =>
      reportError(environment.api, 'unhandledrejection', error),
    )
  }, [setting, environment])
  useLayoutEffect(() => {
    document.documentElement.lang = texts.language
  }, [texts])
  return texts
}
