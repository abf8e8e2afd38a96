import { createStore } from 'zustand/vanilla'

import type { ComparisonId, MessageId, SessionId } from '../../../shared/ids'
import type { FoundWords } from '../search/found-words'
import type { SettingsSection } from './settings-section'

/**
 * What the main part of the window shows. A null id is a new one that nothing is stored of yet. `messageId` is the
 * message at which a chat or a pane is opened, whatever branch it is on; `found` is what a search has found there.
 */
export type View =
  | {
      kind: 'chat'
      sessionId: SessionId | null
      messageId?: MessageId | undefined
      found?: FoundWords | undefined
    }
  | {
      kind: 'compare'
      comparisonId: ComparisonId | null
      pane?: PaneMessage | undefined
      found?: FoundWords | undefined
    }

/** A message of a pane, by the session that the pane owns. */
interface PaneMessage {
  sessionId: SessionId
  messageId: MessageId
}

/** The view that a location's hash names; a new chat when it names none. */
export function viewOfHash(hash: string): View {
  const [kind, id, ...rest] = hash.replace(/^#\/?/, '').split('/')
  const known = id === undefined || id === 'new' ? null : decoded(id)
  const named = known === null ? [] : rest.map((part) => decoded(part))
  if (kind === 'compare') {
    const [sessionId = null, paneMessage = null] = named as [SessionId | null, MessageId | null] | []
    const isNamed = sessionId !== null && paneMessage !== null
    return {
      kind,
      comparisonId: known as ComparisonId | null,
      pane: isNamed ? { sessionId, messageId: paneMessage } : undefined,
    }
  }
  const [messageId = null] = named as [MessageId | null] | []
  return {
    kind: 'chat',
    sessionId: known as SessionId | null,
    messageId: messageId ?? undefined,
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
  const parts =
    view.kind === 'chat'
      ? [view.sessionId, view.messageId]
      : [view.comparisonId, view.pane?.sessionId, view.pane?.messageId]
  const [id, ...named] = parts.map((part) => (part == null ? part : encodeURIComponent(part)))
  return ['#', view.kind, ...(id == null ? ['new'] : [id, ...named.filter((part) => part != null)])].join('/')
}

/** The same for every message of a chat or a comparison: going from one to another leaves what is there in place. */
export function placeOfView(view: View): string {
  return hashOfView(
    view.kind === 'chat'
      ? { kind: 'chat', sessionId: view.sessionId }
      : { kind: 'compare', comparisonId: view.comparisonId },
  )
}

export interface NavigationState {
  view: View
  isSettingsOpen: boolean
  /** The part of Settings that is shown, or was last. */
  settingsSection: SettingsSection
  /** The dialog with the prompts that are kept. */
  isPromptsOpen: boolean
  /** The model that a link has named for a new chat. */
  suggestedModel: string | null
  /** The sidebar as an overlay, in a narrow window or where it is hidden otherwise. */
  isSidebarOpen: boolean
  /** The sidebar takes no room of its own, however wide the window is. */
  isSidebarHidden: boolean
  /** What of the actions covers the window: all to choose from, or the keys of those that have some. */
  actionsShown: 'palette' | 'shortcuts' | null
  /** The outline beside the messages of a chat. */
  isOutlineOpen: boolean
  /** The chats that are about to be exported; null while nobody asked for that. */
  exporting: readonly SessionId[] | null
}

/** Where the user is. The address follows it, so that a reload comes back to the same place. */
export function createNavigation(hash: string) {
  return createStore<NavigationState>(() => ({
    view: viewOfHash(hash),
    isSettingsOpen: false,
    settingsSection: 'providers',
    isPromptsOpen: false,
    suggestedModel: null,
    isSidebarOpen: false,
    isSidebarHidden: false,
    actionsShown: null,
    isOutlineOpen: false,
    exporting: null,
  }))
}
