import { createStore } from 'zustand/vanilla'

import type { StoredWork } from '../agents/agent-work'
import type { AskedHow } from './chat-actions'

/** How the next new chat is to be asked; an agent also how it is to work. */
interface NewChatChoice extends AskedHow, StoredWork {
  /** `provider/model`; null is the best that is there. */
  model: string | null
}

/** The choice for a chat that is begun with nothing chosen. */
export const nothingChosen: NewChatChoice = { model: null, params: {}, systemPrompt: null }

/** What was chosen for a chat that is not begun: like its draft, it waits while something else is looked at. */
export const createNewChatChoice = () => createStore<NewChatChoice>(() => nothingChosen)
