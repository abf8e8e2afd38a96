import { createContext, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import { invariant } from '../../../shared/invariant'
import type { ConfirmationKind } from '../../../shared/rpc/window-events'
import type { AppState } from './app-state'
import type { Conversation } from '../conversations/conversation'
import type { ConversationStore } from '../conversations/conversation-store'
import { dialogIn } from '../dialogs/dialogs'
import type { Action } from '../actions/action-list'
import { keyHost } from '../../keyboard/key-host'
import { writtenKeys } from '../../keyboard/keys'
import type { KeyedCommand } from '../actions/action-catalogue'
import { keysOf, type BoundKeys } from '../actions/bound-keys'
import { failureData } from '../../errors/failure'
import type { WindowLink } from '../connection/window-link'

/** Provided once by the window's root. */
export const AppStateContext = createContext<AppState | null>(null)

/** The window's state and actions. */
export function useApp(): AppState {
  const app = useContext(AppStateContext)
  invariant(app !== null, 'the component is rendered inside AppStateContext')
  return app
}

/** Subscribes to one part of a conversation. */
export function useConversation<Piece>(
  conversation: ConversationStore,
  select: (state: Conversation) => Piece,
): Piece {
  return useStore(conversation.store, select)
}

/** Keeps the conversation watched while the component is mounted. */
export function useShown(conversation: ConversationStore | null): void {
  useEffect(() => conversation?.show(), [conversation])
}

/** Why nothing can be sent now; null while Parley can be reached. */
export function useUnreachable(): ErrorData | null {
  const app = useApp()
  useStore(app.windowLink.store, ({ connection }) => connection)
  return whyUnreachable(app)
}

/** A confirmation whose dialog the user has closed; null if there is none. */
export function usePostponedConfirmation(): { pageUrl: string; about: ConfirmationKind | null } | null {
  const { confirmation, dialogs } = useApp()
  const { pageUrl, about } = useStore(confirmation.store)
  const isShown = useStore(dialogs.store, (state) => dialogIn(state, 'confirmation') !== null)
  return isShown || pageUrl === null ? null : { pageUrl, about }
}

/** The draft of one composer, and its setter. */
export function useDraft(place: string): [string, (text: string) => void] {
  const { drafts } = useApp()
  const text = useStore(drafts.store, (state) => state.byPlace[place] ?? '')
  return [text, (changed) => drafts.set(place, changed)]
}

/** Offers `actions`, evaluated on each access, in the palette and as shortcuts while the component is mounted. */
export function useViewActions(actions: () => readonly Action[]): void {
  const app = useApp()
  // Not an effect event, because components may read these while rendering, when an effect event must not be called.
  const current = useRef(actions)
  useLayoutEffect(() => {
    current.current = actions
  })
  useEffect(() => app.actions.add(() => current.current()), [app])
}

/** The keys that the user chose. */
export function useBoundKeys(): BoundKeys {
  return useStore(useApp().settings.store, (state) => state.settings.shortcuts)
}

/** The keys of a command in catalogue notation; empty for none. */
export function useShortcutKeys(): (id: KeyedCommand) => string {
  const bound = useBoundKeys()
  return (id) => keysOf(id, bound)
}

/** The keys of an action as text in the window's language; undefined for none. */
export function useShortcutNames(): (id: KeyedCommand) => string | undefined {
  const bound = useBoundKeys()
  return (id) => writtenKeys(keysOf(id, bound), keyHost) || undefined
}

/** A tooltip with the keys of an action, if it has any. */
export function useTitleWithKeys(): (title: string, id: KeyedCommand) => string {
  const names = useShortcutNames()
  return (title, id) => {
    const keys = names(id)
    return keys === undefined ? title : `${title} (${keys})`
  }
}

/** Why nothing can be sent now; null while Parley can be reached. */
export function whyUnreachable({ windowLink }: { windowLink: Pick<WindowLink, 'store'> }): ErrorData | null {
  return windowLink.store.getState().connection === 'lost' ? failureData('CANCELLED', 'not-connected') : null
}

/** True for the refusal of `whyUnreachable`, which no longer applies once the connection is back. */
export function isUnreachable(refusal: ErrorData | null): boolean {
  return refusal?.data?.['reason'] === 'not-connected'
}
