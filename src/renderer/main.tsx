import { type ReactNode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'

// First, because it names the layers of all styles.
import './ui/theme/theme.css'
import { invariant } from '../shared/invariant'
import { languageFor } from '../shared/locales/language'
import { App } from './app/app'
import { loadView } from './app/lazy-views'
import { syncAddress } from './app/sync-address'
import { watchForMissingCode } from './errors/missing-code'
import { ignoreStrayPresses } from './keyboard/stray-presses'
import { setLanguage, t } from './language/t'
import { installParley } from './rpc/install'
import { createAppState } from './state/app/app-state'
import { browserEnvironment } from './browser/browser-environment'
import { reportError } from './rpc/report-error'
import { AppStateContext } from './state/app/use-app'
import { ErrorBoundary } from './ui/boundaries/error-boundary'
import { WindowMarkdown } from './app/window-markdown'

const connection = installParley()
const api = window.parley

// Must come first: an error during start-up would otherwise leave an empty window and no report.
window.addEventListener('error', (event) => {
  // Without an error object, it is a browser warning, such as a resize loop, and nothing broke.
  if (event.error !== null && event.error !== undefined) reportError(api, 'error', event.error)
})
window.addEventListener('unhandledrejection', (event) => reportError(api, 'unhandledrejection', event.reason))

watchForMissingCode(window)
ignoreStrayPresses(window)

const app = createAppState(browserEnvironment(api, connection), window.location.hash)
syncAddress(app)
// Before a chat is shown, which would otherwise open at its end first.
void app.readingPlaces.load()
const root = document.querySelector('#root')
invariant(root !== null, 'index.html contains the root element')
const render = () =>
  createRoot(root).render(
    <ReadySignal>
      <AppStateContext value={app}>
        <ErrorBoundary
          place={t('common.placeWindow')}
          onError={(error, componentStack) => reportError(api, 'render', error, componentStack)}
        >
          <WindowMarkdown>
            <App />
          </WindowMarkdown>
        </ErrorBoundary>
      </AppStateContext>
    </ReadySignal>,
  )

// Main answers while the code of the view is loaded and drawn.
app.windowLink.attach()
const { view } = app.navigation.getState()
const stopWatching =
  view.kind === 'chat' && view.sessionId !== null ? app.conversations.of(view.sessionId).show() : undefined

const whatIsShown = [
  // The last used language, before main has answered, so that the window does not start in another one.
  setLanguage(languageFor(app.settings.store.getState().settings.language, window.navigator.languages)),
  loadView(view),
]
const reported = (error: unknown) => reportError(api, 'unhandledrejection', error)
void Promise.all(whatIsShown.map((loading) => loading.catch(reported))).then(render)

/** Clears the page's busy state once its content is rendered and handles keys. What is shown is then watched by its view. */
function ReadySignal({ children }: { children: ReactNode }) {
  // An outer effect runs after all inner ones.
  useEffect(() => {
    document.querySelector('#root')?.removeAttribute('aria-busy')
    stopWatching?.()
  }, [])
  return children
}
