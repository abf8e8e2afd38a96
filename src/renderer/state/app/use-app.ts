import { createContext, useContext, useEffect } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import { invariant } from '../../../shared/invariant'
import type { AppState } from './app-state'
import type { Conversation } from '../conversations/conversation'
import { unreachable } from './unreachable'
import type { ConversationStore } from '../conversations/conversation-store'
import { dialogIn } from '../dialogs/dialogs'

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
  return unreachable(app)
}

/** The page of a confirmation whose dialog the user has closed; null if there is none. */
export function usePostponedConfirmation(): string | null {
  const { confirmation, dialogs } = useApp()
  const { pageUrl } = useStore(confirmation.store)
  const isShown = useStore(dialogs.store, (state) => dialogIn(state, 'confirmation') !== null)
  return isShown ? null : pageUrl
}

/** The draft of one composer, and its setter. */
export function useDraft(place: string): [string, (text: string) => void] {
  const { drafts } = useApp()
  const text = useStore(drafts.store, (state) => state.byPlace[place] ?? '')
  return [text, (changed) => drafts.set(place, changed)]
}
