import { createStore } from 'zustand/vanilla'

import type { ComparisonId, MessageId, SessionId } from '../../shared/ids'

/**
 * What the main part of the window shows. A null id is a new one that nothing is stored of yet. `messageId` is the
 * message at which a chat is opened, whatever branch it is on.
 */
export type View =
  | { kind: 'chat'; sessionId: SessionId | null; messageId?: MessageId }
  | { kind: 'compare'; comparisonId: ComparisonId | null }

/** The view that a location's hash names; a new chat when it names none. */
export function viewOfHash(hash: string): View {
  const [kind, id, message] = hash.replace(/^#\/?/, '').split('/')
  const known = id === undefined || id === 'new' ? null : decoded(id)
  if (kind === 'compare') return { kind, comparisonId: known as ComparisonId | null }
  const messageId = message === undefined || known === null ? null : (decoded(message) as MessageId | null)
  return {
    kind: 'chat',
    sessionId: known as SessionId | null,
    ...(messageId === null ? {} : { messageId }),
  }
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
  const message =
    view.kind === 'chat' && view.messageId !== undefined ? `/${encodeURIComponent(view.messageId)}` : ''
  const id = view.kind === 'chat' ? view.sessionId : view.comparisonId
  return `#/${view.kind}/${id === null ? 'new' : `${encodeURIComponent(id)}${message}`}`
}

/** The same for every message of a chat: going from one to another leaves what is there in place. */
export function placeOfView(view: View): string {
  return hashOfView(view.kind === 'chat' ? { kind: 'chat', sessionId: view.sessionId } : view)
}

export interface NavigationState {
  view: View
  isSettingsOpen: boolean
  /** The sidebar as an overlay in a narrow window. */
  isSidebarOpen: boolean
  /** The chats that are about to be exported; null while nobody asked for that. */
  exporting: readonly SessionId[] | null
}

/** Where the user is. The address follows it, so that a reload comes back to the same place. */
export function createNavigation(hash: string) {
  return createStore<NavigationState>(() => ({
    view: viewOfHash(hash),
    isSettingsOpen: false,
    isSidebarOpen: false,
    exporting: null,
  }))
}
