import type { AppState } from '../state/app/app-state'
import { hashOfView, type View, viewOfHash } from '../state/navigation/navigation'

/**
 * Keeps the address and the view in sync, so that Reload and Back work as expected. Called before the first render, so
 * that an address that changes during start-up is followed too.
 */
export function syncAddress(app: AppState): void {
  const { location } = window
  const { navigation } = app
  // A reload begins a new chat there.
  if (navigation.getState().isQuick) return
  const write = (hash: string) => {
    if (location.hash !== hash) location.hash = hash
  }
  write(hashOfView(navigation.getState().view))
  navigation.subscribe((now, before) => {
    // Keeping a temporary chat must not leave an address in the history that Back could return to.
    if (isSamePlaceKept(now.view, before.view)) {
      history.replaceState(null, '', hashOfView(now.view))
      return
    }
    // For other changes, the address may already be a newer one that has not been followed yet.
    if (hashOfView(now.view) !== hashOfView(before.view)) write(hashOfView(now.view))
  })
  window.addEventListener('hashchange', () => {
    if (location.hash === hashOfView(navigation.getState().view))
      navigation.setState({ isSidebarOpen: false })
    else {
      app.go(viewOfHash(location.hash))
      // The user is asked before leaving a temporary chat, and stays there until then.
      write(hashOfView(navigation.getState().view))
    }
  })
}

/** True if a temporary chat was kept, and nothing else has changed. */
function isSamePlaceKept(now: View, before: View): boolean {
  if (now.kind !== 'chat' || before.kind !== 'chat' || now.sessionId === null) return false
  const isSame = now.sessionId === before.sessionId && now.messageId === before.messageId
  return isSame && now.isTemporary !== before.isTemporary
}
