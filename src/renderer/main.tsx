import { createRoot } from 'react-dom/client'

import { invariant } from '../shared/invariant'
import { App } from './app'
import { installParley } from './rpc/install'
import { createAppState } from './state/app-state'
import { browserEnvironment } from './state/browser-environment'
import { reportError } from './state/report-error'
import { AppStateContext } from './state/use-app'
import './ui/tokens.css'
import './ui/base.css'

const connection = installParley()
const api = window.parley
const app = createAppState(browserEnvironment(api, connection), window.location.hash)

window.addEventListener('error', (event) => {
  // Without an error object it is the browser's own remark, such as a resize loop, and nothing broke.
  if (event.error !== null && event.error !== undefined) reportError(api, 'error', event.error)
})
window.addEventListener('unhandledrejection', (event) => reportError(api, 'unhandledrejection', event.reason))

const root = document.querySelector('#root')
invariant(root !== null, 'index.html has the root element')
createRoot(root).render(
  <AppStateContext value={app}>
    <App />
  </AppStateContext>,
)
