import type { AppState } from './state/app-state'
import { hashOfView, viewOfHash } from './state/navigation'

/**
 * Keeps the address and the view the same from now on, so that Reload and Back do what one expects. It is for the time
 * before anything is drawn as well: an address that changes while the window is being built is followed too.
 */
export function keepAddress(app: AppState): void {
  const { location } = window
  const hash = () => hashOfView(app.navigation.getState().view)
  const write = () => {
    if (location.hash !== hash()) location.hash = hash()
  }
  write()
  app.navigation.subscribe(write)
  window.addEventListener('hashchange', () => {
    if (location.hash === hash()) app.navigation.setState({ isSidebarOpen: false })
    else app.go(viewOfHash(location.hash))
  })
}
