import { createContext, useContext, useEffect } from 'react'
import { useStore } from 'zustand'

import { invariant } from '../../../shared/invariant'
import type { AppState } from './app-state'
import type { Conversation } from '../conversations/conversation'
import type { ConversationStore } from '../conversations/conversation-store'

/** Set once by the root of the window. */
export const AppStateContext = createContext<AppState | null>(null)

/** Everything the window knows and can do. */
export function useApp(): AppState {
  const app = useContext(AppStateContext)
  invariant(app !== null, 'the component stands inside AppStateContext')
  return app
}

/** Follows one piece of a conversation. */
export function useConversation<Piece>(
  conversation: ConversationStore,
  select: (state: Conversation) => Piece,
): Piece {
  return useStore(conversation.store, select)
}

/** Keeps the conversation watched as long as the component is shown. */
export function useShown(conversation: ConversationStore | null): void {
  useEffect(() => conversation?.show(), [conversation])
}

/** The draft of one place, and the way to change it. */
export function useDraft(place: string): [string, (text: string) => void] {
  const { drafts } = useApp()
  const text = useStore(drafts, (state) => state.byPlace[place] ?? '')
  return [text, (changed) => drafts.getState().set(place, changed)]
}
