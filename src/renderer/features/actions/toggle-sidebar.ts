import type { AppState } from '../../state/app/app-state'
import { focusComposer } from '../../keyboard/focus-targets'

/** Shows or hides the sidebar and keeps the focus on something visible. */
export function toggleSidebar(app: AppState, focusSearch: () => void): void {
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
