import { createStore } from 'zustand/vanilla'

import type { ComparisonId, SessionId } from '../../shared/ids'

/** What the main part of the window shows. A null id is a new one that nothing is stored of yet. */
export type View =
  { kind: 'chat'; sessionId: SessionId | null } | { kind: 'compare'; comparisonId: ComparisonId | null }

/** The view that a location's hash names; a new chat when it names none. */
export function viewOfHash(hash: string): View {
  const [kind, id] = hash.replace(/^#\/?/, '').split('/')
  const known = id === undefined || id === 'new' ? null : decoded(id)
  if (kind === 'compare') return { kind, comparisonId: known as ComparisonId | null }
  return { kind: 'chat', sessionId: known as SessionId | null }
}

/** Null for what names nothing, also where the address was cut or mistyped. */
function decoded(id: string): string | null {
  try {
    return decodeURIComponent(id) || null
  } catch {
    // A malformed percent-encoding: a new view is better than none.
    return null
  }
}

export function hashOfView(view: View): string {
  const id = view.kind === 'chat' ? view.sessionId : view.comparisonId
  return `#/${view.kind}/${id === null ? 'new' : encodeURIComponent(id)}`
}

export interface NavigationState {
  view: View
  isSettingsOpen: boolean
  /** The sidebar as an overlay in a narrow window. */
  isSidebarOpen: boolean
}

/** Where the user is. The address follows it, so that a reload comes back to the same place. */
export function createNavigation(hash: string) {
  return createStore<NavigationState>(() => ({
    view: viewOfHash(hash),
    isSettingsOpen: false,
    isSidebarOpen: false,
  }))
}
