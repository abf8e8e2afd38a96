import type { AgentPermission, WorkspaceIsolation } from '../agents/agents'
import type { ComparisonId, MessageId, PaneId, SessionId } from '../ids'
import type { Message, MessageRole } from './messages'

/** Sampling parameters of a session or pane; an absent one is the provider's default. */
export interface ModelParams {
  temperature?: number
  topP?: number
  maxOutputTokens?: number
  /** Whole number; providers that can, and the demo models, answer the same for the same seed. */
  seed?: number
  /** Texts at which the answer ends. */
  stop?: string[]
  /** How much a model that reasons is to think before it answers. */
  reasoningEffort?: ReasoningEffort
}

/** From least to most; not every model knows every one. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high'] as const
export type ReasoningEffort = (typeof reasoningEfforts)[number]

/** A conversation. A `pane` session belongs to a comparison and is not in the list of chats. */
export interface Session {
  id: SessionId
  kind: 'chat' | 'pane'
  title: string
  /** `provider/model`, or null while none is chosen. */
  model: string | null
  workspace: string | null
  /** What an agent may do in this chat; absent is `read-only`. */
  permission?: AgentPermission
  /** Where an agent works: in `workspace` itself, which is also what absent means, or in a folder made of it. */
  isolation?: WorkspaceIsolation
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
  /** Its run waits for the user to decide something. */
  needsDecision?: true
  /** An answer came since a window last showed this session. */
  unseen: boolean
  /** The last answer failed since a window last showed this session. */
  unseenFailure?: true
  /** When it was put into the bin. */
  deletedAt?: number
}

/** A stretch of the path from the root of a session's message tree to its leaf, oldest first. */
export interface PathPage {
  messages: Message[]
  /** The path goes on before the first of these. */
  hasMore: boolean
  /** The path goes on after the last of these. */
  hasNewer: boolean
  /**
   * For each of these messages that has others in its place: all of them, itself too, in the order they came in. A
   * hidden message, which nobody sees, has what follows it in its place.
   */
  versions: Record<MessageId, MessageId[]>
  /** The first visible messages after the leaf, which were taken off the path; the newest first. */
  continuations: MessageId[]
}

/** How a session stands. `messageCount` counts what `sessions.get` gives. */
export interface SessionStatus {
  sessionId: SessionId
  title: string
  model: string | null
  workspace: string | null
  messageCount: number
  createdAt: number
  updatedAt: number
  running: boolean
}

/** Tokens and money spent in a session. `costUsd` is null when the price of some of it is not known. */
export interface SessionUsage {
  inputTokens: number
  outputTokens: number
  totalTokens: number
  costUsd: number | null
}

/** One line of a chat's outline: a question, or a heading of an answer. */
export interface OutlineEntry {
  messageId: MessageId
  role: 'user' | 'assistant'
  /** Its first characters, in one line. */
  text: string
  /** How deep the heading stands, from 1; absent for a question. */
  level?: number
  createdAt: number
}

/** What a chat shows, in few words, from its beginning to its end. */
export interface Outline {
  entries: OutlineEntry[]
  /** There was too much of it: `headings` are left out, or also what is oldest. */
  isCut: 'headings' | 'oldest' | null
}

/** One place where a search found something. */
export interface SearchHit {
  sessionId: SessionId
  sessionTitle: string
  /** The comparison whose pane the session is; absent for a chat. */
  comparisonId?: ComparisonId
  /** Null when it is the title that was found. */
  messageId: MessageId | null
  field: 'title' | 'text' | 'reasoning'
  role: MessageRole | null
  model: string | null
  createdAt: number
  /** The text around what was found, in one line. */
  snippet: string
  /** What was found in `snippet`: from and to, in UTF-16 units. */
  highlights: [from: number, to: number][]
}

/** One column of a comparison; its messages are those of its session. */
export interface Pane {
  paneId: PaneId
  sessionId: SessionId
  position: number
  model: string
  params: ModelParams
  systemPrompt: string | null
  /** As in `Session`; of an agent that may write, `isolation` is never `same`. */
  workspace?: string | null
  permission?: AgentPermission
  isolation?: WorkspaceIsolation
}

export interface ComparisonSummary {
  id: ComparisonId
  title: string
  paneCount: number
  running: boolean
  /** A run in one of its panes waits for the user to decide something. */
  needsDecision?: true
  pinned: boolean
  archived: boolean
  createdAt: number
  updatedAt: number
  /** When it was put into the bin. */
  deletedAt?: number
}

/** How many days what was deleted can be brought back. */
export const binKeepsDays = 30

export interface Comparison {
  id: ComparisonId
  title: string
  panes: Pane[]
  createdAt: number
  updatedAt: number
}

/** How many panes a comparison may have. */
export const paneLimits = { min: 2, max: 8 } as const
