import { createStore } from 'zustand/vanilla'

import type { ModelParams } from '../../../shared/sessions/sessions'
import type { ToolChoice } from '../../../shared/tools/tools'
import type { StoredWork } from '../agents/agent-work'
import type { ChatModelSettings } from './chat-actions'

/** The model settings and tools of the next new chat, and for an agent how it works. */
interface NewChatChoice extends Omit<ChatModelSettings, 'params'>, StoredWork {
  /** `provider/model`; null means the best one available. */
  model: string | null
  /** Null means those that the user has set for the model. */
  params: ModelParams | null
  /** Null means those of the project, or the default. */
  tools: ToolChoice | null
}

/** The choice for a new chat in which nothing was chosen. */
export const nothingChosen: NewChatChoice = { model: null, params: null, systemPrompt: null, tools: null }

/** Choices for a chat that has not been started; like its draft, they stay while another view is shown. */
export const createNewChatChoice = () => createStore<NewChatChoice>(() => nothingChosen)
