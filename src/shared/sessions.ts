import type { ComparisonId, PaneId, SessionId } from './ids'

/** Sampling parameters of a session or pane; an absent one is the provider's default. */
export interface ModelParams {
  temperature?: number
  topP?: number
  maxOutputTokens?: number
  /** Whole number; providers that can, and the demo models, answer the same for the same seed. */
  seed?: number
}

/** A conversation. A `pane` session belongs to a comparison and is not in the list of chats. */
export interface Session {
  id: SessionId
  kind: 'chat' | 'pane'
  title: string
  /** `provider/model`, or null while none is chosen. */
  model: string | null
  workspace: string | null
  systemPrompt: string | null
  params: ModelParams
  pinned: boolean
  archived: boolean
  createdAt: number
  updatedAt: number
}

/** A session as the list shows it. */
export interface SessionSummary extends Session {
  running: boolean
  /** A run ended since a window last showed this session. */
  unseen: boolean
}

/** One column of a comparison; its messages are those of its session. */
export interface Pane {
  paneId: PaneId
  sessionId: SessionId
  position: number
  model: string
  params: ModelParams
}

export interface ComparisonSummary {
  id: ComparisonId
  title: string
  paneCount: number
  running: boolean
  createdAt: number
  updatedAt: number
}

export interface Comparison {
  id: ComparisonId
  title: string
  panes: Pane[]
  createdAt: number
  updatedAt: number
}

/** How many panes a comparison may have. */
export const paneLimits = { min: 2, max: 8 } as const
