import type { AppState } from '../state/app/app-state'
import { hashOfView, viewOfHash } from '../state/navigation/navigation'

/**
 * Keeps the address and the view the same from now on, so that Reload and Back do what one expects. It is for the time
 * before anything is drawn as well: an address that changes while the window is being built is followed too.
 */
export function keepAddress(app: AppState): void {
  const { location } = window
  const { navigation } = app
  const write = (hash: string) => {
    if (location.hash !== hash) location.hash = hash
  }
  write(hashOfView(navigation.getState().view))
  navigation.subscribe((now, before) => {
    // Whatever else changes, the address may be another one already that is about to be followed.
    if (hashOfView(now.view) !== hashOfView(before.view)) write(hashOfView(now.view))
  })
  window.addEventListener('hashchange', () => {
    if (location.hash === hashOfView(navigation.getState().view))
      navigation.setState({ isSidebarOpen: false })
    else app.go(viewOfHash(location.hash))
  })
}
